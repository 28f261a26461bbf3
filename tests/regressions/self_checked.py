"""Programs that CPython and the self-check are to agree upon, each in a module of its own."""

from __future__ import annotations

import sys
from pathlib import Path

from heapwise.selfcheck.python.laws import Limits, check


def agrees_with_cpython(source: str, path: Path) -> None:
    """On its function `target`, for all small inputs; nothing is left open."""
    path.write_text(source, encoding="utf-8")
    try:
        report = check(path, "target", Limits(inputs=60))
    finally:
        sys.modules.pop(path.stem, None)
    assert report.failure is None
    assert report.skipped is None
    assert not report.tally.open


def leaves_open(source: str, path: Path, reason: str) -> None:
    """Nothing that it says is wrong, but not everything is said, for a reason with these words."""
    path.write_text(source, encoding="utf-8")
    report = check(path, "target", Limits())
    assert report.failure is None
    assert any(reason in each for each in report.tally.open)
