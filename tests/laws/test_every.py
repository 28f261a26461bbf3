"""The laws are checked for every value, and every failure is told."""

from __future__ import annotations

import inspect

import pytest

from checks.every import every


def test_every_value_is_checked_and_every_failure_is_told() -> None:
    seen: list[tuple[str, int, int]] = []

    @every("a", [1, 2, 3])
    @every("b", [10, 20])
    def law(name: str, a: int, b: int) -> None:
        seen.append((name, a, b))
        assert a + b != 13
        assert a != 2

    assert list(inspect.signature(law).parameters) == ["name"]
    with pytest.raises(ExceptionGroup) as caught:
        law(name="x")
    assert seen == [("x", a, b) for a in (1, 2, 3) for b in (10, 20)]
    by_a = caught.value.exceptions
    assert [each.__notes__ for each in by_a] == [["a = 2"], ["a = 3"]]
    assert all(isinstance(each, ExceptionGroup) for each in by_a)
    told = [[inner.__notes__ for inner in each.exceptions] for each in by_a]
    assert told == [[["b = 10"], ["b = 20"]], [["b = 10"]]]


def test_nothing_to_check_is_an_error() -> None:
    with pytest.raises(AssertionError, match="nothing to check"):
        every("a", [])
