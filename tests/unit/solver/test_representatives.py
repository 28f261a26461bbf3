"""A few values stand for all of a number of which only sets are asked."""

from __future__ import annotations

import itertools

from heapwise.solver.number_sets import ALL, NumberSets
from heapwise.solver.representatives import Representatives
from heapwise.terms import INT, Term, add, and_, eq, le, lt, not_, or_, symbol
from heapwise.terms.code_points import code_is, is_of_kind

X, Y = symbol("x", INT), symbol("y", INT)


def _of(*conditions: object) -> dict[Term, tuple[tuple[int, int], ...]]:
    asked = [condition for condition in conditions if isinstance(condition, Term)]
    assert len(asked) == len(conditions)
    return Representatives(NumberSets()).of(asked, {X: ALL, Y: ALL})


def test_every_combination_of_sets_has_one_value() -> None:
    found = _of(or_(code_is("space", X), code_is("digit", Y)), or_(lt(X, 40), le(50, Y)))[X]
    values = [first for first, last in found if first == last]
    assert len(values) == len(found)
    combinations = {(is_of_kind("space", value), value < 40) for value in values}
    assert combinations == set(itertools.product((True, False), repeat=2))


def test_a_number_that_is_used_otherwise_keeps_all_its_values() -> None:
    found = _of(or_(code_is("space", X), eq(add(X, Y), 3)), or_(lt(X, 40), le(50, Y)))
    assert found == {X: ALL, Y: ALL}
    found = _of(or_(not_(code_is("space", X)), and_(lt(X, Y), code_is("digit", Y))))
    assert found == {X: ALL, Y: ALL}
