"""Solvers over finite domains: Z3 and the SAT solver say the same. Bit-vectors are themselves,
and wrap."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import product
from typing import TypeAlias

import pytest

from heapwise.solver import Verdict
from heapwise.solver.finite import FiniteSolver, Numbers, Range, RangeError
from heapwise.solver.sat_finite import SatSolver
from heapwise.solver.z3_finite import Z3FiniteSolver
from heapwise.structure.formula.guarded import Names
from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Scalar,
    Term,
    add,
    and_,
    bit_vector,
    bv_add,
    bv_and,
    bv_ult,
    eq,
    ite,
    location,
    lt,
    mul,
    not_,
    or_,
    sign_extend,
    sub,
    symbol,
)

X, Y = symbol("x", bit_vector(32)), symbol("y", bit_vector(32))
B = symbol("b", bit_vector(8))
N, M = symbol("n", INT), symbol("m", INT)
R, S = symbol("r", REF), symbol("s", REF)
P, Q = symbol("p", BOOL), symbol("q", BOOL)
ONE, TWO = location(1), location(2)

Make: TypeAlias = Callable[[Names], FiniteSolver]


def domain(_: Term) -> Sequence[Term]:
    return [NULL, ONE, TWO]


def by_z3(names: Names) -> FiniteSolver:
    return Z3FiniteSolver(domain, Numbers(4, Range(10)), names)


def by_z3_without_bounds(names: Names) -> FiniteSolver:
    return Z3FiniteSolver(domain, Numbers(4, Range(None)), names)


def by_sat(names: Names, *whole: str) -> FiniteSolver:
    return SatSolver(domain, Numbers(4, Range(10, frozenset(whole))), names)


def by_sat_with_whole_words(names: Names) -> FiniteSolver:
    return by_sat(names, "x", "y", "b")


@pytest.fixture(params=[by_z3, by_sat_with_whole_words])
def make(request: pytest.FixtureRequest) -> Make:
    made: Make = request.param
    return made


def terms(*conditions: Scalar) -> list[Term]:
    return [each for each in conditions if isinstance(each, Term)]


def test_words_are_words_where_integers_have_no_bounds() -> None:
    """Also where a question without any has been asked before."""
    solver = by_z3_without_bounds(Names())
    assert solver.check(terms(lt(N, M))) is Verdict.SAT
    solver.require(lt(N, 3))
    assert solver.check(terms(lt(3, M), lt(M, N))) is Verdict.UNSAT
    assert (
        solver.check(terms(eq(bv_add(32, X, 1), Y), lt(X, Y), eq(X, 2147483647))) is Verdict.UNSAT
    )
    assert solver.check(terms(eq(bv_add(32, X, 1), Y), eq(Y, -2147483648))) is Verdict.SAT
    model = solver.model()
    assert (model.symbol(X), model.symbol(Y)) == (2147483647, -2147483648)
    assert solver.check(terms(lt(5, N))) is Verdict.UNSAT


def test_sums_wrap_around(make: Make) -> None:
    solver = make(Names())
    assert solver.check(terms(lt(bv_add(32, X, 1), X))) is Verdict.SAT
    assert solver.check(terms(lt(bv_add(32, X, 1), X), lt(X, 100))) is Verdict.UNSAT


def test_bits_are_seen(make: Make) -> None:
    solver = make(Names())
    assert solver.check(terms(eq(bv_and(32, X, 6), 1))) is Verdict.UNSAT
    assert solver.check(terms(bv_ult(32, X, 5), lt(X, 0))) is Verdict.UNSAT
    assert solver.check(terms(lt(sign_extend(B, 8, 32), X), lt(X, -200))) is Verdict.UNSAT


def test_they_stand_beside_references_and_mathematical_integers(make: Make) -> None:
    solver = make(Names())
    chosen = ite(eq(R, ONE), X, ite(P, 3, 4))
    solver.require(eq(chosen, Y))
    solver.settle()
    assert solver.check(terms(lt(Y, 0), eq(N, 7), not_(eq(X, -1)))) is Verdict.SAT
    model = solver.model()
    assert model.symbol(R) == 1
    assert model.symbol(N) == 7
    value = model.symbol(X)
    assert value == model.symbol(Y)
    assert isinstance(value, int) and value < -1


def test_a_reference_is_exactly_one_of_its_domain(make: Make) -> None:
    solver = make(Names())
    refused = [not_(eq(R, each)) for each in domain(R)]
    assert solver.check(terms(*refused[1:])) is Verdict.SAT
    assert solver.model().symbol(R) == 0
    assert solver.check(terms(*refused)) is Verdict.UNSAT
    assert solver.check(terms(eq(R, ONE), eq(R, TWO))) is Verdict.UNSAT


def test_order_of_integers_is_transitive_and_has_room(make: Make) -> None:
    solver = make(Names())
    assert solver.check(terms(lt(N, M), lt(M, N))) is Verdict.UNSAT
    assert solver.check(terms(lt(add(N, 3), M), lt(M, -5))) is Verdict.SAT
    model = solver.model()
    n, m = model.symbol(N), model.symbol(M)
    assert isinstance(n, int) and isinstance(m, int) and n + 3 < m < -5


def test_differences_are_comparisons_in_disguise() -> None:
    solver = by_sat(Names())
    gap = ite(lt(N, M), sub(M, N), sub(N, M))
    assert solver.check(terms(lt(gap, 0))) is Verdict.UNSAT
    assert solver.check(terms(lt(gap, 2), lt(add(N, 1), M))) is Verdict.UNSAT
    assert solver.check(terms(lt(3, gap), lt(M, N))) is Verdict.SAT
    model = solver.model()
    n, m = model.symbol(N), model.symbol(M)
    assert isinstance(n, int) and isinstance(m, int) and n - m > 3
    with pytest.raises(RangeError):
        solver.check(terms(lt(sub(N, M), symbol("k", INT))))


def test_numbers_beyond_what_was_announced_are_refused(make: Make) -> None:
    solver = make(Names())
    with pytest.raises(RangeError) as larger:
        solver.check(terms(lt(N, 11)))
    assert larger.value.constant == 11
    with pytest.raises(RangeError) as any_size:
        solver.check(terms(lt(mul(N, M), 3)))
    assert any_size.value.constant is None


def test_words_that_are_only_compared_need_few_bits() -> None:
    solver = by_sat(Names())
    assert solver.check(terms(lt(X, Y), lt(Y, -3))) is Verdict.SAT
    model = solver.model()
    x, y = model.symbol(X), model.symbol(Y)
    assert isinstance(x, int) and isinstance(y, int) and x < y < -3
    assert solver.check(terms(lt(X, Y), lt(Y, X))) is Verdict.UNSAT
    assert solver.check(terms(bv_ult(32, X, 5), lt(X, 0))) is Verdict.UNSAT


def test_they_are_asked_for_whole_where_that_is_not_enough() -> None:
    with pytest.raises(RangeError) as computed:
        by_sat(Names()).check(terms(lt(bv_add(32, X, 1), Y)))
    assert computed.value.whole == {"x"}
    with pytest.raises(RangeError) as compared:
        by_sat(Names(), "x").check(terms(lt(bv_add(32, X, 1), Y)))
    assert compared.value.whole == {"y"}
    with pytest.raises(RangeError) as large:
        by_sat(Names()).check(terms(lt(X, 1_000_000)))
    assert large.value.whole == {"x"}
    assert large.value.widened(Range(10)) == Range(10, frozenset(("x",)))


def test_the_order_of_variables_is_what_their_numbers_say() -> None:
    solver = by_sat(Names())
    variables = [symbol(f"key@{at}", bit_vector(32)) for at in range(4)]
    for values in product(range(4), repeat=4):
        conditions = [
            lt(one, other) if a < b else not_(lt(one, other))
            for one, a in zip(variables, values, strict=True)
            for other, b in zip(variables, values, strict=True)
            if one is not other
        ]
        assert solver.check(terms(*conditions)) is Verdict.SAT
        found = [int(solver.model().symbol(each) or 0) for each in variables]
        ranks = [sorted(set(found)).index(each) for each in found]
        assert ranks == [sorted(set(values)).index(each) for each in values]
    a, b, c, _ = variables
    assert solver.check(terms(lt(a, b), lt(b, c), not_(lt(a, c)))) is Verdict.UNSAT
    assert solver.check(terms(eq(a, b), eq(b, c), lt(a, c))) is Verdict.UNSAT


def test_a_name_is_what_it_stands_for(make: Make) -> None:
    names = Names()
    both = names.of(and_(P, Q))
    either = names.of(or_(both, eq(R, ONE)))
    solver = make(names)
    assert solver.check(terms(either, not_(P))) is Verdict.SAT
    assert solver.model().symbol(R) == 1
    assert solver.check(terms(either, not_(P), not_(eq(R, ONE)))) is Verdict.UNSAT


def test_a_selected_reference_is_that_of_the_guard_that_holds(make: Make) -> None:
    names = Names()
    table = names.select_row(
        [(P, {each: eq(R, each) for each in domain(R)}), (not_(P), {NULL: True})]
    )
    solver = make(names)
    assert solver.check(terms(P, table[ONE], not_(eq(R, ONE)))) is Verdict.UNSAT
    assert solver.check(terms(P, not_(table[ONE]), eq(R, ONE))) is Verdict.UNSAT
    assert solver.check(terms(not_(P), not_(table[NULL]))) is Verdict.UNSAT
    assert solver.check(terms(table[TWO])) is Verdict.SAT
    assert solver.model().symbol(R) == 2


def test_a_selected_number_is_that_of_the_guard_that_holds(make: Make) -> None:
    names = Names()
    number = names.select([(eq(R, ONE), N), (eq(R, TWO), M), (eq(R, NULL), 5)], INT)
    truth = names.select([(P, Q), (not_(P), True)], BOOL)
    word = names.select([(not_(P), 9), (P, X)], X.sort)
    solver = make(names)
    assert solver.check(terms(eq(R, TWO), lt(number, M))) is Verdict.UNSAT
    assert solver.check(terms(lt(number, 5), eq(R, NULL))) is Verdict.UNSAT
    assert solver.check(terms(not_(truth), Q)) is Verdict.UNSAT
    assert solver.check(terms(eq(word, 3), eq(X, 4))) is Verdict.UNSAT
    assert solver.check(terms(eq(word, 3), lt(number, N), lt(number, M))) is Verdict.SAT
    assert solver.model().symbol(R) == 0


def test_what_was_asked_long_ago_is_forgotten_and_can_be_asked_again() -> None:
    solver = SatSolver(domain, Numbers(400, Range(10)))
    solver.require(or_(P, Q))
    solver.settle()
    for number in range(300):
        own = symbol(f"n{number}", INT)
        assert solver.check(terms(lt(own, N), lt(N, own))) is Verdict.UNSAT
    assert solver.check(terms(lt(symbol("n0", INT), N), not_(P))) is Verdict.SAT
    assert solver.model().symbol(Q) is True


def test_a_model_stays_what_it_was_when_the_solver_has_forgotten() -> None:
    solver = SatSolver(domain, Numbers(400, Range(10)))
    solver.require(or_(P, Q))
    solver.settle()
    assert solver.check(terms(eq(N, 3), eq(R, TWO), not_(Q))) is Verdict.SAT
    model = solver.model()
    for number in range(300):
        solver.check(terms(lt(symbol(f"n{number}", INT), N)))
    assert (model.symbol(N), model.symbol(R), model.symbol(P)) == (3, 2, True)


def test_more_can_be_required_after_questions_were_asked() -> None:
    solver = SatSolver(lambda _: (NULL, ONE, TWO), Numbers(4, Range(24)), Names())
    solver.require(_term(or_(eq(R, ONE), eq(R, TWO))))
    solver.settle()
    assert solver.check([_term(eq(R, ONE)), _term(lt(N, M))]) is Verdict.SAT
    solver.reopen()
    solver.require(_term(not_(eq(R, ONE))))
    solver.settle()
    assert solver.check([_term(eq(R, ONE))]) is Verdict.UNSAT
    assert solver.check([_term(eq(R, TWO)), _term(lt(M, N))]) is Verdict.SAT


def test_only_what_is_required_counts_as_required() -> None:
    solver = SatSolver(lambda _: (NULL, ONE, TWO), Numbers(4, Range(24)), Names())
    solver.require(_term(lt(N, 3)))
    solver.settle()
    assert solver.check([_term(lt(M, 3))]) is Verdict.SAT
    assert solver.requires(N) and not solver.requires(M)


def test_what_cannot_hold_is_refuted_and_nothing_else(make: Make) -> None:
    solver = make(Names())
    for one, other in ((P, Q), (not_(P), Q), (P, not_(Q))):
        solver.require(or_(one, other))
    solver.require(or_(not_(P), eq(R, ONE)))
    assert solver.refutes(_term(or_(not_(P), eq(R, TWO))), 100)
    assert not solver.refutes(_term(and_(P, Q)), 100)
    assert solver.check([P, Q]) is Verdict.SAT


def pigeons(solver: FiniteSolver, number: int) -> None:
    """More of them than there are holes."""
    sits = [
        [symbol(f"{pigeon} in {hole}", BOOL) for hole in range(number - 1)]
        for pigeon in range(number)
    ]
    for one in sits:
        solver.require(or_(*one))
    for hole in range(number - 1):
        for at in range(number):
            for before in range(at):
                solver.require(or_(not_(sits[at][hole]), not_(sits[before][hole])))


def test_a_refutation_is_given_up_after_so_many_conflicts_or_seconds() -> None:
    small, large = by_sat(Names()), by_sat(Names())
    pigeons(small, 5)
    assert small.refutes(P, 10_000)
    pigeons(large, 12)
    assert not large.refutes(P, 50)
    started = time.process_time()
    assert not large.refutes(P, 100_000_000, seconds=0.2)
    assert time.process_time() - started < 20


def _term(condition: Scalar) -> Term:
    assert isinstance(condition, Term)
    return condition
