"""A check on several cores says what a check on one says, in the same order."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking import on_workers
from heapwise.checking.check import subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.on_workers import reports_of
from heapwise.results.checks import FunctionReport
from heapwise.workers.clusters import workforce

SOURCE = """
class Node:
    def __init__(self, value: int, next: "Node | None") -> None:
        self.value = value
        self.next = next

def last(node: Node) -> int:
    while node.next is not None:
        node = node.next
    return 10 // node.value

def plus(a: int, b: int) -> int:
    return a + b

def first(xs: list[int]) -> int:
    return xs[0]

def untyped(x):
    return x
"""


def said(report: FunctionReport) -> tuple[object, ...]:
    found = [(each.message, each.at, each.input, each.snippet) for each in report.findings]
    return report.name, report.verdict, report.account, report.paths, found


def test_the_same_reports_in_the_same_order(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "several.py"
    module.write_text(SOURCE)
    options = CheckOptions(seconds=60, max_objects=2)
    subjects = subjects_of(module, options)
    begun: list[str] = []

    def reports(jobs: int) -> list[tuple[object, ...]]:
        workers = workforce(None, jobs)
        found = reports_of(
            str(module), subjects, options, False, workers, lambda each: begun.append(each.name)
        )
        return [said(each) for each in found]

    alone = reports(1)
    assert len(alone) == len(subjects) and begun
    begun.clear()
    monkeypatch.setattr(on_workers, "_ALONE", -1.0)
    assert reports(2) == alone
    assert not begun, "nothing was done in this process"
