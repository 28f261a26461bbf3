"""A check by merged runs: what it proves, what it finds, and what it leaves to paths."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path

import pytest

from heapwise.checking.check import check, check_function, empty_report, subjects_of
from heapwise.checking.check_options import CheckOptions
from heapwise.checking.merged_proofs import MergedProofs
from heapwise.reports.checks import function_lines
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport

SOURCE = """
from __future__ import annotations


class Cell:
    value: int
    below: Cell | None


def ends(cell: Cell | None) -> bool:
    seen = []
    while cell is not None:
        if cell in seen:
            return False
        seen.append(cell)
        cell = cell.below
    return True


def depth(cell: Cell | None) -> int:
    \"\"\"
    pre: ends(cell)
    post: _ >= 0 and ends(cell)
    \"\"\"
    return 0 if cell is None else 1 + depth(cell.below)


def short(cell: Cell | None) -> int:
    \"\"\"
    pre: ends(cell)
    post: _ < 3
    \"\"\"
    return 0 if cell is None else 1 + short(cell.below)


def at_most_two(cell: Cell | None) -> int:
    \"\"\"
    pre: ends(cell) and depth(cell) < 3
    post: _ < 3
    \"\"\"
    return depth(cell)


def at_most_six(cell: Cell | None) -> int:
    \"\"\"
    pre: ends(cell)
    post: _ < 7
    \"\"\"
    return depth(cell)


def counted(n: int) -> int:
    total = 0
    while total < n:
        total += 1
    return total


