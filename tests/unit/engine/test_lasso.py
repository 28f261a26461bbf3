"""Traces of endless recursions: the way into the round, and the round."""

from __future__ import annotations

import pytest

from heapwise.engine.lasso import goes_round, once_round


@pytest.mark.parametrize(
    ("trace", "kept"),
    [
        ("", ""),
        ("a", "a"),
        ("abc", "abc"),
        ("xabab", "xab"),
        ("xababab", "xab"),
        ("xabababa", "xab"),
        ("xyyxxyyxx", "xyyx"),
        ("aaaa", "a"),
        ("abcabcab", "abc"),
        ("xyx", "xyx"),
    ],
)
def test_of_the_rounds_at_the_end_one_is_kept(trace: str, kept: str) -> None:
    assert "".join(once_round(list(trace))) == kept


def test_how_often_it_goes_round_makes_no_difference() -> None:
    first = [*"in", *"round" * 3, *"rou"]
    assert once_round(first) == once_round([*"in", *"round" * 9]) == [*"inround"]


def test_long_traces_are_shortened_as_fast_as_they_are_read() -> None:
    """Stacks are thousands of calls deep: to compare every part with every other takes minutes."""
    assert once_round([*"in", *["round"] * 30_000]) == [*"in", "round"]


@pytest.mark.parametrize(
    ("trace", "expected"),
    [
        ("", False),
        ("aaa", True),
        ("aa", False),
        ("xababab", True),
        ("xabab", False),
        ("aab", False),
    ],
)
def test_three_rounds_that_are_the_same_are_a_way_round(trace: str, expected: bool) -> None:
    assert goes_round(list(trace)) is expected
