"""Stores of two sides that are merged: what one side alone has put there."""

from __future__ import annotations

from heapwise.engine.state import Store, StoreKey
from heapwise.merging.meeting_values import Either, kept_locations, merge_stores
from heapwise.terms import BOOL, Scalar, Term, ite, location, not_, symbol

C = symbol("c", BOOL)
MADE, BOTH = location(-1), location(-2)
DEPTH: StoreKey[int] = StoreKey("depth")


def _merge(condition: Term, a: Scalar, b: Scalar) -> Scalar:
    return ite(condition, a, b)


def _as_it_is(condition: Scalar) -> Scalar:
    return condition


def _merged(ours: Store, theirs: Store) -> Store:
    return merge_stores(C, ours, theirs, _merge, _as_it_is, kept_locations)


def test_what_one_side_has_made_stays_as_it_is() -> None:
    """The other side has no reference to it."""
    assert _merged({MADE: 1}, {}) == _merged({}, {MADE: 1}) == {MADE: 1}


def test_a_setting_of_one_side_stays_that_of_one_side() -> None:
    assert _merged({DEPTH: 1}, {}) == {DEPTH: Either(((C, 1), (not_(C), None)))}
    assert _merged({}, {DEPTH: 1}) == {DEPTH: Either(((not_(C), 1), (C, None)))}


def test_contents_that_both_have_depend_on_the_side() -> None:
    assert _merged({BOTH: 1}, {BOTH: 2}) == {BOTH: ite(C, 1, 2)}
    assert _merged({BOTH: 1, DEPTH: 3}, {BOTH: 1, DEPTH: 3}) == {BOTH: 1, DEPTH: 3}
    sides = Either(((C, 3), (not_(C), 4)))
    assert _merged({DEPTH: 3}, {DEPTH: 4}) == {DEPTH: sides}
