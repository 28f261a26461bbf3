"""Where in a structure a reference leads: one name for each place, if the shape allows it.

All valid structures may be trees (`formula.theorems`): then two ways from the root that go through
different fields end at different objects, and a field that leads back ends where one came from. So
references that a path has read are the same or not for reasons that need no solver, and what is
read at the same place by different ways has one name.

What is said of a reference holds where it can be read at all: where all objects on the way to it
are there. Nobody asks elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from heapwise.heaps.shared.cells import CellKind
from heapwise.structure.formula.theorems import Shape
from heapwise.terms import NULL, Op, Scalar, Term

InitialCell: TypeAlias = tuple[Term, CellKind, tuple[Scalar, ...]]
"""A cell of the initial heap: the reference, its kind, and the index if it has one."""


class Places:
    """`cell_of` tells which cell of the initial heap a reference is read from, if it is."""

    def __init__(self, shape: Shape, cell_of: Callable[[Term], InitialCell | None]) -> None:
        self._shape = shape
        self._cell_of = cell_of
        self._names: dict[Term, Term] = {}
        self._at: dict[tuple[Term, str], Term] = {}
        self._ways: dict[Term, tuple[Term, str]] = {}
        self._roots: dict[Term, Term] = {}

    def name(self, reference: Term) -> Term:
        """The same for all references that lead to the same place."""
        found = self._names.get(reference)
        if found is not None or not self._shape.tree:
            return found or reference
        waiting = [reference]
        while waiting:
            last = waiting[-1]
            cell = self._cell_of(last)
            if cell is None:
                if last.op == Op.SYMBOL and str(last.value) in self._shape.roots:
                    self._roots[last] = last
                self._names[last] = last
            elif cell[0] in self._names:
                self._names[last] = self._step(last, self._names[cell[0]], cell[1], cell[2])
            else:
                waiting.append(cell[0])
                continue
            waiting.pop()
        return self._names[reference]

    def differ(self, one: Term, other: Term) -> bool:
        """Are two names of different objects, unless they are null?"""
        root = self._roots.get(one)
        return root is not None and one is not other and self._roots.get(other) is root

    def _has_room(self, owner: Term, kind: CellKind) -> bool:
        """Is there an object left that is none of those on the way?"""
        room = self._shape.room[kind.name]
        used = 0
        way = self._ways.get(owner)
        while way is not None:
            used += self._shape.room[way[1]] <= room
            way = self._ways.get(way[0])
        return used < len(room)

    def _step(self, reference: Term, owner: Term, kind: CellKind, index: Sequence[Scalar]) -> Term:
        """The name of what is read from an object whose name is `owner`."""
        if index or owner not in self._roots:
            return reference
        way = self._ways.get(owner)
        if way is not None:
            if (way[1], kind.name) in self._shape.back:
                return way[0]
            if (way[1], kind.name) in self._shape.ends:
                return NULL
        if kind.name in self._shape.tree and not self._has_room(owner, kind):
            return NULL
        found = self._at.setdefault((owner, kind.name), reference)
        if kind.name in self._shape.tree and found not in self._ways:
            self._ways[found] = owner, kind.name
            self._roots[found] = self._roots[owner]
        return found
