"""From a valid completion that SymSolve has found to the heap of the path, complete.

The cells that the path did not look at get the values that the completion has there; the witness of
the path is then a valid structure. Objects that only the completion has are new ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from heapwise.heaps.strategies.lazy.lazy_heap import Element, LazyHeap, LazyObject
from heapwise.program import FieldDecl, Program, is_reference
from heapwise.structure.search.cells import Cells, ClassCells, Part, equals
from heapwise.structure.search.vectors import Space
from heapwise.terms import NULL, REF, Scalar, Term, eq, location, not_, or_, symbol


class Completed:
    """`heap` is complete; `facts` are what the path must assume of the symbols it has for cells. It
    `is_exact` unless the path knows elements of which the search was told nothing."""

    def __init__(self, program: Program, heap: LazyHeap, space: Space) -> None:
        self._program = program
        self._space = space
        self._objects: dict[Term, LazyObject] = dict(heap.objects)
        self._locations: dict[int, Term] = {}
        self._before = heap
        self._met = heap.met
        self._forwards = dict(heap.forwards)
        self._pending = dict(heap.pending)
        self._read = frozenset(space.accessed)
        self.facts: list[Term] = []
        self.is_exact = True

    def complete(self, cells: Mapping[str, ClassCells]) -> LazyHeap:
        space = self._space
        inputs = dict(self._before.inputs)
        waiting: list[int] = []
        for slot, name in enumerate(space.finitization.roots):
            value = space.value[slot]
            number = self._number(value)
            if number is None and value is not None:
                continue
            inputs[name] = self._reference(inputs.get(name), number, symbol(name, REF), waiting)
        done: set[int] = set()
        for number in waiting:
            if number not in done:
                done.add(number)
                self._fill(number, cells[space.scope_of[number].name], waiting)
        return self._before._replace(
            objects=self._objects,
            inputs=inputs,
            met=self._met,
            forwards=self._forwards,
            pending=self._pending,
        )

    def _number(self, value: object) -> int | None:
        return self._space.number_of[id(value)] if self._space.is_object(value) else None

    def _reference(
        self, known: Term | None, number: int | None, place: Term, waiting: list[int]
    ) -> Term:
        """The reference to an object of the completion, where the path has `known` for it."""
        target = NULL if number is None else self._locations.get(number)
        if known is not None:
            at = known
            while at in self._forwards:
                at = self._forwards[at]
            if at in self._pending:
                if target is None:
                    assert number is not None
                    target = self._new(number, at)
                    waiting.append(number)
                self._forwards[at] = target
                del self._pending[at]
                return known
            if number is not None and number not in self._locations and at is not NULL:
                self._locations[number] = at
                waiting.append(number)
            return known
        if target is None:
            assert number is not None
            target = self._new(number, place)
            waiting.append(number)
        return target

    def _new(self, number: int, place: Term) -> Term:
        cls = self._program.classes[self._space.scope_of[number].name]
        self._met += 1
        loc = location(self._met)
        self._locations[number] = loc
        self._objects[loc] = LazyObject(place, cls, (cls,), 0)
        return loc

    def _fill(self, number: int, cells: ClassCells, waiting: list[int]) -> None:
        space = self._space
        loc = self._locations[number]
        scope = space.scope_of[number]
        cls = self._program.classes[scope.name]
        obj = self._objects[loc]
        if len(obj.classes) > 1:
            self._objects[loc] = obj._replace(classes=(cls,))
        for offset, name in enumerate(scope.fields):
            where, slot = cells.fields.get(name), space.base[number] + offset
            if where is not None:
                self._field(loc, where, slot, waiting)
            elif slot in self._read:
                self.is_exact = False  # such as a dict, of which the search is told nothing
        if cells.element is None or cells.length is None:
            return
        first = space.base[number] + len(scope.fields)
        length = space.value[first]
        self._cell(loc, cells.length, length, first, waiting)
        for index in range(length):
            self._item(loc, cells, index, first + 1 + index, waiting)

    def _field(self, loc: Term, cells: Cells, slot: int, waiting: list[int]) -> None:
        value = self._space.value[slot]
        which = self._kept_in(cells.parts, value)
        if which is None:
            self.is_exact = self.is_exact and slot not in self._read
            return
        if cells.tag is not None:
            self._cell(loc, cells.tag, which, slot, waiting)
        part = cells.parts[which]
        if part.cell is not None:
            self._cell(loc, part.cell, _scalar(part, value), slot, waiting)

    def _kept_in(self, parts: Sequence[Part], value: object) -> int | None:
        is_object = self._number(value) is not None
        return next((n for n, part in enumerate(parts) if part.holds(value, is_object)), None)

    def _cell(self, loc: Term, cell: FieldDecl, value: Any, slot: int, waiting: list[int]) -> None:
        obj = self._objects[loc]
        known = obj.initial.get(cell)
        new: Scalar
        if is_reference(cell.type):
            place = symbol(f"{obj.place.value if obj.place else loc}.{cell.name}", REF)
            is_term = isinstance(known, Term)
            known_term = known if is_term and isinstance(known, Term) else None
            new = self._reference(known_term, self._number(value), place, waiting)
            obj = self._objects[loc]
        else:
            new = value
            if isinstance(known, Term) and slot in self._read:
                self._assume(equals(known, value))
        if known is None:
            fields = {cell: new, **obj.fields}
            self._objects[loc] = obj._replace(fields=fields, initial={**obj.initial, cell: new})

    def _item(
        self, loc: Term, cells: ClassCells, index: int, slot: int, waiting: list[int]
    ) -> None:
        assert cells.element is not None
        parts, tag = cells.element.parts, cells.element.tag
        value = self._space.value[slot]
        which = self._kept_in(parts, value)
        if len(parts) == 1:
            self._element(loc, cells.kind or str(parts[0].cell), parts[0], index, slot, waiting)
        elif which is not None:
            if any(self._objects[loc].elements.get(str(part.cell)) for part in parts):
                self.is_exact = False  # the search is not told of elements of several kinds
                return
            if tag is not None:
                self._put(loc, str(tag), index, which)
            if parts[which].cell is not None:
                kind = str(parts[which].cell)
                self._element(loc, kind, parts[which], index, slot, waiting)

    def _element(
        self, loc: Term, kind: str, part: Part, index: int, slot: int, waiting: list[int]
    ) -> None:
        value = self._space.value[slot]
        obj = self._objects[loc]
        old = obj.elements.get(kind, ())
        here = [each for each in old if each.key == index and each.initial is not None]
        unknown = [each for each in old if isinstance(each.key, Term) and each.initial is not None]
        if (here or unknown) and slot not in self._read:
            return  # what the path has there will do
        new: Scalar
        if value is None or self._number(value) is not None:
            self.is_exact = self.is_exact and not unknown
            known = here[0].initial if here else None
            place = symbol(f"{obj.place.value if obj.place else loc}[{index}]", REF)
            known = known if isinstance(known, Term) else None
            new = self._reference(known, self._number(value), place, waiting)
        else:
            new = _scalar(part, value)
            for each in (*here, *unknown):
                assert each.initial is not None
                self._assume(or_(not_(eq(each.key, index)), equals(each.initial, new)))
        if not here:
            self._put(loc, kind, index, new)

    def _put(self, loc: Term, kind: str, index: int, new: Scalar) -> None:
        """What was there first; what a path has written there stays."""
        obj = self._objects[loc]
        old = obj.elements.get(kind, ())
        at = next((n for n, each in enumerate(old) if each.key == index), len(old))
        made = old[at]._replace(initial=new) if at < len(old) else Element(index, new, new)
        elements = {**obj.elements, kind: (*old[:at], made, *old[at + 1 :])}
        self._objects[loc] = obj._replace(elements=elements)

    def _assume(self, fact: Scalar) -> None:
        if isinstance(fact, Term):
            self.facts.append(fact)


def _scalar(part: Part, value: Any) -> Any:
    """What a cell holds for a value."""
    if part.value is None:
        return value
    for index in range(10_000):
        if part.value(index) == value:
            return index
    return 0
