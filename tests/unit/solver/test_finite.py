"""The solver over finite domains: bit-vectors are themselves, and wrap."""

from __future__ import annotations

from heapwise.solver import Verdict
from heapwise.solver.z3_finite import FiniteSolver, Numbers
from heapwise.terms import (
    BOOL,
    INT,
    REF,
    Scalar,
    Term,
    bit_vector,
    bv_add,
    bv_and,
    bv_ult,
    eq,
    ite,
    location,
    lt,
    not_,
    sign_extend,
    symbol,
)

X, Y = symbol("x", bit_vector(32)), symbol("y", bit_vector(32))
B = symbol("b", bit_vector(8))
N = symbol("n", INT)
R = symbol("r", REF)
P = symbol("p", BOOL)


def term(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def solver() -> FiniteSolver:
    return FiniteSolver(lambda _: [location(0), location(1)], Numbers(2, 10))


def verdict(*conditions: Scalar) -> Verdict:
    return solver().check([term(condition) for condition in conditions])


def test_sums_wrap_around() -> None:
    assert verdict(lt(bv_add(32, X, 1), X)) is Verdict.SAT
    assert verdict(lt(bv_add(32, X, 1), X), lt(X, 100)) is Verdict.UNSAT


def test_bits_are_seen() -> None:
    assert verdict(eq(bv_and(32, X, 6), 1)) is Verdict.UNSAT
    assert verdict(bv_ult(32, X, 5), lt(X, 0)) is Verdict.UNSAT
    assert verdict(lt(sign_extend(B, 8, 32), X), lt(X, -200)) is Verdict.UNSAT


def test_they_stand_beside_references_and_mathematical_integers() -> None:
    made = solver()
    chosen = ite(eq(R, location(1)), X, ite(P, 3, 4))
    made.require(eq(chosen, Y))
    conditions = [lt(Y, 0), eq(N, 7), not_(eq(X, -1))]
    assert made.check([term(each) for each in conditions]) is Verdict.SAT
    model = made.model()
    assert model.symbol(R) == 1
    assert model.symbol(N) == 7
    value = model.symbol(X)
    assert value == model.symbol(Y)
    assert isinstance(value, int) and value < -1
