"""The Python version of datetime calls helpers that the real class does not have: that was taken
for an AttributeError of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import check
from heapwise.checking.check_options import CheckOptions
from heapwise.results.account import Verdict

CALLS = ("fromtimestamp(n)", "fromtimestamp(n, timezone.utc)", "utcfromtimestamp(n)")


@pytest.mark.parametrize("call", CALLS)
def test_what_follows_is_told(call: str, tmp_path: Path) -> None:
    path = tmp_path / "subject.py"
    source = "from datetime import datetime, timezone\n\n\n"
    path.write_text(f"{source}def f(n: int) -> int:\n    return datetime.{call}.year\n")
    (report,) = check(f"{path}:f", CheckOptions(max_objects=1))
    assert not report.findings
    assert not report.account.failures
    assert report.verdict is Verdict.PARTIAL
    assert all("time()" in what for what, _ in report.account.unsupported)
