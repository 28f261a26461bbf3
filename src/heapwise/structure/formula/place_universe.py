"""A universe whose objects are places: each is named after the cell that it was first found in.

Objects that differ in nothing but a number (`bounded_universe`) can be anywhere: what a path says
of `root.left.right` is about any of them, and a solver that is to fit a path into a structure has
to try where the others could be. Here a cell holds null, an object that has a name already, or the
object that is named after it. So in a tree every cell has one object of its own, what is said of a
part of it is said of a few variables, and that there are no more objects than the scope allows is a
matter of counting those that are there.

Every input heap has exactly one such naming, if names are given in the order in which cells are
mentioned: symmetry is broken by the form alone. The number of places grows with the number of ways
through a structure, so it is bounded by a number of `levels`, which `formula.place_compiling`
proves to be enough.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, Program, Type
from heapwise.structure.formula.bounded_universe import BoundedUniverse, UniverseCell
from heapwise.terms import NULL, Scalar, Term, eq, location, not_, or_, symbol

MOST_PLACES = 700
"""More of them than that are too many to be worth it."""


class PlacesError(Exception):
    """An invariant is not about few enough places, or not about places at all."""


class PlaceUniverse(BoundedUniverse):
    """Has as many objects as have been mentioned; `scope` tells how many of each class can be there
    at once. An object is on a level: how many objects of its class are on the way to it, itself
    included. There are objects on so many `levels`, and if `has_outer`, those of the next one are
    the outer objects."""

    def __init__(
        self,
        program: Program,
        scope: Mapping[ClassDecl, int],
        levels: int,
        has_outer: bool = False,
    ) -> None:
        super().__init__(program, dict.fromkeys(scope, 0), length=0)
        self.scope = dict(scope)
        self.levels = levels
        self.has_outer = has_outer
        self.require: Callable[[Scalar], None] = _nobody
        self._holders: dict[Term, Term] = {}
        self._owners: dict[Term, Term | None] = {}
        self._levels: dict[Term, int] = {}
        self._own: dict[Term, list[Term]] = {}
        self._gone: set[Term] = set()
        self._is_closed = False

    def again(self) -> PlaceUniverse:
        return PlaceUniverse(self.program, self.scope, self.levels, self.has_outer)

    @property
    def size(self) -> int:
        return MOST_PLACES

    # -- objects

    def present(self, loc: Term) -> Scalar:
        """The condition that there is such an object."""
        return eq(self._holders[loc], loc) if loc in self._holders else True

    def is_outer(self, loc: Term) -> bool:
        return self._levels.get(loc, 0) > self.levels

    def way_to(self, loc: Term) -> Term | None:
        """The object with the cell that this one is named after; None for an input."""
        return self._owners[loc]

    def own(self, cell: Term) -> Sequence[Term]:
        """The objects that are named after a cell: one for each class that it may have."""
        return self._own.get(cell, ())

    def drop(self, loc: Term) -> None:
        """It is never there, nor what is named after its cells: no cell that is mentioned from now
        on holds it."""
        waiting = [loc]
        while waiting:
            last = waiting.pop()
            if last not in self._gone:
                self.members[self.class_of[last]].remove(last)
                self._gone.add(last)
                waiting += (each for each, owner in self._owners.items() if owner is last)

    def objects(self) -> list[Term]:
        """Those that may be there."""
        return [loc for loc in self.class_of if loc not in self._gone]

    def fitting(self, cls: ClassDecl, nullable: bool) -> tuple[Term, ...]:
        objects = [
            loc for member in self.program.subtypes(cls) for loc in self.members.get(member, ())
        ]
        return (*((NULL,) if nullable else ()), *objects)

    # -- cells

    def input(self, name: str, type_: Type, nullable: bool) -> Term:
        if not isinstance(type_, ClassDecl) or name in self.inputs:
            return super().input(name, type_, nullable)
        value = symbol(name, sort_of_type(type_))
        domain = (*self.fitting(type_, nullable), *self._new(value, type_, None))
        self._domains[value] = domain
        if len(domain) == 1:
            value = domain[0]
            self._holders.pop(value, None)
        self.inputs[name] = value
        return value

    def owners(self, kind: CellKind) -> Iterator[Term]:
        return (loc for loc in super().owners(kind) if loc not in self._gone)

    def is_new(self, kind: CellKind, owner: Term) -> bool:
        """Has nobody mentioned this cell yet?"""
        return (kind.name, owner.value, None) not in self._cells

    def initial(self, kind: CellKind, owner: Term, index: int | None = None) -> Term:
        assert isinstance(owner.value, int)
        key = (kind.name, owner.value, index)
        found = self._cells.get(key)
        if found is not None or not isinstance(kind.type, ClassDecl):
            return found if found is not None else super().initial(kind, owner, index)
        if index is not None or self._is_closed or self._levels[owner] > self.levels + 1:
            raise PlacesError
        cell = symbol(f"{kind.name}@{owner.value}", sort_of_type(kind.type))
        named = self.fitting(kind.type, False)
        self._cells[key] = cell
        self.cells[cell] = UniverseCell(kind, owner, None)
        # What is not there holds nothing.
        self._domains[cell] = (NULL, *named, *self._new(cell, kind.type, owner))
        here, is_null = self.present(owner), eq(cell, NULL)
        self.require(or_(here, is_null))
        if not kind.nullable:
            self.require(or_(not_(here), not_(is_null)))
        return cell

    def _new(self, cell: Term, cls: ClassDecl, owner: Term | None) -> Iterator[Term]:
        for member in self.program.subtypes(cls):
            if member not in self.members:
                continue
            level = self._level(member, owner)
            if level > self.scope[member] or (level > self.levels and not self.has_outer):
                continue
            if len(self.class_of) - len(self._gone) >= MOST_PLACES:
                raise PlacesError
            loc = location(len(self._owners) + 1)
            self.class_of[loc] = member
            self.members[member].append(loc)
            self.ordinal[loc] = len(self.members[member])
            self._owners[loc] = owner
            self._holders[loc] = cell
            self._levels[loc] = level
            self._own.setdefault(cell, []).append(loc)
            yield loc

    def _level(self, cls: ClassDecl, owner: Term | None) -> int:
        level = 1
        while owner is not None:
            level += self.class_of[owner] is cls
            owner = self._owners[owner]
        return level

    def narrow(self, cell: Term, domain: Sequence[Term]) -> None:
        """It has been proved to be one of these."""
        self._domains[cell] = tuple(domain)

    def is_of_a_tree(self, cell: Term) -> bool:
        """Does it hold nothing but its own objects, or the one that leads to its owner? Outer
        objects do not matter."""
        owner = self.cells[cell].owner if cell in self.cells else None
        if owner is not None and self.is_outer(owner):
            return True
        known = {NULL, *self.own(cell), None if owner is None else self._owners[owner]}
        return known.issuperset(self._domains[cell])

    def close(self) -> None:
        """Only what has been mentioned is there."""
        for loc in self._gone:
            del self.class_of[loc]
        self._gone.clear()
        self._is_closed = True


def _nobody(fact: Scalar) -> None:
    raise AssertionError("nobody is told what holds of places")
