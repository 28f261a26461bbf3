"""A strategy around a lazy one that drops what no valid structure can be (lissa.txt §3).

After every step that decides something about the initial heap, an oracle (SymSolve, or the hybrid
invariant) is asked whether the structure known so far extends to a valid one; if not, that case is
dropped. What is left is exhaustive under the precondition, so a guard that nothing else carries
becomes a fact of the path.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Protocol, TypeVar

from heapwise.heaps.api import MAX_OBJECTS, Case, Cut, Denoted, HeapContext, HeapStrategy, Raised
from heapwise.heaps.strategies.lazy.lazy_heap import LazyHeap
from heapwise.heaps.view import HeapView
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.structure.search.symsolve import Decided, MayHold
from heapwise.terms import REF, Scalar, Term

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Oracle(Protocol):
    def extends(
        self, heap: LazyHeap, decided: Decided, may_hold: MayHold | None = None
    ) -> bool: ...


class PrunedStrategy:
    """A `HeapStrategy` of the lazy family, without the cases that `oracle` rules out. If the run
    itself says that it looks `within_scope`, what exceeds the bounds on objects is ruled out too,
    as every other structure that is not in the scope."""

    def __init__(
        self, inner: HeapStrategy[LazyHeap], oracle: Oracle, *, within_scope: bool = False
    ) -> None:
        self._inner = inner
        self.traits = inner.traits
        self._oracle = oracle
        self._within_scope = within_scope
        self.pruned = 0

    def _left(
        self, cx: HeapContext, heap: LazyHeap, cases: Sequence[Case[LazyHeap, T]]
    ) -> Sequence[Case[LazyHeap, T]]:
        if len(cases) == 1 and cases[0].heap.inputs is heap.inputs:
            return cases
        kept = [case for case in cases if self._may_be(cx, heap, case)]
        if len(kept) == len(cases):
            return cases
        self.pruned += len(cases) - len(kept)
        found = []
        for case in kept:
            guard = case.guard
            if case.settled or not isinstance(guard, Term):
                found.append(case)
            elif cx.may_hold(guard):
                found.append(case._replace(guard=True, facts=(*case.facts, guard)))
        return found or [cases[0]._replace(guard=False)]

    def _may_be(self, cx: HeapContext, heap: LazyHeap, case: Case[LazyHeap, T]) -> bool:
        if isinstance(case.value, Cut):
            return not (self._within_scope and case.value.bound == MAX_OBJECTS)
        if isinstance(case.value, Raised) or not _is_step(heap, case):
            return True
        return self._oracle.extends(case.heap, cx.decided, cx.may_hold)

    # -- the operations

    def empty(self) -> LazyHeap:
        return self._inner.empty()

    def input_value(
        self, cx: HeapContext, heap: LazyHeap, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._left(cx, heap, self._inner.input_value(cx, heap, name, type_, nullable))

    def new_object(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl
    ) -> Sequence[Case[LazyHeap, Term]]:
        return self._inner.new_object(cx, heap, cls)

    def new_array(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[LazyHeap, Term]]:
        return self._inner.new_array(cx, heap, cls, length)

    def read_field(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, field: FieldDecl
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._left(cx, heap, self._inner.read_field(cx, heap, ref, field))

    def write_field(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[LazyHeap, None]]:
        return self._left(cx, heap, self._inner.write_field(cx, heap, ref, field, value))

    def read_item(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._left(cx, heap, self._inner.read_item(cx, heap, ref, field, index))

    def write_item(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        ref: Term,
        field: FieldDecl,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[LazyHeap, None]]:
        return self._left(cx, heap, self._inner.write_item(cx, heap, ref, field, index, value))

    def array_load(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._left(cx, heap, self._inner.array_load(cx, heap, cls, ref, index))

    def array_store(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        cls: ClassDecl,
        ref: Term,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[LazyHeap, None]]:
        return self._left(cx, heap, self._inner.array_store(cx, heap, cls, ref, index, value))

    def array_length(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._left(cx, heap, self._inner.array_length(cx, heap, cls, ref))

    def ref_equals(
        self, cx: HeapContext, heap: LazyHeap, left: Term, right: Term
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._left(cx, heap, self._inner.ref_equals(cx, heap, left, right))

    def instance_of(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._left(cx, heap, self._inner.instance_of(cx, heap, ref, cls))

    def dispatch(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[LazyHeap, MethodDecl]]:
        return self._left(cx, heap, self._inner.dispatch(cx, heap, ref, cls, method))

    def classify(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[LazyHeap, K]]:
        return self._left(cx, heap, self._inner.classify(cx, heap, ref, key))

    # -- what needs no pruning

    def targets(self, cx: HeapContext, heap: LazyHeap, ref: Term) -> Denoted:
        return self._inner.targets(cx, heap, ref)

    def allocated_class(self, heap: LazyHeap, loc: Term) -> ClassDecl:
        return self._inner.allocated_class(heap, loc)

    def made(self, heap: LazyHeap) -> Sequence[Term]:
        return self._inner.made(heap)

    def sighted(self, heap: LazyHeap) -> Sequence[Term]:
        return self._inner.sighted(heap)

    def input_state(self, heap: LazyHeap) -> object:
        return self._inner.input_state(heap)

    def materialised(self, heap: LazyHeap) -> int:
        return self._inner.materialised(heap)

    def view(self, program: Program, heap: LazyHeap, model: Model) -> HeapView:
        return self._inner.view(program, heap, model)


def _is_step(heap: LazyHeap, case: Case[LazyHeap, T]) -> bool:
    """Does the case decide something about the initial heap?"""
    after = case.heap
    if after is heap:
        return False
    if isinstance(case.value, Term) and case.value.sort is REF:
        return True
    return (
        after.met != heap.met
        or after.inputs is not heap.inputs
        or after.pending is not heap.pending
        or after.forwards is not heap.forwards
        or case.settled
    )
