"""Models: what they make up stays as it is, and a changed copy changes nothing else."""

from __future__ import annotations

import gc
import sys
from types import SimpleNamespace
from typing import Any, NoReturn, cast

import pytest
import z3

from heapwise.solver import Model, z3_backend, z3_finite
from heapwise.solver.z3_context import Context
from heapwise.terms import (
    BOOL,
    INT,
    REF,
    STR,
    MapSort,
    Term,
    add,
    eq,
    ite,
    location,
    raw_select,
    store,
    symbol,
)

A, B, C = (symbol(name, REF) for name in "abc")
X, S = symbol("x", INT), symbol("s", STR)
P = symbol("p", BOOL)
VALUE = symbol("Node.value", MapSort((REF,), INT))
NEXT = symbol("Node.next", MapSort((REF,), REF))


def value_of(ref: Term) -> Term:
    found = raw_select(VALUE, (ref,))
    assert isinstance(found, Term)
    return found


def test_references_that_are_made_up_are_all_different() -> None:
    model = Model()
    after = raw_select(NEXT, (A,))
    assert len({model.number(A), model.number(B), model.number(after), 0}) == 4
    assert model.number(A) == model.number(A) and model.number(after) == model.number(after)


def test_a_copy_goes_on_making_up_others() -> None:
    model = Model()
    first = model.number(A)
    for copy in (model.overlay(frozenset(), Model()), model.with_value(X, 3)):
        assert copy.number(A) == first
        assert copy.number(B) != first
    other = Model()
    taken = other.number(A)
    copy = Model().overlay(frozenset((A,)), other)
    assert copy.number(A) == taken != copy.number(B)


def test_another_model_decides_the_symbols_that_it_is_asked_for() -> None:
    model, other = Model(values={X: 1, S: "one"}), Model(values={X: 2, S: "two"})
    mixed = model.overlay(frozenset((X,)), other)
    assert (mixed.evaluate(X), mixed.evaluate(S)) == (2, "one")
    assert (model.evaluate(X), other.evaluate(S)) == (1, "two")


def test_maps_of_a_copy_are_its_own() -> None:
    model = Model(values={A: 1, B: 2})
    changed = model.with_contents(value_of(A), 7)
    assert changed is not None
    assert [changed.evaluate(value_of(ref)) for ref in (A, B)] == [7, 0]
    assert model.evaluate(value_of(A)) == 0
    taken = Model(values={A: 1, B: 2}).overlay(frozenset((VALUE,)), changed)
    assert taken.evaluate(value_of(A)) == 7
    again = taken.with_contents(value_of(A), 8)
    assert again is not None and again.evaluate(value_of(A)) == 8
    assert changed.evaluate(value_of(A)) == taken.evaluate(value_of(A)) == 7


def test_contents_are_those_of_a_symbol_or_of_a_cell_of_the_input() -> None:
    model = Model(values={X: 1, A: 1, P: True})
    changed = model.with_contents(X, 5)
    assert changed is not None and changed.evaluate(add(X, 1)) == 6
    written = store(VALUE, (A,), X)
    for neither in (add(X, 1), ite(P, X, 2), raw_select(written, (B,)), location(-1), eq(X, 1)):
        assert isinstance(neither, Term)
        assert model.with_contents(neither, 5) is None


@pytest.mark.parametrize("module", [z3_backend, z3_finite])
def test_an_interrupt_before_there_is_a_model_says_nothing(
    module: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    monkeypatch.setattr(module.api, "Z3_solver_get_model", interrupted)
    context = Context()
    if module is z3_backend:
        with pytest.raises(KeyboardInterrupt):
            z3_backend.Z3Model(context, None, cast(Any, None))
    else:
        solver = SimpleNamespace(_ref=context.ref(), _solver=None, _context=context)
        with pytest.raises(KeyboardInterrupt):
            z3_finite.Z3FiniteModel(cast(Any, solver))
    gc.collect()
    assert not unraisable


def test_an_interrupt_before_there_is_a_context_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    unraisable: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", unraisable.append)
    monkeypatch.setattr(z3.z3, "Z3_mk_context_rc", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Context()
    gc.collect()
    assert not unraisable
