"""Value sets: VS and ST of heap-summaries.txt §4, and Theorems 1 and 2 as a check."""

from __future__ import annotations

import pytest

from heapwise.heaps.strategies.summary.summary_heap import (
    Pair,
    as_term,
    check_theorems,
    prune,
    settle,
    show_set,
    united,
)
from heapwise.terms import (
    BOOL,
    NULL,
    REF,
    Concrete,
    Term,
    and_,
    eq,
    evaluate,
    location,
    not_,
    or_,
    symbol,
)
from tests.unit.heaps.summary_walk import Walk

X, Y, Z = (symbol(name, REF) for name in "XYZ")
P, Q = (symbol(name, BOOL) for name in "PQ")
NEW = location(-1)


def absent(ref: Term) -> Pair:
    return Pair(eq(ref, NULL), NULL)


def present(ref: Term) -> Pair:
    return Pair(not_(eq(ref, NULL)), ref)


def test_st_adds_its_condition_to_every_guard() -> None:
    assert show_set((absent(X), present(X))) == "{(X == null, null), (X != null, X)}"
    strengthened = united([(P, (absent(X), present(X)))])
    assert show_set(strengthened) == "{(P and X == null, null), (P and X != null, X)}"


def test_st_with_a_certain_condition_changes_nothing() -> None:
    values = (absent(X), present(X))
    assert united([(True, values)]) == values


def test_vs_has_one_pair_per_location_and_combines_the_guards() -> None:
    values = united([(P, (absent(X), present(X))), (not_(P), (absent(Y), present(Y)))])
    assert [pair.target for pair in values] == [NULL, X, Y]
    assert values[0].guard is or_(and_(P, eq(X, NULL)), and_(not_(P), eq(Y, NULL)))
    assert values[1].guard is and_(P, not_(eq(X, NULL)))
    assert values[2].guard is and_(not_(P), not_(eq(Y, NULL)))


def test_vs_drops_a_pair_that_contradicts_itself() -> None:
    values = united([(P, (Pair(not_(P), X), Pair(P, Y)))])
    assert values == (Pair(P, Y),)


def test_a_set_as_a_term_is_the_location_whose_guard_holds() -> None:
    term = as_term((Pair(and_(P, Q), X), Pair(and_(P, not_(Q)), NEW), Pair(not_(P), NULL)))

    class Values:
        def __init__(self, p: bool, q: bool) -> None:
            self._values = {P: p, Q: q, X: 7}

        def symbol_value(self, symbol: Term) -> int:
            return self._values[symbol]

        def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> int:
            raise AssertionError

    assert evaluate(term, Values(True, True), {}) == 7
    assert evaluate(term, Values(True, False), {}) == -1
    assert evaluate(term, Values(False, True), {}) == 0


def test_what_the_path_has_decided_leaves_the_set_without_a_query() -> None:
    walk = Walk()
    walk.assume(P)
    before = walk.solver.statistics.queries
    assert settle(walk.cx, (Pair(not_(P), X), Pair(and_(P, Q), Y), Pair(not_(Q), Z))) == (
        Pair(Q, Y),
        Pair(not_(Q), Z),
    )
    assert settle(walk.cx, (Pair(not_(P), X), Pair(P, Y))) == (Pair(True, Y),)
    assert walk.solver.statistics.queries == before


def test_pruning_finds_what_the_path_only_implies() -> None:
    walk = Walk()
    walk.assume(eq(X, Y))
    walk.assume(eq(Y, Z))
    values = (Pair(eq(X, Z), X), Pair(not_(eq(X, Z)), Z))
    assert settle(walk.cx, values) == values
    assert prune(walk.cx, values, True) == (Pair(True, X),)


def test_guards_that_overlap_break_theorem_1() -> None:
    with pytest.raises(AssertionError, match=r"not exclusive at X and Y: \{\(P, X\), \(Q, Y\)\}"):
        check_theorems(Walk().cx, (Pair(P, X), Pair(Q, Y)), True)


def test_guards_that_leave_a_gap_break_theorem_2() -> None:
    values = (Pair(and_(P, Q), X), Pair(not_(P), Y))
    with pytest.raises(AssertionError, match="not complete"):
        check_theorems(Walk().cx, values, True)
    check_theorems(Walk().cx, values, Q)


def test_the_alias_guards_as_printed_break_theorem_2() -> None:
    """SUMMARIZE of Figure 8, literally: r = a and r differs from every other known reference."""
    r, a, b = symbol("r", REF), symbol("a", REF), symbol("b", REF)
    printed = (
        absent(r),
        Pair(and_(not_(eq(r, NULL)), eq(r, a), not_(eq(r, b))), a),
        Pair(and_(not_(eq(r, NULL)), eq(r, b), not_(eq(r, a))), b),
        Pair(and_(not_(eq(r, NULL)), not_(eq(r, a)), not_(eq(r, b))), r),
    )
    with pytest.raises(AssertionError, match="not complete"):
        check_theorems(Walk().cx, printed, True)
