"""The public functions mirror the commands, for every language."""

from __future__ import annotations

import dataclasses
import inspect
import json
import os
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import pytest
from typer.testing import CliRunner

import heapwise
from heapwise.cli.app import app
from heapwise.cli.check_command import check_command
from heapwise.cli.compare_command import compare_command
from heapwise.cli.enumerate_command import enumerate_command
from heapwise.cli.explore_command import explore_command
from heapwise.cli.tests_command import write_tests_command
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.python.options import PythonOptions
from heapwise.frontends.registry import made_options
from heapwise.plan import plan_from_json, plan_to_json

ROOT = Path(__file__).parents[2]
SWAP = ROOT / "examples" / "swap.tiny"


def test_tests_of_a_small_language_are_runs_of_the_engine(tmp_path: Path) -> None:
    (found,) = heapwise.tests(SWAP)
    assert found.cases and not found.faults
    file = tmp_path / "test_swap.py"
    done = CliRunner().invoke(app, ["tests", str(SWAP), "-o", str(file)])
    assert f"{len(found.cases)} tests of 1 function" in done.output
    passed = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)],
        env={**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert passed.returncode == 0, passed.stdout
    assert f"{len(found.cases)} passed" in passed.stdout


def test_such_a_test_notices_another_end() -> None:
    (found,) = heapwise.tests(SWAP)
    for case in found.cases:
        assert heapwise.run_on(SWAP, case.given) == case.ends
    kinds = {str(case.ends["exception"]) for case in found.cases}
    assert len(kinds) > 1


def test_strategies_are_compared() -> None:
    found = heapwise.compare(SWAP, ["lazy", "fieldmaps"])
    assert [run.strategy for run in found.runs] == ["lazy", "fieldmaps"]
    assert found.same_paths is True
    cut = heapwise.compare(SWAP, ["lazy", "fieldmaps"], bounds=heapwise.Bounds(max_paths=1))
    assert cut.same_paths is None and "lazy stopped" in cut.why_unknown


@pytest.mark.parametrize(
    "plan",
    [
        heapwise.RunPlan(str(SWAP)),
        heapwise.RunPlan("f.py:f", language_options=PythonOptions(schedules="all")),
        heapwise.RunPlan(
            "jdk:java.util.BitSet.get",
            "lazier#",
            heapwise.Bounds(max_objects=2, max_objects_of={"A": 1}, unlimited=frozenset({"x"})),
            by_contract=("f", "g"),
            language_options=JavaOptions(class_path=("a.jar",), input_classes={"K": ("B",)}),
            strategy_options={"shapes": "tree"},
        ),
    ],
)
def test_a_plan_can_be_sent_and_written(plan: heapwise.RunPlan) -> None:
    assert pickle.loads(pickle.dumps(plan)) == plan
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


@pytest.mark.parametrize("target", ["f.py:f", "jdk:java.util.BitSet.get", "list.tiny"])
def test_a_plan_with_the_options_of_the_command_line_can_be_written(target: str) -> None:
    """It is what the processes of `heapwise serve` are told."""
    plan = heapwise.RunPlan(target, language_options=made_options(target))
    assert plan_from_json(json.loads(json.dumps(plan_to_json(plan)))) == plan


def test_a_plan_with_a_choice_that_does_not_exist_is_refused() -> None:
    with pytest.raises(heapwise.InputError, match="did you mean `lazier`"):
        heapwise.RunPlan(str(SWAP), strategy="laziest")
    with pytest.raises(heapwise.InputError, match="unknown search order"):
        heapwise.RunPlan(str(SWAP), search="sideways")


def test_every_public_name_is_there() -> None:
    for name in heapwise.__all__:
        assert getattr(heapwise, name) is not None


HOW_IT_IS_DONE = {
    *("format", "write_baseline"),
    *(
        "cache",
        "changed_since",
        "cluster",
        "config",
        "context",
        "exclude",
        "fail_on",
        "jobs",
        "resume",
        "store",
    ),
    *("csv", "dot", "force", "html", "json", "mermaid", "output", "pytest"),
    *("count", "path", "quiet", "show", "verbose"),
}
"""Options of commands about processes, files and the terminal."""
CALLED = {
    "assume_contracts": "by_contract",
    "baseline": "known",
    "check_invariants": "strategy_options",
    "domain": "domains",
    "errors": "raising",
    "ignore_unread": "complete",
    "isomorphic": "symmetric",
    "keep_all": "limit",
    "max_objects": "objects_of",
    "no_pruning": "strategy_options",
    "targets": "target",
}
"""What an option of a command is called in the API, if that is another name."""


@pytest.mark.parametrize(
    ("command", "function", "options"),
    [
        (explore_command, heapwise.explore, heapwise.Bounds),
        (compare_command, heapwise.compare, heapwise.Bounds),
        (enumerate_command, heapwise.enumerate_inputs, None),
        (check_command, heapwise.check, heapwise.CheckOptions),
        (write_tests_command, heapwise.tests, heapwise.TestOptions),
    ],
)
def test_what_a_command_takes_a_function_takes(
    command: FunctionType, function: Callable[..., object], options: type[Any] | None
) -> None:
    takes = set(inspect.signature(function).parameters)
    if options is not None:
        takes |= {each.name for each in dataclasses.fields(options)}
    written = command.__code__  # its signature has the options of languages too
    for name in {*written.co_varnames[: written.co_argcount]} - HOW_IT_IS_DONE:
        assert name in takes or CALLED.get(name) in takes, name
