"""`lazier` and `lazier-sharp`: decide less than `lazy`, later (kiasan.txt §3.2, §3.3, App. C, D).

A reference field that is read for the first time becomes a *pending* reference. Under `lazier`
only null is decided then: the value is null or a symbolic location, a non-null reference to some
object. Under `lazier-sharp` not even that: it is a symbolic reference.

What an instruction needs decides what is resolved:

* loading, storing and passing on a reference needs nothing;
* a null test decides null, not the object (IFNULL-A, IFNULL1-B, IFNULL2-B), and nothing if the
  reference is already known not to be null;
* reading or writing a field or an element *through* a reference resolves it to an object: a known
  one of a compatible type, or a new one (GETFIELD1,2-A, PUTFIELD1,2-A, IALOAD, IASTORE);
* comparing two references first decides null for both, then resolves both, unless they are the
  same symbol (IF_ACMPEQ1-A, 1-B) or one is null;
* a type test, a cast or a call needs the class only: it splits the classes that a pending
  reference may have and leaves the object open. (The paper has these rules only for objects.)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import TypeVar

from heapwise.heaps.api import Case, Cut, Failure, HeapContext, Raised, Traits
from heapwise.heaps.shared.references import Grouping, class_is_among
from heapwise.heaps.strategies.lazy.lazy import LazyStrategy
from heapwise.heaps.strategies.lazy.lazy_heap import LazyHeap, Pending
from heapwise.program import ClassDecl
from heapwise.terms import NULL, Scalar, Term, and_, eq, not_

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class LazierSharpStrategy(LazyStrategy):
    traits = Traits(materialises=True, rank=2)

    def _reference(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        place: Term,
        declared: ClassDecl,
        depth: int,
        nullable: bool = True,
    ) -> Sequence[Case[LazyHeap, Term]]:
        if declared.uninhabited:
            return [Case(True, heap, NULL)]
        pending = Pending(declared, cx.program.subtypes(declared), depth, not nullable)
        return [Case(True, _with_pending(heap, place, pending), place)]

    # -- resolving

    def _ground(self, cx: HeapContext, heap: LazyHeap, ref: Term) -> list[Case[LazyHeap, Term]]:
        loc = heap.at(ref)
        pending = heap.pending.get(loc)
        if pending is None:
            return super()._ground(cx, heap, loc)
        found: list[Case[LazyHeap, Term]] = []
        for case in self._resolve(cx, heap, loc, pending):
            if isinstance(case.value, Cut | Raised) or case.value is NULL:
                found.append(case)
                continue
            for ground in super()._ground(cx, case.heap, case.value):
                found.append(ground._replace(guard=and_(case.guard, ground.guard), settled=True))
        return found

    def _resolve(
        self, cx: HeapContext, heap: LazyHeap, place: Term, pending: Pending
    ) -> list[Case[LazyHeap, Term]]:
        """Null, unless that is ruled out; each known object it may be; or a new one. What the
        reference differs from differs from the object, too."""
        others = {symbol: known for symbol, known in heap.pending.items() if symbol is not place}
        distinct = {heap.at(other) for other in pending.distinct}
        cases = self._initialise(
            cx,
            heap._replace(pending=others),
            place,
            pending.declared,
            pending.depth,
            not pending.not_null,
            pending.classes,
            frozenset(distinct),
        )
        found: list[Case[LazyHeap, Term]] = []
        for case in cases:
            if isinstance(case.value, Cut | Raised):
                found.append(case._replace(heap=heap))
                continue
            resolved = _forward(case.heap, place, case.value)
            if case.value is not NULL:
                resolved = _keep_apart(resolved, case.value, distinct)
            found.append(case._replace(heap=resolved))
        return found

    @staticmethod
    def _decide_null(heap: LazyHeap, place: Term) -> list[Case[LazyHeap, bool]]:
        """Whether a pending reference is null, and no more."""
        pending = heap.pending[place]
        if pending.not_null:
            return [Case(True, heap, False)]
        others = {symbol: known for symbol, known in heap.pending.items() if symbol is not place}
        is_null = eq(place, NULL)
        null = _forward(heap._replace(pending=others), place, NULL)
        present = _with_pending(heap, place, pending._replace(not_null=True))
        return [
            Case(is_null, null, True, settled=True),
            Case(not_(is_null), present, False, settled=True),
        ]

    # -- questions

    def ref_equals(
        self, cx: HeapContext, heap: LazyHeap, left: Term, right: Term
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        left, right = heap.at(left), heap.at(right)
        if left is right:
            return [Case(True, heap, True)]
        if NULL in (left, right):
            other = right if left is NULL else left
            if other in heap.pending:
                return self._decide_null(heap, other)
            return super().ref_equals(cx, heap, left, right)
        for one in (left, right):
            if one in heap.pending and not heap.pending[one].not_null:
                return self._compare_after(cx, self._decide_null(heap, one), left, right)
        for one, other in ((left, right), (right, left)):
            opaque = one in heap.pending and self._is_opaque(heap.pending[one].declared)
            theirs = heap.pending.get(other)
            if opaque and (theirs is None or self._is_opaque(theirs.declared)):
                return self._compare_opaque(heap, one, other)
        for one in (left, right):
            pending = heap.pending.get(one)
            if pending is not None and not self._is_opaque(pending.declared):
                choices = self._resolve(cx, heap, one, pending)
                return self._compare_after(cx, choices, left, right)
        return super().ref_equals(cx, heap, left, right)

    @staticmethod
    def _compare_opaque(heap: LazyHeap, place: Term, other: Term) -> list[Case[LazyHeap, Scalar]]:
        """A pending reference of the root class is the other one or not: which it is in that case
        makes no difference yet. (`lazy` keeps such objects floating.)"""
        pending = heap.pending[place]
        theirs = heap.pending.get(other)
        target = heap.objects[other] if theirs is None else theirs
        label = other if theirs is not None else heap.objects[other].place
        classes = tuple(cls for cls in target.classes if cls in pending.classes)
        excluded = {heap.at(one) for one in pending.distinct}
        if theirs is not None:
            excluded |= {place} & {heap.at(one) for one in theirs.distinct}
        if label is None or not classes or other in excluded or place in excluded:
            return [Case(True, heap, False)]
        rest = {symbol: known for symbol, known in heap.pending.items() if symbol is not place}
        same = _forward(heap._replace(pending=rest), place, other)
        if theirs is not None:
            both = theirs._replace(
                classes=classes, distinct=theirs.distinct | pending.distinct, not_null=True
            )
            same = _with_pending(same, other, both)
        else:
            same = same.with_object(other, heap.objects[other]._replace(classes=classes))
            same = _keep_apart(same, other, excluded)
        apart = _with_pending(heap, place, pending._replace(distinct=pending.distinct | {other}))
        guard = eq(place, label)
        return [
            Case(guard, same, True, settled=True),
            Case(not_(guard), apart, False, settled=True),
        ]

    def _compare_after(
        self,
        cx: HeapContext,
        choices: Sequence[Case[LazyHeap, object]],
        left: Term,
        right: Term,
    ) -> list[Case[LazyHeap, Scalar]]:
        """The comparison in each of the heaps that a choice leads to."""
        found: list[Case[LazyHeap, Scalar]] = []
        for case in choices:
            if isinstance(case.value, Cut | Raised):
                found.append(Case(case.guard, case.heap, case.value, settled=True))
                continue
            for answer in self.ref_equals(cx, case.heap, left, right):
                found.append(answer._replace(guard=and_(case.guard, answer.guard), settled=True))
        return found

    def instance_of(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        place = heap.at(ref)
        if place not in heap.pending:
            return super().instance_of(cx, heap, place, cls)
        classes = heap.pending[place].classes
        inside = tuple(member for member in classes if member.is_subclass_of(cls))
        outside = tuple(member for member in classes if not member.is_subclass_of(cls))
        if not inside:
            return [Case(True, heap, False)]
        found: list[Case[LazyHeap, Scalar]] = []
        for case in self._decide_null(heap, place):
            if case.value is True:
                found.append(case._replace(value=False))
                continue
            for members, answer in ((inside, True), (outside, False)):
                if members:
                    guard, narrowed = _narrow(case.heap, place, members)
                    found.append(Case(and_(case.guard, guard), narrowed, answer, settled=True))
        return _certain(found)

    def _classified(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, group: Grouping[K]
    ) -> Sequence[Case[LazyHeap, K]]:
        place = heap.at(ref)
        if place not in heap.pending:
            return super()._classified(cx, heap, place, group)
        found: list[Case[LazyHeap, K]] = []
        for case in self._decide_null(heap, place):
            if case.value is True:
                raised = Raised(Failure.NULL_DEREFERENCE)
                found.append(Case(case.guard, case.heap, raised, settled=True))
                continue
            for target, members in group(case.heap.pending[place].classes).items():
                guard, narrowed = _narrow(case.heap, place, tuple(members))
                found.append(Case(and_(case.guard, guard), narrowed, target, settled=True))
        return _certain(found)


class LazierStrategy(LazierSharpStrategy):
    traits = Traits(materialises=True, rank=1)

    def _reference(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        place: Term,
        declared: ClassDecl,
        depth: int,
        nullable: bool = True,
    ) -> Sequence[Case[LazyHeap, Term]]:
        [case] = super()._reference(cx, heap, place, declared, depth, nullable)
        if case.value is NULL:
            return [case]
        return [
            Case(decided.guard, decided.heap, NULL if decided.value else place, settled=True)
            if nullable
            else case
            for decided in self._decide_null(case.heap, place)
        ]


def _with_pending(heap: LazyHeap, place: Term, pending: Pending) -> LazyHeap:
    return heap._replace(pending={**heap.pending, place: pending})


def _forward(heap: LazyHeap, place: Term, value: Term) -> LazyHeap:
    return heap._replace(forwards={**heap.forwards, place: value})


def _keep_apart(heap: LazyHeap, loc: Term, others: set[Term]) -> LazyHeap:
    """An object found equal to a reference differs from all that the reference differs from."""
    obj = heap.objects[loc]
    if obj.floating:
        heap = heap.with_object(loc, obj._replace(open=obj.open - others))
    for other in others:
        known = heap.objects.get(other)
        if known is not None and loc in known.open:
            heap = heap.with_object(other, known._replace(open=known.open - {loc}))
        pending = heap.pending.get(other)
        if pending is not None:
            distinct = pending.distinct | {loc}
            heap = _with_pending(heap, other, pending._replace(distinct=distinct))
    return heap


def _narrow(heap: LazyHeap, place: Term, classes: tuple[ClassDecl, ...]) -> tuple[Scalar, LazyHeap]:
    """The pending reference has one of these classes: the condition, and the heap that knows."""
    pending = heap.pending[place]
    if len(classes) == len(pending.classes):
        return True, heap
    narrowed = _with_pending(heap, place, pending._replace(classes=classes))
    return class_is_among(place, classes), narrowed


def _certain(cases: list[Case[LazyHeap, T]]) -> list[Case[LazyHeap, T]]:
    """A case without a condition settles nothing."""
    return [case._replace(settled=False) if case.guard is True else case for case in cases]
