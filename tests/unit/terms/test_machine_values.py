"""Numbers of a fixed width: constants fold as C computes, and so does evaluation."""

from __future__ import annotations

import copy
import pickle

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    REF,
    STR,
    BaseSort,
    Concrete,
    MapSort,
    Scalar,
    Term,
    add,
    bit_vector,
    builder,
    bv_add,
    bv_and,
    bv_mul,
    bv_of_bool,
    bv_of_int,
    bv_shl,
    bv_sub,
    bv_xor,
    default_value,
    eq,
    evaluate,
    feq,
    filled,
    fle,
    flt,
    int_of_bv,
    ite,
    le,
    lt,
    not_,
    same_constant,
    select,
    show,
    sign_extend,
    sort_of,
    store,
    str_length,
    sub,
    symbol,
    truncate,
    zero_extend,
)
from heapwise.terms.term import existing
from tests.unit.terms.machine_values import (
    MACHINE_CLAIMS,
    REMAINDER_CLAIMS,
    assignments,
    nested,
    signed,
)
from tests.unit.terms.test_values import Given
from tests.unit.terms.values import Claim

P = symbol("p", BOOL)
X, Y = symbol("x", bit_vector(32)), symbol("y", bit_vector(32))
B, C = symbol("b", bit_vector(8)), symbol("c", bit_vector(8))
L = symbol("l", bit_vector(64))
N = symbol("n", INT)
F, G = symbol("f", FLOAT32), symbol("g", FLOAT32)
D = symbol("d", FLOAT)
S = symbol("s", STR)
LEAST, MOST = -(2**31), 2**31 - 1


