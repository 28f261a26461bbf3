"""A bounded universe: so many objects of each class, and a symbol for every initial cell.

The objects are the constants 1, 2, …; those of one class differ in nothing but their number. A
symbol of sort Ref has a domain: null, where the declaration allows it, and every object of a class
that fits. Whatever an input heap within the scope looks like, it is a choice of values for the
symbols, but for the names of its objects.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from heapwise.heaps.shared.cells import CellKind, element_kind, field_kind, item_kind
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, InputError, Program, Type
from heapwise.terms import (
    CLASS,
    NULL,
    REF,
    Scalar,
    Term,
    class_id,
    is_number,
    location,
    symbol,
)

Key: TypeAlias = tuple[str, int, int | None]
"""A cell: its kind, the number of its object, and the index if there is one."""


class UniverseCell(NamedTuple):
    """`at` is its index if it has one."""

    kind: CellKind
    owner: Term
    at: int | None


class BoundedUniverse:
    """`scope` tells how many objects there are of each class that can be instantiated; `length`
    bounds the indexes of cells that have one."""

    def __init__(self, program: Program, scope: Mapping[ClassDecl, int], length: int = 3) -> None:
        self.program = program
        self.scope = dict(scope)
        self.length = length
        self.class_of: dict[Term, ClassDecl] = {}
        self.ordinal: dict[Term, int] = {}
        self.members: dict[ClassDecl, list[Term]] = {}
        for cls, number in self.scope.items():
            self.members[cls] = []
            for ordinal in range(1, number + 1):
                loc = location(len(self.class_of) + 1)
                self.class_of[loc] = cls
                self.ordinal[loc] = ordinal
                self.members[cls].append(loc)
        self._domains: dict[Term, tuple[Term, ...]] = {}
        self._fitting: dict[tuple[ClassDecl, bool], tuple[Term, ...]] = {}
        self._cells: dict[Key, Term] = {}
        self.cells: dict[Term, UniverseCell] = {}
        self.inputs: dict[str, Scalar] = {}

    def again(self) -> BoundedUniverse:
        """The same, before anything was mentioned."""
        return BoundedUniverse(self.program, self.scope, self.length)

    @property
    def size(self) -> int:
        """How many objects there can be."""
        return len(self.class_of)

    def fitting(self, cls: ClassDecl, nullable: bool) -> tuple[Term, ...]:
        """What a reference declared so may be."""
        found = self._fitting.get((cls, nullable))
        if found is None:
            objects = [
                loc for member in self.program.subtypes(cls) for loc in self.members.get(member, ())
            ]
            found = (*((NULL,) if nullable else ()), *objects)
            self._fitting[cls, nullable] = found
        return found

    def domain(self, term: Term) -> Sequence[Term]:
        """Of a symbol of sort Ref or Class."""
        found = self._domains.get(term)
        if found is None:
            if term.sort is not CLASS:
                raise InputError(f"`{term.value}` is no reference of this universe")
            found = tuple(class_id(cls.number) for cls in self.program.by_number)
            self._domains[term] = found
        return found

    def limits(self, term: Term) -> tuple[int, int] | None:
        """What a cell that holds a number is declared to be at least and at most."""
        cell = self.cells.get(term)
        if cell is None or cell.kind.low is None or cell.kind.high is None:
            return None
        return cell.kind.low, cell.kind.high

    def references(self) -> list[Term]:
        """The symbols of sort Ref so far, in the order in which they were first mentioned."""
        return [term for term in self._domains if term.sort is REF]

    def input(self, name: str, type_: Type, nullable: bool) -> Term:
        """The symbol of an input, or what it must be."""
        value = symbol(name, sort_of_type(type_))
        if isinstance(type_, ClassDecl):
            fitting = _not_empty(name, self.fitting(type_, nullable))
            domain = self._domains.setdefault(value, fitting)
            if len(domain) == 1:
                value = domain[0]
        self.inputs[name] = value
        return value

    def initial(self, kind: CellKind, owner: Term, index: int | None = None) -> Term:
        """The symbol of a cell of an object of the universe."""
        assert isinstance(owner.value, int)
        key = (kind.name, owner.value, index)
        found = self._cells.get(key)
        if found is None:
            suffix = "" if index is None else f"[{index}]"
            found = symbol(f"{kind.name}@{owner.value}{suffix}", sort_of_type(kind.type))
            if isinstance(kind.type, ClassDecl):
                fitting = (NULL,) if kind.is_null else self.fitting(kind.type, kind.nullable)
                self._domains[found] = _not_empty(kind.name, fitting)
            self._cells[key] = found
            self.cells[found] = UniverseCell(kind, owner, index)
        return found

    def kinds(self) -> dict[str, CellKind]:
        """Every kind of cell that objects have, by name."""
        found: dict[str, CellKind] = {}
        for cls in self.program.classes.values():
            for field in cls.own_fields.values():
                found[str(field)] = field_kind(field)
            for item in cls.own_items.values():
                found[str(item)] = item_kind(item)
            if cls.element is not None:
                found[cls.name] = element_kind(cls)
        return found

    def owners(self, kind: CellKind) -> Iterator[Term]:
        """The objects that have cells of this kind."""
        for loc, cls in self.class_of.items():
            if cls.is_subclass_of(kind.owner):
                yield loc

    def integers(self) -> int:
        """How many variables there can be that are numbers, inputs aside."""
        total = 0
        for kind in self.kinds().values():
            if is_number(sort_of_type(kind.type)):
                indexed = kind.owner.element is not None or kind.name not in self.plain()
                cells = self.length + 1 if indexed else 1
                total += cells * sum(
                    number for cls, number in self.scope.items() if cls.is_subclass_of(kind.owner)
                )
        return total

    def plain(self) -> frozenset[str]:
        """The kinds of fields, of which an object has one cell each."""
        return frozenset(
            str(field) for cls in self.program.classes.values() for field in cls.own_fields.values()
        )


def is_object(loc: Scalar) -> bool:
    """Of the universe: neither null nor allocated."""
    return (
        isinstance(loc, Term) and loc.sort is REF and isinstance(loc.value, int) and loc.value > 0
    )


def _not_empty(name: str, domain: tuple[Term, ...]) -> tuple[Term, ...]:
    if not domain:
        raise InputError(f"the domain of `{name}` is empty: allow null or more objects")
    return domain
