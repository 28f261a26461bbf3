"""Terms as deep as a long path makes them: nothing that handles them may recurse to the bottom."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from heapwise.terms import (
    BOOL,
    INT,
    REF,
    MapSort,
    Scalar,
    Term,
    add,
    and_,
    evaluate,
    ite,
    lt,
    mul,
    not_,
    raw_select,
    show,
    store,
    sub,
    symbol,
)
from tests.unit.terms.recipes import Choice

DEPTH = 5_000  # five times as deep as the stack of Python may be
X, Y = symbol("x", INT), symbol("y", INT)
P, Q = symbol("p", BOOL), symbol("q", BOOL)
A, B = symbol("a", REF), symbol("b", REF)
VAL = symbol("Node.val", MapSort((REF,), INT))
EVERYTHING_EQUAL = Choice({"x": 3, "y": 1, "p": True, "q": True, "a": 1, "b": 1}, 7)


def sums() -> Term:
    value: Scalar = X
    for _ in range(DEPTH // 2):
        value = sub(add(value, Y), X)
    assert isinstance(value, Term)
    return value


def choices() -> Term:
    value: Scalar = X
    for step in range(DEPTH):
        value = ite(lt(value, step), add(value, 1), Y)
    assert isinstance(value, Term)
    return value


def negations() -> Term:
    value: Scalar = P
    for _ in range(DEPTH // 2):
        value = not_(and_(Q, value))
    assert isinstance(value, Term)
    return value


def writes_of_what_was_read(bottom: Scalar) -> Term:
    """A program that copies field to field: each value written was read from the map before."""
    value = bottom
    for _ in range(DEPTH // 2):
        value = raw_select(store(VAL, (A,), value), (B,))
    assert isinstance(value, Term)
    return value


def writes() -> Term:
    """One read over a long log of writes."""
    written = VAL
    for step in range(DEPTH):
        written = store(written, (A if step % 2 else B,), step)
    return raw_select(written, (A,))


SHAPES: dict[str, Callable[[], Term]] = {
    "sums": sums,
    "choices": choices,
    "negations": negations,
    "writes": writes,
    "copies at odd depth": lambda: writes_of_what_was_read(X),
    "copies at even depth": lambda: writes_of_what_was_read(mul(X, Y)),
}


@pytest.fixture(params=list(SHAPES))
def deep(request: pytest.FixtureRequest) -> Term:
    return SHAPES[request.param]()


def test_a_deep_term_evaluates(deep: Term) -> None:
    assert isinstance(evaluate(deep, EVERYTHING_EQUAL, {}), int)


def test_a_deep_term_prints_within_the_limit(deep: Term) -> None:
    assert len(show(deep, 500)) <= 500


def test_a_deep_term_survives_pickling(deep: Term) -> None:
    assert pickle.loads(pickle.dumps(deep)) is deep


def test_a_deep_term_knows_its_symbols(deep: Term) -> None:
    assert deep.symbols <= {X, Y, P, Q, A, B, VAL}
    assert deep.symbols


def test_values_of_deep_terms_are_right() -> None:
    assert evaluate(sums(), EVERYTHING_EQUAL, {}) == 3 + DEPTH // 2 * (1 - 3)
    assert evaluate(writes(), EVERYTHING_EQUAL, {}) == DEPTH - 1
