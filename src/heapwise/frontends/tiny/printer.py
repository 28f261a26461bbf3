"""The printer of the POSE language: abstract syntax to text, `parse(to_source(p)) == p`.

One canonical layout. A chain of lets runs down one column, the branches of an `if` are indented,
the items of a sequence stand below each other; whatever is an operand stays on its line. Adjacent
marks are kept apart where the original dialect would read them as one token. No recursion: a list
holds the pieces still to be printed.
"""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from heapwise.frontends.tiny.syntax import (
    Assert,
    Assume,
    Binary,
    Bottom,
    Breadcrumb,
    Call,
    Cast,
    ClassNode,
    Expr,
    GetField,
    If,
    Index,
    InstanceOf,
    Length,
    Let,
    Literal,
    Location,
    MethodNode,
    New,
    NewArray,
    Not,
    ProgramNode,
    Sequence,
    SetField,
    SetIndex,
    Symbol,
    Variable,
)

_Leaf: TypeAlias = Literal | Bottom | Symbol | Location | Variable | New | Breadcrumb

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
_Operation: TypeAlias = (
    NewArray | Binary | Not | InstanceOf | Cast | Call | GetField | SetField | Index | SetIndex
    | Length | Assume | Assert
)  # fmt: skip


def to_source(program: ProgramNode) -> str:
    """The canonical text of `program`, with a line end at its end.

    A negative literal, which no text denotes, is printed as a subtraction from zero.
    """
    parts = [_class(each) for each in program.classes]
    parts.append(_print(_Block(program.main, 0)) + "\n")
    return "\n".join(parts)


def _class(node: ClassNode) -> str:
    extends = f" extends {node.superclass}" if node.superclass is not None else ""
    if node.interfaces:
        word = "extends" if node.kind == "interface" else "implements"
        extends += f" {word} {', '.join(node.interfaces)}"
    members = [f"  {each.type} {each.name};\n" for each in node.fields]
    members += [_method(each) for each in node.methods]
    inside = "\n" + "".join(members) if members else " "
    return f"{node.kind} {node.name}{extends} {{{inside}}}\n"


def _method(node: MethodNode) -> str:
    parameters = ", ".join(f"{each.type} {each.name}" for each in node.parameters)
    if node.abstract:
        return f"  {node.type} {node.name}({parameters});\n"
    body = _print(_Block(node.body, 2 * _STEP))
    return f"  {node.type} {node.name}({parameters}) :={_new_line(2 * _STEP)}{body};\n"


def _print(piece: _Piece) -> str:
    text: list[str] = []
    pending: list[_Piece] = [piece]
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
    inner = column + _STEP
    match node:
        case Let(name, bound, body):
            head = [f"let {name} := ", *_operand(bound), " in"]
            return [*head, _new_line(column), _Block(body, column)]
        case If(condition, then, otherwise) if not _are_leaves(then, otherwise):
            head = ["if ", *_operand(condition), " then", _new_line(inner), _Block(then, inner)]
            if isinstance(otherwise, If):
                return [*head, _new_line(column), "else ", _Block(otherwise, column)]
            return [*head, _new_line(column), "else", _new_line(inner), _Block(otherwise, inner)]
        case Sequence():
            *items, last = _items(node)
            pieces: list[_Piece] = ["("]
            for item in items:
                pieces += [*_operand(item), " ;", _new_line(column + 1)]
            return [*pieces, _Block(last, column + 1), ")"]
        case _:
            return [_Inline(node)]


def _inline_pieces(node: Expr) -> list[_Piece]:
    match node:
        case Let(name, bound, body):
            return [f"let {name} := ", *_operand(bound), " in ", _Inline(body)]
        case If(condition, then, otherwise):
            head = ["if ", *_operand(condition), " then "]
            return [*head, _Inline(then), " else ", _Inline(otherwise)]
        case Sequence():
            *items, last = _items(node)
            pieces: list[_Piece] = ["("]
            for item in items:
                pieces += [*_operand(item), " ; "]
            return [*pieces, _Inline(last), ")"]
        case Literal() | Bottom() | Symbol() | Location() | Variable() | New() | Breadcrumb():
            return [_leaf(node)]
        case _:
            return ["(", *_operation(node), ")"]


def _operation(node: _Operation) -> list[_Piece]:
    """What stands between the parentheses of `node`."""
    match node:
        case NewArray(element, size):
            return [f"new {element}" + (" [" if element.dimensions else "["), _Inline(size), "]"]
        case Binary(operator, left, right):
            return [*_operand(left), f" {operator} ", *_operand(right)]
        case Not(operand):
            return ["~ ", *_operand(operand)]
        case InstanceOf(operand, class_name):
            return [*_operand(operand), f" instanceof {class_name}"]
        case Cast(operand, class_name):
            return [*_operand(operand), f" as {class_name}"]
        case Call(receiver, method, arguments):
            pieces = [*_operand(receiver), f".{method}["]
            for number, argument in enumerate(arguments):
                pieces += [", " if number else "", *_operand(argument)]
            return [*pieces, "]"]
        case GetField(receiver, field):
            return [*_operand(receiver), f".{field}"]
        case SetField(receiver, field, value):
            return [*_operand(receiver), f".{field} := ", *_operand(value)]
        case Index(array, index):
            return [*_array(array), "[", *_operand(index), "]"]
        case SetIndex(array, index, value):
            return [*_array(array), "[", *_operand(index), "] := ", *_operand(value)]
        case Length(operand):
            return ["length ", *_operand(operand)]
        case Assume(operand):
            return ["assume ", *_operand(operand)]
        case Assert(operand):
            return ["assert ", *_operand(operand)]


def _operand(node: Expr) -> list[_Piece]:
    """`node` where it must show its own end: only `let` and `if` do not by themselves."""
    if isinstance(node, Let | If):
        return ["(", _Inline(node), ")"]
    return [_Inline(node)]


def _array(node: Expr) -> list[_Piece]:
    """`node` before a bracket, where a bare `new A` would become the making of an array."""
    return ["(", _Inline(node), ")"] if isinstance(node, New) else _operand(node)


def _items(sequence: Sequence) -> list[Expr]:
    items = [sequence.first]
    rest = sequence.second
    while isinstance(rest, Sequence):
        items.append(rest.first)
        rest = rest.second
    return [*items, rest]


def _are_leaves(*nodes: Expr) -> bool:
    return all(isinstance(node, _Leaf) for node in nodes)


def _leaf(node: _Leaf) -> str:
    match node:
        case Literal(value):
            return _constant(value)
        case Bottom():
            return "BOT"
        case New(class_name):
            return f"new {class_name}"
        case Breadcrumb(name):
            return f"(@ {name})"
        case Symbol(name) | Location(name) | Variable(name):
            return name


def _constant(value: int | bool | None) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if value >= 0 else f"(0 - {-value})"
