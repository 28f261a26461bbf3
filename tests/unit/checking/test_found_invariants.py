"""Checks use invariants that nobody has written, and say so."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking import found_invariants, suites
from heapwise.checking.check import CheckOptions, check
from heapwise.cli.testlines import notes
from heapwise.frontends.function_tests import FunctionTests
from heapwise.frontends.test_options import TestOptions
from heapwise.reports.checks import function_lines
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport, report_from_json, report_to_json

SOURCE = """
from __future__ import annotations


class Barrel:
    def __init__(self) -> None:
        self._lists: list[list[int]] = [[]]

    def add(self, x: int) -> None:
        self._lists[0].append(x)

    def last(self) -> list[int]:
        return self._lists[-1]

    def last_item(self) -> int:
        return self._lists[-1][-1]


class Leaky:
    def __init__(self) -> None:
        self._lists: list[list[int]] = [[]]

    def drop(self) -> None:
        if self._lists:
            self._lists.pop()

    def last(self) -> list[int]:
        return self._lists[-1]
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("found") / "barrels.py"
    found.write_text(SOURCE)
    return found


def _report(file: Path, name: str, inputs: str = "reachable") -> FunctionReport:
    (report,) = check(f"{file}:{name}", CheckOptions(seconds=1200, max_objects=2, inputs=inputs))
    return report


def test_the_verdict_names_the_invariant_that_was_found(file: Path) -> None:
    report = _report(file, "Barrel.last")
    assert report.verdict is Verdict.CLEAN
    assert not report.findings
    text = "\n".join(function_lines(report))
    assert "the invariant that was found for Barrel (`len(self._lists) > 0`" in text
    assert "1 failure of other objects, which no calls were seen to build (--inputs any)" in text
    assert report_from_json(report_to_json(report)).remarks == report.remarks


def test_any_input_is_any_input(file: Path) -> None:
    report = _report(file, "Barrel.last", "any")
    assert report.verdict is Verdict.VIOLATED
    assert "invariants" not in report.account.limits


def test_objects_that_calls_make_are_no_less_a_failure(file: Path) -> None:
    report = _report(file, "Leaky.last")
    assert report.verdict is Verdict.VIOLATED
    assert "IndexError" in report.findings[0].message
    assert "invariants" not in report.account.limits


def test_failures_of_valid_objects_are_found_behind_those_of_others(file: Path) -> None:
    report = _report(file, "Barrel.last_item")
    (finding,) = report.findings
    assert report.verdict is Verdict.VIOLATED
    assert finding.snippet.endswith("barrel = Barrel(); barrel.last_item()")


def test_a_search_that_the_machine_ends_tells_nothing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    found_invariants._found.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(found_invariants, "_SECONDS", 0.0)
        late = _report(file, "Barrel.last")
    assert late.verdict is Verdict.UNREACHED
    assert late.remarks == ["the search for an invariant of Barrel took too long"]
    assert _report(file, "Barrel.last").verdict is Verdict.CLEAN


# ---------------------------------------------------------------------------- written tests


def _tests(file: Path, name: str, find_invariants: bool = True) -> FunctionTests:
    options = TestOptions(max_objects=2, max_length=2, find_invariants=find_invariants)
    (found,) = suites.tests(f"{file}:{name}", options)
    return found


def test_tests_are_of_objects_with_the_invariant_that_was_found(file: Path) -> None:
    found = _tests(file, "Barrel.last")
    text = "\n".join(notes(found, "CPython"))
    assert "of objects with the invariant that was found for Barrel (`len(self._lists) > 0`" in text
    assert found.cases and not found.unreached
    plain = _tests(file, "Barrel.last", find_invariants=False)
    assert plain.unreached and "invariant" not in "\n".join(notes(plain, "CPython"))


def test_objects_that_calls_make_keep_their_tests(file: Path) -> None:
    found = _tests(file, "Leaky.last")
    assert "invariants" not in found.account.limits  # `drop` makes such objects
    assert {case.observed.exception for case in found.cases} == {None, "IndexError"}
