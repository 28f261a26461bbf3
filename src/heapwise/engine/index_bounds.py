"""Cuts paths that would use more elements of one input array than the bounds allow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.run_context import Run
from heapwise.engine.state import Access, Cursor, is_allocated
from heapwise.heaps.api import Case, Cut, Raised
from heapwise.terms import Scalar, Term, add, and_, eq, ite, le, not_, or_

H = TypeVar("H")
T = TypeVar("T")


def within_indexes(
    run: Run[H], cursor: Cursor[H], cases: Sequence[Case[H, T]], array: Term, index: Scalar
) -> Sequence[Case[H, T]]:
    """The cases, cut where the path would use more distinct indexes of one input array than
    the bounds on depth (kiasan.txt §3.4) and on length allow."""
    cases = within_length(run, cursor.accesses, cases, array, index)
    limit = run.bounds.max_depth
    if limit is None or len(cursor.accesses) < limit or is_allocated(array):
        return cases
    found: list[Case[H, T]] = []
    for case in cases:
        excess: Scalar = False
        if not isinstance(case.value, Cut | Raised):
            excess = _index_excess(run, case.heap, cursor.accesses, array, index, limit)
        found += _split(case, excess, "max-depth")
    return [case for case in found if case.guard is not False]


def within_length(
    run: Run[H],
    accesses: Sequence[Access],
    cases: Sequence[Case[H, T]],
    array: Term,
    index: Scalar,
) -> Sequence[Case[H, T]]:
    """The cases, cut where the path would look at more elements of one input array than the
    bound on lengths allows. Only what goes by the same name counts."""
    limit = run.bounds.max_length
    if limit is None or is_allocated(array):
        return cases
    keys = [access.key for access in accesses if access.array is array]
    if len(keys) < limit or index in keys:
        return cases
    used: Scalar = 0
    for position, key in enumerate(keys):
        again = or_(*(eq(key, earlier) for earlier in keys[:position]))
        used = add(used, ite(again, 0, 1))
    excess = and_(le(limit, used), *(not_(eq(key, index)) for key in keys))
    found: list[Case[H, T]] = []
    for case in cases:
        is_access = not isinstance(case.value, Cut | Raised)
        found += _split(case, excess if is_access else False, MAX_LENGTH)
    return [case for case in found if case.guard is not False]


def _index_excess(
    run: Run[H], heap: H, accesses: Sequence[Access], array: Term, index: Scalar, limit: int
) -> Scalar:
    """The condition that `index` is new for this array, and its indexes are used up."""
    # What the path has accessed, it knows the class of: no further facts are needed.
    same_array = [run.same(heap, array, access.array)[0] for access in accesses]
    used: Scalar = 0
    is_new: Scalar = True
    for position, access in enumerate(accesses):
        earlier = [
            and_(same_array[before], eq(accesses[before].key, access.key))
            for before in range(position)
        ]
        counts = and_(same_array[position], *(not_(condition) for condition in earlier))
        used = add(used, ite(counts, 1, 0))
        is_new = and_(is_new, not_(and_(same_array[position], eq(access.key, index))))
    return and_(is_new, eq(used, limit))


def _split(case: Case[H, T], excess: Scalar, bound: str) -> list[Case[H, T]]:
    """The case, and what of it this bound cuts."""
    if excess is False:
        return [case]
    beyond = Case(and_(case.guard, excess), case.heap, Cut(bound), case.facts)
    return [beyond, case._replace(guard=and_(case.guard, not_(excess)), settled=False)]
