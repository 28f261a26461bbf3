"""`fieldmaps`: one state; per-field maps with a write log. Path-optimal, and it scales.

Each field has a map from references to values. Its bottom is an unknown function, the contents of
the initial heap; a write through a symbolic reference is one entry of a log on top of it. A read
walks the log from the newest entry, takes the first that certainly hits, skips those that
certainly miss (the path often knows), and leaves the rest to the solver as one `select` term.
Nothing is rewritten on a write, which is what makes the if-then-else heap of `pose` explode.

Objects that the program allocates have known locations and live in plain dictionaries; a write
through a reference that may denote one updates it under that condition, so the log never needs to
know about allocated objects at all.

Invariant: the base map of a field is asked only at references of the initial heap, and every such
question is recorded in `FieldMaps.reads`, from which a witness is built.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from heapwise.heaps.api import HeapContext
from heapwise.heaps.shared.budget import Sightings, overlooked
from heapwise.heaps.shared.cells import Cell, Keys, element_kind
from heapwise.heaps.shared.model_view import ModelView
from heapwise.heaps.shared.single_state import SingleState
from heapwise.heaps.shared.type_sorts import index_sort, sort_of_type
from heapwise.program import ClassDecl, Program
from heapwise.solver.model import Model
from heapwise.terms import (
    INT,
    REF,
    MapSort,
    Op,
    Scalar,
    Term,
    and_,
    default_value,
    eq,
    filled,
    initial_map,
    ite,
    keys_equal,
    raw_select,
    select,
    store,
    symbol,
    written_map,
)


class Read(NamedTuple):
    """The initial contents of a cell, as the path has asked for them."""

    name: str
    keys: Keys
    value: Term


class FieldMaps(NamedTuple):
    """`maps` holds the written maps by kind of cell; `fresh` the cells of allocated objects: a
    value per field, a map from indexes for what has indexes. `covered` are initial contents that
    were looked at only where a write did not hide them, and the path has gone back before it."""

    maps: Mapping[str, Term] = {}
    fresh: Mapping[tuple[str, Term], Scalar] = {}
    allocated: Mapping[Term, ClassDecl] = {}
    inputs: Mapping[str, Term] = {}
    reads: Mapping[Term, Read] = {}
    seen: Sightings = ()
    covered: frozenset[Term] = frozenset()


class FieldMapsStrategy(SingleState[FieldMaps]):
    traits = replace(SingleState.traits, rewinds_heaps=True)

    def empty(self) -> FieldMaps:
        return FieldMaps()

    def view(self, program: Program, heap: FieldMaps, model: Model) -> ModelView:
        skipped = overlooked(heap.seen, model)
        return ModelView(
            program,
            self.references,
            model,
            heap.allocated,
            heap.inputs,
            initial=(
                (read.name, read.keys, read.value)
                for read in heap.reads.values()
                if read.value not in skipped
            ),
            current=_current(heap),
        )

    def input_state(self, heap: FieldMaps) -> object:
        return heap.maps

    def with_cells(self, heap: FieldMaps, cells: Iterable[tuple[str, Keys, Term]]) -> FieldMaps:
        """With more cells of the initial heap to show than the path has looked at."""
        more = {value: Read(name, keys, value) for name, keys, value in cells}
        return heap._replace(reads={**heap.reads, **more})

    def joined(self, a: FieldMaps, b: FieldMaps) -> FieldMaps | None:
        """A heap that stands for both, if they differ only in what was looked at: what has no
        other consequences may have been looked at in vain."""
        if a._replace(reads=b.reads) != b:
            return None
        return a._replace(reads={**a.reads, **b.reads})

    def rewound(self, then: FieldMaps, now: FieldMaps) -> FieldMaps:
        looked_at = {each.ref for each in now.seen if not each.unless}
        covered = frozenset(each.ref for each in now.seen if each.ref not in looked_at)
        fresh = {**now.fresh, **then.fresh}
        return now._replace(maps=then.maps, fresh=fresh, covered=covered)

    def written(self, heap: FieldMaps) -> Iterator[tuple[str, Keys]]:
        for name, keys, _ in _current(heap):
            yield name, keys

    def read_from(self, heap: FieldMaps, ref: Term) -> tuple[str, Keys] | None:
        found = heap.reads.get(ref)
        return None if found is None else (found.name, found.keys)

    def _allocate(
        self, heap: FieldMaps, loc: Term, cls: ClassDecl, length: Scalar | None
    ) -> FieldMaps:
        fresh = dict(heap.fresh)
        for field in cls.fields().values():
            fresh[str(field), loc] = default_value(sort_of_type(field.type))
        if cls.element is not None:
            assert length is not None
            sort = sort_of_type(cls.element)
            fresh[str(cls.own_fields["length"]), loc] = length
            keys = (index_sort(cls),)
            fresh[element_kind(cls).name, loc] = filled(MapSort(keys, sort), default_value(sort))
        for item in cls.items().values():
            sort = sort_of_type(item.type)
            fresh[str(item), loc] = filled(MapSort((INT,), sort), default_value(sort))
        return heap._replace(fresh=fresh, allocated={**heap.allocated, loc: cls})

    def _with_input(self, heap: FieldMaps, name: str, ref: Term) -> FieldMaps:
        return heap._replace(inputs={**heap.inputs, name: ref})

    def _with_seen(self, heap: FieldMaps, seen: Sightings) -> FieldMaps:
        return heap._replace(seen=seen)

    # -- reading

    def _read(
        self, cx: HeapContext, heap: FieldMaps, place: Cell
    ) -> tuple[FieldMaps, Scalar, list[Term]]:
        targets = self.references.targets(place.owner)
        value: Scalar | None = None
        facts: list[Term] = []
        if targets.initial:
            heap, value, facts = self._read_log(cx, heap, place)
        for loc in sorted(targets.allocated, key=_number):
            if (place.name, loc) in heap.fresh:
                own = self._fresh_value(heap, place, loc)
                value = own if value is None else ite(eq(place.owner, loc), own, value)
        assert value is not None, "a cast rules out objects that do not have the field"
        return heap, value, facts

    def _read_log(
        self, cx: HeapContext, heap: FieldMaps, place: Cell
    ) -> tuple[FieldMaps, Scalar, list[Term]]:
        log = self._map(heap, place)
        while log.op == Op.STORE:
            known = cx.decided(self._same_cell(heap, log.args[1:-1], place.keys))
            if known is True:
                return heap, log.args[-1], []
            if known is not False:
                break
            log = written_map(log)
        facts = self._key_facts(heap, place, log)
        initial = raw_select(initial_map(log), place.keys)
        if initial not in heap.reads or initial in heap.covered:
            read = Read(place.name, place.keys, initial)
            covered = heap.covered - {initial}
            heap = heap._replace(reads={**heap.reads, initial: read}, covered=covered)
            heap, more = self._introduce(cx, heap, place, initial, self._hidden(place, log))
            facts += more
        return heap, raw_select(log, place.keys), facts

    def _same_cell(self, heap: FieldMaps, a: Keys, b: Keys) -> Scalar:
        left, right = a[0], b[0]
        assert isinstance(left, Term) and isinstance(right, Term)
        same, _ = self.references.same(left, right, heap.allocated)
        return and_(same, *(eq(x, y) for x, y in zip(a[1:], b[1:], strict=True)))

    def _hidden(self, place: Cell, log: Term) -> tuple[Scalar, ...]:
        """The conditions under which the initial contents of a cell cannot be seen."""
        conditions: list[Scalar] = []
        while log.op == Op.STORE:
            conditions.append(keys_equal(log.args[1:-1], place.keys))
            log = written_map(log)
        allocated = self.references.targets(place.owner).allocated
        return (*conditions, *(eq(place.owner, loc) for loc in sorted(allocated, key=_number)))

    def _fresh_value(self, heap: FieldMaps, place: Cell, loc: Term) -> Scalar:
        own = heap.fresh[place.name, loc]
        if len(place.keys) == 1:
            return own
        assert isinstance(own, Term)
        return select(own, place.keys[1:])

    def _key_facts(self, heap: FieldMaps, place: Cell, log: Term) -> list[Term]:
        """What the solver must know of the classes of references that it may have to compare."""
        facts: dict[Term, None] = {}
        while log.op == Op.STORE:
            key = log.args[1]
            assert isinstance(key, Term)
            needed = self.references.facts_to_compare(key, place.owner, heap.allocated)
            facts.update(dict.fromkeys(needed))
            log = written_map(log)
        return list(facts)

    # -- writing

    def _write(
        self, cx: HeapContext, heap: FieldMaps, place: Cell, value: Scalar
    ) -> tuple[FieldMaps, list[Term]]:
        targets = self.references.targets(place.owner)
        if targets.initial:
            current = self._map(heap, place)
            if current.op == Op.STORE and current.args[1:-1] == place.keys:
                current = written_map(current)
            heap = heap._replace(maps={**heap.maps, place.name: store(current, place.keys, value)})
        if targets.allocated:
            fresh = dict(heap.fresh)
            for loc in targets.allocated:
                if (place.name, loc) in fresh:
                    fresh[place.name, loc] = self._overwritten(heap, place, loc, value)
            heap = heap._replace(fresh=fresh)
        return heap, []

    def _overwritten(self, heap: FieldMaps, place: Cell, loc: Term, value: Scalar) -> Scalar:
        hit = eq(place.owner, loc)
        own = heap.fresh[place.name, loc]
        if len(place.keys) == 1:
            return ite(hit, value, own)
        assert isinstance(own, Term)
        index = place.keys[1:]
        return store(own, index, value if hit is True else ite(hit, value, select(own, index)))

    @staticmethod
    def _map(heap: FieldMaps, place: Cell) -> Term:
        found = heap.maps.get(place.name)
        if found is None:
            keys = (REF,) if len(place.keys) == 1 else (REF, index_sort(place.kind.owner))
            found = symbol(place.name, MapSort(keys, sort_of_type(place.type)))
        return found


def _current(heap: FieldMaps) -> Iterator[tuple[str, Keys, Scalar]]:
    """Every cell written, the newest entry for a cell before the older ones. Allocated objects come
    first: a reference in the log may be one of them, and does not know what was written since."""
    for (name, loc), own in heap.fresh.items():
        if not isinstance(own, Term) or not isinstance(own.sort, MapSort):
            yield name, (loc,), own
            continue
        while own.op == Op.STORE:
            yield name, (loc, *own.args[1:-1]), own.args[-1]
            own = written_map(own)
    for name, log in heap.maps.items():
        while log.op == Op.STORE:
            yield name, log.args[1:-1], log.args[-1]
            log = written_map(log)


def _number(loc: Term) -> int:
    assert isinstance(loc.value, int)
    return -loc.value
