"""Numbers of a fixed width in Z3: the answers are those of evaluation."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.solver import Kind, Model, PathCondition, Verdict, default_solver, unwinding_solver
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    REF,
    STR,
    BaseSort,
    MapSort,
    Scalar,
    Term,
    add,
    bit_vector,
    bv_add,
    bv_mul,
    bv_of_int,
    bv_srem,
    eq,
    fadd32,
    fdiv32,
    float_of_bv,
    flt,
    fmul32,
    frem,
    ite,
    le,
    lt,
    not_,
    same_constant,
    select,
    store,
    str_length,
    symbol,
)
from tests.unit.terms.machine_values import MACHINE_CLAIMS, assignments, nested
from tests.unit.terms.values import Claim

WORD = bit_vector(32)
X, Y, J, K = (symbol(name, WORD) for name in "xyjk")
A, B = symbol("a", REF), symbol("b", REF)
F, G = symbol("f", FLOAT32), symbol("g", FLOAT32)
S = symbol("s", STR)
CELLS = symbol("int[]", MapSort((REF, WORD), WORD))


def term(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def path_of(*conditions: Scalar) -> PathCondition:
    path = PathCondition()
    for condition in conditions:
        path = path.extend(term(condition), Kind.CHOICE, None)
    return path


def verdict(*together: Scalar) -> Verdict:
    """Of the solver alone, and of all layers together; a model satisfies what it is a model of."""
    verdicts = set()
    for solver in (Z3Solver(), default_solver()):
        answer = solver.check(path_of(*together[:-1]), term(together[-1]))
        verdicts.add(answer.verdict)
        if answer.model is not None:
            assert all(answer.model.satisfies(condition) for condition in together)
    (found,) = verdicts
    return found


@pytest.mark.parametrize("claim", MACHINE_CLAIMS, ids=lambda claim: claim.name)
@settings(max_examples=8, deadline=None)
@given(st.data())
def test_z3_computes_what_c_computes(claim: Claim, data: st.DataObject) -> None:
    values = data.draw(claim.arguments)
    symbols = [symbol(f"v{n}", sort) for n, sort in enumerate(claim.sorts)]
    path = path_of(*map(eq, symbols, values))
    same = eq(claim.build(*symbols), claim.expected(*values))
    solver = Z3Solver()
    answer, other = solver.check(path, term(same)), solver.check(path, term(not_(same)))
    assert answer.verdict is Verdict.SAT
    assert other.verdict is Verdict.UNSAT
    assert answer.model is not None
    for each, value in zip(symbols, values, strict=True):
        assert same_constant(answer.model.evaluate(each), value)


@pytest.mark.parametrize("sort", [BOOL, bit_vector(8), WORD], ids=str)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_z3_and_evaluation_agree_on_nested_terms(sort: BaseSort, data: st.DataObject) -> None:
    built = data.draw(nested(sort, 3))
    values = data.draw(assignments())
    if not isinstance(built, Term):
        return
    value = Model(values=values).evaluate(built)
    given_values = path_of(*(eq(each, known) for each, known in values.items()))
    same = eq(built, value)
    if isinstance(same, Term):
        solver = Z3Solver()
        assert solver.check(given_values, same).verdict is Verdict.SAT
        assert solver.check(given_values, term(not_(same))).verdict is Verdict.UNSAT
        found = Z3Solver().check(PathCondition(), same)
        assert found.verdict is Verdict.SAT
        assert found.model is not None and found.model.satisfies(same)


def test_sums_wrap_around() -> None:
    assert verdict(lt(bv_add(32, X, 1), X)) is Verdict.SAT
    assert verdict(lt(X, 100), lt(bv_add(32, X, 1), X)) is Verdict.UNSAT
    assert verdict(lt(0, X), eq(bv_mul(32, X, X), 1), not_(eq(X, 1))) is Verdict.SAT


def test_elements_of_arrays_are_found_by_index() -> None:
    written = store(CELLS, (A, K), 7)
    read = select(written, (A, J))
    assert verdict(eq(read, 8), eq(K, J)) is Verdict.UNSAT
    assert verdict(eq(read, 8), le(0, J), lt(J, 3)) is Verdict.SAT
    assert verdict(eq(bv_add(32, K, 1), J), not_(eq(read, 7)), eq(A, B)) is Verdict.SAT
    branch = select(store(CELLS, (A, ite(symbol("p", BOOL), 1, 0)), 5), (A, J))
    assert verdict(eq(branch, 5), lt(1, J), not_(eq(select(CELLS, (A, J)), 5))) is Verdict.UNSAT


def test_single_precision_is_not_double_precision() -> None:
    tenth = fdiv32(1.0, 10.0)
    assert verdict(eq(F, tenth), flt(fmul32(F, 10.0), 1.0)) is Verdict.UNSAT
    assert verdict(flt(0.0, F), eq(fadd32(1.0, F), 1.0)) is Verdict.SAT
    assert verdict(eq(float_of_bv(X, 32, FLOAT32), 16777216.0), eq(X, 16777217)) is Verdict.SAT
    assert verdict(eq(float_of_bv(X, 32, FLOAT), 16777216.0), eq(X, 16777217)) is Verdict.UNSAT


def test_remainders_of_floats_have_the_sign_of_the_dividend() -> None:
    assert same_constant(frem(-5.5, 2.0), -1.5)
    assert verdict(eq(F, -5.5), eq(G, 2.0), eq(frem(F, G, FLOAT32), -1.5)) is Verdict.SAT


def test_lengths_of_strings_meet_bit_vectors() -> None:
    length = bv_of_int(32, str_length(S))
    assert verdict(eq(X, 2), eq(length, 2), lt(length, 3)) is Verdict.SAT
    assert verdict(lt(length, 2), lt(3, length)) is Verdict.UNSAT
    assert verdict(eq(length, X), eq(X, 2)) is Verdict.SAT


def test_unwinding_knows_bit_vectors() -> None:
    pytest.importorskip("dd")
    p = symbol("p", BOOL)
    solver = unwinding_solver()
    picked = ite(p, X, ite(symbol("q", BOOL), 3, 4))
    path = path_of(eq(bv_srem(32, picked, 10), 3), lt(add(picked, 1), Y))
    answer = solver.check(path, term(not_(eq(picked, 3))))
    assert answer.verdict is Verdict.SAT
    impossible = path_of(not_(p), lt(picked, 3))
    assert solver.check(impossible, term(le(picked, 4))).verdict is Verdict.UNSAT
