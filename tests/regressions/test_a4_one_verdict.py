"""One line says the strongest true thing of a function; a bound that cut is in that line."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check_function
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.reports.checks import function_lines
from heapwise.results import Account, Failure, Verdict
from heapwise.results.place import Place

SOURCE = """
def half(x: int) -> float:
    return x / 2


def low_bit(x: int, y: int) -> None:
    assert x & y != 256


def twice(x: int) -> int:
    return 2 * x
"""


@pytest.mark.parametrize(
    ("name", "verdict", "text"),
    [
        ("half", "clean", "✓  no violation for any input, up to: the largest integers that /"),
        ("low_bit", "clean", "✓  no violation for any input, up to: the largest integers whose"),
        ("twice", "proved", "✓  proved for all inputs"),
    ],
)
def test_a_bound_that_cut_is_part_of_the_claim(
    tmp_path: Path, name: str, verdict: str, text: str
) -> None:
    path = tmp_path / "claims.py"
    path.write_text(SOURCE, encoding="utf-8")
    (subject,) = subjects_of(f"{path}:{name}")
    report = check_function(subject, CheckOptions(max_objects=2))
    assert report.verdict == verdict
    (line,) = function_lines(report)
    assert text in line


PLACE = ("open()", Place("f.py", 1, 1))


@pytest.mark.parametrize(
    ("account", "verdict"),
    [
        (Account(finished=True), Verdict.PROVED),
        (Account(finished=True, cuts={"max-objects": 1}), Verdict.CLEAN),
        (Account(finished=True, limits={"scope": "at most 3 objects"}), Verdict.CLEAN),
        (Account(finished=True, approximations=("no overflow",)), Verdict.CLEAN),
        (Account(), Verdict.UNFINISHED),
        (Account(stopped="timeout"), Verdict.UNFINISHED),
        (Account(finished=True, unsupported={PLACE: 1}), Verdict.PARTIAL),
        (Account(finished=True, unsupported={PLACE: 1}, undecided={PLACE: 1}), Verdict.UNDECIDED),
        (Account(finished=True, undecided={PLACE: 1}, failures=[Failure("", "")]), Verdict.FAILED),
        (Account(finished=True, violated=1), Verdict.NOT_REPRODUCED),
        (Account(violated=2, violations={"no JVM": 2}, stopped="timeout"), Verdict.NOT_REPRODUCED),
        (Account(violated=2, violations={"no JVM": 1, "": 1}), Verdict.VIOLATED),
    ],
)
def test_verdicts_come_from_the_account(account: Account, verdict: Verdict) -> None:
    assert account.verdict is verdict
    assert verdict.is_good == (verdict in (Verdict.PROVED, Verdict.CLEAN))


@pytest.mark.parametrize(
    "account",
    [
        Account(finished=True, cuts={"max-loops": 1}),
        Account(finished=True, limits={"scope": ""}),
        Account(finished=True, unsupported={PLACE: 1}),
        Account(finished=True, undecided={PLACE: 1}),
        Account(finished=True, failures=[Failure("", "")]),
        Account(finished=False),
    ],
)
def test_whatever_is_open_makes_a_run_not_exhaustive(account: Account) -> None:
    assert not account.exhaustive
