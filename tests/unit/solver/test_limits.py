"""Whether a question is decided depends on the question, and on no clock."""

from __future__ import annotations

import gc
import threading
import time

import pytest
import z3

from heapwise.solver import PathCondition, Verdict
from heapwise.solver.z3_backend import Z3Solver
from heapwise.solver.z3_limits import Alarm
from heapwise.terms import INT, Term, add, eq, mul, symbol
from tests.waiting import wait_until

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


def test_nobody_watches_a_context_that_is_gone() -> None:
    def watching() -> int:
        return sum(thread.name == "watch of Z3" for thread in threading.enumerate())

    before = watching()
    solver = Z3Solver()
    condition = eq(add(X, Y), 5)
    assert isinstance(condition, Term)
    assert solver.check(PathCondition(), condition).verdict is Verdict.SAT
    assert watching() == before + 1
    del solver
    gc.collect()
    wait_until(lambda: watching() <= before)
