"""What runs past its time is ended wherever the time goes, and nothing else is disturbed."""

from __future__ import annotations

import ast
import signal
import sys
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from heapwise.api import explore
from heapwise.checking.check import CheckOptions, check
from heapwise.engine import stepping, time_limit
from heapwise.engine.bounds import Bounds
from heapwise.engine.run_context import StoppedError
from heapwise.engine.time_limit import RepeatedLimit, TimeLimit
from heapwise.interrupting import interrupt, is_delicate
from heapwise.workers import crew
from tests.waiting import PATIENCE


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time_limit, "_LATER", 0.05)
    monkeypatch.setattr(time_limit, "_AGAIN", 0.05)


def _spin() -> None:
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        pass
    pytest.fail("nobody has ended it")


def test_what_never_looks_at_the_clock_is_ended() -> None:
    with pytest.raises(StoppedError), TimeLimit(time.monotonic()):
        _spin()


def test_what_waits_is_ended() -> None:
    started = time.monotonic()
    with pytest.raises(StoppedError), TimeLimit(started):
        time.sleep(PATIENCE)
    assert time.monotonic() - started < PATIENCE / 2


def test_who_takes_it_for_an_error_of_his_own_is_told_again() -> None:
    with pytest.raises(StoppedError), TimeLimit(time.monotonic()), suppress(Exception):
        _spin()


def test_in_time_nothing_happens() -> None:
    before = signal.getsignal(signal.SIGALRM)
    for deadline in (None, time.monotonic() + 100, float("inf")):
        with TimeLimit(deadline):
            pass
    assert signal.getsignal(signal.SIGALRM) is before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


def test_the_outer_limit_holds_inside_of_one_that_is_later() -> None:
    with (
        pytest.raises(StoppedError),
        TimeLimit(time.monotonic()),
        TimeLimit(time.monotonic() + PATIENCE),
    ):
        _spin()


def test_who_takes_the_outer_limit_for_an_error_of_his_own_does_not_leave_the_inner_one() -> None:
    reached: list[str] = []

    def nested() -> None:
        with TimeLimit(time.monotonic() + PATIENCE), suppress(Exception):
            _spin()
        reached.append("what follows")

    with pytest.raises(StoppedError), TimeLimit(time.monotonic()):
        nested()
    assert not reached


def test_the_outer_limit_holds_after_the_inner_one() -> None:
    def nested() -> None:
        with TimeLimit(time.monotonic() + PATIENCE):
            pass
        _spin()

    with pytest.raises(StoppedError), TimeLimit(time.monotonic() + 0.1):
        nested()


def test_a_timer_of_others_goes_on() -> None:
    rung: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda *_: rung.append(1))
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with TimeLimit(time.monotonic() + PATIENCE):
            pass
        until = time.monotonic() + PATIENCE
        while not rung and time.monotonic() < until:
            pass
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert rung


def test_one_limit_holds_for_many_pieces_and_for_nothing_between_them() -> None:
    before = signal.getsignal(signal.SIGALRM)
    limit = RepeatedLimit(time.monotonic() + 0.1)
    limit.arm()
    try:
        for _ in range(3):
            with limit:
                pass
        time.sleep(0.3)  # whoever looks at what was found has his own time
        with pytest.raises(StoppedError), limit, suppress(Exception):
            _spin()
    finally:
        limit.disarm()
    assert signal.getsignal(signal.SIGALRM) == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)


@pytest.mark.parametrize("make", [TimeLimit, RepeatedLimit])
@pytest.mark.parametrize("method", ["__enter__", "__exit__"])
def test_a_signal_where_a_limit_begins_or_ends_is_told_at_its_end(
    make: type[TimeLimit] | type[RepeatedLimit], method: str
) -> None:
    """Raised there, it would leave the timer running, and the process to its signals: one that
    has been held up by what frees a large heap comes just there."""
    before = signal.getsignal(signal.SIGALRM)
    limit = make(time.monotonic() + PATIENCE)
    if isinstance(limit, RepeatedLimit):
        limit.arm()

    def tell(frame: FrameType, event: str, argument: object) -> None:
        at = "call" if method == "__exit__" else "return"
        if event == at and frame.f_code is getattr(make, method).__code__:
            limit._end = 0.0
            limit._tell(signal.SIGALRM, frame)

    sys.setprofile(tell)
    try:
        with pytest.raises(StoppedError), limit:
            pass
    finally:
        sys.setprofile(None)
        if isinstance(limit, RepeatedLimit):
            limit.disarm()
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
    assert signal.getsignal(signal.SIGALRM) == before


