"""Z3 needs a time quadratic in the number of formulas to delete a context that still holds them.
Whichever of its objects the garbage collector comes by first, they are let go of before."""

from __future__ import annotations

import gc

import pytest
from z3 import z3core as api

from heapwise.solver import Kind, PathCondition
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import INT, Term, lt, symbol


def test_formulas_are_let_go_of_before_their_context(monkeypatch: pytest.MonkeyPatch) -> None:
    gc.collect()  # what other tests have left behind is none of this one's business
    events: list[str] = []
    delete, release = api.Z3_del_context, api.Z3_solver_dec_ref

    def deleted(context: object) -> None:
        events.append("context")
        delete(context)

    def released(context: object, solver: object) -> None:
        events.append("formulas")
        release(context, solver)

    monkeypatch.setattr("z3.z3.Z3_del_context", deleted)
    monkeypatch.setattr(api, "Z3_solver_dec_ref", released)
    solver = Z3Solver()
    condition = lt(symbol("x", INT), 0)
    assert isinstance(condition, Term)
    assert solver.model(PathCondition().extend(condition, Kind.CHOICE, None)) is not None
    # A circle in which the collector meets the context first.
    circle = [solver._context, solver]
    circle.append(circle)
    del solver, circle
    gc.collect()
    assert events == ["formulas", "context"]
