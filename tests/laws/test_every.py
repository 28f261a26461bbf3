"""The laws are checked for every value, and every failure is told."""

from __future__ import annotations

import inspect

import pytest

from checks.every import every, in_turn


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


def test_the_values_may_depend_on_the_other_arguments() -> None:
    seen: list[tuple[int, int]] = []

    @every("a", [1, 2])
    @every("b", lambda a: [a, 10 * a])
    def law(a: int, b: int) -> None:
        seen.append((a, b))

    law()
    assert seen == [(1, 1), (1, 10), (2, 2), (2, 20)]


def test_the_values_have_their_turns() -> None:
    values = ["x", "y", "z"]
    picked = [in_turn(values, 2, f"program{number}") for number in range(60)]
    assert picked == [in_turn(values, 2, f"program{number}") for number in range(60)]
    assert all(len(set(each)) == 2 for each in picked)
    assert all(sum(value in each for each in picked) >= 30 for value in values)
