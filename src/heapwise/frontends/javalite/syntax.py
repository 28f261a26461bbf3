"""The abstract syntax of Javalite (heap-summaries.txt, Figure 3) with ints and operators added.

Nodes are immutable and compare by structure: positions do not take part in equality, so that
`parse(print(tree)) == tree`. The position of a form is its opening parenthesis.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from heapwise.program.source import Position


@dataclass(frozen=True, slots=True)
class Node:
    at: Position = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class FieldNode(Node):
    """`[T f]`; a type is `int`, `bool` or the name of a class."""

    type: str
    name: str


@dataclass(frozen=True, slots=True)
class ParameterNode(Node):
    type: str
    name: str


@dataclass(frozen=True, slots=True)
class MethodNode(Node):
    """`(T m [T x] ... e)`."""

    type: str
    name: str
    parameters: tuple[ParameterNode, ...]
    body: Expr


@dataclass(frozen=True, slots=True)
class ClassNode(Node):
    """`(class C extends D ([T f] ...) (M ...))`."""

    name: str
    superclass: str | None
    fields: tuple[FieldNode, ...]
    methods: tuple[MethodNode, ...]


@dataclass(frozen=True, slots=True)
class EntryNode(Node):
    """`(C m)`: the method under test."""

    class_name: str
    method: str


@dataclass(frozen=True, slots=True)
class ProgramNode(Node):
    classes: tuple[ClassNode, ...]
    entry: EntryNode


@dataclass(frozen=True, slots=True)
class Literal(Node):
    """An int, a bool, or None for `null`."""

    value: int | bool | None

    def __eq__(self, other: object) -> bool:  # 1 == True in Python, but not here
        return (
            type(other) is Literal
            and type(self.value) is type(other.value)
            and self.value == other.value
        )

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class Variable(Node):
    """A name; `this` is one."""

    name: str


@dataclass(frozen=True, slots=True)
class New(Node):
    class_name: str


@dataclass(frozen=True, slots=True)
class GetField(Node):
    """`(e $ f)`."""

    receiver: Expr
    field: str


@dataclass(frozen=True, slots=True)
class SetField(Node):
    """`(x $ f := e)`; its value is the value assigned. `x` is looked up after `e` is evaluated
    (Figure 9, Field Write)."""

    receiver: Variable
    field: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Call(Node):
    """`(e @ m e ...)`."""

    receiver: Expr
    method: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Var(Node):
    """`(var T x := e in e)`."""

    type: str
    name: str
    bound: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class Assign(Node):
    """`(x := e)`; its value is the value assigned."""

    target: Variable
    value: Expr


@dataclass(frozen=True, slots=True)
class Begin(Node):
    """`(begin e ...)`; its value is that of the last expression."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`operator` is one of = + - < and or; all of them evaluate both sides."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Expr


Expr: TypeAlias = (
    Literal | Variable | New | GetField | SetField | Call | If | Var | Assign | Begin | Binary | Not
)


def children(node: Expr) -> tuple[Expr, ...]:
    """The parts of an expression, in the order in which they are evaluated."""
    match node:
        case GetField(receiver, _):
            return (receiver,)
        case SetField(_, _, value) | Assign(_, value):
            return (value,)
        case Call(receiver, _, arguments):
            return (receiver, *arguments)
        case If(condition, then, otherwise):
            return (condition, then, otherwise)
        case Var(_, _, bound, body):
            return (bound, body)
        case Begin(items):
            return items
        case Binary(_, left, right):
            return (left, right)
        case Not(operand):
            return (operand,)
        case _:
            return ()