def is_heap(items: list[int]) -> bool:
    return all(items[(at - 1) // 2] <= items[at] for at in range(1, len(items)))


def push(items: list[int], value: int) -> None:
    \"\"\"
    pre: is_heap(items)
    post: is_heap(items)
    \"\"\"
    items.append(value)
    at = len(items) - 1
    while at > 0 and items[(at - 1) // 2] > items[at]:
        up = (at - 1) // 2
        items[up], items[at] = items[at], items[up]
        at = up


def push_near(items: list[int], value: int) -> None:
    \"\"\"
    pre: is_heap(items)
    post: is_heap(items)
    \"\"\"
    items.append(value)
    at = len(items) - 1
    swaps = 0
    while at > 0 and swaps < 2 and items[(at - 1) // 2] > items[at]:
        up = (at - 1) // 2
        items[up], items[at] = items[at], items[up]
        at = up
        swaps += 1


class Pair:
    is_made: bool
    left: Cell | None
    right: Cell | None


def are_two(pair: Pair) -> bool:
    if pair.left is None or pair.right is None:
        return False
    return pair.is_made or (pair.left.value > 0 and pair.right.value > 0)


def right_first(pair: Pair) -> bool:
    \"\"\"
    pre: are_two(pair)
    post: _
    \"\"\"
    if pair.right is None or pair.left is None:
        return True
    same = pair.right.value == pair.left.value
    return same or pair.is_made


def total(values: set[int]) -> int:
    found = 0
    for value in values:
        found = value
    return found
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("merged") / "cells.py"
    path.write_text(SOURCE)
    return path


def checked(module: Path, name: str, **choices: object) -> FunctionReport:
    options = CheckOptions(seconds=30, max_objects=3, **choices)  # type: ignore[arg-type]
    (report,) = check(f"{module}:{name}", options)
    return report


def is_proved(module: Path, name: str, count: int) -> bool:
    """By a merged run alone, without paths; if not, by a violation that was replayed."""
    (subject,) = subjects_of(f"{module}:{name}")
    options = CheckOptions(seconds=60.0, engine="merged")
    with closing(subject.judge()) as judge:
        proofs = MergedProofs(subject, options, judge, time.monotonic())
        proved = proofs.attempt(count, 60.0, empty_report(subject))
    assert proved or [finding.replayed for finding in proofs.found.values()] == [True]
    return proved


def test_a_proof_looks_at_no_path(module: Path) -> None:
    report = checked(module, "depth", engine="merged")
    assert report.verdict is Verdict.CLEAN
    assert (report.engine, report.paths, report.unmerged) == ("merged", 0, "")
    assert report.covered is not None and report.covered.objects == 3
    (line,) = function_lines(report)
    assert "no violation for any input with at most 3 objects of Cell" in line and "merged" in line


def test_a_counterexample_is_described_and_replayed(module: Path) -> None:
    report = checked(module, "short", engine="merged")
    (finding,) = report.findings
    assert finding.replayed and finding.objects == 3
    assert finding.message == "post: _ < 3"


def test_what_was_proved_of_smaller_inputs_is_not_looked_at_again(module: Path) -> None:
    assert proved_one_by_one(module, "short", 3) == [True, True, False]
    assert proved_one_by_one(module, "at_most_two", 4) == [True, True, True, True]


def proved_one_by_one(module: Path, name: str, most: int) -> list[bool]:
    (subject,) = subjects_of(f"{module}:{name}")
    options = CheckOptions(seconds=60.0, engine="merged")
    with closing(subject.judge()) as judge:
        proofs = MergedProofs(subject, options, judge, time.monotonic())
        report = empty_report(subject)
        return [proofs.attempt(count, 60.0, report) for count in range(1, most + 1)]


def test_proofs_go_on_where_paths_would_end(module: Path) -> None:
    (subject,) = subjects_of(f"{module}:at_most_six")
    report = check_function(subject, CheckOptions(seconds=60, engine="merged"))
    assert [(each.objects, each.replayed) for each in report.findings] == [(7, True)]
    report = check_function(subject, CheckOptions(seconds=60, engine="merged", max_objects=4))
    assert report.covered is not None and report.covered.objects == 4 and not report.findings


def test_indexes_may_be_computed_from_lengths(module: Path) -> None:
    """What is wrong with the second function takes a heap of seven items."""

    assert is_proved(module, "push", 7) and is_proved(module, "push_near", 6)
    assert not is_proved(module, "push_near", 7)


def test_objects_may_be_looked_at_in_another_order_than_the_precondition_has(
    module: Path,
) -> None:
    """Which has numbered them in its own: a body that numbered them anew would meet no input."""
    assert not is_proved(module, "right_first", 2)


def test_what_cannot_be_merged_is_left_to_paths(module: Path) -> None:
    report = checked(module, "counted", engine="merged")
    assert report.engine == "paths" and report.paths
    assert "goes round more than" in report.unmerged


def test_nothing_is_proved_that_depends_on_the_order_of_a_set(module: Path) -> None:
    report = checked(module, "total", engine="merged")
    assert report.engine == "paths"
    assert "order of a set" in report.unmerged


def test_whoever_wants_paths_gets_no_proof(module: Path) -> None:
    report = checked(module, "depth", engine="paths")
    assert report.engine == "paths" and report.paths
    assert checked(module, "depth", engine="merged", shapes="tree").engine == "paths"


def test_a_function_without_objects_is_refuted(tmp_path: Path) -> None:
    file = tmp_path / "numbers_only.py"
    file.write_text("def inverse(n: int) -> int:\n    return 1 // n\n")
    (report,) = check(file, CheckOptions(engine="merged"))
    assert report.unmerged == ""
    assert [each.message.partition(":")[0] for each in report.findings] == ["ZeroDivisionError"]


@pytest.mark.parametrize(
    ("source", "proved"),
    [
        ("if (Y0 = null) then 0 else (Y0.val)", True),
        ("if (Y0 = null) then 0 else ((Y0.next).val)", False),
    ],
)
def test_a_field_of_null_is_found_in_other_languages_too(
    tmp_path: Path, source: str, proved: bool
) -> None:
    file = tmp_path / "field.tiny"
    file.write_text("class Node { int val; Node next; }\n" + source)
    (subject,) = subjects_of(str(file))
    options = CheckOptions(seconds=60.0, engine="merged")
    with closing(subject.judge()) as judge:
        proofs = MergedProofs(subject, options, judge, time.monotonic())
        assert proofs.attempt(2, 60.0, empty_report(subject)) is proved, proofs.reason
        assert bool(proofs.found) is not proved
