"""`heapwise selfcheck`: what it prints and exits with."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from typer.testing import CliRunner, Result

from heapwise.cli import selfcheck_run
from heapwise.cli.app import app
from heapwise.heaps import registry
from heapwise.selfcheck.runner import Result as Checked
from heapwise.selfcheck.runner import Settings, Summary
from tests.unit.selfcheck.conftest import Crashing, Overlapping, Pretend


def heapwise(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["selfcheck", *arguments])


def test_a_run_without_failures_sums_up_and_exits_with_0() -> None:
    result = heapwise("--programs", "2", "--seed", "1", "--strategies", "pose,fieldmaps", "-j", "1")
    assert result.exit_code == 0
    lines = [" ".join(line.split()) for line in result.stdout.splitlines()]
    assert lines[0] == "seed 1 · programs 0 to 1 · pose, fieldmaps"
    assert any(line.startswith("4 exactness ") for line in lines)
    assert lines[-1].startswith("2 programs · ")
    assert " · 0 failures · " in lines[-1]


def test_a_broken_law_is_printed_with_how_to_see_it_again(pretend: Pretend) -> None:
    pretend(pose=Crashing)
    result = heapwise("--programs", "9", "--seed", "1", "--strategies", "pose", "-j", "1")
    assert result.exit_code == 1
    assert "Law 0 every strategy runs to its end, broken by pose" in result.stdout
    assert "KeyError" in result.stdout
    assert "heapwise selfcheck --seed 1 --first " in result.stdout
    assert " --programs 1 --strategies pose" in result.stdout


def test_theorems_are_checked_and_a_broken_one_is_seen_again(pretend: Pretend) -> None:
    asked = ("--programs", "9", "--strategies", "summary", "-j", "1", "--check-invariants")
    result = heapwise(*asked, "--quiet")
    assert result.exit_code == 0
    assert " · theorems hold of " in result.stdout
    pretend(summary=Overlapping)
    result = heapwise(*asked)
    assert result.exit_code == 1
    assert "TheoremError: not exclusive" in result.stdout
    assert " --programs 1 --strategies summary --check-invariants" in result.stdout


def test_there_must_be_theorems_to_check() -> None:
    result = heapwise("--strategies", "pose", "--check-invariants")
    assert result.exit_code == 2
    assert "none of these strategies has theorems to check" in result.stderr


def test_an_interrupted_run_exits_with_3(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(settings: Settings, summary: Summary) -> Iterator[Checked]:
        summary.interrupted = True
        yield from ()

    monkeypatch.setattr(selfcheck_run, "run_selfcheck", interrupted)
    result = heapwise("--programs", "3")
    assert result.exit_code == 3
    assert result.stdout.rstrip().endswith("interrupted")


def test_all_registered_strategies_are_checked_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Settings] = []

    def record(settings: Settings, summary: Summary) -> Iterator[Checked]:
        asked.append(settings)
        yield from ()

    monkeypatch.setattr(selfcheck_run, "run_selfcheck", record)
    heapwise("--quiet")
    heapwise("--quiet", "--strategies", "lazier#, lazy,lazy")
    assert [each.strategies for each in asked] == [registry.names(), ("lazier-sharp", "lazy")]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--programs", "0"), "--programs must be at least 1, not 0"),
        (("--first", "-1"), "--first must be at least 0, not -1"),
        (("--strategies", "posy"), "unknown strategy `posy`; did you mean `pose`?"),
        (("--strategies", ","), "--strategies names none"),
    ],
)
def test_bad_options_are_told_in_one_line(arguments: tuple[str, ...], message: str) -> None:
    result = heapwise(*arguments)
    assert result.exit_code == 2
    assert message in result.stderr
