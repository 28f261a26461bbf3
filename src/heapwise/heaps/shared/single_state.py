"""What the strategies that keep one state per path have in common.

They never fork on aliasing: a reference stays a term, and an access forks only into what the
program can tell apart — null, out of bounds, a method to run. This module makes those cases;
`pose` and `fieldmaps` say how a cell of the heap is read and written.

A *cell* is a place that holds a value (`shared.cells`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Generic, Protocol, TypeVar

from heapwise.heaps.api import Case, Denoted, Failure, HeapContext, Raised, Traits
from heapwise.heaps.shape_names import ANY
from heapwise.heaps.shared.budget import Sightings, depth_step, needs_aliases, sight, within_bounds
from heapwise.heaps.shared.cells import (
    Cell,
    CellKind,
    element_kind,
    field_kind,
    item_kind,
    length_kind,
)
from heapwise.heaps.shared.references import (
    Grouping,
    References,
    class_is_among,
    group_by,
    group_by_implementation,
    is_not_null,
    possible_targets,
    resolve,
)
from heapwise.heaps.shared.restricted_shapes import ShapeFacts
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.terms import (
    NULL,
    REF,
    Scalar,
    Term,
    and_,
    eq,
    le,
    location,
    lt,
    not_,
    or_,
    symbol,
)


class SingleStateHeap(Protocol):
    """`allocated` maps the locations allocated so far to their classes, `inputs` the inputs used
    to their terms; `seen` is the record that the bounds need."""

    @property
    def allocated(self) -> Mapping[Term, ClassDecl]: ...

    @property
    def inputs(self) -> Mapping[str, Term]: ...

    @property
    def seen(self) -> Sightings: ...


H = TypeVar("H", bound=SingleStateHeap)
K = TypeVar("K", bound=Hashable)


class SingleState(ABC, Generic[H]):
    """A base for `HeapStrategy` implementations; see the module docstring."""

    _sights_reads = False
    """Does the representation itself announce the references that a read returns, where bounds
    tell aliases apart?"""
    traits = Traits(
        path_optimal=True, merges_references=True, names_cells=True, joins_heaps=True, rank=3
    )

    def __init__(self, program: Program, shapes: str = ANY) -> None:
        self.references = References(program)
        self._shapes = ShapeFacts(shapes)
        self._depths: dict[Term, int] = {}

    # -- what a representation must provide

    @abstractmethod
    def empty(self) -> H: ...

    @abstractmethod
    def _read(self, cx: HeapContext, heap: H, place: Cell) -> tuple[H, Scalar, list[Term]]:
        """The successor heap, the value of the cell, and facts. The initial contents of a cell go
        through `_introduce` when they are first looked at."""

    @abstractmethod
    def _write(
        self, cx: HeapContext, heap: H, place: Cell, value: Scalar
    ) -> tuple[H, list[Term]]: ...

    @abstractmethod
    def _allocate(self, heap: H, loc: Term, cls: ClassDecl, length: Scalar | None) -> H: ...

    @abstractmethod
    def _with_input(self, heap: H, name: str, ref: Term) -> H: ...

    @abstractmethod
    def _with_seen(self, heap: H, seen: Sightings) -> H: ...

    # -- the operations of the seam

    def input_value(
        self, cx: HeapContext, heap: H, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[H, Scalar]]:
        value = symbol(name, sort_of_type(type_))
        if not isinstance(type_, ClassDecl) or name in heap.inputs:
            return [Case(True, heap, value)]
        self.references.declare(value, type_)
        self._depths[value] = 0
        facts: tuple[Scalar, ...] = () if nullable else (is_not_null(value),)
        if type_.uninhabited:
            facts = (eq(value, NULL),)
        before = heap.seen
        heap = self._with_input(heap, name, value)
        heap = self._announce(cx, heap, value, None)
        proper = tuple(fact for fact in facts if isinstance(fact, Term))
        return self._within_bounds(cx, True, Case(True, heap, value, proper), before)

    def new_object(self, cx: HeapContext, heap: H, cls: ClassDecl) -> Sequence[Case[H, Term]]:
        loc = location(-len(heap.allocated) - 1)
        return [Case(True, self._allocate(heap, loc, cls, None), loc)]

    def new_array(
        self, cx: HeapContext, heap: H, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[H, Term]]:
        negative = lt(length, 0)
        loc = location(-len(heap.allocated) - 1)
        return [
            *_unless_false(negative, heap, Failure.NEGATIVE_ARRAY_SIZE),
            Case(not_(negative), self._allocate(heap, loc, cls, length), loc),
        ]

    def read_field(
        self, cx: HeapContext, heap: H, ref: Term, field: FieldDecl
    ) -> Sequence[Case[H, Scalar]]:
        return self._load_at(cx, heap, ref, field_kind(field))

    def write_field(
        self, cx: HeapContext, heap: H, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[H, None]]:
        return self._store_at(cx, heap, ref, field_kind(field), value)

    def read_item(
        self, cx: HeapContext, heap: H, ref: Term, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[H, Scalar]]:
        return self._load_at(cx, heap, ref, item_kind(field), index)

    def write_item(
        self, cx: HeapContext, heap: H, ref: Term, field: FieldDecl, index: Scalar, value: Scalar
    ) -> Sequence[Case[H, None]]:
        return self._store_at(cx, heap, ref, item_kind(field), value, index)

    def array_length(
        self, cx: HeapContext, heap: H, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[H, Scalar]]:
        return self._load_at(cx, heap, ref, length_kind(cls))

    def array_load(
        self, cx: HeapContext, heap: H, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[H, Scalar]]:
        place = Cell(element_kind(cls), resolve(cx, ref), index)
        return self._indexed(cx, heap, cls, place, lambda at: self._load(cx, at, place))

    def array_store(
        self, cx: HeapContext, heap: H, cls: ClassDecl, ref: Term, index: Scalar, value: Scalar
    ) -> Sequence[Case[H, None]]:
        place = Cell(element_kind(cls), resolve(cx, ref), index)
        return self._indexed(cx, heap, cls, place, lambda at: self._store(cx, at, place, value))

    def ref_equals(
        self, cx: HeapContext, heap: H, left: Term, right: Term
    ) -> Sequence[Case[H, Scalar]]:
        left, right = resolve(cx, left), resolve(cx, right)
        condition, facts = self.references.same(left, right, heap.allocated)
        return [Case(True, heap, condition, facts)]

    def instance_of(
        self, cx: HeapContext, heap: H, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[H, Scalar]]:
        ref = resolve(cx, ref)
        condition, facts = self.references.is_instance(ref, cls, heap.allocated)
        return [Case(True, heap, and_(is_not_null(ref), condition), facts)]

    def dispatch(
        self, cx: HeapContext, heap: H, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[H, MethodDecl]]:
        return self._classified(cx, heap, ref, partial(group_by_implementation, method))

    def classify(
        self, cx: HeapContext, heap: H, ref: Term, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[H, K]]:
        return self._classified(cx, heap, ref, partial(group_by, key))

    def _classified(
        self, cx: HeapContext, heap: H, ref: Term, group: Grouping[K]
    ) -> list[Case[H, K]]:
        ref = resolve(cx, ref)
        is_null = _null_test(cx, ref)
        cases: list[Case[H, K]] = _unless_false(is_null, heap, Failure.NULL_DEREFERENCE)
        if is_null is True:
            return cases
        groups = group(self.references.run_time_classes(ref, heap.allocated))
        if len(groups) == 1:
            return [*cases, Case(not_(is_null), heap, next(iter(groups)))]
        facts = tuple(self.references.class_facts(ref, heap.allocated))
        for target, classes in groups.items():
            guard = and_(not_(is_null), class_is_among(ref, classes))
            cases.append(Case(guard, heap, target, facts))
        return cases

    def targets(self, cx: HeapContext, heap: H, ref: Term) -> Denoted:
        ref = resolve(cx, ref)
        found = self.references.targets(ref)
        return possible_targets(cx, ref, bool(found.initial), found.allocated)

    def allocated_class(self, heap: H, loc: Term) -> ClassDecl:
        return heap.allocated[loc]

    def made(self, heap: H) -> Sequence[Term]:
        return tuple(heap.allocated)

    def sighted(self, heap: H) -> Sequence[Term]:
        return [sighting.ref for sighting in heap.seen]

    def input_state(self, heap: H) -> object:
        return heap

    def materialised(self, heap: H) -> int:
        return heap.seen[-1].objects if heap.seen else 0

    # -- shared pieces

    def _announce(
        self,
        cx: HeapContext,
        heap: H,
        ref: Term,
        shown_by: Term | None,
        unless: tuple[Scalar, ...] = (),
    ) -> H:
        """A reference of the initial heap has come into sight, unless one of these holds."""
        depth = 0
        declared = self.references.declared(ref)
        if shown_by is not None:
            above = [
                self._depths.get(term, 0) for term in self.references.targets(shown_by).initial
            ]
            depth = depth_step(cx, declared) + max(above, default=0)
        self._depths[ref] = depth
        return self._with_seen(heap, sight(cx, heap.seen, ref, declared, shown_by, depth, unless))

    def _introduce(
        self,
        cx: HeapContext,
        heap: H,
        place: Cell,
        initial: Term,
        unless: tuple[Scalar, ...] = (),
    ) -> tuple[H, list[Term]]:
        """The initial contents of a cell have come into sight, unless one of these conditions
        holds; the facts that define them."""
        facts = place.kind.initial_facts(initial)
        if isinstance(place.type, ClassDecl):
            facts = [*facts, *self._shapes.about(place, initial)]
            self.references.declare(initial, place.type)
            if not (self._sights_reads and needs_aliases(cx, cx.program.family(place.type))):
                heap = self._announce(cx, heap, initial, place.owner, unless)
        return heap, facts

    def _load(self, cx: HeapContext, heap: H, place: Cell) -> Case[H, Scalar]:
        successor, value, facts = self._read(cx, heap, place)
        if isinstance(value, Term) and value.sort is REF:
            value = self.references.named(value)
        return Case(True, successor, value, tuple(facts))

    def _store(self, cx: HeapContext, heap: H, place: Cell, value: Scalar) -> Case[H, None]:
        successor, facts = self._write(cx, heap, place, value)
        return Case(True, successor, None, tuple(facts))

    def _load_at(
        self, cx: HeapContext, heap: H, ref: Term, kind: CellKind, *rest: Scalar
    ) -> list[Case[H, Scalar]]:
        place = Cell(kind, resolve(cx, ref), *rest)
        return self._access(cx, heap, place.owner, lambda: self._load(cx, heap, place))

    def _store_at(
        self, cx: HeapContext, heap: H, ref: Term, kind: CellKind, value: Scalar, *rest: Scalar
    ) -> list[Case[H, None]]:
        place = Cell(kind, resolve(cx, ref), *rest)
        return self._access(cx, heap, place.owner, lambda: self._store(cx, heap, place, value))

    def _access(
        self, cx: HeapContext, heap: H, ref: Term, perform: Callable[[], Case[H, V]]
    ) -> list[Case[H, V]]:
        """Null, or else `perform` within the bounds."""
        is_null = _null_test(cx, ref)
        cases: list[Case[H, V]] = _unless_false(is_null, heap, Failure.NULL_DEREFERENCE)
        if is_null is not True:
            cases += self._within_bounds(cx, not_(is_null), perform(), heap.seen)
        return cases

    def _indexed(
        self,
        cx: HeapContext,
        heap: H,
        cls: ClassDecl,
        place: Cell,
        perform: Callable[[H], Case[H, V]],
    ) -> list[Case[H, V]]:
        """Null, out of bounds, or else `perform` within the bounds."""
        is_null = _null_test(cx, place.owner)
        cases: list[Case[H, V]] = _unless_false(is_null, heap, Failure.NULL_DEREFERENCE)
        if is_null is True:
            return cases
        index = place.keys[1]
        at, length, facts = self._read(cx, heap, Cell(length_kind(cls), place.owner))
        outside = or_(lt(index, 0), le(length, index))
        present = not_(is_null)
        if outside is not False:
            raised = Raised(Failure.INDEX_OUT_OF_BOUNDS)
            cases.append(Case(and_(present, outside), at, raised, tuple(facts)))
        if outside is not True:
            inside = perform(at)
            inside = inside._replace(facts=(*facts, *inside.facts))
            cases += self._within_bounds(cx, and_(present, not_(outside)), inside, heap.seen)
        return cases

    def _within_bounds(
        self, cx: HeapContext, guard: Scalar, case: Case[H, V], seen: Sightings
    ) -> list[Case[H, V]]:
        allocated = case.heap.allocated
        return within_bounds(
            cx, guard, case, seen, lambda a, b: self.references.same(a, b, allocated)
        )


V = TypeVar("V")


def _null_test(cx: HeapContext, ref: Term) -> Scalar:
    """The condition that `ref` is null, or its value where the path knows it."""
    condition = eq(ref, NULL)
    known = cx.decided(condition)
    return condition if known is None else known


def _unless_false(condition: Scalar, heap: H, failure: Failure) -> list[Case[H, V]]:
    return [] if condition is False else [Case(condition, heap, Raised(failure))]
