"""Bit-vectors asked about as integers: the answers are those about bit-vectors."""

from __future__ import annotations

import pytest

from heapwise.solver import PathCondition, Verdict
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    Scalar,
    Term,
    and_,
    bit_vector,
    bv_add,
    bv_mul,
    bv_sub,
    eq,
    lt,
    not_,
    symbol,
    zero_extend,
)

X, Y, Z = (symbol(name, bit_vector(32)) for name in "xyz")
B = symbol("b", bit_vector(8))

SAT: dict[str, Scalar] = {
    "an order": and_(lt(X, Y), lt(Y, Z)),
    "a sum that wraps": and_(lt(0, X), lt(bv_add(32, X, 1), 0)),
    "a difference that wraps": lt(X, bv_sub(32, X, 1)),
    "a product that wraps": and_(lt(1000, X), eq(bv_mul(32, X, X), 0)),
    "the largest number": and_(lt((1 << 31) - 2, X), not_(eq(X, Y))),
    "an unsigned byte": lt(200, zero_extend(B, 8, 32)),
}
UNSAT: dict[str, Scalar] = {
    "a circle": and_(lt(X, Y), lt(Y, Z), lt(Z, X)),
    "beyond the largest number": and_(lt((1 << 31) - 2, X), lt(X, Y)),
    "a sum of numbers that cannot wrap": and_(lt(0, X), lt(X, 10), eq(bv_add(32, X, 5), 3)),
    "between two neighbours": and_(lt(X, Y), lt(Y, bv_add(32, X, 1)), lt(X, 100), lt(0, X)),
}


@pytest.mark.parametrize("name", SAT)
def test_what_bit_vectors_satisfy_has_a_model(name: str) -> None:
    condition = SAT[name]
    assert isinstance(condition, Term)
    answer = Z3Solver().check(PathCondition(), condition)
    assert answer.verdict is Verdict.SAT
    assert answer.model is not None and answer.model.satisfies(condition)


@pytest.mark.parametrize("name", UNSAT)
def test_what_no_bit_vectors_satisfy_has_none(name: str) -> None:
    condition = UNSAT[name]
    assert isinstance(condition, Term)
    assert Z3Solver().check(PathCondition(), condition).verdict is Verdict.UNSAT
