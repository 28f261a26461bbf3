"""Which lines a check has reached: only what inputs take counts, and only what is settled is said
not to be reachable."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.engine.reached import Reached
from heapwise.engine.state import Executed, Leaf
from heapwise.program import Position
from heapwise.program.code import Code, Constant
from heapwise.results import OutcomeKind
from heapwise.results.checks import Lines, report_from_json, report_to_json
from heapwise.solver import Model, PathCondition

FILE = str(Path(__file__).parents[2] / "data" / "lines_of_all_kinds.py")


@pytest.fixture(scope="module")
def lines() -> dict[str, Lines]:
    reports = list(check(FILE, CheckOptions(lines=True)))
    assert [report_from_json(json.loads(json.dumps(report_to_json(each)))) for each in reports] == (
        reports
    )
    return {each.name: each.lines for each in reports if each.lines is not None}


def _numbers(text: str) -> tuple[int, ...]:
    """Of the lines that end with this comment."""
    source = Path(FILE).read_text().splitlines()
    return tuple(number for number, each in enumerate(source, 1) if each.endswith(f"# {text}"))


def test_lines_that_no_input_reaches_are_told(lines: dict[str, Lines]) -> None:
    found = lines["never"]
    assert found.others == {FILE: _numbers("never")} and found.settled
    assert set(found.reached[FILE]).isdisjoint(_numbers("never"))
    assert set(_numbers("reached")) <= set(found.reached[FILE])


def test_what_an_input_runs_that_is_not_allowed_is_not_reached(lines: dict[str, Lines]) -> None:
    """The precondition is run, and turns such inputs away."""
    found = lines["allowed"]
    assert set(_numbers("not allowed")) <= set(found.others[FILE]) and found.settled


def test_what_is_unsupported_leaves_it_open_what_else_is_reachable(lines: dict[str, Lines]) -> None:
    found = lines["unsupported"]
    assert found.others == {FILE: _numbers("who knows")} and not found.settled


def test_only_code_of_the_file_is_told(lines: dict[str, Lines]) -> None:
    assert all(set(each.reached) == {FILE} for each in lines.values())


def test_nobody_notes_lines_that_nobody_wants() -> None:
    assert all(each.lines is None for each in check(f"{FILE}:never"))


def test_a_path_of_which_nobody_knows_an_input_reaches_nothing() -> None:
    code = Code("f", (Constant(0, 1, at=Position("f.py", 3, 1)),), 1)
    executed = Executed(None)
    executed.instructions.add((code, 0))
    path = PathCondition(Model())
    end: Leaf[Any] = Leaf(OutcomeKind.BOUNDED, None, None, None, None, path.unconfirmed(), None)
    reached = Reached()
    reached.add(end._replace(executed=executed))
    assert not reached.lines() and not reached.is_certain
    reached = Reached()
    reached.add(end._replace(executed=executed, path=path))
    assert reached.lines() == {("f", "f.py"): {3}} and reached.is_certain


def _page(folder: Path, *options: str) -> Any:
    to = folder / "page.html"
    file = folder / "program.py"
    told = _checked(file, "--html", str(to), *options)
    found = re.search(r'id="data">(.*?)</script>', to.read_text(), re.S)
    assert found is not None
    data = json.loads(found.group(1))
    for each in data["functions"]:
        del each["seconds"]
        for finding in each["findings"]:
            del finding["seconds"]
    return data, told


def _checked(file: Path, *options: str) -> str:
    """In a process of its own: in this one, modules of other tests may have asked for the time when
    they were imported, and then nothing is kept."""
    command = [sys.executable, "-m", "heapwise", "check", str(file), "-q", *options]
    run = subprocess.run(command, cwd=file.parent, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stdout + run.stderr
    return run.stdout


def test_the_page_is_the_same_from_the_cache_and_with_several_processes(tmp_path: Path) -> None:
    shutil.copy(FILE, tmp_path / "program.py")
    _checked(tmp_path / "program.py", "--cache")
    first, told = _page(tmp_path, "--cache", "-j", "1")
    assert "cache" not in told  # what was kept without lines is of no use
    again, told = _page(tmp_path, "--cache", "-j", "1")
    assert "cache" in told
    many, _ = _page(tmp_path, "--no-cache", "-j", "2")
    assert first["functions"][0]["lines"]["reached"]
    assert first == again
    assert [each["lines"] for each in many["functions"]] == [
        each["lines"] for each in first["functions"]
    ]
