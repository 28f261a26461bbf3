"""Checks and tests on several cores are those of one, in the same order."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from heapwise.checking import on_workers, shared_level
from heapwise.checking.check import subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.on_workers import check_numbered, reports_of
from heapwise.checking.shared_level import SharedLevel, Task
from heapwise.checking.suite_tasks import subjects_of as subjects_for_tests
from heapwise.checking.suite_tasks import suite_of
from heapwise.checking.suites_on_workers import suite_parts
from heapwise.engine.run_context import StoppedError
from heapwise.frontends.test_options import TestOptions
from heapwise.results.checks import FunctionReport
from heapwise.workers import division, exploring, helping
from heapwise.workers.clusters import workforce
from heapwise.workers.crew import Lost
from heapwise.workers.exploring import Spread
from heapwise.workers.found import Found
from heapwise.workers.unit_of_work import Slice

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
    monkeypatch.setattr(helping, "ALONE", -1.0)
    assert reports(2) == alone
    assert not begun, "nothing was done in this process"


LARGE = """
def count(xs: list[int], ys: list[int], k: int) -> int:
    total = 0
    for x in xs:
        if x > k:
            total += 1
        elif x == k:
            total += 2
    for y in ys:
        if y < k:
            total -= 1
    return 10 // (total - 3)

def turns(xs: list[int], k: int) -> int:
    i = 0
    while i < len(xs):
        if xs[i] != 7 or k % 2:
            i += 1
    return i
"""

CHAIN = """
class Node:
    def __init__(self, key: int, after: "Node | None" = None) -> None:
        self.key = key
        self.after = after

    def rep_ok(self) -> bool:
        node: Node | None = self
        while node is not None:
            if node.after is not None and node.after.key <= node.key:
                return False
            node = node.after
        return True

    def below(self, k: int) -> int:
        node: Node | None = self
        found = 0
        while node is not None:
            if node.key > k:
                found += 1
            node = node.after
        return 10 // (found - 3)
