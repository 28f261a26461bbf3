"""Traces of endless recursions: the way into the round, and the round."""

from __future__ import annotations

import pytest

from heapwise.engine.lasso import once_round


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
