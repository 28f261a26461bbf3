"""A generated program that takes too long is skipped, and counted; the others are checked."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app
from heapwise.frontends.java.classpath.jdk import find_jdk
from heapwise.frontends.tiny.syntax import ProgramNode
from heapwise.selfcheck import small_programs
from heapwise.selfcheck.alarm import TOO_LONG, within
from heapwise.selfcheck.generator import generate
from heapwise.selfcheck.java import runner as java_runner
from heapwise.selfcheck.laws import Failure, Law, Report, Tally
from heapwise.selfcheck.python import runner as python_runner
from heapwise.selfcheck.runner import Settings, Summary, check_program, run_selfcheck
from heapwise.selfcheck.subject import Subject

GROWING = """
def target(n: int):
    xs = [n]
    for _ in range(40):
        xs = xs + xs
    return n
"""
ORDINARY = "def target(n: int):\n    return n + 1\n"
HOME = find_jdk()
needs_jvm = pytest.mark.skipif(
    HOME is None or not (HOME.home / "bin" / "java").is_file(), reason="there is no JVM"
)


def _for_ever() -> Report:
    while True:
        pass


def test_a_check_that_takes_too_long_is_ended() -> None:
    started = time.process_time()
    assert within(0.1, _for_ever).skipped == TOO_LONG
    assert 0.05 < time.process_time() - started < 5


def test_the_signal_comes_again_if_a_program_swallows_the_exception() -> None:
    swallowed = []

    def stubborn() -> Report:
        try:
            _for_ever()
        except BaseException as error:
            swallowed.append(error)
        return _for_ever()

    assert within(0.1, stubborn).skipped == TOO_LONG
    assert len(swallowed) == 1


def test_a_check_in_time_is_as_it_was_and_leaves_no_alarm_behind() -> None:
    before = signal.getsignal(signal.SIGVTALRM)
    report = Report(Tally(heaps=3))
    assert within(5.0, lambda: report) is report
    with pytest.raises(ZeroDivisionError):
        within(5.0, lambda: Report(Tally(heaps=1 // 0)))
    assert signal.getitimer(signal.ITIMER_VIRTUAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGVTALRM) is before


def test_beside_the_main_thread_there_is_no_limit() -> None:
    found: list[Report] = []

    def busy() -> Report:
        until = time.thread_time() + 0.2
        while time.thread_time() < until:
            pass
        return Report(Tally(heaps=7))

    thread = threading.Thread(target=lambda: found.append(within(0.05, busy)))
    thread.start()
    thread.join()
    assert [report.tally.heaps for report in found] == [7]


def test_a_python_program_that_grows_is_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        python_runner, "generate", lambda seed, index: ORDINARY if index % 2 else GROWING
    )
    summary = Summary()
    settings = Settings(("fieldmaps",), programs=4, language="python", check_seconds=0.3)
    results = list(run_selfcheck(settings, summary))
    assert [result.skipped for result in results] == [TOO_LONG, None, TOO_LONG, None]
    assert summary.skipped == {TOO_LONG: 2}
    assert not summary.failures
    assert results[1].tally.heaps > 0


def test_a_program_of_the_small_language_that_takes_too_long_is_skipped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(small_programs, "check", lambda *_: _for_ever())
    assert check_program(Settings(("pose",), check_seconds=0.1), 0).skipped == TOO_LONG


def test_a_candidate_of_the_shrinker_that_takes_too_long_is_not_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    failure = Failure(Law.RUNS, ("pose",), "an end", "none")
    whole, other = generate(0, 1), generate(0, 2)

    def check(subject: Subject, *_: object) -> Report:
        return Report(Tally(), failure) if subject.source == whole.source else _for_ever()

    def shrink(tree: ProgramNode, still_fails: Callable[[ProgramNode], bool], _: float) -> object:
        assert still_fails(tree)
        assert not still_fails(other.tree)
        return tree

    monkeypatch.setattr(small_programs, "check", check)
    monkeypatch.setattr(small_programs, "shrink", shrink)
    result = check_program(Settings(("pose",), check_seconds=0.05), 1)
    assert (result.failure, result.source) == (failure, whole.source)


@needs_jvm
def test_a_jvm_is_not_asked_again_after_an_answer_that_was_not_read(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings(("fieldmaps",), seed=5, language="java", check_seconds=60.0)
    assert check_program(settings, 0).tally.heaps > 0
    asked = java_runner._jvm()._process
    monkeypatch.setattr(java_runner, "check", lambda *_: _for_ever())
    short = Settings(("fieldmaps",), seed=5, language="java", check_seconds=0.1)
    assert check_program(short, 0).skipped == TOO_LONG
    monkeypatch.undo()
    assert check_program(settings, 0).tally.heaps > 0
    assert asked is not None
    assert java_runner._jvm()._process is not asked


def test_the_command_tells_how_many_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    skipped = iter([TOO_LONG, "more than 400 paths under pose", TOO_LONG])
    monkeypatch.setattr(small_programs, "within", lambda *_: Report(Tally(), skipped=next(skipped)))
    run = CliRunner().invoke(
        app, ["selfcheck", "--programs", "3", "--strategies", "pose", "-j", "1"]
    )
    assert run.exit_code == 0
    assert "3 programs (3 skipped, 2 of them too long) · " in run.stdout