def test_where_a_timer_is_running_the_repeated_limit_leaves_the_time_to_it() -> None:
    def pieces() -> None:
        limit = RepeatedLimit(time.monotonic() + PATIENCE)
        limit.arm()
        try:
            with limit:
                _spin()
        finally:
            limit.disarm()

    with pytest.raises(StoppedError), TimeLimit(time.monotonic() + 0.1):
        pieces()


@pytest.fixture
def function(tmp_path: Path) -> str:
    file = tmp_path / "plain_module.py"
    file.write_text("def twice(n: int) -> int:\n    return n + n if n > 3 else 0\n")
    return f"{file}:twice"


def test_an_exploration_ends_where_one_operation_takes_for_ever(
    function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping.Stepper, "run", lambda *_: _spin())
    run = explore(function, bounds=Bounds(timeout=0.2))
    assert not [*run.leaves()]
    assert run.account.stopped == "timeout" and not run.account.failures


def test_a_check_ends_where_one_operation_takes_for_ever(
    function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stepping.Stepper, "run", lambda *_: _spin())
    (report,) = check(function, CheckOptions(seconds=0.2))
    assert report.account.stopped == "timeout"
    assert report.verdict.value == "unfinished"
    assert not report.account.failures


def test_a_check_ends_where_its_program_takes_for_ever_to_be_made(
    function: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("heapwise.checking.levels.start_subject", lambda *_: _spin())
    (report,) = check(function, CheckOptions(seconds=0.2))
    assert report.account.stopped == "timeout"
    assert not report.account.failures


class _Slow:
    def __del__(self) -> None:
        until = time.monotonic() + 0.3
        while time.monotonic() < until:
            pass


@pytest.mark.parametrize("limit", [TimeLimit, RepeatedLimit])
@pytest.mark.parametrize("by_weak_reference", [False, True])
def test_what_deletes_an_object_is_not_disturbed(
    limit: Any, by_weak_reference: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    chosen = limit(time.monotonic())
    if limit is RepeatedLimit:
        chosen.arm()

    def deleting() -> None:
        if by_weak_reference:
            weakref.finalize(ast.Pass(), _Slow().__del__)
        else:
            _Slow()
        _spin()

    with pytest.raises(StoppedError), chosen:
        deleting()
    if limit is RepeatedLimit:
        chosen.disarm()
    assert not unraisable


def test_what_takes_an_object_out_of_a_weak_set_is_not_disturbed() -> None:
    one, found = ast.Pass(), []
    held = weakref.WeakSet([one])

    def look(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name == "_remove":
            found.append(is_delicate(frame))

    sys.setprofile(look)
    try:
        del one
    finally:
        sys.setprofile(None)
    assert found == [True]
    assert not held


def test_what_starts_a_thread_is_not_disturbed() -> None:
    """The thread took itself out of a table that it was in no more, and said so on the screen."""
    found: set[bool] = set()

    def look(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code.co_name == "wait":
            found.add(is_delicate(frame))

    thread, ended = threading.Thread(target=list), threading.Event()
    sys.setprofile(look)
    try:
        thread.start()
        sys.setprofile(None)
        assert found == {True}
        sys.setprofile(look)
        ended.wait(0.0)
    finally:
        sys.setprofile(None)
    thread.join()
    assert found == {True, False}


@pytest.mark.parametrize("handler", [interrupt, crew._interrupted])
def test_an_interrupt_while_an_object_is_deleted_comes_a_little_later(
    handler: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    monkeypatch.setattr(crew, "_busy", True)
    monkeypatch.setattr(crew, "_stopped", False)
    before = signal.signal(signal.SIGINT, handler)

    def deleting() -> None:
        _Interrupted()
        _spin()

    try:
        with pytest.raises(KeyboardInterrupt):
            deleting()
    finally:
        signal.signal(signal.SIGINT, before)
    assert not unraisable


class _Interrupted:
    def __del__(self) -> None:
        signal.raise_signal(signal.SIGINT)
