"""The strategy of a merging run over a bounded universe whose cells hold guarded sets.

References are tables of constants (see `formula.guarded`), so an access never forks: it reads or
writes every cell that the reference can denote, each under its guard. Merging two heaps merges
their cells.

Symmetry is broken as the run goes on, by the least-number rule along the run's own order of access:
a reference of the initial heap that comes into sight is one seen before, or the next of its class
that was not. Since objects of one class are interchangeable, every input has an isomorphic one for
which that is so, and the rule may be required (`require`); what is more, most alternatives are
ruled out before any formula is built.

A reference comes into sight when it is used, that is, when something is read from what it refers
to. Most of what an invariant says of an object is close to that, so that it is soon proved to be
none of those seen before. Only where a recursive call is given a reference (`GivenError`) must it
come into sight as soon as it is read: a call may be about anything otherwise, and the recursion
would not end.

`UniverseHeap.seen` counts, per class, how many objects have come into sight: a guarded number.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from heapwise.engine.choices import PathContext
from heapwise.engine.condition_watch import impure
from heapwise.engine.state import Value
from heapwise.heaps.api import Case, Denoted, Failure, HeapContext, Raised, Traits
from heapwise.heaps.shared.cells import CellKind, element_kind, field_kind, item_kind, length_kind
from heapwise.heaps.shared.references import group_by, group_by_implementation
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.view import HeapView
from heapwise.program import ClassDecl, FieldDecl, InputError, MethodDecl, Program, Type
from heapwise.solver import Model, PathCondition
from heapwise.structure.formula.bounded_universe import BoundedUniverse, Key, is_object
from heapwise.structure.formula.guarded import (
    Names,
    Table,
    Tables,
    combine,
    holds,
    known,
    same,
)
from heapwise.structure.formula.path_alternatives import PathAlternatives, integer_of
from heapwise.structure.formula.symmetry import (
    LeastNumberRule,
    Refutes,
    Require,
    Shows,
    as_table,
    nothing_shown,
)
from heapwise.structure.formula.universe_heap import UniverseCells, UniverseHeap
from heapwise.terms import (
    BOOL,
    NULL,
    REF,
    Op,
    Scalar,
    Term,
    and_,
    default_value,
    is_number,
    location,
    not_,
    or_,
)

K = TypeVar("K", bound=Hashable)


class GivenError(Exception):
    """A recursive call is given a reference that may be several objects."""


class UniverseStrategy:
    """A `MergingStrategy` over a universe. Objects come into sight when they are used if `on_use`,
    else as soon as a reference to them is read. Invariants must not write to them: only what is
    `writable` may be written."""

    def __init__(
        self,
        universe: BoundedUniverse,
        require: Require,
        names: Names,
        symmetry: bool = True,
        refutes: Refutes | None = None,
        shows: Shows = nothing_shown,
        on_use: bool = False,
        writable: bool = False,
    ) -> None:
        self.universe = universe
        self._writable = writable
        self.names = names
        self.tables = Tables(universe.domain, names, universe.limits)
        self._require = require
        self._symmetry = symmetry
        self._on_use = on_use and symmetry
        self._refutes: Refutes = refutes if refutes is not None else _never
        self.least_number = LeastNumberRule(universe, self.tables, require, self._refutes, shows)
        self.left = PathAlternatives(universe, self.tables, self.least_number, self._refutes)
        self.cells = UniverseCells(universe, self.tables, names, self._initial)
        self._useless: dict[tuple[str, int], int] = {}
        self._allocations = self._marked = 0
        self._narrowed: set[tuple[Scalar | None, Scalar]] = set()
        self._locations: dict[tuple[int, ClassDecl, int], Term] = {}

    traits = Traits(merges_references=True)

    def begin_body(self) -> None:
        """What inputs must satisfy has been said. From now on objects are numbered, and a program
        may write to them."""
        self._symmetry = self._on_use = False
        self._writable = True

    def empty(self) -> UniverseHeap:
        return UniverseHeap()

    def mark_allocations(self) -> int:
        self._marked = self._allocations
        return self._allocations

    def go_on_after(self, mark: int) -> int:
        before, self._marked = self._marked, mark
        return before

    def written_owners(self, before: UniverseHeap, after: UniverseHeap) -> Iterator[int]:
        """The numbers of the objects that have been written to in between."""
        if after.written is not before.written:
            for key, value in after.written.items():
                old = before.written.get(key)
                if old is not value and (old, value) not in self._narrowed:
                    yield key[1]

    def alternatives(self, value: Scalar) -> dict[Scalar, Scalar] | None:
        table = self.tables.of(value)
        return None if table is None else dict(table)

    def cases(self, number: Scalar) -> Table:
        return self.tables.numbers(number)

    # -- inputs and new objects

    def input_value(
        self, cx: HeapContext, heap: UniverseHeap, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[UniverseHeap, Scalar]]:
        value: Scalar = self.universe.input(name, type_, nullable)
        if isinstance(type_, ClassDecl):
            heap, value = self._sight(cx, heap, value)
        return [Case(True, heap, value)]

    def new_object(
        self, cx: HeapContext, heap: UniverseHeap, cls: ClassDecl
    ) -> Sequence[Case[UniverseHeap, Term]]:
        loc = self._new_location(heap, cls)
        return [Case(True, heap._replace(allocated={**heap.allocated, loc: cls}), loc)]

    def _new_location(self, heap: UniverseHeap, cls: ClassDecl) -> Term:
        """In the run of a program, paths that exclude each other make the same objects: where they
        meet, there is one object with the contents of both, instead of one of each."""
        key = None
        if self._writable:
            before = sum(
                made is cls and integer_of(loc) < -self._marked
                for loc, made in heap.allocated.items()
            )
            key = (self._marked, cls, before)
            found = self._locations.get(key)
            if found is not None:
                return found
        self._allocations += 1
        loc = location(-self._allocations)
        if key is not None:
            self._locations[key] = loc
        return loc

    def new_array(
        self, cx: HeapContext, heap: UniverseHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[UniverseHeap, Term]]:
        sizes = self.left.numbers(length, "the length of a new array")
        case = self.new_object(cx, heap, cls)[0]
        assert isinstance(case.value, Term) and isinstance(case.value.value, int)
        heap = case.heap
        kind = length_kind(cls)
        self.cells.look_at(kind)
        key = (kind.name, case.value.value, None)
        heap = heap._replace(written={**heap.written, key: length})
        negative = holds(sizes, lambda size: size < 0)  # type: ignore[operator]  # ints
        cases = [Case(not_(negative), heap, case.value)]
        if negative is not False:
            cases.append(Case(negative, heap, Raised(Failure.NEGATIVE_ARRAY_SIZE)))
        return cases

    # -- cells

    def read_field(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term, field: FieldDecl
    ) -> Sequence[Case[UniverseHeap, Scalar]]:
        return self._load(cx, heap, ref, field_kind(field), _NO_INDEX)

    def write_field(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[UniverseHeap, None]]:
        return self._store(cx, heap, ref, field_kind(field), _NO_INDEX, value)

    def read_item(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[UniverseHeap, Scalar]]:
        return self._load(cx, heap, ref, item_kind(field), self.left.indexes(cx, index))

    def write_item(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        ref: Term,
        field: FieldDecl,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[UniverseHeap, None]]:
        return self._store(cx, heap, ref, item_kind(field), self.left.indexes(cx, index), value)

    def array_length(
        self, cx: HeapContext, heap: UniverseHeap, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[UniverseHeap, Scalar]]:
        return self._load(cx, heap, ref, length_kind(cls), _NO_INDEX)

    def array_load(
        self, cx: HeapContext, heap: UniverseHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[UniverseHeap, Scalar]]:
        heap, outside, failures = self._outside(cx, heap, cls, ref, index)
        raised: list[Case[UniverseHeap, Scalar]]
        raised = [Case(guard, heap, failure) for guard, failure in failures]
        if outside is True:
            return raised
        inside = self._load(cx, heap, ref, element_kind(cls), self.left.indexes(cx, index))[-1]
        return [*raised, inside._replace(guard=and_(inside.guard, not_(outside)))]

    def array_store(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        cls: ClassDecl,
        ref: Term,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[UniverseHeap, None]]:
        heap, outside, failures = self._outside(cx, heap, cls, ref, index)
        raised: list[Case[UniverseHeap, None]]
        raised = [Case(guard, heap, failure) for guard, failure in failures]
        if outside is True:
            return raised
        inside = self._store(cx, heap, ref, element_kind(cls), self.left.indexes(cx, index), value)[
            -1
        ]
        return [*raised, inside._replace(guard=and_(inside.guard, not_(outside)))]

    def _outside(
        self, cx: HeapContext, heap: UniverseHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> tuple[UniverseHeap, Scalar, list[tuple[Scalar, Raised]]]:
        """The condition that the index is out of bounds, and what fails when."""
        read = self.array_length(cx, heap, cls, ref)
        inside = read[-1]
        if isinstance(inside.value, Raised):  # it can be nothing but null
            return heap, True, [(inside.guard, inside.value)]
        assert isinstance(inside.value, Term | int)
        lengths = self.left.numbers(inside.value, "the length of an array")
        outside = _truth(
            combine(self.left.indexes(cx, index), lengths, lambda i, n: not 0 <= i < n)
        )
        failures = [
            (case.guard, case.value) for case in read[:-1] if isinstance(case.value, Raised)
        ]
        if outside is not False:
            failure = Raised(Failure.INDEX_OUT_OF_BOUNDS)
            failures.append((and_(inside.guard, outside), failure))
        return inside.heap, outside, failures

    def _load(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term, kind: CellKind, indexes: Table
    ) -> list[Case[UniverseHeap, Scalar]]:
        heap, owners = self.looked_at(cx, heap, ref)
        assert isinstance(cx, PathContext)
        if self.left.is_never_taken(cx.path):
            return [Case(False, heap, default_value(sort_of_type(kind.type)))]
        is_null = owners.get(NULL, False)
        cases: list[Case[UniverseHeap, Scalar]] = []
        if is_null is not False:
            cases.append(Case(is_null, heap, Raised(Failure.NULL_DEREFERENCE)))
        places = self._places(owners, kind, indexes, heap)
        if not places:
            return cases or [Case(True, heap, default_value(sort_of_type(kind.type)))]
        heap, value = self._value(cx, heap, kind, places)
        return [*cases, Case(not_(is_null), heap, value)]

    def looked_at(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term
    ) -> tuple[UniverseHeap, Table]:
        """What the reference may be, null included, now that it matters: it comes into sight."""
        owners = self._owners(cx, ref)
        assert isinstance(cx, PathContext)
        if self._on_use and _is_open(owners) and not self.least_number.has_come_on(cx.path, ref):
            heap, sighted = self._sight(cx, heap, ref)
            assert isinstance(sighted, Term)
            self.least_number.known_as(sighted, ref)
            owners = self._owners(cx, ref)
        return heap, owners

    def _owners(self, cx: HeapContext, ref: Term) -> Table:
        """What the reference may be, null included."""
        return self.left.owners(cx, ref, self._on_use)

    def _places(
        self, owners: Table, kind: CellKind, indexes: Table, heap: UniverseHeap
    ) -> list[tuple[Key, Scalar]]:
        """The cells that are meant, each under its guard."""
        found: list[tuple[Key, Scalar]] = []
        for owner, guard in owners.items():
            assert isinstance(owner, Term) and isinstance(owner.value, int)
            if owner is NULL or not self._class(heap, owner).is_subclass_of(kind.owner):
                continue
            for index, when in indexes.items():
                both = and_(guard, when)
                if both is not False:
                    at = index if isinstance(index, int) and index is not _NONE else None
                    found.append(((kind.name, owner.value, at), both))
        return found

    def _value(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        kind: CellKind,
        places: Sequence[tuple[Key, Scalar]],
    ) -> tuple[UniverseHeap, Scalar]:
        self.cells.look_at(kind)
        key = places[0][0]
        only = len(places) == 1
        if only:
            known = heap.written.get(key)
            if known is None:
                known = heap.read.get(key)
            if known is not None:
                value = known = self.tables.settled(known)
                owner = (key[0], key[1])
                if isinstance(kind.type, ClassDecl) and self._useless.get(owner, 0) < _PATIENCE:
                    value = self.left.reduced(cx, known)
                    if key[1] < 0 and isinstance(value, Term) and value.op == Op.ITE:
                        self._useless[owner] = self._useless.get(owner, 0) + 1
                if value is not known:
                    # Elsewhere more may be possible, so only this state has it from now on.
                    written, read = dict(heap.written), dict(heap.read)
                    (written if key in written else read)[key] = value
                    self._narrowed.add((known, value))
                    if key in heap.written:
                        self._narrowed.add((heap.written[key], value))
                    heap = heap._replace(written=written, read=read)
                return heap, value
        value = self.cells.one_of(heap, kind, places)
        if all(each[1] < 0 or each in heap.read for each, _ in places):
            return heap, value
        for each, _ in places:
            self._require_declared(each, kind)
        if isinstance(kind.type, ClassDecl) and not self._on_use:
            heap, value = self._sight(cx, heap, value)
        if only and key not in heap.written:
            heap = heap._replace(read={**heap.read, key: value})
        return heap, value

    def _store(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        ref: Term,
        kind: CellKind,
        indexes: Table,
        value: Scalar,
    ) -> list[Case[UniverseHeap, None]]:
        self.cells.look_at(kind)
        owners = self.left.known(cx, self.tables.references(ref))
        is_null = owners.get(NULL, False)
        cases: list[Case[UniverseHeap, None]] = []
        if is_null is not False:
            cases.append(Case(is_null, heap, Raised(Failure.NULL_DEREFERENCE)))
        places = self._places(owners, kind, indexes, heap)
        if not self._writable and any(number > 0 for (_, number, _), _ in places):
            raise impure(kind.label.lstrip(".") or "item")
        written = dict(heap.written)
        for key, guard in places:
            if len(places) == 1 or not isinstance(guard, Term):
                written[key] = value
            else:
                here = self.left.when(cx, value, guard)
                written[key] = self.cells.chosen(guard, here, self.cells.contents(heap, key, kind))
        if places:
            cases.append(Case(not_(is_null), heap._replace(written=written), None))
        return cases

    def _initial(self, kind: CellKind, owner: Term, index: int | None) -> Term:
        return self.universe.initial(kind, owner, index)

    # -- symmetry

    def _sight(
        self, cx: HeapContext, heap: UniverseHeap, value: Scalar
    ) -> tuple[UniverseHeap, Scalar]:
        """A reference of the initial heap comes into sight."""
        if not self._symmetry:
            return heap, value
        assert isinstance(cx, PathContext) and isinstance(value, Term)
        seen, value = self.least_number.sight(cx.path, heap.seen, value)
        return heap._replace(seen=seen), value

    def _require_declared(self, key: Key, kind: CellKind) -> None:
        if key[1] > 0 and not isinstance(kind.type, ClassDecl):
            initial = self.universe.initial(kind, location(key[1]), key[2])
            for fact in kind.initial_facts(initial):
                self._require(PathCondition(), fact)

    # -- references

    def ref_equals(
        self, cx: HeapContext, heap: UniverseHeap, left: Term, right: Term
    ) -> Sequence[Case[UniverseHeap, Scalar]]:
        ours = self.left.known(cx, self.tables.references(left))
        theirs = self.left.known(cx, self.tables.references(right))
        return [Case(True, heap, self.names.of(same(ours, theirs)))]

    def instance_of(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[UniverseHeap, Scalar]]:
        def fits(loc: Scalar) -> bool:
            return loc is not NULL and self._class(heap, loc).is_subclass_of(cls)

        return [Case(True, heap, holds(self.tables.references(ref), fits))]

    def dispatch(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[UniverseHeap, MethodDecl]]:
        return self._classified(cx, heap, ref, partial(group_by_implementation, method))

    def classify(
        self, cx: HeapContext, heap: UniverseHeap, ref: Term, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[UniverseHeap, K]]:
        return self._classified(cx, heap, ref, partial(group_by, key))

    def _classified(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        ref: Term,
        group: Callable[[Sequence[ClassDecl]], dict[K, list[ClassDecl]]],
    ) -> list[Case[UniverseHeap, K]]:
        table = self.left.known(cx, self.tables.references(ref))
        is_null = table.get(NULL, False)
        cases: list[Case[UniverseHeap, K]] = []
        if is_null is not False:
            cases.append(Case(is_null, heap, Raised(Failure.NULL_DEREFERENCE)))
        classes = dict.fromkeys(self._class(heap, loc) for loc in table if loc is not NULL)
        for key, members in group(list(classes)).items():
            guards = [
                guard
                for loc, guard in table.items()
                if loc is not NULL and self._class(heap, loc) in members
            ]
            every = len(members) == len(classes)
            cases.append(Case(not_(is_null) if every else or_(*guards), heap, key))
        return cases

    def _class(self, heap: UniverseHeap, loc: Scalar) -> ClassDecl:
        assert isinstance(loc, Term)
        found = self.universe.class_of.get(loc)
        return heap.allocated[loc] if found is None else found

    def targets(self, cx: HeapContext, heap: UniverseHeap, ref: Term) -> Denoted:
        table = self.tables.references(ref)
        allocated = [loc for loc in table if isinstance(loc, Term) and integer_of(loc) < 0]
        allocated.sort(key=integer_of, reverse=True)
        return Denoted(any(map(is_object, table)), tuple(allocated))

    def allocated_class(self, heap: UniverseHeap, loc: Term) -> ClassDecl:
        return heap.allocated[loc]

    def made(self, heap: UniverseHeap) -> Sequence[Term]:
        return tuple(heap.allocated)

    def sighted(self, heap: UniverseHeap) -> Sequence[Term]:
        return ()

    def input_state(self, heap: UniverseHeap) -> object:
        return heap

    def materialised(self, heap: UniverseHeap) -> int:
        return 0

    def view(self, program: Program, heap: UniverseHeap, model: Model) -> HeapView:
        raise InputError("a merged run has no single heap to show")

    # -- merging

    def merge_scalars(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        return self.cells.merge_scalars(condition, then, otherwise)

    def merge_heaps(
        self, condition: Term, then: UniverseHeap, otherwise: UniverseHeap
    ) -> UniverseHeap:
        return self.cells.merge(condition, then, otherwise)

    def narrow(
        self, path: PathCondition, heap: UniverseHeap, values: Sequence[Value]
    ) -> tuple[UniverseHeap, list[Value]]:
        """What a call is given, without what cannot be: references that have come into sight, and
        the number of objects seen."""
        found = list(values)
        for index, value in enumerate(values):
            if not isinstance(value, Term):
                continue
            is_reference = value.sort is REF
            if (
                self._on_use
                and is_reference
                and _is_open(known(path, self.tables.references(value)))
            ):
                raise GivenError
            if self.least_number.has_come(value) or (self._writable and is_reference):
                found[index] = self.left.reduced_on(path, value)
            if value.op != Op.ITE or not is_number(value.sort):
                continue
            for cls, seen in heap.seen.items():
                counted = self.least_number.narrowed(path, value, seen)
                if counted is not None:
                    found[index] = self.tables.term(as_table(counted.counts))
                    heap = heap._replace(seen={**heap.seen, cls: counted})
                    break
        return heap, found

    def beyond(self, value: Scalar) -> Scalar:
        return False

    def anything(self, type_: Type) -> Scalar:
        raise AssertionError("there is nothing beyond this universe")

    # -- numbers

    def simplify(self, condition: Scalar) -> Scalar:
        """A comparison of guarded numbers, alternative by alternative."""
        if isinstance(condition, Term) and condition.sort is BOOL:
            return self.names.of(self._simplified(condition))
        return condition

    def _simplified(self, condition: Scalar) -> Scalar:
        if isinstance(condition, Term) and condition.op == Op.NOT:
            return not_(self._simplified(condition.args[0]))
        return self.tables.told(condition)


_PATIENCE = 6
"""Values of an object that have stayed alternatives, before its others are taken as they come."""

_NONE = -(1 << 62)
_NO_INDEX: Table = {_NONE: True}
"""For a cell without an index."""


def _never(path: PathCondition, *conditions: Scalar, hard: bool = False) -> bool:
    return False in conditions


def _is_open(table: Table) -> bool:
    """May it be one of several, and an object of the initial heap among them?"""
    return len(table) > 1 and any(map(is_object, table))


def _truth(table: Table) -> Scalar:
    """Of a table of Booleans."""
    if table.get(False, False) is False:
        return True
    return table.get(True, False)
