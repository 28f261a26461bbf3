"""The self-check of Python: programs, inputs, laws, shrinking, and that faults are noticed."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.frontends.python.model.values import Value
from heapwise.frontends.python.semantics.containers import lists
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.frontends.python.semantics.numbers import arithmetic
from heapwise.frontends.python.semantics.operators import binary_operators
from heapwise.selfcheck.laws import Law
from heapwise.selfcheck.python.generator import TARGET, generate, program_about
from heapwise.selfcheck.python.grammar import read_themes
from heapwise.selfcheck.python.laws import Limits, check
from heapwise.selfcheck.python.shrink import shrink
from heapwise.selfcheck.runner import Settings, Summary, check_program, run_selfcheck
from heapwise.terms import Scalar, Term, add, le

SETTINGS = Settings(("fieldmaps",), programs=8, seed=7, language="python", shrink_seconds=3.0)


def subject(folder: Path, source: str) -> Path:
    path = folder / f"checked_{abs(hash(source))}.py"
    path.write_text(source, encoding="utf-8")
    return path


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_a_program_is_made_of_its_number_alone() -> None:
    sources = [generate(3, index) for index in range(40)]
    assert sources == [generate(3, index) for index in range(40)]
    assert len(set(sources)) == 40
    for source in sources:
        compile(source, "<generated>", "exec")


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
def test_every_theme_can_be_written_out() -> None:
    """No hole is left, and nothing that is used is missing."""
    rng = random.Random(1)
    for theme in read_themes().values():
        for _ in range(40):
            source = program_about(rng, [theme])
            compile(source, theme.name, "exec")
            assert not re.search(r"<\w+>", re.sub(r"'[^'\n]*'|\"[^\"\n]*\"", "", source)), source


def test_programs_agree_with_cpython() -> None:
    summary = Summary()
    results = list(run_selfcheck(SETTINGS, summary))
    assert [result.failure for result in results] == [None] * 8
    assert summary.tally.checks[Law.WITNESS] > 8
    assert summary.tally.checks[Law.EXACTNESS] > 100


def test_small_inputs_are_told_apart(tmp_path: Path) -> None:
    source = (
        "class Node:\n"
        "    def __init__(self, val: int, next: 'Node | None' = None) -> None:\n"
        "        self.val = val\n"
        "        self.next = next\n"
        "def target(xs: list[int], n: Node | None, d: dict[int, str], s: str):\n"
        "    if n is not None and n.next is n:\n"
        "        return d[1]\n"
        "    return xs[0] if s in 'ab' else len(d)\n"
    )
    report = check(subject(tmp_path, source), TARGET, Limits(inputs=120))
    assert report.failure is None
    assert report.tally.heaps > 100
    assert not report.tally.open


def test_a_text_that_an_operation_makes_is_looked_for_with_the_items_given(tmp_path: Path) -> None:
    """The solver finds the text; what the list holds is no choice of its."""
    source = "def target(xs: list[str]):\n    return xs and xs[0] + xs[0].upper()\n"
    report = check(subject(tmp_path, source), "target", Limits())
    assert report.failure is None and report.skipped is None
    assert report.tally.checks[Law.EXACTNESS] > 5


def test_a_wrong_value_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = subject(tmp_path, "def target(a: int, b: int):\n    return a - b\n")
    assert check(path, TARGET, Limits()).failure is None
    monkeypatch.setattr(arithmetic, "sub", add)
    failure = check(path, TARGET, Limits()).failure
    assert failure is not None
    assert failure.law in (Law.WITNESS, Law.EXACTNESS)


def test_a_lost_path_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No witness can show it: the inputs that no path accepts do."""
    source = "def target(xs: list[int], i: int):\n    xs.insert(i, 5)\n    return xs[0]\n"
    path = subject(tmp_path, source)
    right = lists.insert_at

    def lossy(m: Mac, ref: Term, index: Scalar, item: Value) -> None:
        m.require(le(0, index))
        right(m, ref, index, item)

    assert check(path, TARGET, Limits()).failure is None
    monkeypatch.setattr(lists, "insert_at", lossy)
    failure = check(path, TARGET, Limits()).failure
    assert failure is not None
    assert failure.law is Law.EXACTNESS
    assert failure.got.startswith("0 paths")


def test_a_wrong_text_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = subject(tmp_path, "def target(a: int):\n    return a + 'x'\n")
    assert check(path, TARGET, Limits()).failure is None
    monkeypatch.setattr(binary_operators, "operand_error", lambda m, symbol, left, right: "no")
    failure = check(path, TARGET, Limits()).failure
    assert failure is not None
    assert "text 'no'" in failure.got


def test_a_failing_program_is_made_small() -> None:
    source = generate(5, 1)
    smaller = shrink(source, lambda text: "def target(" in text, 10.0)
    assert smaller.count("\n") < source.count("\n") // 4
    assert "def target(" in smaller


def test_a_failure_is_shrunk_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arithmetic, "sub", add)
    results = (check_program(SETTINGS, index) for index in range(60))
    result = next(result for result in results if result.failure is not None)
    assert result.source is not None
    assert len(result.source) < len(generate(SETTINGS.seed, result.index))


def test_the_command_knows_the_language() -> None:
    run = CliRunner().invoke(
        app, ["selfcheck", "--language", "python", "--programs", "2", "--seed", "5", "-j", "1"]
    )
    assert run.exit_code == 0, run.output
    assert "2 programs" in run.output
    unknown = CliRunner().invoke(app, ["selfcheck", "--language", "cobol"])
    assert unknown.exit_code == 2
