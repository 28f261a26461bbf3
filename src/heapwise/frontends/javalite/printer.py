"""The printer of Javalite: abstract syntax to text, `parse(to_source(p)) == p`.

One canonical layout. The body of a `var` stands below it in the same column, the branches of an
`if` and the items of a `begin` are indented; whatever is an operand stays on its line. No
recursion: a list holds the pieces still to be printed.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from heapwise.frontends.javalite.syntax import (
    Assign,
    Begin,
    Binary,
    Call,
    ClassNode,
    Expr,
    GetField,
    If,
    Literal,
    MethodNode,
    New,
    Not,
    ProgramNode,
    SetField,
    Var,
    Variable,
    children,
)

_STEP = 2
_DEEPEST_COLUMN = 60  # beyond it indentation stops: it would make the text quadratic in depth


class _Inline(NamedTuple):
    """An expression to be printed without line breaks."""

    expression: Expr


class _Block(NamedTuple):
    """An expression that may break lines, each new line starting in `column`."""

    expression: Expr
    column: int


_Piece: TypeAlias = str | _Inline | _Block


def to_source(program: ProgramNode) -> str:
    """The canonical text of `program`, with a line end at its end.

    A negative literal, which no text denotes, is printed as a subtraction from zero.
    """
    classes = "\n  ".join(_class(each) for each in program.classes)
    return f"(({classes})\n ({program.entry.class_name} {program.entry.method}))\n"


def _class(node: ClassNode) -> str:
    extends = f" extends {node.superclass}" if node.superclass is not None else ""
    fields = " ".join(f"[{each.type} {each.name}]" for each in node.fields)
    methods = _new_line(5).join(_method(each) for each in node.methods)
    return f"(class {node.name}{extends} ({fields}){_new_line(4)}({methods}))"


def _method(node: MethodNode) -> str:
    parameters = "".join(f" [{each.type} {each.name}]" for each in node.parameters)
    column = 5 + _STEP
    return f"({node.type} {node.name}{parameters}{_new_line(column)}{_body(node, column)})"


def _body(node: MethodNode, column: int) -> str:
    text: list[str] = []
    pending: list[_Piece] = [_Block(node.body, column)]
    while pending:
        match pending.pop():
            case str() as finished:
                text.append(finished)
            case _Inline(expression):
                pending.extend(reversed(_inline_pieces(expression)))
            case _Block(expression, column):
                pending.extend(reversed(_block_pieces(expression, column)))
    return "".join(text)


def _new_line(column: int) -> str:
    return "\n" + " " * min(column, _DEEPEST_COLUMN)


def _block_pieces(node: Expr, column: int) -> list[_Piece]:
    match node:
        case If(condition, then, otherwise) if not _are_leaves(then, otherwise):
            inner = column + 2 * _STEP
            return [
                *("(if ", _Inline(condition)),
                *(_new_line(inner), _Block(then, inner)),
                *(_new_line(column + _STEP), "else"),
                *(_new_line(inner), _Block(otherwise, inner), ")"),
            ]
        case Var(type_, name, bound, body):
            start = f"(var {type_} {name} := "
            return [start, _Inline(bound), " in", _new_line(column), _Block(body, column), ")"]
        case Begin(items):
            pieces: list[_Piece] = ["(begin"]
            for item in items:
                pieces += [_new_line(column + _STEP), _Block(item, column + _STEP)]
            return [*pieces, ")"]
        case _:
            return [_Inline(node)]


def _are_leaves(*nodes: Expr) -> bool:
    return not any(children(node) for node in nodes)


def _inline_pieces(node: Expr) -> list[_Piece]:
    match node:
        case Literal(value):
            return [_constant(value)]
        case Variable(name):
            return [name]
        case New(class_name):
            return [f"(new {class_name})"]
        case GetField(receiver, field):
            return ["(", _Inline(receiver), f" $ {field})"]
        case SetField(receiver, field, value):
            return [f"({receiver.name} $ {field} := ", _Inline(value), ")"]
        case Call(receiver, method, arguments):
            pieces: list[_Piece] = ["(", _Inline(receiver), f" @ {method}"]
            return [*pieces, *_spaced(arguments), ")"]
        case If(condition, then, otherwise):
            head: list[_Piece] = ["(if", *_spaced((condition, then))]
            return [*head, " else ", _Inline(otherwise), ")"]
        case Var(type_, name, bound, body):
            return [f"(var {type_} {name} := ", _Inline(bound), " in ", _Inline(body), ")"]
        case Assign(target, value):
            return [f"({target.name} := ", _Inline(value), ")"]
        case Begin(items):
            return ["(begin", *_spaced(items), ")"]
        case Binary(operator, left, right):
            return ["(", _Inline(left), f" {operator} ", _Inline(right), ")"]
        case Not(operand):
            return ["(not ", _Inline(operand), ")"]


def _spaced(nodes: tuple[Expr, ...]) -> list[_Piece]:
    """Each node after a blank."""
    return [piece for node in nodes for piece in (" ", _Inline(node))]


def _constant(value: int | bool | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value >= 0 else f"(0 - {-value})"
