"""`**`, `//` and `%` of floats are followed on whole numbers; the rest is cut, not guessed."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.results import OutcomeKind
from tests.unit.frontends.python.exploring import explore, results


@pytest.mark.parametrize(
    "condition", ["x ** 2 == 9.0", "x % 4.0 == 3.0", "x // 2 == -3.0", "x ** 0 == 1.0 and x > 0"]
)
def test_whole_numbers_are_computed_exactly(tmp_path: Path, condition: str) -> None:
    source = f"def target(x: float):\n    return 1 if {condition} else 0\n"
    assert results(explore(tmp_path, source)) - {"OverflowError"} == {0, 1}


def test_other_numbers_are_beyond_a_bound(tmp_path: Path) -> None:
    paths = explore(tmp_path, "def target(x: float) -> float:\n    return x % 3\n")
    ends = {path.kind for path in paths}
    assert ends == {OutcomeKind.RETURNED, OutcomeKind.BOUNDED}
    assert {path.detail for path in paths if path.kind is OutcomeKind.BOUNDED} == {
        "**, // and % of floats where all numbers are whole and at most 2 ** 53"
    }


@pytest.mark.parametrize("exponent", [2, 3, 53])
def test_a_power_that_no_float_holds_is_an_error(tmp_path: Path, exponent: int) -> None:
    source = f"def target(x: float):\n    return 0 * int(x ** {exponent} > 0)\n"
    raised = [each for each in explore(tmp_path, source) if each.kind is OutcomeKind.RAISED]
    assert [each.detail for each in raised] == ["OverflowError"]


def test_text_that_is_no_number_for_sure_is_an_error(tmp_path: Path) -> None:
    for kind in ("int", "float"):
        paths = explore(tmp_path, f"def target(t: str):\n    return 0 * {kind}(t)\n")
        assert {0, "ValueError"} <= results(paths)
