"""What a comprehension leaves out is a turn of its loop: no path goes on for ever with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check_function
from heapwise.frontends.python.checking.subjects import subjects_of

SOURCE = """
def listed(s: str) -> int:
    return len(s) // sum([1 for c in s if c.isdigit()])


def generated(s: str) -> int:
    return sum(int(c) for c in s if c.isdecimal()) // len(s)


def nested(s: str, t: str) -> int:
    return 1 // len({c for c in s if c.isupper() for d in t if c == d})
"""


@pytest.mark.parametrize("name", ["listed", "generated", "nested"])
def test_the_empty_text_is_found(tmp_path: Path, name: str) -> None:
    module = tmp_path / "comprehensions.py"
    module.write_text(SOURCE)
    (subject,) = subjects_of(f"{module}:{name}")
    report = check_function(subject, CheckOptions(seconds=20))
    (finding,) = report.findings
    assert finding.message.startswith("ZeroDivisionError") and finding.replayed
    assert finding.input.roots["s"] == ""
