"""Whatever goes wrong in one function ends that function alone; what was found is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise import explore
from heapwise.api import Exploration
from heapwise.checking.check import CheckOptions, check_function
from heapwise.cli.app import app
from heapwise.engine.bounds import Bounds
from heapwise.engine.faults import STRICT, failure_of
from heapwise.engine.machine import Machine
from heapwise.frontends.python import program as python_program
from heapwise.frontends.python.checking import subjects
from heapwise.frontends.python.checking.subjects import subjects_of
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.program import InputError
from heapwise.reports.checks import function_lines
from heapwise.results import Failure
from heapwise.results.checks import FunctionReport
from heapwise.results.place import Place
from heapwise.terms import Scalar

DIVISION = 9

SOURCE = """
def good(x: int) -> int:
    return 2 * x


def bad(x: int) -> int:
    if x == 3:
        return x
    return 10 // x


def late(x: int) -> int:
    pass
    assert x != 7
    return x
"""


@pytest.fixture(autouse=True)
def lenient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(STRICT, raising=False)


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "faults.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> None:
    """An internal error wherever a number is divided by 10."""
    original = Machine.decide

    def decide(self: Machine[object, object], condition: Scalar) -> bool:
        instruction = self._cursor.code.instructions[self._cursor.at - 1]
        if instruction.at.file.endswith("faults.py") and instruction.at.line == DIVISION:
            raise KeyError("a fault of ours")
        return original(self, condition)

    monkeypatch.setattr(Machine, "decide", decide)


def reports(module: Path, **options: object) -> dict[str, FunctionReport]:
    settings = CheckOptions(**options)  # type: ignore[arg-type]
    return {each.info.name: check_function(each, settings) for each in subjects_of(str(module))}


@pytest.mark.usefixtures("broken")
def test_a_fault_ends_one_path_and_the_other_functions_go_on(module: Path) -> None:
    found = reports(module)
    assert {name: str(each.verdict) for name, each in found.items()} == {
        "good": "proved",
        "bad": "failed",
        "late": "violated",
    }
    assert found["bad"].paths == 1  # the one that does not divide
    (failure,) = found["bad"].account.failures
    assert failure.what == "KeyError: 'a fault of ours'"
    assert str(failure.at).endswith(f"faults.py:{DIVISION}:12")
    assert len(failure.report) == 8
    lines = list(function_lines(found["bad"]))
    assert "!  failed" in lines[0] and failure.report in lines[1]


@pytest.mark.usefixtures("broken")
def test_the_same_fault_has_the_same_number(module: Path) -> None:
    first, second = (reports(module)["bad"].account.failures[0] for _ in range(2))
    assert first == second


@pytest.mark.usefixtures("broken")
def test_explore_tells_a_fault_and_keeps_the_rest(module: Path) -> None:
    run = explore(f"{module}:bad")
    kinds = sorted(path.outcome.kind.value for path in run)
    assert kinds == ["failed", "returned"]
    summary = run.summary
    assert (summary.verdict, summary.exhaustive, summary.counts.failed) == ("failed", False, 1)


@pytest.mark.usefixtures("broken")
def test_json_is_complete_and_the_exit_code_is_that_of_the_others(
    module: Path, tmp_path: Path
) -> None:
    file = tmp_path / "findings.json"
    result = CliRunner().invoke(app, ["check", str(module), "--json", str(file)])
    assert result.exit_code == 1
    found = {each["name"]: each for each in json.loads(file.read_text())["functions"]}
    assert list(found) == ["good", "bad", "late"]
    assert found["bad"]["verdict"] == "failed"
    assert found["bad"]["account"]["failures"][0]["what"] == "KeyError: 'a fault of ours'"
    alone = CliRunner().invoke(app, ["check", f"{module}:bad"])
    assert alone.exit_code == 3


def test_a_fault_outside_of_all_paths_ends_one_function(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = python_program.program_of

    def program_of(loaded: LoadedModule, info: FunctionInfo, *rest: object) -> object:
        if info.name == "bad":
            raise RuntimeError("no program")
        return original(loaded, info, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(subjects, "program_of", program_of)
    found = reports(module)
    assert [str(each.verdict) for each in found.values()] == ["proved", "failed", "violated"]


def test_faults_are_raised_where_tests_want_them(
    module: Path, monkeypatch: pytest.MonkeyPatch, broken: None
) -> None:
    monkeypatch.setenv(STRICT, "1")
    with pytest.raises(KeyError):
        reports(module)


def test_an_interrupt_keeps_what_was_found(
    module: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    original = Exploration.leaves

    def leaves(self: Exploration, seconds: float | None = None) -> Iterator[object]:
        for number, leaf in enumerate(original(self, seconds)):
            if number and "bad" in self.program.target:
                raise KeyboardInterrupt
            yield leaf

    monkeypatch.setattr(Exploration, "leaves", leaves)
    file = tmp_path / "findings.json"
    result = CliRunner().invoke(app, ["check", str(module), "--json", str(file)])
    assert result.exit_code == 1 if "violated" in result.stdout else 3
    assert "1 not reached" in result.stdout
    verdicts = {each["name"]: each for each in json.loads(file.read_text())["functions"]}
    assert list(verdicts) == ["good", "bad"]
    assert verdicts["bad"]["stopped"] == "interrupted"


def test_a_run_ends_before_the_memory_does(module: Path) -> None:
    run = explore(f"{module}:bad", bounds=Bounds(max_memory=1))
    assert run.count().stopped == "memory"
    assert run.summary.verdict == "unfinished"


def test_a_number_for_a_fault_does_not_depend_on_the_program() -> None:
    def fault(text: str) -> Failure:
        try:
            explore(text)
        except InputError as error:
            return failure_of(error, Place(text))
        raise AssertionError

    one, other = fault("a.nothing"), fault("b.nothing")
    assert one.report == other.report and one.what != other.what
