"""Numbers and strings: constants fold as Python computes, and so does evaluation."""

from __future__ import annotations

import copy
import itertools
import math
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.solver import Model
from heapwise.terms import (
    BOOL,
    BUILDERS,
    FLOAT,
    INT,
    REF,
    STR,
    Concrete,
    MapSort,
    Op,
    Scalar,
    Term,
    add,
    and_,
    default_value,
    eq,
    evaluate,
    fdiv,
    feq,
    filled,
    fle,
    float_of_int,
    floordiv,
    flt,
    fmul,
    fneg,
    int_float_eq,
    int_float_lt,
    int_of_str,
    is_infinite,
    is_nan,
    ite,
    le,
    lt,
    mod,
    mul,
    neg,
    not_,
    same_constant,
    select,
    sort_of,
    store,
    str_concat,
    str_length,
    str_of_int,
    str_prefix_of,
    symbol,
)
from heapwise.terms.computing import COMPUTE
from heapwise.terms.constructor_table import _BY_WIDTH, _RESIZE
from heapwise.terms.fixed_width import COMPUTE_ANY, COMPUTE_FIXED
from tests.unit.terms.values import CLAIMS, Claim, finite, floats, strings

P = symbol("p", BOOL)
X, Y = symbol("x", INT), symbol("y", INT)
F, G = symbol("f", FLOAT), symbol("g", FLOAT)
S, T = symbol("s", STR), symbol("t", STR)
A = symbol("a", REF)


class Given:
    """The assignment of these values to these symbols."""

    def __init__(self, values: dict[Term, Concrete]) -> None:
        self._values = values

    def symbol_value(self, symbol: Term) -> Concrete:
        return self._values[symbol]

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError("no maps here")


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.name)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_an_operation_computes_what_python_computes(claim: Claim, data: st.DataObject) -> None:
    """On constants, on symbols under an assignment, and on some of each."""
    values = data.draw(claim.arguments)
    expected = claim.expected(*values)
    symbols = [symbol(f"v{n}", sort) for n, sort in enumerate(claim.sorts)]
    assignment = Given(dict(zip(symbols, values, strict=True)))
    mixed = [data.draw(st.sampled_from(pair)) for pair in zip(symbols, values, strict=True)]
    assert same_constant(claim.build(*values), expected)
    assert same_constant(evaluate(claim.build(*symbols), assignment, {}), expected)
    assert same_constant(evaluate(claim.build(*mixed), assignment, {}), expected)
    assert sort_of(claim.build(*symbols)) is claim.result


def test_every_operator_has_a_meaning_and_a_constructor() -> None:
    operators = {op for name, op in vars(Op).items() if name.isupper()}
    structure = {Op.SYMBOL, Op.CONST, Op.FILLED, Op.SELECT, Op.STORE}
    wide = set(_BY_WIDTH) | set(_RESIZE) | _BY_ARGUMENT
    by_kind = {Op.CODE_IS}  # tests/unit/solver/test_number_sets.py
    assert set(BUILDERS) | wide | by_kind == operators - structure
    computed = set(COMPUTE) | set(COMPUTE_FIXED) | set(COMPUTE_ANY)
    by_argument_width = {Op.ZERO_EXTEND, Op.OF_RAW_BITS}
    assert computed | by_argument_width | by_kind == operators - structure - {
        Op.NOT,
        Op.AND,
        Op.OR,
        Op.EQ,
        Op.ITE,
    }


_BY_ARGUMENT = {
    Op.FLOAT_OF_BV,
    Op.FLOAT32_OF_BV,
    Op.BV_OF_FLOAT,
    Op.FREM,
    Op.BV_ULT,
    Op.OF_RAW_BITS,
}


# ---------------------------------------------------------------------------- constants


def test_constants_of_different_sorts_are_different() -> None:
    assert sort_of(1) is INT
    assert sort_of(1.0) is FLOAT
    assert sort_of(True) is BOOL
    assert sort_of("1") is STR
    pairs: list[tuple[Scalar, Scalar]] = [
        (1, 1.0),
        (1, True),
        (1.0, True),
        ("1", 1),
        (0, 0.0),
        (False, 0.0),
    ]
    for one, other in pairs:
        assert eq(one, other) is False
    assert eq(F, 1) is False
    assert eq(X, 1.0) is False
    assert eq(S, 1) is False
    assert isinstance(ite(P, 1.0, 0.0), Term)
    assert ite(P, 1.0, 0.0) is not ite(P, 1, 0)


@given(floats, floats)
def test_floats_are_the_same_constant_if_they_have_the_same_bits(a: float, b: float) -> None:
    same = repr(a) == repr(b)
    assert eq(a, b) is same
    assert (eq(F, a) is eq(F, b)) is same
    assert (ite(P, F, a) is ite(P, F, b)) is same
    assert (fmul(F, a) is fmul(F, b)) is same
    cells = MapSort((INT,), FLOAT)
    assert (filled(cells, a) is filled(cells, b)) is same
    fields = symbol("N.f", MapSort((REF,), FLOAT))
    assert (store(fields, (A,), a) is store(fields, (A,), b)) is same
    assert same_constant(select(store(fields, (A,), a), (A,)), a)


def test_the_odd_floats_survive_in_terms() -> None:
    negative_zero = ite(P, -0.0, 0.0)
    assert str(evaluate(negative_zero, Given({P: True}), {})) == "-0.0"
    assert str(evaluate(negative_zero, Given({P: False}), {})) == "0.0"
    assert evaluate(eq(F, float("nan")), Given({F: -math.nan}), {}) is True
    assert evaluate(feq(F, G), Given({F: math.nan, G: math.nan}), {}) is False
    assert evaluate(eq(F, G), Given({F: 0.0, G: -0.0}), {}) is False


