"""Conditions that come to the same have one name, and none is taken for another."""

from __future__ import annotations

from itertools import product

import pytest

from heapwise.solver import Verdict
from heapwise.solver.finite import Numbers, Range
from heapwise.solver.sat_finite import SatSolver
from heapwise.structure.formula.equal_conditions import EqualConditions
from heapwise.structure.formula.found_structures import FoundStructures
from heapwise.structure.formula.guarded import Names
from heapwise.terms import BOOL, INT, Scalar, Term, and_, evaluate, ite, lt, mul, not_, or_, symbol

A, B, C = (symbol(name, BOOL) for name in "abc")
X, Y, Z = (symbol(name, INT) for name in "xyz")


def term(condition: Scalar) -> Term:
    assert isinstance(condition, Term)
    return condition


class Asked:
    """Names, and the solver and the structures behind them."""

    def __init__(self) -> None:
        self.names = Names()
        self.solver = SatSolver(lambda term: (), Numbers(8, Range(24)), self.names)
        self.found = FoundStructures(self.names)
        self.names.equal = EqualConditions(self.solver, self.found)
        for each in (A, B, C):
            self.names.of(each)


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_the_same_in_other_words_has_the_same_name(asked: Asked) -> None:
    of = asked.names.of
    assert of(and_(A, or_(B, C))) is of(or_(and_(A, B), and_(A, C)))
    assert of(or_(not_(A), not_(B))) is not_(of(and_(A, B)))
    assert of(ite(A, B, C)) is of(or_(and_(A, B), and_(not_(A), C)))
    assert of(or_(and_(A, B), and_(A, not_(B)))) is A


def test_what_cannot_hold_or_always_does_is_no_name(asked: Asked) -> None:
    of = asked.names.of
    assert of(and_(lt(X, Y), lt(Y, Z), lt(Z, X))) is False
    assert of(or_(lt(X, Y), lt(Y, Z), not_(lt(X, Z)))) is True


def test_what_is_required_counts(asked: Asked) -> None:
    assert asked.names.of(and_(A, or_(B, C))) is not A
    asked.solver.require(or_(B, C, not_(A)))
    asked.found.satisfy([], [term(or_(B, C, not_(A)))])
    assert asked.names.of(and_(A, or_(C, B))) is A


def test_numbers_that_the_solver_is_not_ready_for_are_left_alone(asked: Asked) -> None:
    assert isinstance(asked.names.of(lt(mul(X, Y), Z)), Term)


def _value(asked: Asked, condition: Scalar, values: dict[Term, bool]) -> bool:
    class Values:
        def symbol_value(self, symbol: Term) -> bool:
            meaning = asked.names.meaning.get(symbol)
            return values[symbol] if meaning is None else bool(evaluate(meaning, self, {}))

        def map_value(self, map_symbol: Term, keys: object) -> bool:
            raise AssertionError

    return bool(evaluate(condition, Values(), {}))


def test_a_name_holds_whenever_its_condition_does(asked: Asked) -> None:
    of = asked.names.of
    conditions: list[Scalar] = [A, B, C]
    for at in range(40):
        one, other = conditions[at % 5], conditions[(7 * at + 1) % len(conditions)]
        wanted = and_(one, not_(other)) if at % 3 else or_(not_(one), other)
        conditions.append(of(wanted))
        for each in product((False, True), repeat=3):
            values = dict(zip((A, B, C), each, strict=True))
            assert _value(asked, conditions[-1], values) == _value(asked, wanted, values)


def test_structures_show_what_can_be(asked: Asked) -> None:
    assert not asked.found.satisfy([A], [])
    assert asked.solver.check([A, term(lt(X, Y))]) is Verdict.SAT
    asked.found.add(asked.solver)
    assert asked.found.satisfy([term(each) for each in (lt(X, Y), or_(A, B), not_(lt(Y, X)))], [])
    assert not asked.found.satisfy([term(not_(A))], [])
    assert not asked.found.satisfy([A], [term(not_(lt(X, Y)))])


def test_what_is_known_of_structures_is_right_when_others_are_let_go(asked: Asked) -> None:
    both = term(and_(A, not_(B)))
    expected: list[bool] = []
    for at in range(300):
        wanted = [A if at % 3 else term(not_(A)), B if at % 5 else term(not_(B))]
        assert asked.solver.check(wanted) is Verdict.SAT
        asked.found.add(asked.solver)
        expected.append(bool(at % 3) and not at % 5)
        if at % 2:
            latest = expected[-asked.found.valid.bit_count() :]
            assert asked.found.truth(both) == sum(1 << i for i, each in enumerate(latest) if each)
    assert asked.found.valid.bit_count() < 300


def test_names_that_are_given_without_looking_for_equals_are_new(asked: Asked) -> None:
    names = asked.names
    first = names.of(and_(A, B))
    names.equal = None
    assert names.of(or_(B, C)) is not first
