"""Whether a question is decided depends on the question, and on no clock."""

from __future__ import annotations

import gc
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import z3

from heapwise.solver import PathCondition, Verdict
from heapwise.solver.z3_backend import Z3Solver
from heapwise.solver.z3_limits import Alarm
from heapwise.terms import INT, Term, add, eq, mul, symbol
from tests.waiting import PATIENCE, wait_until

_ROOT = Path(__file__).parents[3]

X, Y, Z = (symbol(name, INT) for name in "xyz")


def cubes(total: int) -> Term:
    found = eq(add(add(mul(mul(X, X), X), mul(mul(Y, Y), Y)), mul(mul(Z, Z), Z)), total)
    assert isinstance(found, Term)
    return found


def test_a_question_is_given_up_by_the_steps_that_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    """A clock that has almost stopped lets no question go on for ever."""
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    monkeypatch.setattr(time, "perf_counter", lambda: 0.0)
    solver = Z3Solver(timeout=0.05)
    assert solver.check(PathCondition(), cubes(114)).verdict is Verdict.UNKNOWN


def test_waiting_is_not_working(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time that others take is not counted."""
    interrupted: list[object] = []
    monkeypatch.setattr("heapwise.solver.z3_limits.api.Z3_interrupt", interrupted.append)
    with Alarm(z3.Context(), 0.1):
        time.sleep(0.5)
    assert not interrupted


def test_more_work_than_that_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    interrupted: list[object] = []
    monkeypatch.setattr("heapwise.solver.z3_limits.api.Z3_interrupt", interrupted.append)
    with Alarm(z3.Context(), 0.01):
        started = time.process_time()
        while time.process_time() - started < 0.5:
            pass
    assert len(interrupted) == 1


def test_what_takes_no_steps_is_interrupted_too_and_the_next_question_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("heapwise.solver.z3_limits._STEPS", 1 << 40)
    solver = Z3Solver(timeout=0.05)
    assert solver.check(PathCondition(), cubes(114)).verdict is Verdict.UNKNOWN
    condition = eq(add(X, Y), 5)
    assert isinstance(condition, Term)
    assert solver.check(PathCondition(), condition).verdict is Verdict.SAT


_ASKS = """
from heapwise.interrupting import interrupt_safely
from heapwise.solver import PathCondition
from heapwise.solver.z3_backend import Z3Solver
from tests.unit.solver.test_limits import cubes

interrupt_safely()
solver = Z3Solver(timeout=1000.0)
try:
    print("asking", flush=True)
    solver.check(PathCondition(), cubes(114))
except KeyboardInterrupt:
    print("interrupted")
"""


def test_an_interrupt_ends_a_question() -> None:
    """Python would wait until Z3 is done with it."""
    process = subprocess.Popen(
        [sys.executable, "-c", _ASKS], stdout=subprocess.PIPE, text=True, cwd=_ROOT
    )
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "asking\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=PATIENCE)[0] == "interrupted\n"
    finally:
        process.kill()


def test_nobody_watches_a_context_that_is_gone() -> None:
    def watching() -> set[threading.Thread]:
        return {thread for thread in threading.enumerate() if thread.name == "watch of Z3"}

    before = watching()
    solver = Z3Solver()
    condition = eq(add(X, Y), 5)
    assert isinstance(condition, Term)
    assert solver.check(PathCondition(), condition).verdict is Verdict.SAT
    (watch,) = watching() - before
    del solver
    gc.collect()
    wait_until(lambda: not watch.is_alive())