@pytest.mark.parametrize(
    "value",
    [ite(P, -0.0, 0.0), ite(P, math.nan, F), eq(F, -0.0), str_concat(S, "é\n"), fneg(F)],
    ids=repr,
)
def test_terms_survive_pickling(value: Scalar) -> None:
    assert pickle.loads(pickle.dumps(value)) is value
    assert copy.deepcopy(value) is value


def test_fields_of_new_objects_hold_defaults() -> None:
    assert default_value(STR) == ""
    assert same_constant(default_value(FLOAT), 0.0)


# ---------------------------------------------------------------------------- simplification


def test_integer_arithmetic_gathers() -> None:
    assert neg(neg(X)) is X
    assert mul(mul(X, 2), 3) is mul(X, 6)
    assert floordiv(X, 1) is X
    assert floordiv(X, -1) is neg(X)
    assert mod(X, 1) == 0
    assert mod(X, -1) == 0


def test_comparing_an_int_with_a_constant_float_needs_no_floats() -> None:
    assert int_float_lt(X, 2.5) is lt(X, 3)
    assert int_float_lt(X, 1e300) is lt(X, int(1e300))
    assert int_float_lt(X, math.inf) is True
    assert int_float_lt(X, math.nan) is False
    assert int_float_eq(X, 2.0) is eq(X, 2)
    assert int_float_eq(X, 2.5) is False
    assert flt(float_of_int(X), 2.5) is lt(X, 3)
    assert fle(2.5, float_of_int(X)) is le(3, X)
    assert feq(float_of_int(X), -0.0) is eq(X, 0)


@given(finite)
def test_a_rounded_int_compares_with_a_float_as_the_int(f: float) -> None:
    for n in {math.floor(f) + d for d in range(-2, 3)} | {2**53 + 1, -(2**53) - 1}:
        assignment = Given({X: n})
        rounded = float_of_int(X)
        assert evaluate(flt(rounded, f), assignment, {}) is (float(n) < f)
        assert evaluate(fle(rounded, f), assignment, {}) is (float(n) <= f)
        assert evaluate(flt(f, rounded), assignment, {}) is (f < float(n))
        assert evaluate(fle(f, rounded), assignment, {}) is (f <= float(n))
        assert evaluate(feq(rounded, f), assignment, {}) is (float(n) == f)


def test_nan_compares_with_nothing() -> None:
    assert feq(F, math.nan) is False
    assert flt(F, math.nan) is False
    assert fle(math.nan, F) is False
    assert isinstance(feq(F, F), Term)
    assert flt(F, F) is False


def test_concatenations_are_flat() -> None:
    assert str_concat(S, "") is S
    assert str_concat(str_concat(S, "a"), str_concat("b", T)) is str_concat(S, "ab", T)
    assert str_concat("a", "b") == "ab"
    assert str_concat() == ""


def test_lengths_add_up() -> None:
    assert str_length(str_concat(S, "ab", "c")) is add(str_length(S), 3)
    assert eq(str_length(S), 0) is eq(S, "")
    assert eq(str_length(S), -1) is False
    assert lt(str_length(S), 0) is False
    assert le(0, str_length(S)) is True


@given(strings, strings, strings)
def test_equality_with_a_text_looks_at_both_ends(start: str, text: str, end: str) -> None:
    joined = str_concat(start, S, end)
    for s in ("", "a", "ab0"):
        expected = start + s + end == text
        assert evaluate(eq(joined, text), Given({S: s}), {}) is expected
        expected = (start + s + end).startswith(text)
        assert evaluate(str_prefix_of(text, joined), Given({S: s}), {}) is expected


def test_numbers_as_text() -> None:
    assert eq(str_of_int(X), "-12") is eq(X, -12)
    for text in ("", "-", "-0", "012", "x", "1 ", "٣"):
        assert eq(str_of_int(X), text) is False
    assert int_of_str(str_of_int(X)) is ite(not_(lt(X, 0)), X, -1)
    long = 10**5_000 + 7
    assert int_of_str(str_of_int(long)) == long
    assert int_of_str("٣") == -1


def test_only_numbers_below_zero_are_less_than_every_length() -> None:
    assert lt(-1, str_length(S)) is True
    for number in (0, 1, 5):
        assert isinstance(lt(number, str_length(S)), Term)


def test_an_integer_becomes_an_infinite_float_from_the_first_that_rounds_to_one() -> None:
    infinite = is_infinite(float_of_int(X))
    first = 2**1024 - 2**970
    for value in (first - 1, first, -first, -first + 1, 0):
        try:
            expected = math.isinf(float(value))
        except OverflowError:
            expected = True
        assert Model(values={X: value}).evaluate(infinite) is expected
    assert infinite is not_(and_(lt(-first, X), lt(X, first))), "a question about integers"


def test_quotients_of_integers_are_nan_or_infinite_as_they_are() -> None:
    whole = fdiv(float_of_int(X), float_of_int(Y))
    numbers = (0, 1, -3, 2**53, 10**400, -(10**400))
    for n, d in itertools.product(numbers, repeat=2):
        known = Given({X: n, Y: d})
        x, y = (COMPUTE[Op.FLOAT_OF_INT](each) for each in (n, d))
        quotient = COMPUTE[Op.FDIV](x, y)
        asked = [whole] if math.isinf(x) else [whole, fdiv(x, float_of_int(Y))]
        for each in asked:
            assert evaluate(is_nan(each), known, {}) == math.isnan(quotient)
            assert evaluate(is_infinite(each), known, {}) == math.isinf(quotient)
