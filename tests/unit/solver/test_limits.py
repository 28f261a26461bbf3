"""Whether a question is decided depends on the question, and on no clock."""

from __future__ import annotations

import time

import pytest
import z3

from heapwise.solver import PathCondition, Verdict
from heapwise.solver.z3_backend import Z3Solver
from heapwise.solver.z3_limits import Alarm
from heapwise.terms import INT, Term, add, eq, mul, symbol

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
