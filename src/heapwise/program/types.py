"""Types, classes, fields and methods: what a program declares."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

from heapwise.program.source import Position

if TYPE_CHECKING:
    from heapwise.program.code import Code


@dataclass(frozen=True, slots=True)
class PrimitiveType:
    name: str

    def __str__(self) -> str:
        return self.name


INT = PrimitiveType("int")
BOOL = PrimitiveType("bool")


@dataclass(eq=False, slots=True)
class ClassDecl:
    """A class or an interface; compares by identity. An interface is abstract and extends the
    root. `element` is set for array classes, whose only field is `length`. `number` and
    `supertypes`, itself included, are given by `Program`."""

    name: str
    superclass: ClassDecl | None
    interfaces: tuple[ClassDecl, ...] = ()
    abstract: bool = False
    element: Type | None = None
    own_fields: dict[str, FieldDecl] = field(default_factory=dict)
    own_methods: dict[str, MethodDecl] = field(default_factory=dict)
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

    def fields(self) -> dict[str, FieldDecl]:
        """Own and inherited fields, the inherited ones first."""
        found: dict[str, FieldDecl] = {}
        for cls in reversed(list(self.ancestors())):
            found.update(cls.own_fields)
        return found

    def find_field(self, name: str) -> FieldDecl | None:
        for cls in self.ancestors():
            if name in cls.own_fields:
                return cls.own_fields[name]
        return None

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
    owner: ClassDecl
    name: str
    type: Type

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
