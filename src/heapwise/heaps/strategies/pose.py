"""`pose`: path-optimal symbolic execution with if-then-else fields (pose.txt, Appendix A).

Every symbolic reference has an object of its own; what aliasing does is encoded in the values of
fields. A field first read at Y holds `assume` (Getfield r2): the value of the same field at each
reference known before, if Y equals it, and else Z, the initial value. A write at Y (Putfield c1)
rewrites the field at every known reference under the condition that it equals Y. A reference that
is itself an if-then-else is read branch by branch (Getfield c2); a write through it (Putfield c2)
first gives each of its leaves a value, one after the other, then updates every known entry.

Where this differs from the paper, for the sake of the laws:

* Null is an outcome of its own. The access then goes on under "not null", and only then are the
  null leaves of an if-then-else dropped (Getfield c3, c4).
* The paper's Eq (c6) and (c7) make an allocated object differ from every symbolic reference. That
  holds for plain symbols; against an if-then-else that contains the object, equality is decided
  leaf by leaf (`terms.eq`).
* The initial value Z of a field is named after reference and field. It is only relevant if its
  reference equals none that was known before, so no two names of one cell can disagree, even if
  the field is first written and then read through an alias.
* Equal references have equal classes (`shared.references`); the paper's `Y <: c` clauses say so
  only for each reference by itself.
* Array elements are cells with an index: aliasing then means equal arrays and equal indexes.

Invariant: in `PoseHeap.cells`, entries that denote the same cell have the same value under every
model of the path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from heapwise.heaps.api import HeapContext
from heapwise.heaps.shape_names import ANY
from heapwise.heaps.shared.budget import Sightings, needs_aliases, overlooked
from heapwise.heaps.shared.cells import Cell, Keys
from heapwise.heaps.shared.model_view import ModelView
from heapwise.heaps.shared.single_state import SingleState
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, Program
from heapwise.solver.model import Model
from heapwise.terms import (
    NULL,
    REF,
    Op,
    Scalar,
    Term,
    and_,
    default_value,
    eq,
    ite,
    not_,
)


class PoseHeap(NamedTuple):
    """`cells` maps a kind of cell to its known entries, in the order in which they became
    known; `initial` the entries that have an initial value to it."""

    cells: Mapping[str, Mapping[Keys, Scalar]] = {}
    initial: Mapping[tuple[str, Keys], Term] = {}
    allocated: Mapping[Term, ClassDecl] = {}
    inputs: Mapping[str, Term] = {}
    seen: Sightings = ()


class PoseStrategy(SingleState[PoseHeap]):
    _sights_reads = True

    def __init__(self, program: Program, shapes: str = ANY) -> None:
        super().__init__(program, shapes)
        self._shown_by: dict[Term, Term] = {}
        self._present: set[Term] = set()

    def empty(self) -> PoseHeap:
        return PoseHeap()

    def joined(self, a: PoseHeap, b: PoseHeap) -> PoseHeap | None:
        """A heap that stands for both, if one of them has only looked at more. Where both have, the
        entries of one would have to be told apart from those of the other."""
        if a._replace(cells=b.cells, initial=b.initial) != b:
            return None
        for less, more in ((a, b), (b, a)):
            cells = more.cells
            if less.initial.items() <= more.initial.items() and all(
                kind in cells and entries.items() <= cells[kind].items()
                for kind, entries in less.cells.items()
            ):
                return more
        return None

    def view(self, program: Program, heap: PoseHeap, model: Model) -> ModelView:
        unseen = overlooked(heap.seen, model) | self._never_read(heap)
        known = {model.evaluate(ref) for ref in heap.inputs.values()}
        known |= {
            model.evaluate(value)
            for value in heap.initial.values()
            if value.sort is REF and value not in unseen
        }
        # What was never looked at adds no object to the witness if it may be null; an alias of a
        # known one stays, since the values of fields may depend on it.
        unseen = frozenset(
            ref for ref in unseen - self._present if model.evaluate(ref) not in known
        )
        if unseen:
            model = model.overlay(unseen, Model(values=dict.fromkeys(unseen, 0)))
        return ModelView(
            program,
            self.references,
            model,
            heap.allocated,
            heap.inputs,
            initial=((name, keys, value) for (name, keys), value in heap.initial.items()),
            current=_entries(heap),
        )

    def with_cells(self, heap: PoseHeap, cells: Iterable[tuple[str, Keys, Term]]) -> PoseHeap:
        """With more cells of the initial heap to show than the path has looked at."""
        initial = dict(heap.initial)
        for name, keys, value in cells:
            initial.setdefault((name, keys), value)
            self._present.add(value)
        return heap._replace(initial=initial)

    def _never_read(self, heap: PoseHeap) -> frozenset[Term]:
        """Initial references that have a name only because their field was written."""
        seen = {sighting.ref for sighting in heap.seen}
        return frozenset(
            value for value in heap.initial.values() if value.sort is REF and value not in seen
        )

    def _allocate(
        self, heap: PoseHeap, loc: Term, cls: ClassDecl, length: Scalar | None
    ) -> PoseHeap:
        cells = dict(heap.cells)
        for field in cls.fields().values():
            value = default_value(sort_of_type(field.type)) if length is None else length
            cells[str(field)] = {**cells.get(str(field), {}), (loc,): value}
        return heap._replace(cells=cells, allocated={**heap.allocated, loc: cls})

    def _with_input(self, heap: PoseHeap, name: str, ref: Term) -> PoseHeap:
        return heap._replace(inputs={**heap.inputs, name: ref})

    def _with_seen(self, heap: PoseHeap, seen: Sightings) -> PoseHeap:
        return heap._replace(seen=seen)

    def _read(
        self, cx: HeapContext, heap: PoseHeap, place: Cell
    ) -> tuple[PoseHeap, Scalar, list[Term]]:
        heap, facts = self._initialise_leaves(cx, heap, place)
        known = heap.cells[place.name]
        value = _through_leaves(place.owner, lambda leaf: known.get((leaf, *place.keys[1:])))
        assert value is not None, "a cast rules out objects that do not have the field"
        if isinstance(place.type, ClassDecl) and isinstance(value, Term):
            heap = self._look_at(cx, heap, place.type, value)
        return heap, value, facts

    def _look_at(self, cx: HeapContext, heap: PoseHeap, cls: ClassDecl, value: Term) -> PoseHeap:
        """Every initial value that a read may return comes into sight under the condition that it
        is the one returned; the condition matters only to bounds that tell aliases apart."""
        if not needs_aliases(cx, cx.program.family(cls)):
            return heap
        known = {(sighting.ref, sighting.unless) for sighting in heap.seen}
        for leaf in _leaves(value):
            if leaf in self._shown_by and (leaf, ()) not in known:
                hidden = not_(_selects(value, leaf))
                unless = () if hidden is False else (hidden,)
                if (leaf, unless) in known:
                    continue
                heap = self._announce(cx, heap, leaf, self._shown_by[leaf], unless)
        return heap

    def _write(
        self, cx: HeapContext, heap: PoseHeap, place: Cell, value: Scalar
    ) -> tuple[PoseHeap, list[Term]]:
        facts: list[Term] = []
        if place.owner.op == Op.ITE:
            heap, facts = self._initialise_leaves(cx, heap, place)
        updated: dict[Keys, Scalar] = {}
        for keys, old in heap.cells.get(place.name, {}).items():
            hit, needed = self._same_cell(cx, heap, keys, place.keys)
            updated[keys] = ite(hit, value, old)
            if updated[keys] is not old:
                facts += needed
        if place.owner.op != Op.ITE:
            updated[place.keys] = value
        return heap._replace(cells={**heap.cells, place.name: updated}), facts

    def _initialise_leaves(
        self, cx: HeapContext, heap: PoseHeap, place: Cell
    ) -> tuple[PoseHeap, list[Term]]:
        """Give the cell a value at every leaf of the reference that does not have one."""
        facts: list[Term] = []
        for leaf in _leaves(place.owner):
            keys = (leaf, *place.keys[1:])
            if keys in heap.cells.get(place.name, {}):
                continue
            if leaf.op == Op.CONST and len(keys) == 1:
                continue  # an allocated object without this field: ruled out by a cast
            heap, more = self._initialise(cx, heap, place, leaf)
            facts += more
        return heap, facts

    def _initialise(
        self, cx: HeapContext, heap: PoseHeap, place: Cell, leaf: Term
    ) -> tuple[PoseHeap, list[Term]]:
        """Getfield (r1) and (r2) at a plain reference."""
        keys = (leaf, *place.keys[1:])
        facts: list[Term] = []
        known = heap.cells.get(place.name, {})
        aliases: list[tuple[Scalar, Scalar]] = []
        for other, current in known.items():
            same, needed = self._same_cell(cx, heap, other, keys)
            if same is not False:
                aliases.append((same, current))
                facts += needed
        value: Scalar
        if leaf.op == Op.CONST:
            value = default_value(sort_of_type(place.type))
        else:
            value = self.references.initial_symbol(leaf, place.kind, keys[1:])
            heap = heap._replace(initial={**heap.initial, (place.name, keys): value})
            if isinstance(place.type, ClassDecl):
                self._shown_by[value] = leaf
                if not place.kind.nullable:
                    self._present.add(value)
            heap, more = self._introduce(cx, heap, Cell(place.kind, leaf, *keys[1:]), value)
            facts += more
        for same, current in reversed(aliases):
            value = ite(same, current, value)
        return heap._replace(cells={**heap.cells, place.name: {**known, keys: value}}), facts

    def _same_cell(
        self, cx: HeapContext, heap: PoseHeap, a: Keys, b: Keys
    ) -> tuple[Scalar, tuple[Term, ...]]:
        left, right = a[0], b[0]
        assert isinstance(left, Term) and isinstance(right, Term)
        condition, facts = self.references.same(left, right, heap.allocated)
        if len(a) == 2:
            condition = and_(condition, eq(a[1], b[1]))
        known = cx.decided(condition)
        return (condition, facts) if known is None else (known, ())


def _entries(heap: PoseHeap) -> Iterator[tuple[str, Keys, Scalar]]:
    for name, known in heap.cells.items():
        for keys, value in known.items():
            yield name, keys, value


def _leaves(ref: Term) -> list[Term]:
    """The symbols and locations of an if-then-else, left to right."""
    found: dict[Term, None] = {}
    seen: set[Term] = set()
    waiting: list[Scalar] = [ref]
    while waiting:
        term = waiting.pop()
        assert isinstance(term, Term)
        if term in seen:
            continue
        seen.add(term)
        if term.op == Op.ITE:
            waiting += (term.args[2], term.args[1])
        elif term is not NULL:
            found[term] = None
    return list(found)


def _selects(ref: Term, leaf: Term) -> Scalar:
    """The condition that the if-then-else `ref` comes to `leaf`."""
    done: dict[Term, Scalar] = {}
    waiting = [ref]
    while waiting:
        term = waiting[-1]
        if term in done:
            waiting.pop()
        elif term.op != Op.ITE:
            done[term] = term is leaf
        else:
            branches = [arg for arg in term.args[1:] if isinstance(arg, Term)]
            missing = [branch for branch in branches if branch not in done]
            waiting += missing
            if not missing:
                then, otherwise = (done[branch] for branch in branches)
                done[term] = ite(term.args[0], then, otherwise)
    return done[ref]


def _through_leaves(ref: Term, read: Callable[[Term], Scalar | None]) -> Scalar | None:
    """The if-then-else `ref` with each leaf replaced by what is read there; None where a leaf is
    null or has no such cell, which the path has ruled out."""
    done: dict[Term, Scalar | None] = {NULL: None}
    waiting = [ref]
    while waiting:
        term = waiting[-1]
        if term in done:
            waiting.pop()
        elif term.op != Op.ITE:
            done[term] = read(term)
        else:
            branches = [arg for arg in term.args[1:] if isinstance(arg, Term)]
            missing = [branch for branch in branches if branch not in done]
            if missing:
                waiting += missing
                continue
            then, otherwise = (done[branch] for branch in branches)
            if then is None or otherwise is None:
                done[term] = otherwise if then is None else then
            else:
                done[term] = ite(term.args[0], then, otherwise)
    return done[ref]
