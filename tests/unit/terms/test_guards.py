"""Values under guards: one guard holds, and the value that it belongs to is meant."""

from __future__ import annotations

import pytest

from heapwise.solver import Model
from heapwise.terms import INT, and_, eq, not_, symbol
from heapwise.terms.guards import by_value, choice, gathered

X = symbol("x", INT)
VALUES = [10, 20, 10]


@pytest.mark.parametrize("meant", range(len(VALUES)))
def test_every_value_is_there_once_and_one_of_its_guards_says_when(meant: int) -> None:
    found = by_value((value, eq(X, at)) for at, value in enumerate(VALUES))
    assert list(found) == [10, 20]
    model = Model(values={X: meant})
    holding = [value for value, guard in found.items() if model.satisfies(guard)]
    assert holding == [VALUES[meant]]


@pytest.mark.parametrize("meant", range(len(VALUES)))
def test_tables_under_conditions_are_one_table(meant: int) -> None:
    high, parts = eq(X, 2), [(eq(X, at), value) for at, value in enumerate(VALUES)]
    low_table = [(value, guard) for guard, value in parts[:2]]
    found = gathered([(not_(high), low_table), (high, [(30, True), (20, not_(high))])])
    assert list(found) == [10, 20, 30] and found[20] is and_(not_(high), eq(X, 1))
    model = Model(values={X: meant})
    holding = [value for value, guard in found.items() if model.satisfies(guard)]
    assert holding == [[10, 20, 30][meant]]


@pytest.mark.parametrize("meant", range(len(VALUES)))
def test_a_choice_is_the_value_whose_guard_holds(meant: int) -> None:
    term = choice([(eq(X, at), value) for at, value in enumerate(VALUES)])
    assert Model(values={X: meant}).evaluate(term) == VALUES[meant]
