"""How `partition` reads a cell: a class of locations is split where the value differs.

The log of a field says through which references it was read and written (`partition_heap`). The
entries that the reference at hand may equal, newest first, split its class: a part per
distinct value, however many entries hold it, and a part that no entry is about. That one has not
been looked at before and is initialised here, into null or a reference with a class of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from heapwise.heaps.api import Case, Cut, HeapContext, Raised
from heapwise.heaps.shared.budget import depth_step, sight, within_bounds
from heapwise.heaps.shared.cells import Cell
from heapwise.heaps.shared.references import References, is_not_null
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.strategies.partition.location_classes import LocationClasses
from heapwise.heaps.strategies.partition.partition_heap import Entry, PartitionHeap, is_allocated
from heapwise.program import ClassDecl
from heapwise.terms import (
    NULL,
    Scalar,
    Term,
    and_,
    default_value,
    eq,
    ite,
    not_,
    or_,
)

T = TypeVar("T")


class Hit(NamedTuple):
    """An entry, and the condition that it is about the cell asked for. `names_owner` tells whether
    the condition is that the owners are equal and nothing else."""

    condition: Scalar
    entry: Entry
    names_owner: bool


class Splitter:
    def __init__(self, references: References) -> None:
        self._references = references

    def initialise(
        self,
        cx: HeapContext,
        heap: PartitionHeap,
        ref: Term,
        declared: ClassDecl,
        shown_by: Term | None,
        nullable: bool = True,
    ) -> list[Case[PartitionHeap, Term]]:
        """Null, or any known object of a compatible type or, within the bounds, a new one."""
        if declared.uninhabited:
            return [Case(True, heap, NULL)]
        depth = 0
        if shown_by is not None:
            above = heap.classes.of[heap.classes.at(shown_by)].depth
            depth = above + depth_step(cx, declared)
        self._references.declare(ref, declared)
        successor = heap._replace(
            classes=heap.classes.introduce(ref, cx.program.subtypes(declared), depth),
            seen=sight(cx, heap.seen, ref, declared, shown_by, depth),
        )
        present = is_not_null(ref)
        cases: list[Case[PartitionHeap, Term]] = []
        facts: tuple[Term, ...] = ()
        if nullable:
            cases.append(Case(not_(present), heap, NULL, settled=True))
        elif isinstance(present, Term):
            facts = (present,)
        return cases + within_bounds(
            cx,
            present if nullable else True,
            Case(True, successor, ref, facts),
            heap.seen,
            lambda a, b: self.same(cx, successor.classes, a, b),
        )

    def load(
        self, cx: HeapContext, heap: PartitionHeap, place: Cell
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        if isinstance(place.type, ClassDecl):
            return self._load_reference(cx, heap, place, place.type)
        return [self.load_primitive(cx, heap, place)]

    def load_primitive(
        self, cx: HeapContext, heap: PartitionHeap, place: Cell
    ) -> Case[PartitionHeap, Scalar]:
        hits, facts = self._look_up(cx, heap, place)
        value: Scalar
        if hits and hits[-1].condition is True:
            value = hits.pop().entry.value
        else:
            value = default_value(sort_of_type(place.type))
            if not is_allocated(place.owner):
                initial = self._initial_symbol(place)
                facts += place.kind.initial_facts(initial)
                heap, value = heap.initialised(place, initial), initial
        for hit in reversed(hits):
            value = ite(hit.condition, hit.entry.value, value)
        return Case(True, heap, value, tuple(facts))

    def _load_reference(
        self, cx: HeapContext, heap: PartitionHeap, place: Cell, declared: ClassDecl
    ) -> list[Case[PartitionHeap, Scalar]]:
        """Split the class of the owner by the value of the field."""
        hits, facts = self._look_up(cx, heap, place)
        parts: dict[Scalar, list[int]] = {}
        for position, hit in enumerate(hits):
            assert isinstance(hit.entry.value, Term)
            parts.setdefault(heap.classes.at(hit.entry.value), []).append(position)
        cases: list[Case[PartitionHeap, Scalar]] = []
        for value, positions in parts.items():
            cases += self._part(heap, place, hits, positions, value)
        if not hits or hits[-1].condition is not True:
            cases += self._uninitialised_part(cx, heap, place, declared, hits)
        if not facts:
            return cases
        return [case._replace(facts=(*facts, *case.facts)) for case in cases]

    def _part(
        self,
        heap: PartitionHeap,
        place: Cell,
        hits: Sequence[Hit],
        positions: Sequence[int],
        value: Scalar,
    ) -> Iterator[Case[PartitionHeap, Scalar]]:
        """The members of the owner's class whose newest entry holds `value`."""
        choices = []
        for position in positions:
            newer = (hits[i] for i in range(position) if i not in positions)
            choices.append(and_(hits[position].condition, *(not_(hit.condition) for hit in newer)))
        owners = [hits[position].entry.owner for position in positions]
        if len(owners) == 1:
            classes = heap.classes.identified(place.owner, owners[0])
        else:
            classes = heap.classes.is_among(place.owner, owners)
            # Known by its own name from now on, so that reading it again asks nothing.
            heap = heap.written(place, value)
        classes = _told_apart(classes, place.owner, hits[: positions[0]])
        if classes is not None:
            yield Case(or_(*choices), heap._replace(classes=classes), value)

    def _uninitialised_part(
        self,
        cx: HeapContext,
        heap: PartitionHeap,
        place: Cell,
        declared: ClassDecl,
        hits: Sequence[Hit],
    ) -> Iterator[Case[PartitionHeap, Scalar]]:
        """The members that no entry is about: initialised now, or new objects' defaults."""
        classes = _told_apart(heap.classes, place.owner, hits)
        if classes is None:
            return
        heap = heap._replace(classes=classes)
        rest: Case[PartitionHeap, None] = Case(
            and_(*(not_(hit.condition) for hit in hits)), heap, None
        )
        if is_allocated(place.owner) or place.kind.is_null:
            yield Case(rest.guard, heap, NULL)
            return
        ref = self._initial_symbol(place)
        choices = self.initialise(cx, heap, ref, declared, place.owner, place.kind.nullable)
        for case in under(rest, choices):
            if not isinstance(case.value, Cut | Raised):
                case = case._replace(heap=case.heap.initialised(place, case.value))
            yield case

    def _initial_symbol(self, place: Cell) -> Term:
        return self._references.initial_symbol(place.owner, place.kind, place.keys[1:])

    def _look_up(
        self, cx: HeapContext, heap: PartitionHeap, place: Cell
    ) -> tuple[list[Hit], list[Term]]:
        """The entries that may be about the cell, up to one that certainly is."""
        hits: list[Hit] = []
        facts: dict[Term, None] = {}
        for entry in heap.log(place):
            same, needed = self.same(cx, heap.classes, entry.owner, place.owner)
            names_owner = True
            if same is not False and len(place.keys) == 2:
                same_index = eq(entry.keys[1], place.keys[1])
                names_owner = same_index is True
                same = and_(same, same_index)
                known = cx.decided(same)
                same = same if known is None else known
            if same is not False:
                facts.update(dict.fromkeys(needed))
                hits.append(Hit(same, entry, names_owner))
            if same is True:
                break
        return hits, list(facts)

    def same(
        self, cx: HeapContext, classes: LocationClasses, a: Term, b: Term
    ) -> tuple[Scalar, tuple[Term, ...]]:
        """The condition that two references that are not null are equal, and the facts it needs."""
        a, b = classes.at(a), classes.at(b)
        if a is b or not classes.may_be_same(a, b):
            return a is b, ()
        condition, facts = self._references.same(a, b, {})
        known = cx.decided(condition)
        return (condition, facts) if known is None else (known, ())


def _told_apart(
    classes: LocationClasses | None, ref: Term, hits: Sequence[Hit]
) -> LocationClasses | None:
    """`ref` is the owner of none of these entries, as far as they speak of owners only."""
    if classes is None:
        return None
    return classes.told_apart(ref, [hit.entry.owner for hit in hits if hit.names_owner])


def under(
    given: Case[PartitionHeap, None], cases: Sequence[Case[PartitionHeap, T]]
) -> Iterator[Case[PartitionHeap, T]]:
    """The cases that remain if the choice of `given` is made as well."""
    for case in cases:
        guard = and_(given.guard, case.guard)
        settled = case.settled and given.guard is True
        yield case._replace(guard=guard, facts=(*given.facts, *case.facts), settled=settled)
