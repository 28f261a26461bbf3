"""The garbage collector runs in whatever thread has just made an object, also while another one is
inside Z3, which does not lock its contexts. Models that it found were let go of there and then:
runs ended with a segmentation fault, in one of a few hundred million steps."""

from __future__ import annotations

import gc
import threading
from collections.abc import Callable

import pytest
from z3 import z3core as api

from heapwise.solver import Kind, PathCondition, Verdict
from heapwise.solver.finite import Numbers, Range
from heapwise.solver.z3_backend import Z3Solver
from heapwise.solver.z3_finite import Z3FiniteSolver
from heapwise.terms import INT, Scalar, Term, lt, symbol


def _condition(made: Scalar) -> Term:
    assert isinstance(made, Term)
    return made


_NEGATIVE = _condition(lt(symbol("x", INT), 0))
_LARGE = _condition(lt(10, symbol("x", INT)))
_PATH = PathCondition().extend(_NEGATIVE, Kind.CHOICE, None)


def _asking() -> Callable[[], object]:
    solver = Z3Solver()
    return lambda: solver.model(_PATH)


def _asking_about_finite_domains() -> Callable[[], object]:
    solver = Z3FiniteSolver(lambda _: (), Numbers(1, Range(8)))

    def ask() -> object:
        assert solver.check([_NEGATIVE]) is Verdict.SAT
        return solver.model()

    return ask


@pytest.mark.parametrize("asking", [_asking, _asking_about_finite_domains])
def test_a_model_is_let_go_of_by_who_asks(
    asking: Callable[[], Callable[[], object]], monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[threading.Thread] = []
    release = api.Z3_model_dec_ref

    def released(context: object, model: object) -> None:
        threads.append(threading.current_thread())
        release(context, model)

    ask = asking()
    circle: list[object] = [ask()]
    gc.collect()  # what other tests have left behind is none of this one's business
    monkeypatch.setattr(api, "Z3_model_dec_ref", released)
    circle.append(circle)
    del circle
    collecting = threading.Thread(target=gc.collect)
    collecting.start()
    collecting.join()
    assert threads == []
    kept = ask()
    assert kept is not None
    assert threads == [threading.current_thread()]


def test_a_question_after_an_interrupt_is_answered_by_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A condition that Z3 held and nobody knew of made every other question unsatisfiable."""
    solver = Z3Solver()
    assert_in = api.Z3_solver_assert

    def interrupted(*arguments: object) -> None:
        assert_in(*arguments)
        raise KeyboardInterrupt

    assert solver.check(PathCondition(), _LARGE).verdict is Verdict.SAT
    with monkeypatch.context() as patched:
        patched.setattr(api, "Z3_solver_assert", interrupted)
        with pytest.raises(KeyboardInterrupt):
            solver.check(PathCondition(), _NEGATIVE)
    assert solver.check(PathCondition(), _LARGE).verdict is Verdict.SAT
    assert solver.check(PathCondition(), _NEGATIVE).verdict is Verdict.SAT
