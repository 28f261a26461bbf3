"""The heap of the merging executor: a bounded universe whose cells hold guarded sets.

References are tables of constants (see `structure.guarded`), so an access never forks: it reads or
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

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias, TypeVar

from heapwise.engine.choices import PathContext
from heapwise.engine.conditions import impure
from heapwise.heaps.api import Case, Denoted, Failure, HeapContext, Raised, Traits
from heapwise.heaps.cells import CellKind, element_kind, field_kind, item_kind, length_kind
from heapwise.heaps.references import group_by, group_by_implementation
from heapwise.heaps.sorts import sort_of_type
from heapwise.heaps.view import HeapView
from heapwise.program import ClassDecl, FieldDecl, InputError, MethodDecl, Program, Type
from heapwise.solver import Model, PathCondition
from heapwise.structure.guarded import (
    MOST_PAIRS,
    Names,
    Table,
    Tables,
    combine,
    holds,
    known,
    same,
)
from heapwise.structure.sights import Join, Refutes, Require, Seen, Sights, as_table
from heapwise.structure.universe import Key, Universe, is_object
from heapwise.terms import (
    BOOL,
    NULL,
    REF,
    Op,
    Scalar,
    Term,
    and_,
    default_value,
    eq,
    is_number,
    location,
    lt,
    not_,
    or_,
    sort_of,
)

K = TypeVar("K", bound=Hashable)

_Asked: TypeAlias = tuple[Term, tuple[Term, ...]]
"""A value, and the path on which something was asked about it."""


class GivenError(Exception):
    """A recursive call is given a reference that may be several objects."""


class UniverseHeap(NamedTuple):
    """`written` has the cells that the run has changed, `read` what it has found in others, after
    symmetry was broken; `allocated` the classes of locations made by the run."""

    written: Mapping[Key, Scalar] = {}
    read: Mapping[Key, Scalar] = {}
    seen: Mapping[ClassDecl, Seen] = {}
    allocated: Mapping[Term, ClassDecl] = {}


class UniverseStrategy:
    """A `MergingStrategy` over a universe. Objects come into sight when they are used if `on_use`,
    else as soon as a reference to them is read. Invariants must not write to them: only what is
    `writable` may be written."""

    def __init__(
        self,
        universe: Universe,
        require: Require,
        names: Names,
        symmetry: bool = True,
        refutes: Refutes | None = None,
        on_use: bool = False,
        writable: bool = False,
    ) -> None:
        self.universe = universe
        self._writable = writable
        self.names = names
        self.tables = Tables(universe.domain, names)
        self._require = require
        self._symmetry = symmetry
        self._on_use = on_use and symmetry
        self._refutes: Refutes = refutes if refutes is not None else _never
        self.sights = Sights(universe, self.tables, require, self._refutes)
        self._in_bounds: dict[_Asked, Table] = {}
        self._useless: dict[tuple[str, int], int] = {}
        self._lookups: dict[object, Table] = {}
        self._reductions: dict[_Asked, Scalar] = {}
        self._never_taken: set[tuple[Term, ...]] = set()
        self._allocations = 0
        self._kinds: dict[str, CellKind] = {}

    traits = Traits(merges_references=True)

    def empty(self) -> UniverseHeap:
        return UniverseHeap()

    @property
    def allocations(self) -> int:
        """How many locations there are so far."""
        return self._allocations

    def written_owners(self, before: UniverseHeap, after: UniverseHeap) -> Iterator[int]:
        """The numbers of the objects that have been written to in between."""
        if after.written is not before.written:
            for key, value in after.written.items():
                if before.written.get(key) is not value:
                    yield key[1]

    def alternatives(self, value: Scalar) -> dict[Scalar, Scalar] | None:
        table = self.tables.of(value)
        return None if table is None else dict(table)

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
        self._allocations += 1
        loc = location(-self._allocations)
        return [Case(True, heap._replace(allocated={**heap.allocated, loc: cls}), loc)]

    def new_array(
        self, cx: HeapContext, heap: UniverseHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[UniverseHeap, Term]]:
        sizes = self._numbers(length, "the length of a new array")
        case = self.new_object(cx, heap, cls)[0]
        assert isinstance(case.value, Term) and isinstance(case.value.value, int)
        heap = case.heap
        key = (length_kind(cls).name, case.value.value, None)
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
        return self._load(cx, heap, ref, item_kind(field), self._indexes(cx, index))

    def write_item(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        ref: Term,
        field: FieldDecl,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[UniverseHeap, None]]:
        return self._store(cx, heap, ref, item_kind(field), self._indexes(cx, index), value)

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
        inside = self._load(cx, heap, ref, element_kind(cls), self._indexes(cx, index))[-1]
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
        inside = self._store(cx, heap, ref, element_kind(cls), self._indexes(cx, index), value)[-1]
        return [*raised, inside._replace(guard=and_(inside.guard, not_(outside)))]

    def _outside(
        self, cx: HeapContext, heap: UniverseHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> tuple[UniverseHeap, Scalar, list[tuple[Scalar, Raised]]]:
        """The condition that the index is out of bounds, and what fails when."""
        read = self.array_length(cx, heap, cls, ref)
        inside = read[-1]
        assert not isinstance(inside.value, Raised) and isinstance(inside.value, Term | int)
        lengths = self._numbers(inside.value, "the length of an array")
        outside = _truth(combine(self._indexes(cx, index), lengths, lambda i, n: not 0 <= i < n))
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
        owners = self._owners(cx, ref)
        assert isinstance(cx, PathContext)
        if self._on_use and _is_open(owners) and not self.sights.has_come_on(cx.path, ref):
            # Something is read from what it refers to: now it comes into sight.
            heap, sighted = self._sight(cx, heap, ref)
            assert isinstance(sighted, Term)
            self.sights.known_as(sighted, ref)
            owners = self._owners(cx, ref)
        if self._never_taken and tuple(cx.path.asserted_terms()) in self._never_taken:
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

    def _owners(self, cx: HeapContext, ref: Term) -> Table:
        """What the reference may be, null included. If it was open which object that is when it
        was read, what has been learned of the object since (the key that it has, say) may tell."""
        owners = self._known(cx, self.tables.references(ref))
        if len(owners) > 1:
            assert isinstance(cx, PathContext)
            asked = (ref, tuple(cx.path.asserted_terms()))
            found = self._lookups.get(asked)
            if found is None:
                if self._on_use and self.sights.has_come_on(cx.path, ref):
                    reduced = self._reduced_on(cx.path, ref)
                    found = self._known(cx, self.tables.references(reduced))
                else:
                    doubtful = {each: guard for each, guard in owners.items() if each is not NULL}
                    gone = self.sights.impossible(cx.path, doubtful, hard=False)
                    found = {each: guard for each, guard in owners.items() if each not in gone}
                    if not found:
                        self._never_taken.add(asked[1])
                self._lookups[asked] = found
            if len(found) == 1:
                return found
        return owners

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
        self._kinds[kind.name] = kind
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
                    value = self._reduced(cx, known)
                    if key[1] < 0 and isinstance(value, Term) and value.op == Op.ITE:
                        self._useless[owner] = self._useless.get(owner, 0) + 1
                if value is not known:
                    # Elsewhere more may be possible, so only this state has it from now on.
                    written, read = dict(heap.written), dict(heap.read)
                    (written if key in written else read)[key] = value
                    heap = heap._replace(written=written, read=read)
                return heap, value
        value = self._one_of(heap, kind, places)
        if all(each[1] < 0 or each in heap.read for each, _ in places):
            return heap, value
        for each, _ in places:
            self._require_declared(each, kind)
        if isinstance(kind.type, ClassDecl) and not self._on_use:
            heap, value = self._sight(cx, heap, value)
        if only and key not in heap.written:
            heap = heap._replace(read={**heap.read, key: value})
        return heap, value

    def _one_of(
        self, heap: UniverseHeap, kind: CellKind, places: Sequence[tuple[Key, Scalar]]
    ) -> Scalar:
        """What is in the cell that is meant."""
        contents = [
            (self.tables.settled(self._contents(heap, each, kind)), guard) for each, guard in places
        ]
        return self._joined(contents, sort_of_type(kind.type) is BOOL)

    def _known(self, cx: HeapContext, table: Table) -> Table:
        """The alternatives that the path has not ruled out."""
        assert isinstance(cx, PathContext)
        return table if len(table) == 1 else known(cx.path, table)

    def _reduced(self, cx: HeapContext, value: Scalar) -> Scalar:
        """A value without the alternatives that cannot be: to ask costs less than to carry them
        along through the rest of the run."""
        if not isinstance(value, Term) or value.op == Op.CONST:
            return value
        table = self.tables.of(value)
        if table is None or len(table) == 1:
            return value
        assert isinstance(cx, PathContext)
        return self._reduced_on(cx.path, value)

    def _reduced_on(self, path: PathCondition, value: Term) -> Scalar:
        table = self.tables.references(value) if value.sort is REF else self.tables.of(value)
        if table is None or len(table) == 1:
            return value
        asked = (value, tuple(path.asserted_terms()))
        found = self._reductions.get(asked)
        if found is None:
            kept = known(path, table)
            arrival = self.sights.arrival(path, value)
            certain: Table = {}
            if arrival is not None:
                certain = arrival.fresh
                kept = {
                    each: guard
                    for each, guard in kept.items()
                    if each in arrival.rest or each in certain
                }
            doubtful = {each: guard for each, guard in kept.items() if each not in certain}
            for each in self.sights.impossible(path, doubtful, hard=False):
                del kept[each]
            if not kept:
                # The path cannot be taken: then anything will do.
                self._never_taken.add(asked[1])
                kept = {next(iter(table)): True}
            found = value if len(kept) == len(table) else self.tables.term(kept)
            if isinstance(found, Term):
                self.sights.known_as(value, found)
            self._reductions[asked] = found
        return found

    def _contents(self, heap: UniverseHeap, key: Key, kind: CellKind) -> Scalar:
        found = heap.written.get(key)
        if found is None:
            found = heap.read.get(key)
        if found is None:
            _, number, index = key
            if number > 0:
                found = self._initial(kind, location(number), index)
            else:
                found = default_value(sort_of_type(kind.type))
        return found

    def _initial(self, kind: CellKind, owner: Term, index: int | None) -> Term:
        return self.universe.initial(kind, owner, index)

    def _joined(self, values: Sequence[tuple[Scalar, Scalar]], boolean: bool) -> Scalar:
        """The value whose guard holds."""
        if len(values) == 1:
            return values[0][0]
        if boolean:
            return self.names.of(or_(*(and_(guard, value) for value, guard in values)))
        alternatives: dict[Scalar, list[Scalar]] = {}
        of = self.tables.numbers if is_number(sort_of(values[0][0])) else self.tables.references
        for value, guard in values:
            for each, when in of(value).items():
                alternatives.setdefault(each, []).append(and_(guard, when))
        return self.tables.term({each: or_(*guards) for each, guards in alternatives.items()})

    def _store(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        ref: Term,
        kind: CellKind,
        indexes: Table,
        value: Scalar,
    ) -> list[Case[UniverseHeap, None]]:
        self._kinds[kind.name] = kind
        owners = self._known(cx, self.tables.references(ref))
        is_null = owners.get(NULL, False)
        cases: list[Case[UniverseHeap, None]] = []
        if is_null is not False:
            cases.append(Case(is_null, heap, Raised(Failure.NULL_DEREFERENCE)))
        places = self._places(owners, kind, indexes, heap)
        if not self._writable and any(number > 0 for (_, number, _), _ in places):
            raise impure(kind.label.lstrip("."))
        written = dict(heap.written)
        for key, guard in places:
            if len(places) == 1 or not isinstance(guard, Term):
                written[key] = value
            else:
                here = self._when(cx, value, guard)
                written[key] = self._chosen(guard, here, self._contents(heap, key, kind))
        if places:
            cases.append(Case(not_(is_null), heap._replace(written=written), None))
        return cases

    def _when(self, cx: HeapContext, value: Scalar, guard: Term) -> Scalar:
        """A value, where a guard holds: if that is a count of what had been seen when it came, and
        it was new, then it is the next."""
        if not isinstance(value, Term) or value.op != Op.ITE or sort_of(value) is not REF:
            return value
        assert isinstance(cx, PathContext)
        arrival = self.sights.arrival(cx.path, value)
        if arrival is None:
            return value
        count = next((each for each, when in arrival.before.items() if when is guard), None)
        if count is None:
            return value
        kept = {
            loc: when
            for loc, when in self._known(cx, self.tables.references(value)).items()
            if loc not in arrival.fresh
            or (isinstance(loc, Term) and self.universe.ordinal[loc] == count + 1)
        }
        return self.tables.term(kept) if kept else value

    # -- symmetry

    def _sight(
        self, cx: HeapContext, heap: UniverseHeap, value: Scalar
    ) -> tuple[UniverseHeap, Scalar]:
        """A reference of the initial heap comes into sight."""
        if not self._symmetry:
            return heap, value
        assert isinstance(cx, PathContext) and isinstance(value, Term)
        seen, value = self.sights.sight(cx.path, heap.seen, value)
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
        ours = self._known(cx, self.tables.references(left))
        theirs = self._known(cx, self.tables.references(right))
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
        table = self._known(cx, self.tables.references(ref))
        is_null = table.get(NULL, False)
        cases: list[Case[UniverseHeap, K]] = []
        if is_null is not False:
            cases.append(Case(is_null, heap, Raised(Failure.NULL_DEREFERENCE)))
        classes = {self._class(heap, loc) for loc in table if loc is not NULL}
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
        allocated = [loc for loc in table if isinstance(loc, Term) and _integer(loc) < 0]
        allocated.sort(key=_integer, reverse=True)
        return Denoted(any(map(is_object, table)), tuple(allocated))

    def allocated_class(self, heap: UniverseHeap, loc: Term) -> ClassDecl:
        return heap.allocated[loc]

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
        named = self.names.of(condition)
        assert isinstance(named, Term)
        merged = self.tables.merge(named, then, otherwise)
        return self.names.of(merged) if sort_of(merged) is BOOL else merged

    def _chosen(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        """The contents of a cell."""
        if sort_of(then) is BOOL:
            return self.merge_scalars(condition, then, otherwise)
        named = self.names.of(condition)
        assert isinstance(named, Term)
        return self.tables.choice(named, then, otherwise)

    def merge_heaps(
        self, condition: Term, then: UniverseHeap, otherwise: UniverseHeap
    ) -> UniverseHeap:
        written = dict(then.written)
        for key in (*then.written, *(key for key in otherwise.written if key not in written)):
            ours, theirs = then.written.get(key), otherwise.written.get(key)
            if ours is theirs and ours is not None:
                continue
            kind = self._kinds[key[0]]
            ours = self._contents(then, key, kind) if ours is None else ours
            theirs = self._contents(otherwise, key, kind) if theirs is None else theirs
            written[key] = self._chosen(condition, ours, theirs)
        seen: dict[ClassDecl, Seen] = {}
        named = self.names.of(condition)
        assert isinstance(named, Term)
        for cls in (*then.seen, *(cls for cls in otherwise.seen if cls not in then.seen)):
            a, b = then.seen.get(cls), otherwise.seen.get(cls)
            seen[cls] = a if a is b else Join(named, a, b)
        return UniverseHeap(
            written,
            {
                key: value if otherwise.read[key] is value else self._either(key, then, otherwise)
                for key, value in then.read.items()
                if key in otherwise.read
            },
            seen,
            {**then.allocated, **otherwise.allocated},
        )

    def narrow(
        self, path: PathCondition, heap: UniverseHeap, values: Sequence[object]
    ) -> tuple[UniverseHeap, list[object]]:
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
            if self.sights.has_come(value):
                found[index] = self._reduced_on(path, value)
            if value.op != Op.ITE or not is_number(value.sort):
                continue
            for cls, seen in heap.seen.items():
                counted = self.sights.narrowed(path, value, seen)
                if counted is not None:
                    found[index] = self.tables.term(as_table(counted.counts))
                    heap = heap._replace(seen={**heap.seen, cls: counted})
                    break
        return heap, found

    def beyond(self, value: Scalar) -> Scalar:
        return False

    def anything(self, type_: Type) -> Scalar:
        raise AssertionError("there is nothing beyond this universe")

    def _either(self, key: Key, then: UniverseHeap, otherwise: UniverseHeap) -> Scalar:
        """What two runs have found in the same initial cell, with the alternatives of both."""
        name, number, index = key
        cell = self.universe.initial(self._kinds[name], location(number), index)
        if cell.sort is not REF:
            return cell
        found = self.tables.references(cell)
        ours = self.tables.references(then.read[key])
        theirs = self.tables.references(otherwise.read[key])
        return self.tables.term(
            {each: guard for each, guard in found.items() if each in ours or each in theirs}
        )

    # -- numbers

    def simplify(self, condition: Scalar) -> Scalar:
        """A comparison of guarded numbers, alternative by alternative."""
        if isinstance(condition, Term) and condition.sort is BOOL:
            return self.names.of(self._simplified(condition))
        return condition

    def _simplified(self, condition: Scalar) -> Scalar:
        if not isinstance(condition, Term) or condition.sort is not BOOL:
            return condition
        if condition.op == Op.NOT:
            return not_(self._simplified(condition.args[0]))
        if condition.op in (Op.FLT, Op.FLE):
            return self.tables.comparison(condition)
        if condition.op not in (Op.LT, Op.EQ) or not is_number(sort_of(condition.args[0])):
            return condition
        left, right = map(self.tables.numbers, condition.args)
        if len(left) * len(right) > MOST_PAIRS or len(left) == len(right) == 1:
            return condition
        build = lt if condition.op == Op.LT else eq
        return or_(
            *(
                and_(when, and_when, build(a, b))
                for a, when in left.items()
                for b, and_when in right.items()
            )
        )

    def _indexes(self, cx: HeapContext, index: Scalar) -> Table:
        table = self._known(cx, self._numbers(index, "an index"))
        if not isinstance(index, Term) or len(table) == 1:
            return table
        assert isinstance(cx, PathContext)
        asked = (index, tuple(cx.path.asserted_terms()))
        found = self._in_bounds.get(asked)
        if found is None:
            found = dict(table)
            limit = self.sights.limit(index)
            if limit is None:
                for each, guard in table.items():
                    if len(found) > 1 and self._refutes(cx.path, guard):
                        del found[each]
            else:
                large = [guard for each, guard in table.items() if _integer(each) > limit]
                if large and self._refutes(cx.path, or_(*large)):
                    found = {each: g for each, g in found.items() if _integer(each) <= limit}
            self._in_bounds[asked] = found
        return found

    def _numbers(self, value: Scalar, what: str) -> Table:
        table = self.tables.of(value)
        if table is None:
            raise InputError(
                f"the invariant uses {what} that depends on integers of the input; "
                "only bounded ones can be compiled"
            )
        return table


_PATIENCE = 6
"""Values of an object that have stayed alternatives, before its others are taken as they come."""

_NONE = -(1 << 62)
_NO_INDEX: Table = {_NONE: True}
"""For a cell without an index."""


def _integer(value: Scalar) -> int:
    number = value.value if isinstance(value, Term) else value
    assert isinstance(number, int)
    return number


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
