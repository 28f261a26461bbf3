"""Checks and tests on several cores are those of one, in the same order."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from heapwise.checking.check import subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.on_workers import reports_of, suite_parts
from heapwise.checking.suites import subjects_of as subjects_for_tests
from heapwise.checking.suites import suite_of
from heapwise.frontends.test_options import TestOptions
from heapwise.results.checks import FunctionReport
from heapwise.workers import helping
from heapwise.workers.clusters import workforce

JAVA = Path(__file__).parents[2] / "programs_java" / "classes"
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

def untyped(x: 'Nowhere'):
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
    options = CheckOptions(seconds=60, max_objects=2, inputs="any")
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
    monkeypatch.setattr(helping, "_ALONE", -1.0)
    assert reports(2) == alone
    assert not begun, "nothing was done in this process"


@pytest.mark.parametrize("language", ["python", "java"])
def test_the_same_tests_are_written(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "several.py"
    module.write_text(SOURCE)
    target = str(module) if language == "python" else f"{JAVA}:lengths.Lengths"
    options = TestOptions(seconds=60, max_objects=1, boundaries=False)
    subjects = subjects_for_tests(target, options)

    def made(jobs: int) -> tuple[object, ...]:
        with closing(suite_of(subjects, options)) as suite:
            workers = workforce(None, jobs)
            source = suite_parts(target, subjects, suite, options, False, None, workers)
            found = list(source)
            assert [each.name for each in found] == [each.name for each in subjects]
            paths = [(each.paths, each.coverage, each.account) for each in found]
            return paths, suite.written(found, None).text

    alone = made(1)
    monkeypatch.setattr(helping, "_ALONE", -1.0)
    assert made(2) == alone
