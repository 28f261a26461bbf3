"""Guarded sets: alternatives that two sides have in common stay one."""

from __future__ import annotations

import pytest

from heapwise.structure.formula import guarded
from heapwise.structure.formula.guarded import Names, Table, Tables, combine, holds, same, union
from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Scalar,
    Term,
    add,
    and_,
    eq,
    flt,
    fmul,
    ite,
    le,
    location,
    lt,
    mul,
    not_,
    or_,
    sub,
    symbol,
)

A, B, C = (symbol(name, BOOL) for name in "abc")
ONE, TWO = location(1), location(2)


def tables() -> Tables:
    return Tables(lambda term: (NULL, ONE, TWO), Names())


def test_a_common_alternative_stays_one() -> None:
    assert union(A, {ONE: True}, {ONE: True}) == {ONE: True}
    assert union(A, {ONE: True}, {TWO: True}) == {ONE: A, TWO: not_(A)}


def test_a_value_is_an_if_then_else_over_its_alternatives() -> None:
    known = tables()
    value = known.term({ONE: A, TWO: not_(A)})
    assert known.of(value) == {ONE: A, TWO: not_(A)}
    assert known.term({ONE: A}) is ONE


def test_values_that_are_one_object_in_different_cases_are_different_terms() -> None:
    """Where no alternative of the first holds, one of the second may: it is looked at there."""
    known = tables()
    first = known.term({ONE: A, TWO: B})
    second = known.term({ONE: A, TWO: C})
    assert first is not second
    assert known.of(first) == {ONE: A, TWO: B} and known.of(second) == {ONE: A, TWO: C}


def test_a_symbol_has_the_alternatives_of_its_domain() -> None:
    ref = symbol("r", REF)
    assert tables().of(ref) == {each: eq(ref, each) for each in (NULL, ONE, TWO)}


def test_equality_is_decided_alternative_by_alternative() -> None:
    left: Table = {ONE: A, TWO: not_(A)}
    right: Table = {ONE: B, TWO: not_(B)}
    assert same(left, right) is or_(and_(A, B), and_(not_(A), not_(B)))
    assert same({ONE: True}, {TWO: True}) is False


def test_numbers_combine_pair_by_pair() -> None:
    total = combine({1: A, 2: not_(A)}, {1: True}, lambda a, b: a + b)
    assert total == {2: A, 3: not_(A)}
    assert holds(total, lambda number: number == 3) is not_(A)
    assert holds(total, lambda number: number in (2, 3)) is True


def test_a_named_condition_and_its_negation_are_told_apart_from_others() -> None:
    names = Names()
    both = and_(A, B)
    name = names.of(both)
    assert names.of(not_(both)) is not_(name)
    assert names.of(A) is A
    assert names.meaning[name] is both  # type: ignore[index]


def test_floats_are_computed_and_compared_alternative_by_alternative() -> None:
    known = tables()
    value = fmul(ite(A, 12.0, 16.0), 0.75)
    assert isinstance(value, Term)
    assert known.of(value) == {9.0: A, 12.0: not_(A)}
    below = flt(value, 10.0)
    assert isinstance(below, Term)
    assert known.comparison(below) is A


def test_zeros_are_not_told_apart_by_a_table() -> None:
    known = tables()
    value = fmul(ite(A, 0.0, -0.0), 2.0)
    assert isinstance(value, Term) and known.of(value) is None
    below = flt(value, 1.0)
    assert isinstance(below, Term) and known.comparison(below) is below


def test_numbers_of_the_input_have_alternatives_up_to_a_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(guarded, "MOST", 3)
    first, second, third, fourth = (symbol(name, INT) for name in "klmn")
    three = ite(A, first, ite(B, second, third))
    assert set(tables().numbers(three)) == {first, second, third}
    four = ite(C, fourth, three)
    assert tables().numbers(four) == {four: True}


def limited(names: Names) -> Tables:
    """`k` is 0 or 1, `l` is 0 to 2, and of other numbers nothing is known."""
    limits = {"k": (0, 1), "l": (0, 2)}
    return Tables(lambda _: (), names, lambda each: limits.get(str(each)))


def test_what_is_computed_from_limited_numbers_has_all_their_alternatives(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one, other, unknown = (symbol(name, INT) for name in "klm")
    names = Names()
    known = limited(names)
    assert known.bounded(other) == {each: eq(other, each) for each in range(3)}
    assert known.bounded(unknown) is None

    either = known.bounded(ite(A, 7, one))
    assert either is not None and set(either) == {7, 0, 1} and either[7] is A
    assert names.meaning_of(either[1]) is and_(not_(A), eq(one, 1))  # type: ignore[arg-type]
    assert known.bounded(ite(A, one, unknown)) is known.bounded(ite(A, unknown, one)) is None

    product = mul(one, other)
    monkeypatch.setattr(guarded, "MOST", 6)
    found = limited(Names()).bounded(product)
    assert found is not None and set(found) == {0, 1, 2}
    monkeypatch.setattr(guarded, "MOST", 5)
    assert limited(Names()).bounded(product) is None


@pytest.mark.parametrize("constants", [(ONE, TWO), (1, 2)])
def test_a_choice_that_is_looked_at_is_one_over_constants(
    constants: tuple[Scalar, Scalar],
) -> None:
    """However often it was merged, and in whatever order."""
    one, two = constants
    known = tables()
    inner = known.choice(B, two, one)
    value = known.choice(A, inner, one)
    settled = known.settled(value)
    assert isinstance(settled, Term)
    assert settled.args[1] == one and set(known.references(settled)) == {one, two}
    assert known.settled(one) is one
    truth = known.choice(A, B, C)
    assert known.settled(truth) is truth


LENGTH, OTHER, NUMBER = (symbol(name, INT) for name in ("length", "other", "number"))
LIMITS = {LENGTH: (0, 5), OTHER: (2, 3)}


@pytest.mark.parametrize(
    ("comparison", "expected"),
    [
        (le(LENGTH, 5), True),
        (le(LENGTH, 4), None),
        (lt(LENGTH, 0), False),
        (lt(LENGTH, 1), None),
        (le(add(LENGTH, 1), 6), True),
        (le(add(LENGTH, 1), 5), None),
        (lt(sub(LENGTH, OTHER), 4), True),
        (lt(sub(LENGTH, OTHER), 3), None),
        (lt(sub(LENGTH, OTHER), -3), False),
        (lt(sub(LENGTH, OTHER), -2), None),
        (lt(ite(A, LENGTH, add(OTHER, 4)), 8), True),
        (lt(ite(A, LENGTH, add(OTHER, 4)), 7), None),
        (lt(ite(A, LENGTH, NUMBER), 8), None),
        (lt(LENGTH, add(OTHER, 4)), True),
        (lt(LENGTH, add(OTHER, 3)), None),
        (not_(lt(LENGTH, 6)), False),
    ],
)
def test_a_comparison_is_decided_where_limits_decide_it(
    comparison: Term, expected: bool | None
) -> None:
    found = Tables(lambda term: (), Names(), LIMITS.get).told(comparison)
    assert found is expected if expected is not None else isinstance(found, Term)