"""


@pytest.mark.parametrize(
    ("name", "objects", "wanted"),
    [
        ("count", 2, CheckOptions(lines=True)),
        ("turns", 1, CheckOptions(endless=True)),
        ("Node.below", 3, CheckOptions(precondition="compiled", lines=True)),
        ("Node.below", 3, CheckOptions(precondition="symsolve", strategy="lazy")),
    ],
)
def test_all_help_with_a_large_function(
    name: str,
    objects: int,
    wanted: CheckOptions,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """And find what one process finds: the same paths, verdict, failures, decisions and lines."""
    module = tmp_path / "large.py"
    module.write_text(LARGE + CHAIN)
    target = f"{module}:{name}"
    options = replace(wanted, seconds=60, max_objects=objects, engine="paths")
    subjects = subjects_of(target, options)
    units = 0
    taken = SharedLevel._taken

    def counted(level: SharedLevel, key: int, result: Slice | Lost) -> Sequence[Found]:
        nonlocal units
        units += isinstance(result, Slice) and bool(result.found or result.counted)
        return taken(level, key, result)

    def report(jobs: int) -> FunctionReport:
        (found,) = reports_of(
            target, subjects, options, False, workforce(None, jobs), lambda each: None
        )
        return found

    alone = report(1)
    monkeypatch.setattr(SharedLevel, "_taken", counted)
    monkeypatch.setattr(helping, "ALONE", -1.0)
    monkeypatch.setattr(shared_level, "_ALONE", -1.0)
    for module_of_slices in (division, exploring):
        monkeypatch.setattr(module_of_slices, "FIRST_SLICE", 0.02)
    together = report(2)
    assert units, "a test of nothing"
    assert alone.findings and together.account == alone.account
    assert said(together)[:4] == said(alone)[:4]
    assert set(together.decided) == set(alone.decided)
    assert together.lines == alone.lines and (alone.lines is not None) == options.lines
    told = [(each.message, each.at, each.objects, each.replayed) for each in together.findings]
    assert told == [(each.message, each.at, each.objects, each.replayed) for each in alone.findings]


def test_the_last_function_is_given_back_if_it_is_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = tmp_path / "large.py"
    module.write_text(f"def small(a: int) -> int:\n    return a + 1\n{LARGE}")
    options = CheckOptions(seconds=60, max_objects=2)
    subjects = subjects_of(module, options)
    begun: list[str] = []
    monkeypatch.setattr(helping, "ALONE", -1.0)
    patient = replace(Task(str(module), options, False, 1), small=True)
    monkeypatch.setattr(on_workers, "SMALL", 0.0)
    assert isinstance(check_numbered(patient), helping.TooLarge)
    monkeypatch.setattr(on_workers, "check_numbered", never_large)
    found = reports_of(
        str(module),
        subjects,
        options,
        False,
        workforce(None, 2),
        lambda each: begun.append(each.name),
    )
    assert [each.name for each in found] == ["small", "count", "turns"]
    assert begun == ["turns"], "by this process, with the help of all"


def never_large(task: Task) -> FunctionReport | helping.TooLarge:
    """In a worker."""
    return helping.TooLarge() if task.small else check_numbered(task)


def test_what_was_under_way_when_the_time_was_up_is_not_taken_for_another_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may be up in the middle of a path that this process looks at."""
    module = tmp_path / "large.py"
    module.write_text(LARGE)
    options = CheckOptions(seconds=60, max_objects=1)
    subjects = subjects_of(module, options)
    taken = SharedLevel._taken
    were_left: list[int] = []

    def stopped(level: SharedLevel, key: int, result: Slice | Lost) -> Sequence[Found]:
        if not were_left and len(level._units) > 1:
            were_left.append(len(level._units))
            raise StoppedError
        return taken(level, key, result)

    def reports(jobs: int) -> list[FunctionReport]:
        workers = workforce(None, jobs)
        return list(reports_of(str(module), subjects, options, False, workers, lambda each: None))

    _, alone = reports(1)
    monkeypatch.setattr(SharedLevel, "_taken", stopped)
    monkeypatch.setattr(on_workers, "check_numbered", always_large)
    monkeypatch.setattr(helping, "ALONE", -1.0)
    monkeypatch.setattr(shared_level, "_ALONE", -1.0)
    for module_of_slices in (division, exploring):
        monkeypatch.setattr(module_of_slices, "FIRST_SLICE", 0.02)
    first, second = reports(2)
    assert were_left and first.account.stopped == "timeout"
    assert said(second)[:4] == said(alone)[:4]


def always_large(task: Task) -> helping.TooLarge:
    """In a worker."""
    return helping.TooLarge()


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
    monkeypatch.setattr(helping, "ALONE", -1.0)
    assert made(2) == alone


@pytest.mark.parametrize("name", ["count", "Node.below"])
def test_all_help_with_the_tests_of_a_large_function(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the same tests are written, for as many paths."""
    module = tmp_path / "large.py"
    module.write_text(LARGE + CHAIN)
    target = f"{module}:{name}"
    options = TestOptions(seconds=60, max_objects=2, max_length=2, boundaries=False)
    subjects = subjects_for_tests(target, options)
    units = 0
    taken = Spread._taken

    def counted(spread: Spread, key: int, result: Slice | Lost) -> Sequence[Found]:
        nonlocal units
        units += isinstance(result, Slice) and bool(result.found)
        return taken(spread, key, result)

    def made(jobs: int) -> tuple[object, ...]:
        with closing(suite_of(subjects, options)) as suite:
            workers = workforce(None, jobs)
            (found,) = suite_parts(target, subjects, suite, options, False, None, workers)
            return found.paths, found.coverage, found.account, suite.written([found], None).text

    alone = made(1)
    monkeypatch.setattr(Spread, "_taken", counted)
    monkeypatch.setattr(helping, "ALONE", -1.0)
    for module_of_slices in (division, exploring):
        monkeypatch.setattr(module_of_slices, "FIRST_SLICE", 0.02)
    assert made(2) == alone
    assert units, "a test of nothing"
