"""Deques of the input have no maxlen: the verdict says so where it makes a difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import check
from heapwise.results.account import Verdict
from heapwise.results.checks import FunctionReport

_NO_MAXLEN = "deques that have no maxlen"


@pytest.mark.parametrize(
    "body",
    [
        "d.append(1)",
        "d.appendleft(1)",
        "d.extend([1])",
        "d.extendleft([1])",
        "d.insert(0, 1)",
        "d.maxlen",
        "d.copy()",
        "d += [1]",
    ],
)
def test_what_a_maxlen_would_change_is_told(body: str, tmp_path: Path) -> None:
    report = checked(tmp_path, body)
    assert report.verdict is Verdict.CLEAN
    assert report.account.approximations == (_NO_MAXLEN,)


@pytest.mark.parametrize(
    "body", ["len(d)", "d.clear()", "deque([1]).append(2)", "d[0] if d else 0"]
)
def test_other_operations_need_no_such_limit(body: str, tmp_path: Path) -> None:
    report = checked(tmp_path, body)
    assert report.verdict is Verdict.PROVED
    assert not report.account.approximations


def checked(folder: Path, body: str) -> FunctionReport:
    path = folder / "subject.py"
    path.write_text(
        f"from collections import deque\n\n\ndef f(d: deque[int]) -> None:\n    {body}\n"
    )
    (report,) = check(str(path))
    return report
