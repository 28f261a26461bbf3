"""Numbers that are small enough make a value that is."""

from __future__ import annotations

from itertools import product

import pytest

from heapwise.frontends.python.semantics.core.magnitudes import if_parts_are_small
from heapwise.terms import (
    INT,
    Concrete,
    Scalar,
    Term,
    add,
    floordiv,
    ite,
    lt,
    mod,
    mul,
    sub,
    symbol,
)
from heapwise.terms.evaluate import evaluate

A, B = symbol("a", INT), symbol("b", INT)
DIGITS = 4
VALUES = {
    "square": mul(A, A),
    "sum of products": add(add(mul(A, B), mul(A, A)), 7),
    "difference": sub(mul(A, mul(A, B)), mul(3, B)),
    "quotient": floordiv(mul(A, A), B),
    "remainder": mod(mul(A, mul(A, A)), mul(B, B)),
    "choice": ite(lt(A, B), mul(A, 9), mul(B, B)),
}


class _Values:
    def __init__(self, a: int, b: int) -> None:
        self._of = {A: a, B: b}

    def symbol_value(self, symbol: Term) -> Concrete:
        return self._of[symbol]

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError


@pytest.mark.parametrize("name", VALUES)
def test_small_parts_make_few_digits_and_some_parts_are_small(name: str) -> None:
    value = VALUES[name]
    assert isinstance(value, Term)
    condition = if_parts_are_small(value, DIGITS)
    assert condition is not None

    def of(term: Scalar, a: int, b: int) -> Concrete:
        return evaluate(term, _Values(a, b), {})

    ends = [*range(-9, 10), *range(-10_000, 10_001, 97)]
    held = [(a, b) for a, b in product(ends, ends) if b and of(condition, a, b)]
    assert (1, 1) in held
    assert all(abs(int(of(value, a, b))) < 10**DIGITS for a, b in held)


def test_what_is_too_large_whatever_its_parts_are_has_no_such_condition() -> None:
    value = mul(A, add(A, 10**9))
    assert isinstance(value, Term)
    assert if_parts_are_small(value, DIGITS) is None
