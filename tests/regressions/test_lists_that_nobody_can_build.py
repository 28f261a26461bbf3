"""A list that is as long as an array can be overflows when something is added. No run shows that,
and it was told of every Java method that adds to a list as a violation that is not reproduced."""

from __future__ import annotations

from pathlib import Path

from heapwise.checking.check import CheckOptions, check
from heapwise.results import Verdict

BEFORE = Path(__file__).parents[1] / "programs_java" / "versions" / "before"


def test_it_is_a_limit_and_no_failure() -> None:
    options = CheckOptions(seconds=60, max_objects=1)
    (report,) = check(f"{BEFORE}:versions.Pairs.appended", options)
    assert report.verdict is Verdict.CLEAN and not report.findings
    assert report.account.limits["items"] == "arrays of at most 200,000 items"
