"""`partition`: lazy initialisation over equivalence classes of locations (uber-lazy.txt).

A reference is initialised into null or non-null, as under `lazy`; but which object a non-null one
denotes is left open. It stays a symbol v with a class H(v) of possible locations: every known
input object of a compatible type, and a new one (`partition.location_classes`). The class is split
only where its members would make a difference:

* *Reading a reference.* Each field has a log of what was read and written through which
  reference (`partition.partition_split`). The entries that v may equal, newest first, split H(v) by
  the value found there, one case per distinct value however many entries hold it; the members
  that equal no entry have not been initialised and are a part of their own, which is initialised
  on the spot, into null or a reference with a class of its own.
* *Comparing.* Classes without a common member are unequal. Otherwise a fork: equal references
  share the intersection and a representative, unequal ones lose each other's location.
* *Types.* `instanceof` and dispatch fork over the types that H(v) still has, grouped by answer
  or implementation, and each case keeps the members of those types. A cast is an `instanceof`.

That a new reference is null is settled by the heap. Which members of two classes go together is
not a property of either class, so every other choice is part of the path condition, and the
solver has the last word.

Where this differs from the note, for the sake of the laws:

* The note reflects a write in the representative alone and, when it splits a class, gives
  members without a value the representative's. But such a member may be read through another
  reference, where nothing was written, and it may never have been meant at all. Here an entry
  belongs to the reference it was made through, and so to whichever member that denotes: a write
  forks nothing and is exact, and a member without an entry takes nobody's value (S0 of the note
  holds only members that have the representative's value).
* "PUTFIELD needs to remove constraints that enforce equality": equalities are between references
  of the initial heap, which no write changes; fields refer to them by value.
* The note copies the class of a variable on assignment, so copies of one reference may be narrowed
  to different objects. Here a class belongs to the symbol and lives in the heap: to narrow it
  narrows it in every variable and field that holds the symbol.
* In the false case of a comparison the note only moves the representatives apart, although other
  members may be equal too; in the false case of `instanceof` it keeps members that must be of
  the class. Here both lose what is ruled out. The true case does not turn the object into an
  instance of the class tested: its types are those of the class and below it.
* The note assumes that all values are objects. A primitive value needs no location, so reading
  one does not split H(v): it is an if-then-else over the parts.
* Array elements are logged by array and index, so parts are split by both.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import partial
from typing import Never, TypeVar

from heapwise.heaps.api import Case, Cut, Denoted, Failure, HeapContext, Raised, Traits
from heapwise.heaps.shared.cells import Cell, element_kind, field_kind, item_kind, length_kind
from heapwise.heaps.shared.model_view import ModelView
from heapwise.heaps.shared.references import (
    Grouping,
    References,
    class_is_among,
    group_by,
    group_by_implementation,
)
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.strategies.partition.partition_heap import PartitionHeap, is_allocated
from heapwise.heaps.strategies.partition.partition_split import Splitter, under
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.terms import (
    NULL,
    Scalar,
    Term,
    le,
    location,
    lt,
    not_,
    or_,
    symbol,
)

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class PartitionStrategy:
    traits = Traits()

    def __init__(self, program: Program) -> None:
        self._references = References(program)
        self._splitter = Splitter(self._references)

    def empty(self) -> PartitionHeap:
        return PartitionHeap()

    def sighted(self, heap: PartitionHeap) -> Sequence[Term]:
        return ()

    def input_state(self, heap: PartitionHeap) -> object:
        return heap

    def materialised(self, heap: PartitionHeap) -> int:
        return heap.seen[-1].objects if heap.seen else 0

    def view(self, program: Program, heap: PartitionHeap, model: Model) -> ModelView:
        return ModelView(
            program,
            self._references,
            model,
            heap.allocated,
            heap.inputs,
            initial=((name, keys, value) for (name, keys), value in heap.initial.items()),
            current=heap.entries(),
        )

    # -- initialisation

    def input_value(
        self, cx: HeapContext, heap: PartitionHeap, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        value = symbol(name, sort_of_type(type_))
        if not isinstance(type_, ClassDecl):
            return [Case(True, heap, value)]
        if name in heap.inputs:
            return [Case(True, heap, heap.inputs[name])]
        return [
            case
            if isinstance(case.value, Cut | Raised)
            else case._replace(
                heap=case.heap._replace(inputs={**case.heap.inputs, name: case.value})
            )
            for case in self._splitter.initialise(cx, heap, value, type_, None, nullable)
        ]

    # -- objects

    def new_object(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl
    ) -> Sequence[Case[PartitionHeap, Term]]:
        loc = location(-len(heap.allocated) - 1)
        return [Case(True, heap._replace(allocated={**heap.allocated, loc: cls}), loc)]

    def read_field(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, field: FieldDecl
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        return self._load(cx, heap, Cell(field_kind(field), ref))

    def write_field(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[PartitionHeap, None]]:
        return _store(heap, Cell(field_kind(field), ref), value)

    def read_item(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        return self._load(cx, heap, Cell(item_kind(field), ref, index))

    def write_item(
        self,
        cx: HeapContext,
        heap: PartitionHeap,
        ref: Term,
        field: FieldDecl,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[PartitionHeap, None]]:
        return _store(heap, Cell(item_kind(field), ref, index), value)

    def _load(
        self, cx: HeapContext, heap: PartitionHeap, place: Cell
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        if place.owner is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        return self._splitter.load(cx, heap, place)

    # -- arrays

    def new_array(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[PartitionHeap, Term]]:
        negative = lt(length, 0)
        cases: list[Case[PartitionHeap, Term]] = []
        if negative is not False:
            cases.append(Case(negative, heap, Raised(Failure.NEGATIVE_ARRAY_SIZE)))
        [made] = self.new_object(cx, heap, cls)
        assert isinstance(made.value, Term)
        successor = made.heap.written(Cell(length_kind(cls), made.value), length)
        return [*cases, Case(not_(negative), successor, made.value)]

    def array_length(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        return self.read_field(cx, heap, ref, cls.own_fields["length"])

    def array_load(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        place = Cell(element_kind(cls), ref, index)
        inside, failures = self._check_index(cx, heap, cls, ref, index)
        if inside is None:
            return failures
        return [*failures, *under(inside, self._splitter.load(cx, inside.heap, place))]

    def array_store(
        self,
        cx: HeapContext,
        heap: PartitionHeap,
        cls: ClassDecl,
        ref: Term,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[PartitionHeap, None]]:
        place = Cell(element_kind(cls), ref, index)
        inside, failures = self._check_index(cx, heap, cls, ref, index)
        if inside is None:
            return failures
        return [*failures, inside._replace(heap=inside.heap.written(place, value))]

    def _check_index(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> tuple[Case[PartitionHeap, None] | None, list[Case[PartitionHeap, Never]]]:
        """The case that the index is within bounds, if it can be, and the failures."""
        if ref is NULL:
            return None, [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        length = self._splitter.load_primitive(cx, heap, Cell(length_kind(cls), ref))
        assert not isinstance(length.value, Cut | Raised)
        outside = or_(lt(index, 0), le(length.value, index))
        failures: list[Case[PartitionHeap, Never]] = []
        if outside is not False:
            failure = Raised(Failure.INDEX_OUT_OF_BOUNDS)
            failures.append(Case(outside, length.heap, failure, length.facts))
        if outside is True:
            return None, failures
        return Case(not_(outside), length.heap, None, length.facts), failures

    # -- questions

    def ref_equals(
        self, cx: HeapContext, heap: PartitionHeap, left: Term, right: Term
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        condition, facts = self._splitter.same(cx, heap.classes, left, right)
        if not isinstance(condition, Term):
            return [Case(True, heap, condition)]
        equal = heap.classes.identified(left, right)
        apart = heap.classes.told_apart(left, [right])
        if equal is None or apart is None:
            return [Case(True, heap, apart is None)]
        return [
            Case(condition, heap._replace(classes=equal), True, facts),
            Case(not_(condition), heap._replace(classes=apart), False, facts),
        ]

    def instance_of(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        if ref is NULL:
            return [Case(True, heap, False)]
        groups: dict[bool, list[ClassDecl]] = {}
        for type_ in self._types(heap, ref):
            groups.setdefault(type_.is_subclass_of(cls), []).append(type_)
        return self._split_types(heap, ref, groups)

    def dispatch(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[PartitionHeap, MethodDecl]]:
        return self._classified(heap, ref, partial(group_by_implementation, method))

    def classify(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[PartitionHeap, K]]:
        return self._classified(heap, ref, partial(group_by, key))

    def _classified(
        self, heap: PartitionHeap, ref: Term, group: Grouping[K]
    ) -> list[Case[PartitionHeap, K]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        return self._split_types(heap, ref, group(self._types(heap, ref)))

    def targets(self, cx: HeapContext, heap: PartitionHeap, ref: Term) -> Denoted:
        if ref is NULL:
            return Denoted(False, ())
        return Denoted(False, (ref,)) if is_allocated(ref) else Denoted(True, ())

    def allocated_class(self, heap: PartitionHeap, loc: Term) -> ClassDecl:
        return heap.allocated[loc]

    def made(self, heap: PartitionHeap) -> Sequence[Term]:
        return tuple(heap.allocated)

    def _types(self, heap: PartitionHeap, ref: Term) -> list[ClassDecl]:
        if is_allocated(ref):
            return [heap.allocated[ref]]
        return sorted(heap.classes.types(ref), key=lambda cls: cls.number)

    def _split_types(
        self, heap: PartitionHeap, ref: Term, groups: Mapping[T, Sequence[ClassDecl]]
    ) -> list[Case[PartitionHeap, T]]:
        """A case per group of the types that the object may have, with its class refined."""
        if len(groups) == 1:
            return [Case(True, heap, answer) for answer in groups]
        ref = heap.classes.at(ref)
        facts = tuple(self._references.class_facts(ref, {}))
        cases: list[Case[PartitionHeap, T]] = []
        for answer, types in groups.items():
            classes = heap.classes.of_types(ref, types)
            if classes is not None:
                guard = class_is_among(ref, types)
                cases.append(Case(guard, heap._replace(classes=classes), answer, facts))
        return cases


def _store(heap: PartitionHeap, place: Cell, value: Scalar) -> list[Case[PartitionHeap, None]]:
    if place.owner is NULL:
        return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
    return [Case(True, heap.written(place, value), None)]
