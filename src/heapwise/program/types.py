"""Types, classes, fields and methods: what a program declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from heapwise.program.body import Code
from heapwise.program.source import Position


@dataclass(frozen=True, slots=True)
class PrimitiveType:
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, init=False)
class BitVecType(PrimitiveType):
    """Integers of `width` bits that wrap around; a value is the signed integer."""

    width: int

    def __init__(self, width: int) -> None:
        object.__setattr__(self, "name", f"int{width}")
        object.__setattr__(self, "width", width)


INT = PrimitiveType("int")
BOOL = PrimitiveType("bool")
FLOAT = PrimitiveType("float")
FLOAT32 = PrimitiveType("float32")
STR = PrimitiveType("str")


def is_integer(type_: Type) -> bool:
    """Mathematical integers, and those of a fixed width."""
    return type_ is INT or isinstance(type_, BitVecType)


@dataclass(eq=False, slots=True)
class ClassDecl:
    """A class or an interface; compares by identity. An interface is abstract and extends the
    root. `element` is set for array classes, whose only field is `length`. `own_items` are families
    of cells with an integer index, the contents of containers; no field has the name of one. Bounds
    on input objects do not count a class that is not `counted`; what an input refers to is null
    where it is declared of one that is `uninhabited`. `number` and `supertypes`, itself included,
    are given by `Program`."""

    name: str
    superclass: ClassDecl | None
    interfaces: tuple[ClassDecl, ...] = ()
    abstract: bool = False
    element: Type | None = None
    own_fields: dict[str, FieldDecl] = field(default_factory=dict)
    own_methods: dict[str, MethodDecl] = field(default_factory=dict)
    own_items: dict[str, FieldDecl] = field(default_factory=dict)
    counted: bool = True
    uninhabited: bool = False
    number: int = -1
    supertypes: frozenset[ClassDecl] = frozenset()
    at: Position | None = None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"<class {self.name}>"

    def ancestors(self) -> Iterator[ClassDecl]:
        """This class, then its superclass, and so on up to the root."""
        cls: ClassDecl | None = self
        while cls is not None:
            yield cls
            cls = cls.superclass

    def is_subclass_of(self, other: ClassDecl) -> bool:
        return other in self.supertypes

    def lineage(self) -> list[ClassDecl]:
        """This class and all above it: its ancestors, then the interfaces."""
        found: dict[ClassDecl, None] = {}
        waiting = [self]
        for start in waiting:
            for cls in start.ancestors():
                if cls in found:
                    break
                found[cls] = None
                waiting.extend(cls.interfaces)
        return list(found)

    def fields(self) -> dict[str, FieldDecl]:
        """Own and inherited fields, the inherited ones first."""
        found: dict[str, FieldDecl] = {}
        for cls in reversed(self.lineage()):
            found.update(cls.own_fields)
        return found

    def find_field(self, name: str) -> FieldDecl | None:
        return next(
            (cls.own_fields[name] for cls in self.lineage() if name in cls.own_fields), None
        )

    def items(self) -> dict[str, FieldDecl]:
        """Own and inherited families of indexed cells, the inherited ones first."""
        found: dict[str, FieldDecl] = {}
        for cls in reversed(self.lineage()):
            found.update(cls.own_items)
        return found

    def find_method(self, name: str) -> MethodDecl | None:
        """The method that an object of this class runs; a superclass goes before an interface."""
        for cls in self.ancestors():
            if name in cls.own_methods:
                return cls.own_methods[name]
        for cls in self.ancestors():
            for interface in cls.interfaces:
                found = interface.find_method(name)
                if found is not None:
                    return found
        return None


Type: TypeAlias = PrimitiveType | ClassDecl
"""Class types and array types are their `ClassDecl`."""


@dataclass(eq=False, slots=True)
class FieldDecl:
    """A field, or a family of indexed cells (`ClassDecl.own_items`). What an input object holds
    there to begin with is not null unless `nullable`, and an integer from `low` to `high`; if the
    field is no input (`absent`), it is null, 0 or false. What is written is not restricted."""

    owner: ClassDecl
    name: str
    type: Type
    nullable: bool = True
    low: int | None = None
    high: int | None = None
    absent: bool = False

    def __str__(self) -> str:
        return f"{self.owner.name}.{self.name}"


@dataclass(eq=False, slots=True)
class MethodDecl:
    """`parameters` does not list the receiver; it comes first in the registers of `code`."""

    owner: ClassDecl
    name: str
    parameters: tuple[tuple[str, Type], ...]
    result: Type
    code: Code | None = None
    abstract: bool = False
    at: Position | None = None

    def __str__(self) -> str:
        return f"{self.owner.name}.{self.name}"


def is_reference(type_: Type) -> bool:
    return isinstance(type_, ClassDecl)
