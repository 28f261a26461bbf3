"""Sets of values of one number: they are what evaluation says, value by value."""

import random

import pytest

from heapwise.solver.model import Model
from heapwise.solver.number_sets import (
    NumberSets,
    complement,
    intersection,
    is_in,
    narrowed,
    nearest_to_zero,
    union,
)
from heapwise.terms import (
    INT,
    REF,
    MapSort,
    Scalar,
    Term,
    add,
    and_,
    eq,
    ite,
    le,
    lt,
    not_,
    or_,
    raw_select,
    show,
    symbol,
)
from heapwise.terms.code_points import KINDS, code_is, expanded, is_of_kind, ranges_of

N = symbol("n", INT)
VALUES = range(-12, 13)


def a_number(source: random.Random, depth: int) -> Scalar:
    number = add(N, source.randint(-3, 3))
    if depth and source.random() < 0.3:
        return ite(a_condition(source, depth - 1), number, source.randint(-5, 5))
    return number


def a_condition(source: random.Random, depth: int) -> Scalar:
    if depth == 0 or source.random() < 0.2:
        number, constant = a_number(source, depth), source.randint(-6, 6)
        made = [lt(number, constant), lt(constant, number), eq(number, constant)]
        return source.choice(made)
    parts = [a_condition(source, depth - 1) for _ in range(3)]
    return source.choice([and_(*parts), or_(*parts), not_(parts[0]), ite(*parts)])


def holds(ranges: tuple[tuple[int, int], ...], value: int) -> bool:
    return any(first <= value <= last for first, last in ranges)


@pytest.mark.parametrize("seed", range(300))
def test_solutions_are_the_values_that_satisfy_the_condition(seed: int) -> None:
    condition = a_condition(random.Random(seed), 4)
    found = NumberSets().solutions(condition) if isinstance(condition, Term) else None
    if found is None:
        assert not isinstance(condition, Term)
        return
    number, ranges = found
    assert number is N
    for value in VALUES:
        model = Model(values={N: value})
        assert holds(ranges, value) == model.satisfies(condition), f"{condition} of {value}"
        assert model.satisfies(is_in(N, ranges)) == holds(ranges, value)
    if ranges:
        nearest = nearest_to_zero(ranges)
        assert holds(ranges, nearest)
        assert not any(holds(ranges, value) for value in range(1 - abs(nearest), abs(nearest)))


def test_sets_touch_no_set() -> None:
    a, b = ((0, 3), (7, 9)), ((4, 5), (9, 12))
    assert union(a, b) == ((0, 5), (7, 12))
    assert intersection(a, b) == ((9, 9),)
    assert intersection(complement(a), ((0, 12),)) == ((4, 6), (10, 12))
    assert complement(complement(a)) == a


def test_a_cell_of_the_heap_is_a_number_and_two_are_none() -> None:
    held = symbol("held", MapSort((REF,), INT))
    cell = raw_select(held, (symbol("r", REF),))
    condition = and_(le(3, cell), lt(cell, 5))
    assert isinstance(condition, Term)
    assert NumberSets().solutions(condition) == (cell, ((3, 4),))
    both = or_(lt(cell, 5), lt(N, 3))
    assert isinstance(both, Term)
    assert NumberSets().solutions(both) is None


@pytest.mark.parametrize("kind", KINDS)
def test_kinds_are_those_of_python(kind: str) -> None:
    ranges = ranges_of(kind)
    edges = {edge + step for pair in ranges for edge in pair for step in (-1, 0, 1)}
    tree = expanded(code_is(kind, N))  # type: ignore[arg-type]  # a term, of a symbol
    solutions = NumberSets().solutions(code_is(kind, N))  # type: ignore[arg-type]
    assert solutions == (N, ranges)
    for code in sorted(edges)[:: max(1, len(edges) // 60)]:
        if 0 <= code <= 0x307FF and not 0xD800 <= code < 0xE000:
            expected = KINDS[kind](chr(code))
            assert is_of_kind(kind, code) == expected
            assert Model(values={N: code}).satisfies(tree) == expected
            assert Model(values={N: code}).satisfies(code_is(kind, N)) == expected
    assert not is_of_kind(kind, -1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kind_is_the_same_within_a_set_of_characters(kind: str) -> None:
    codes = ((ord("0") - 97, ord("Z") - 97), (0, 25), (0xE9 - 97, 0xE9 - 97))
    condition = or_(code_is(kind, add(N, 97)), eq(N, 3))
    narrow = narrowed(condition, {N: codes}, {})
    assert "is" + kind not in show(narrow)
    for first, last in codes:
        for value in range(first, last + 1):
            model = Model(values={N: value})
            assert model.satisfies(narrow) == model.satisfies(condition)
    assert narrowed(condition, {}, {}) is condition


def test_what_is_very_deep_is_left_to_others() -> None:
    number = symbol("deep", INT)
    chosen: Scalar = number
    for each in range(3000):
        chosen = ite(lt(number, each), chosen, each)
    condition = lt(chosen, 5)
    assert isinstance(condition, Term)
    assert NumberSets().solutions(condition) is None
    assert narrowed(condition, {number: ((0, 9),)}, {}) is condition
