"""CPython refuses to write or read integers of more than 4,300 digits; that was not among the
outcomes, and what shows such an integer must not fail for the same reason."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

import heapwise
from heapwise import OutcomeKind, explore
from heapwise.checking.check import check
from heapwise.checking.check_options import CheckOptions
from heapwise.reports.drawing import one_line
from heapwise.reports.gaps import coverage
from heapwise.reports.wording import number
from heapwise.results import Heap, Ref
from heapwise.results.account import Verdict
from heapwise.results.heap import heap_from_json, heap_to_json
from heapwise.results.integers import integer_text

LIMIT = sys.get_int_max_str_digits()

WRITING = {
    "str": "len(str(n))",
    "f-string": 'f"{n}"',
    "format": 'f"{n:>5d}"',
    "grouped": 'f"{n:,}"',
    "percent": '"%d" % n',
    "template": '"{}".format(n)',
    "repr": "repr(n)",
}


def _read_back(heap: Heap) -> Heap:
    return heap_from_json(json.loads(json.dumps(heap_to_json(heap))))


def outcomes(folder: Path, source: str) -> dict[OutcomeKind, int]:
    path = folder / "subject.py"
    path.write_text(source)
    run = explore(f"{path}:f")
    found: dict[OutcomeKind, int] = {}
    for each in run:
        if each.outcome.kind in (OutcomeKind.RETURNED, OutcomeKind.RAISED):
            assert each.replayed, each.outcome
            assert one_line(each.input)
            assert _read_back(each.input) == each.input
        found[each.outcome.kind] = found.get(each.outcome.kind, 0) + 1
    run.close()
    return found


@pytest.mark.parametrize("name", WRITING)
def test_too_many_digits_to_write(tmp_path: Path, name: str) -> None:
    found = outcomes(tmp_path, f"def f(n: int) -> object:\n    return {WRITING[name]}\n")
    cut = found.pop(OutcomeKind.BOUNDED, 0)  # every digit of large integers is not written
    assert bool(cut) is (name == "grouped")
    assert found.pop(OutcomeKind.RAISED) == 1
    assert found.keys() == {OutcomeKind.RETURNED}


@pytest.mark.parametrize("text", ["str(d)", 'f"{d}"', "repr([d])", "str(d.values())"])
def test_a_text_that_is_not_looked_into_proves_nothing_about_long_integers(
    tmp_path: Path, text: str
) -> None:
    path = tmp_path / "subject.py"
    path.write_text(f"def f(d: dict[str, list[int]]) -> None:\n    {text}\n")
    (report,) = check(path)
    assert report.verdict is Verdict.CLEAN
    assert "integers in texts" in coverage(report.account, {})


@pytest.mark.parametrize("text", ["hex(n)", 'f"{n:x}"', "bin(n)", "str(n % 10)", "str(bool(n))"])
def test_never_too_many(tmp_path: Path, text: str) -> None:
    found = outcomes(tmp_path, f"def f(n: int) -> object:\n    return {text}\n")
    assert OutcomeKind.RAISED not in found


def test_the_program_may_handle_it(tmp_path: Path) -> None:
    source = "def f(n: int) -> str:\n    try:\n        str(n)\n    except ValueError:\n"
    source += "        return 'long'\n    return 'short'\n"
    assert outcomes(tmp_path, source) == {OutcomeKind.RETURNED: 2}


def test_too_many_digits_to_read(tmp_path: Path) -> None:
    path = tmp_path / "subject.py"
    path.write_text("def f(text: str) -> int:\n    return int(text)\n")
    run = explore(f"{path}:f")
    raised = []
    for leaf in run.leaves():
        if leaf.kind is OutcomeKind.RAISED:
            raised.append(run.describe(leaf))
    run.close()
    lengths = sorted(len(str(each.input.roots["text"])) for each in raised)
    assert lengths[0] == 0 and lengths[-2:] == [LIMIT + 1, LIMIT + 2]  # one with a sign
    assert all(each.replayed for each in raised)


def test_check_finds_and_shows_it(tmp_path: Path) -> None:
    path = tmp_path / "subject.py"
    path.write_text("def digits(n: int) -> int:\n    return len(str(n))\n")
    (report,) = check(str(path), CheckOptions(digits=True))
    (finding,) = report.findings
    assert finding.replayed and finding.message.startswith("ValueError: Exceeds the limit")
    assert f"10**{LIMIT}" in finding.snippet


def test_check_takes_it_for_a_bound_unless_asked(tmp_path: Path) -> None:
    """Nobody writes such integers; but that they were left out is told."""
    path = tmp_path / "subject.py"
    path.write_text("def digits(n: int, text: str) -> int:\n    return len(str(n)) + len(f'{n}')\n")
    (report,) = check(str(path))
    assert report.verdict is Verdict.CLEAN
    assert set(report.account.cuts) == {"max-digits"}
    assert report.covered is not None
    assert coverage(report.account, report.covered.bounds) == (
        f"any input with integers of at most {number(LIMIT)} digits"
    )


def test_tests_are_not_written_of_it(tmp_path: Path) -> None:
    """Nor of its boundary, which is one of the run and not of the program."""
    path = tmp_path / "written.py"
    path.write_text("def digits(n: int) -> str:\n    return str(n)\n")
    (found,) = heapwise.tests(path)
    assert len(found.cases) == 1
    assert set(found.account.cuts) == {"max-digits"}


def test_long_integers_as_text() -> None:
    assert integer_text(-12) == "-12"
    assert integer_text(10**5000) == "10**5000"
    assert integer_text(10**5000 + 7) == "10**5000 + 7"
    assert integer_text(10**5000 - 1) == "10**5000 - 1"
    odd = 3**20_000
    for value in (odd, -odd, -(10**5000), 10**5000 - 10**20):
        assert eval(integer_text(value)) == value
    heap = Heap({"n": odd, "x": Ref("X#1")}, {})
    assert _read_back(heap) == heap