def of(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


@pytest.mark.parametrize(
    "claim", [*MACHINE_CLAIMS, *REMAINDER_CLAIMS], ids=lambda claim: claim.name
)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_an_operation_computes_what_c_computes(claim: Claim, data: st.DataObject) -> None:
    """On constants, on symbols under an assignment, and on some of each."""
    values = data.draw(claim.arguments)
    expected = claim.expected(*values)
    symbols = [symbol(f"v{n}", sort) for n, sort in enumerate(claim.sorts)]
    assignment = Given(dict(zip(symbols, values, strict=True)))
    mixed = [data.draw(st.sampled_from(pair)) for pair in zip(symbols, values, strict=True)]
    if claim.name.split()[0] not in ("add", "sub", "mul"):
        assert same_constant(claim.build(*values), expected)
        assert same_constant(evaluate(claim.build(*mixed), assignment, {}), expected)
    built = claim.build(*symbols)
    assert same_constant(evaluate(built, assignment, {}), expected)
    assert sort_of(built) is claim.result
    assert built is symbols[0] or builder(of(built))(*of(built).args) is built


@pytest.mark.parametrize("sort", [BOOL, bit_vector(8), bit_vector(32)], ids=str)
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_rebuilding_a_nested_term_with_values_evaluates_it(
    sort: BaseSort, data: st.DataObject
) -> None:
    """What evaluation says is what the constructors say when they get the values."""
    term = data.draw(nested(sort, 3))
    values = data.draw(assignments())
    assert same_constant(_substituted(term, values), evaluate(term, Given(values), {}))


def _substituted(term: Scalar, values: dict[Term, Concrete]) -> Scalar:
    if not isinstance(term, Term):
        return term
    if term in values:
        return values[term]
    return builder(term)(*(_substituted(arg, values) for arg in term.args))


# ---------------------------------------------------------------------------- sorts


def test_sorts_of_a_width_are_one() -> None:
    assert bit_vector(32) is bit_vector(32)
    assert bit_vector(32) is not bit_vector(64)
    assert pickle.loads(pickle.dumps(bit_vector(7))) is bit_vector(7)
    assert pickle.loads(pickle.dumps(FLOAT32)) is FLOAT32


@pytest.mark.parametrize("value", [bv_add(32, X, 1), ite(P, X, 3), sign_extend(B, 8, 32)], ids=repr)
def test_terms_survive_pickling(value: Scalar) -> None:
    assert pickle.loads(pickle.dumps(value)) is value
    assert copy.deepcopy(value) is value


def test_known_numbers_take_the_width_of_what_they_meet() -> None:
    table = ite(P, 1, 0)
    assert sort_of(table) is INT
    assert sort_of(ite(symbol("q", BOOL), X, table)) is bit_vector(32)
    assert sort_of(ite(symbol("q", BOOL), table, X)) is bit_vector(32)
    assert sort_of(of(eq(table, X)).args[0]) is bit_vector(32)
    assert sort_of(of(lt(X, table)).args[1]) is bit_vector(32)
    assert sort_of(bv_add(64, L, table)) is bit_vector(64)
    assert sort_of(ite(P, F, 0.5)) is FLOAT32
    assert sort_of(of(flt(F, ite(P, 0.5, 1.5))).args[1]) is FLOAT32


def test_maps_hold_and_are_indexed_by_bit_vectors() -> None:
    cells = symbol("int[]", MapSort((REF, bit_vector(32)), bit_vector(8)))
    a = symbol("a", REF)
    written = store(cells, (a, ite(P, 1, 0)), ite(P, 5, 6))
    assert sort_of(written.args[2]) is bit_vector(32)
    assert sort_of(written.args[3]) is bit_vector(8)
    assert select(store(cells, (a, 3), 7), (a, 3)) == 7
    assert sort_of(select(cells, (a, ite(P, 1, 0)))) is bit_vector(8)
    new = filled(MapSort((bit_vector(32),), bit_vector(32)), 0)
    assert select(new, (X,)) == 0
    assert select(store(new, (X,), 9), (bv_add(32, X, 1),)) == 0
    assert default_value(bit_vector(16)) == 0
    assert same_constant(default_value(FLOAT32), 0.0)


# ---------------------------------------------------------------------------- simplification


def test_arithmetic_gathers() -> None:
    assert bv_add(32, bv_add(32, X, MOST), 1) is bv_add(32, X, LEAST)
    assert bv_add(32, X, 0) is X
    assert bv_sub(32, X, X) == 0
    assert bv_sub(32, bv_add(32, X, 5), X) == 5
    assert bv_mul(32, X, 1) is X
    assert bv_mul(32, bv_mul(32, X, 3), 5) is bv_mul(32, X, 15)
    assert bv_mul(32, bv_mul(32, X, 2**30), 4) == 0
    assert bv_and(32, X, -1) is X
    assert bv_and(32, bv_and(32, X, 12), 10) is bv_and(32, X, 8)
    assert bv_xor(32, bv_xor(32, X, Y), 0) is bv_xor(32, X, Y)
    assert bv_shl(32, X, 0) is X
    assert bv_add(32, Y, X) is bv_add(32, X, Y)
    assert add(X, 1) is bv_add(32, X, 1)
    assert sub(X, Y) is bv_sub(32, X, Y)


def test_a_comparison_with_an_impossible_number_is_decided() -> None:
    assert lt(X, LEAST) is False
    assert lt(X, MOST + 1) is True
    assert lt(MOST, X) is False
    assert le(LEAST, X) is True
    assert eq(X, MOST + 1) is False
    assert lt(zero_extend(B, 8, 32), 256) is True
    assert le(0, zero_extend(B, 8, 32)) is True
    assert eq(zero_extend(B, 8, 32), -1) is False


def test_a_sum_wraps_so_its_order_is_not_that_of_its_base() -> None:
    assert lt(bv_add(32, X, 1), X) is not False
    assert lt(bv_add(32, X, 1), 5) is not lt(X, 4)
    assert eq(bv_add(32, X, 1), 5) is eq(X, 4)
    assert eq(bv_add(32, X, 1), LEAST) is eq(X, MOST)
    assert eq(bv_add(32, X, 1), bv_add(32, X, 2)) is False


def test_comparisons_see_through_extensions() -> None:
    assert eq(sign_extend(B, 8, 32), -3) is eq(B, -3)
    assert eq(sign_extend(B, 8, 32), 200) is False
    assert eq(zero_extend(B, 8, 32), 200) is eq(B, -56)
    assert lt(sign_extend(B, 8, 32), 7) is lt(B, 7)
    assert eq(sign_extend(B, 8, 32), sign_extend(C, 8, 32)) is eq(B, C)
    assert lt(sign_extend(B, 8, 32), sign_extend(C, 8, 32)) is lt(B, C)
    assert eq(int_of_bv(X), 4) is eq(X, 4)


def test_a_detour_through_other_widths_leads_back() -> None:
    assert truncate(sign_extend(B, 8, 32), 32, 8) is B
    assert truncate(zero_extend(B, 8, 32), 32, 8) is B
    assert truncate(sign_extend(B, 8, 64), 64, 32) is sign_extend(B, 8, 32)
    assert truncate(bv_and(32, X, 255), 32, 8) is truncate(X, 32, 8)
    assert bv_and(32, sign_extend(B, 8, 32), 255) is zero_extend(B, 8, 32)
    assert bv_of_int(32, int_of_bv(X)) is X
    assert bv_of_int(64, int_of_bv(X)) is sign_extend(X, 32, 64)


def test_known_numbers_to_choose_from_stay_known_in_another_width() -> None:
    """Of a choice between choices, too: that is what a three-way comparison cast to a byte is."""

    def choice(a: int, b: int, c: int, d: int) -> Scalar:
        return ite(P, ite(lt(X, 0), a, b), ite(lt(Y, 0), c, d))

    assert truncate(choice(1, 255, 256, 130), 32, 8) is choice(1, -1, 0, -126)
    assert zero_extend(choice(1, -1, 0, -126), 8, 32) is choice(1, 255, 0, 130)
    assert sign_extend(choice(1, -1, 0, -126), 8, 32) is choice(1, -1, 0, -126)


def test_a_boolean_as_a_number_is_a_boolean_again() -> None:
    assert not_(eq(bv_of_bool(P), 0)) is P
    assert not_(eq(bv_and(32, bv_of_bool(P), 1), 0)) is P
    assert not_(eq(bv_xor(32, bv_of_bool(P), 1), 0)) is not_(P)
    assert eq(sign_extend(bv_of_bool(P), 8, 32), 1) is P


@pytest.mark.parametrize(("a", "b"), [(L, symbol("m", bit_vector(64))), (L, 7), (N, 3)], ids=repr)
def test_a_three_way_comparison_with_zero_is_one_comparison(a: Scalar, b: Scalar) -> None:
    order = ite(lt(a, b), -1, ite(eq(a, b), 0, 1))
    assert lt(order, 0) is lt(a, b)
    assert le(order, 0) is le(a, b)
    assert eq(order, 0) is eq(a, b)
    assert not_(eq(order, 0)) is not_(eq(a, b))
    assert lt(0, order) is lt(b, a)
    assert le(0, order) is le(b, a)


@pytest.mark.parametrize(("a", "b"), [(F, G), (D, 0.5)], ids=repr)
def test_so_is_that_of_floats_with_either_answer_for_nan(a: Scalar, b: Scalar) -> None:
    greater = ite(flt(a, b), -1, ite(feq(a, b), 0, 1))
    assert lt(greater, 0) is flt(a, b)
    assert le(greater, 0) is fle(a, b)
    assert eq(greater, 0) is feq(a, b)
    less = ite(flt(b, a), 1, ite(feq(a, b), 0, -1))
    assert lt(0, less) is flt(b, a)
    assert le(0, less) is fle(b, a)
    assert not_(eq(less, 0)) is not_(feq(a, b))


def test_lengths_are_compared_as_integers() -> None:
    length = bv_of_int(32, str_length(S))
    assert lt(length, 3) is lt(str_length(S), 3)
    assert eq(length, 0) is eq(S, "")
    assert le(0, length) is True
    assert eq(bv_add(32, length, -1), 2) is eq(str_length(S), 3)
    assert sign_extend(length, 32, 64) is bv_of_int(64, str_length(S))
    assert int_of_bv(length) is str_length(S)


@pytest.mark.parametrize("width", [8, 16, 32, 64])
@pytest.mark.parametrize("had", [8, 16, 32, 64])
def test_a_number_of_one_width_is_wrapped_to_another(had: int, width: int) -> None:
    word = symbol(f"word{had}", bit_vector(had))
    built = of(bv_of_int(width, int_of_bv(word)))
    assert sort_of(built) is bit_vector(width)
    for number in (0, 1, -1, 127, -128, (1 << had - 1) - 1, -(1 << had - 1)):
        assert evaluate(built, Given({word: number}), {}) == signed(width, number)


def test_terms_print_as_the_source_would() -> None:
    assert show(lt(bv_add(32, X, 1), X)) == "(x + 1) < x"
    assert show(bv_and(32, bv_shl(32, X, 2), Y)) == "(x << 2) & y"
    assert show(lt(sign_extend(B, 8, 32), X)) == "b < x"
    assert show(truncate(X, 32, 8)) == "int8(x)"


def test_terms_do_not_outlive_their_use() -> None:
    built = bv_add(32, symbol("fleeting", bit_vector(32)), 41)
    args = of(built).args
    assert existing("bv_add", bit_vector(32), args) is built


def test_the_lesser_of_a_length_and_a_number_is_a_length() -> None:
    """Questions about it are about integers, not about bits of them."""
    size = bv_of_int(32, str_length(S))
    lesser = ite(lt(8192, size), 8192, size)
    assert lt(lesser, 0) is lt(ite(lt(8192, str_length(S)), 8192, str_length(S)), 0)
    deep: Scalar = size
    for number in range(40):
        deep = ite(eq(X, number), number, deep)
    assert evaluate(deep, Given({X: 41, S: "ab"}), {}) == 2
