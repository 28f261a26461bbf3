"""What is looked up in an array of known elements is an if-then-else by ranges of indexes."""

from __future__ import annotations

import pytest

from heapwise.solver import Model
from heapwise.terms import (
    BOOL,
    INT,
    MapSort,
    Op,
    Scalar,
    Term,
    bit_vector,
    bv_and,
    eq,
    filled,
    select,
    store,
    symbol,
)

WIDE = bit_vector(32)


def _table(values: dict[int, int], elsewhere: int, sort: MapSort) -> Term:
    made = filled(sort, elsewhere)
    for at, value in values.items():
        made = store(made, (at,), value)
    return made


def _at(value: Scalar, key: Term, number: int) -> object:
    return Model(values={key: number}).evaluate(value)


CLASSES = {code: 512 + code if 97 <= code < 123 else 256 * (code < 33) for code in range(128)}


@pytest.mark.parametrize("sort", [INT, WIDE], ids=str)
def test_every_index_has_its_element(sort: object) -> None:
    key = symbol("i", sort)  # type: ignore[arg-type]
    found = select(_table(CLASSES, 0, MapSort((sort,), sort)), (key,))  # type: ignore[arg-type]
    assert isinstance(found, Term) and found.op == Op.ITE
    for number in range(-2, 130):
        assert _at(found, key, number) == CLASSES.get(number, 0), number


def test_a_test_of_bits_is_a_comparison_with_few_ends() -> None:
    key = symbol("i", WIDE)
    found = select(_table(CLASSES, 0, MapSort((WIDE,), WIDE)), (key,))
    letter = eq(bv_and(32, found, 512), 512)
    assert isinstance(letter, Term)
    assert [number for number in range(128) if _at(letter, key, number)] == [*range(97, 123)]
    assert str(letter).count("i") <= 3


def test_truth_values_may_be_few() -> None:
    key = symbol("i", INT)
    found = select(_table({3: True, 4: True, 9: True}, False, MapSort((INT,), BOOL)), (key,))
    assert [number for number in range(-1, 12) if _at(found, key, number) is True] == [3, 4, 9]


def test_later_writes_count() -> None:
    key = symbol("i", INT)
    written = store(_table(CLASSES, 0, MapSort((INT,), INT)), (50,), 7)
    assert _at(select(written, (key,)), key, 50) == 7


@pytest.mark.parametrize("values", [{0: 1}, {at: at * at % 997 for at in range(400)}])
def test_few_numbers_and_many_ranges_are_left_to_the_solver(values: dict[int, int]) -> None:
    key = symbol("i", INT)
    found = select(_table(values, 0, MapSort((INT,), INT)), (key,))
    assert isinstance(found, Term) and found.op == Op.SELECT
