"""Many programs: in order, on one process or several, up to the first failure or to the end."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from heapwise.selfcheck import runner
from heapwise.selfcheck.laws import Law, Limits
from heapwise.selfcheck.runner import Result, Settings, Summary, run_selfcheck
from tests.unit.selfcheck.conftest import Crashing, Pretend

TWO = ("fieldmaps", "pose")


def run(settings: Settings) -> tuple[list[Result], Summary]:
    summary = Summary()
    return list(run_selfcheck(settings, summary)), summary


def test_the_programs_asked_for_are_run_in_order() -> None:
    results, summary = run(Settings(TWO, programs=4, seed=1, first=10))
    assert [result.index for result in results] == [10, 11, 12, 13]
    assert (summary.programs, summary.failures, summary.interrupted) == (4, [], False)
    assert summary.tally.heaps == sum(result.tally.heaps for result in results) > 0
    assert summary.rate > 0


def test_several_processes_find_the_same_as_one() -> None:
    alone, _ = run(Settings(TWO, programs=4, seed=2, jobs=1))
    together, _ = run(Settings(TWO, programs=4, seed=2, jobs=2))
    assert together == alone


def test_the_first_failure_ends_the_run_with_a_shrunk_program(pretend: Pretend) -> None:
    pretend(pose=Crashing)
    results, summary = run(Settings(TWO, programs=10, seed=1, shrink_seconds=5))
    assert summary.failures == results[-1:]
    assert all(result.failure is None for result in results[:-1])
    last = results[-1]
    assert last.failure is not None
    assert last.source is not None
    assert (last.failure.law, last.failure.strategies) == (Law.RUNS, ("pose",))
    assert len(last.source.splitlines()) < 10


def test_a_failure_does_not_end_a_run_that_keeps_going(pretend: Pretend) -> None:
    pretend(pose=Crashing)
    results, summary = run(Settings(TWO, programs=3, seed=1, keep_going=True, shrink_seconds=0))
    assert len(results) == 3
    assert len(summary.failures) > 1


def test_programs_with_too_many_paths_are_counted_as_skipped() -> None:
    _, summary = run(Settings(TWO, programs=3, seed=1, limits=Limits(paths=0)))
    assert summary.skipped.total() == 3
    assert list(summary.skipped) == ["more than 0 paths under fieldmaps"]


def test_an_interrupt_ends_the_run_and_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(settings: Settings) -> Iterator[Result]:
        yield runner.check_program(settings, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "_in_this_process", interrupted)
    results, summary = run(Settings(TWO, programs=5))
    assert len(results) == 1
    assert summary.interrupted


def test_processes_are_replaced_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, _ = run(Settings(TWO, programs=5, seed=2))
    monkeypatch.setattr(runner, "_PROGRAMS_OF_A_PROCESS", 2)
    by_turns, _ = run(Settings(TWO, programs=5, seed=2))
    assert [each.index for each in by_turns] == [each.index for each in alone]
    assert [each.tally for each in by_turns] == [each.tally for each in alone]
