"""The abstract syntax of the POSE language (pose.txt, Figure 6) with the extensions of ours.

Nodes are immutable and compare by structure: positions do not take part in equality, so that
`parse(print(tree)) == tree`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from heapwise.program.source import Position


@dataclass(frozen=True, slots=True)
class TypeName:
    """`int`, `bool` or a class name, followed by `dimensions` pairs of brackets."""

    name: str
    dimensions: int = 0

    def __str__(self) -> str:
        return self.name + "[]" * self.dimensions


@dataclass(frozen=True, slots=True)
class Node:
    at: Position = field(compare=False, kw_only=True)


@dataclass(frozen=True, slots=True)
class FieldNode(Node):
    type: TypeName
    name: str


@dataclass(frozen=True, slots=True)
class ParameterNode(Node):
    type: TypeName
    name: str


@dataclass(frozen=True, slots=True)
class MethodNode(Node):
    """An abstract method has `BOT` for a body, which never runs."""

    type: TypeName
    name: str
    parameters: tuple[ParameterNode, ...]
    body: Expr
    abstract: bool = False


@dataclass(frozen=True, slots=True)
class ClassNode(Node):
    """A class, an abstract class or an interface: `kind` is the word or words for it."""

    name: str
    superclass: str | None
    fields: tuple[FieldNode, ...]
    methods: tuple[MethodNode, ...]
    interfaces: tuple[str, ...] = ()
    kind: str = "class"

    @property
    def is_abstract(self) -> bool:
        return self.kind != "class"


@dataclass(frozen=True, slots=True)
class ProgramNode(Node):
    classes: tuple[ClassNode, ...]
    main: Expr


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
class Bottom(Node):
    """`BOT`, the value of no particular type."""


@dataclass(frozen=True, slots=True)
class Symbol(Node):
    """`X<n>`, a symbolic primitive input, or `Y<n>`, a symbolic reference input."""

    name: str


@dataclass(frozen=True, slots=True)
class Location(Node):
    """`l<n>`: the grammar has it; no program can know a location before it runs."""

    name: str


@dataclass(frozen=True, slots=True)
class Variable(Node):
    name: str


@dataclass(frozen=True, slots=True)
class New(Node):
    class_name: str


@dataclass(frozen=True, slots=True)
class NewArray(Node):
    """`(new T [ size ])`; `element` is the type of the elements."""

    element: TypeName
    size: Expr


@dataclass(frozen=True, slots=True)
class Let(Node):
    name: str
    bound: Expr
    body: Expr


@dataclass(frozen=True, slots=True)
class If(Node):
    condition: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Binary(Node):
    """`operator` is one of + - < = && ||."""

    operator: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Expr


@dataclass(frozen=True, slots=True)
class InstanceOf(Node):
    operand: Expr
    class_name: str


@dataclass(frozen=True, slots=True)
class Cast(Node):
    """`(e as C)`: raises unless e is null or of class C."""

    operand: Expr
    class_name: str


@dataclass(frozen=True, slots=True)
class Call(Node):
    receiver: Expr
    method: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class GetField(Node):
    receiver: Expr
    field: str


@dataclass(frozen=True, slots=True)
class SetField(Node):
    """`(e . f := e)`; its value is the value assigned."""

    receiver: Expr
    field: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Index(Node):
    array: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class SetIndex(Node):
    """`(e [ e ] := e)`; its value is the value assigned."""

    array: Expr
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Length(Node):
    array: Expr


@dataclass(frozen=True, slots=True)
class Sequence(Node):
    """`(first ; second)`; its value is that of `second`."""

    first: Expr
    second: Expr


@dataclass(frozen=True, slots=True)
class Assume(Node):
    """`assume e`: paths on which e is false end quietly. Its value is true."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Assert(Node):
    """`assert e`: a path on which e is false ends in a violation. Its value is true."""

    condition: Expr


@dataclass(frozen=True, slots=True)
class Breadcrumb(Node):
    """`(@ name)`: leaves `name` in the trace. Its value is false."""

    name: str


Expr: TypeAlias = (
    Literal
    | Bottom
    | Symbol
    | Location
    | Variable
    | New
    | NewArray
    | Let
    | If
    | Binary
    | Not
    | InstanceOf
    | Cast
    | Call
    | GetField
    | SetField
    | Index
    | SetIndex
    | Length
    | Sequence
    | Assume
    | Assert
    | Breadcrumb
)
