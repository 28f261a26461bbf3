"""The self-check of Java: programs, laws, shrinking, and that faults are noticed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from typer.testing import CliRunner

from heapwise.api import Exploration
from heapwise.cli.app import app
from heapwise.engine.state import Leaf
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.program import InputError
from heapwise.selfcheck.java import runner
from heapwise.selfcheck.java.generator import generate
from heapwise.selfcheck.java.runner import check
from heapwise.selfcheck.java.syntax import (
    AsB,
    Binary,
    Const,
    GetX,
    Program,
    PutX,
    SetInt,
    SetRef,
    Var,
    smaller,
    to_source,
)
from heapwise.selfcheck.laws import Law
from heapwise.selfcheck.runner import Settings, Summary, check_program, run_selfcheck
from heapwise.terms import Scalar

SETTINGS = Settings(("fieldmaps",), programs=12, seed=5, language="java", shrink_seconds=3.0)
HOME = find_jdk()
needs_jvm = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)
DIFFERENCE = Program((SetInt("i", Binary("-", Var("i"), Var("j"))),), Const(0))
CAST = Program((SetRef("a", AsB(Var("a"))), PutX(Var("b"), GetX(Var("a")))), Const(0))


_RIGHT = JavaRuntime.arithmetic


def _wrong_difference(self: JavaRuntime, name: str) -> Callable[..., Scalar]:
    return _RIGHT(self, "iadd" if name == "isub" else name)


def test_a_program_is_made_of_its_number_alone() -> None:
    programs = [generate(3, index) for index in range(60)]
    assert programs == [generate(3, index) for index in range(60)]
    assert len(set(programs)) == 60


@needs_jvm
def test_programs_agree_with_a_jvm() -> None:
    summary = Summary()
    results = list(run_selfcheck(SETTINGS, summary))
    assert [result.failure for result in results] == [None] * 12
    assert summary.tally.checks[Law.WITNESS] > 12
    assert summary.tally.checks[Law.EXACTNESS] > 200


@needs_jvm
def test_a_wrong_value_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert check(DIFFERENCE, 1).failure is None
    monkeypatch.setattr(JavaRuntime, "arithmetic", _wrong_difference)
    failure = check(DIFFERENCE, 1).failure
    assert failure is not None
    assert failure.law is Law.EXACTNESS


@needs_jvm
def test_a_lost_exception_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """No witness can show a path that is not there: the inputs that no path accepts do."""
    assert check(CAST, 1).failure is None
    right = Exploration.leaves

    def lossy(self: Exploration) -> Iterator[Leaf[Any]]:
        return (leaf for leaf in right(self) if "ClassCast" not in (leaf.detail or ""))

    monkeypatch.setattr(Exploration, "leaves", lossy)
    failure = check(CAST, 1).failure
    assert failure is not None
    assert failure.got.startswith("accepted by 0 paths")


def test_programs_get_smaller() -> None:
    program = generate(5, 1)
    size = len(to_source(program))
    found = smaller(program)
    assert found
    assert sum(len(to_source(each)) < size for each in found) > len(found) // 2


@needs_jvm
def test_a_failure_is_shrunk_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(JavaRuntime, "arithmetic", _wrong_difference)
    results = (check_program(SETTINGS, index) for index in range(40))
    result = next(result for result in results if result.failure is not None)
    assert result.source is not None
    assert " - " in result.source
    assert len(result.source) < len(to_source(generate(5, result.index)))


def test_without_a_jvm_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    runner._jvm.cache_clear()
    monkeypatch.setattr(runner, "find_jdk", lambda: None)
    with pytest.raises(InputError, match="the oracle of Java programs is a JVM"):
        check(DIFFERENCE, 1)
    runner._jvm.cache_clear()


@needs_jvm
def test_the_command_knows_the_language() -> None:
    run = CliRunner().invoke(
        app, ["selfcheck", "--language", "java", "--programs", "2", "--seed", "5", "-j", "1"]
    )
    assert run.exit_code == 0, run.output
