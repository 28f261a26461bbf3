"""Simplified terms mean what they were made of, in a world so small that special cases abound.

Bit-vectors have three bits (some are extended from two), integers are near 0, strings have at most
two characters: where large numbers hardly ever meet the constants of a rule, these do all the time.
What a term should mean is computed beside it, with Python's own numbers.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    STR,
    Concrete,
    MapSort,
    Scalar,
    Term,
    add,
    and_,
    bit_vector,
    bv_add,
    bv_and,
    bv_ashr,
    bv_lshr,
    bv_mul,
    bv_neg,
    bv_not,
    bv_of_int,
    bv_or,
    bv_sdiv,
    bv_shl,
    bv_srem,
    bv_sub,
    bv_ule,
    bv_ult,
    bv_xor,
    eq,
    evaluate,
    int_of_bv,
    ite,
    le,
    location,
    lt,
    mod,
    mul,
    not_,
    or_,
    sign_extend,
    str_at,
    str_concat,
    str_length,
    sub,
    symbol,
    truncate,
    zero_extend,
)
from heapwise.terms.computing import float_of_int
from heapwise.terms.conditionals import coerced
from heapwise.terms.fixed_width import COMPUTE_FIXED, shl, single_of_int
from heapwise.terms.leaves import is_initial_reference
from heapwise.terms.maps import keys_equal
from heapwise.terms.term import Op

WIDE, NARROW = 3, 2
X, Y = symbol("x3", bit_vector(WIDE)), symbol("y3", bit_vector(WIDE))
B, C = symbol("b2", bit_vector(NARROW)), symbol("c2", bit_vector(NARROW))
N = symbol("n", INT)
P, Q = symbol("p", BOOL), symbol("q", BOOL)
S = symbol("s", STR)

World = dict[Term, Concrete]


class Given:
    def __init__(self, values: World) -> None:
        self._values = values

    def symbol_value(self, symbol: Term) -> Concrete:
        return self._values[symbol]

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError("no maps here")


@dataclass(frozen=True)
class Made:
    """A term, and what it means."""

    term: Scalar
    meaning: Callable[[World], Concrete]


def wrapped(width: int, number: int) -> int:
    half = 1 << (width - 1)
    return (number + half) % (2 * half) - half


def of_symbol(term: Term) -> Made:
    return Made(term, lambda world: world[term])


def of_constant(value: Concrete) -> Made:
    return Made(value, lambda _: value)


def _quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def _high(number: int) -> int:
    return number % (1 << WIDE)


def _shift(a: int, count: int, left: bool) -> int:
    count = _high(count)
    return a << count if left else a >> count


ON_BITS: list[tuple[Callable[..., Scalar], Callable[[int, int], int]]] = [
    (bv_add, lambda a, b: a + b),
    (bv_sub, lambda a, b: a - b),
    (bv_mul, lambda a, b: a * b),
    (bv_sdiv, lambda a, b: 0 if b == 0 else _quotient(a, b)),
    (bv_srem, lambda a, b: 0 if b == 0 else a - b * _quotient(a, b)),
    (bv_and, lambda a, b: a & b),
    (bv_or, lambda a, b: a | b),
    (bv_xor, lambda a, b: a ^ b),
    (bv_shl, lambda a, b: _shift(a, b, left=True)),
    (bv_ashr, lambda a, b: _shift(a, b, left=False)),
    (bv_lshr, lambda a, b: _shift(_high(a), b, left=False)),
]
DIVISIONS = (bv_sdiv, bv_srem)
ORDERS: list[tuple[Callable[..., Scalar], Callable[[int, int], bool]]] = [
    (eq, lambda a, b: a == b),
    (lt, lambda a, b: a < b),
    (le, lambda a, b: a <= b),
    (lambda a, b: bv_ult(WIDE, a, b), lambda a, b: _high(a) < _high(b)),
    (lambda a, b: bv_ule(WIDE, a, b), lambda a, b: _high(a) <= _high(b)),
]
ON_INTEGERS: list[tuple[Callable[..., Scalar], Callable[[int, int], int]]] = [
    (add, lambda a, b: a + b),
    (sub, lambda a, b: a - b),
    (mul, lambda a, b: a * b),
]


class Maker:
    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def bits(self, depth: int) -> Made:
        pick = self._random.random()
        if depth == 0 or pick < 0.1:
            return self._random.choice([of_symbol(X), of_symbol(Y), self._number(), self._number()])
        if pick < 0.2:
            extend, is_signed = self._random.choice([(sign_extend, True), (zero_extend, False)])
            narrow = self.narrow(depth - 1)
            return Made(
                extend(narrow.term, NARROW, WIDE),
                lambda world: (
                    narrow.meaning(world) if is_signed else int(narrow.meaning(world)) % 4
                ),
            )
        if pick < 0.3:
            number = self.integer(depth - 1)
            return Made(
                bv_of_int(WIDE, number.term),
                lambda world: wrapped(WIDE, int(number.meaning(world))),
            )
        if pick < 0.4:
            return self._choice(self.truth(depth - 1), self.bits(depth - 1), self.bits(depth - 1))
        build, compute = self._random.choice(ON_BITS)
        a, b = self.bits(depth - 1), self.bits(self._random.choice([0, depth - 1]))
        if build in DIVISIONS:
            divisor = self._random.choice([-4, -3, -2, -1, 1, 2, 3])
            b = of_constant(divisor)
        elif self._random.random() < 0.3:
            a, b = b, a
        return Made(
            build(WIDE, a.term, b.term),
            lambda world: wrapped(WIDE, compute(int(a.meaning(world)), int(b.meaning(world)))),
        )

    def narrow(self, depth: int) -> Made:
        if depth == 0 or self._random.random() < 0.5:
            return of_symbol(self._random.choice([B, C]))
        wide = self.bits(depth - 1)
        return Made(
            truncate(wide.term, WIDE, NARROW),
            lambda world: wrapped(NARROW, int(wide.meaning(world))),
        )

    def integer(self, depth: int) -> Made:
        length = Made(str_length(S), lambda world: len(str(world[S])))
        if depth == 0:
            number = of_constant(self._random.randrange(-5, 6))
            return self._random.choice([of_symbol(N), length, number])
        pick = self._random.random()
        if pick < 0.2:
            below = self.bits(depth - 1)
            return Made(int_of_bv(below.term), below.meaning)
        if pick < 0.3:
            a = self.integer(depth - 1)
            return Made(mod(a.term, 3), lambda world: int(a.meaning(world)) % 3)
        if pick < 0.45:
            branches = self.integer(depth - 1), self.integer(depth - 1)
            return self._choice(self.truth(depth - 1), *branches)
        build, compute = self._random.choice(ON_INTEGERS)
        x, y = self.integer(depth - 1), self.integer(0)
        return Made(
            build(x.term, y.term),
            lambda world: compute(int(x.meaning(world)), int(y.meaning(world))),
        )

    def truth(self, depth: int) -> Made:
        if depth == 0:
            return self._random.choice([of_symbol(P), of_symbol(Q)])
        pick = self._random.random()
        if pick < 0.15:
            a, b = self.truth(depth - 1), self.truth(depth - 1)
            build, either = self._random.choice([(and_, False), (or_, True)])
            return Made(
                build(a.term, not_(b.term)),
                lambda world: (
                    a.meaning(world) or not b.meaning(world)
                    if either
                    else a.meaning(world) and not b.meaning(world)
                ),
            )
        of_bits = pick < 0.75
        build, compute = self._random.choice(ORDERS if of_bits else ORDERS[:3])
        if of_bits:
            x, y = self.bits(depth - 1), self.bits(self._random.choice([0, depth - 1]))
        else:
            x, y = self.integer(depth - 1), self.integer(self._random.choice([0, depth - 1]))
        if self._random.random() < 0.3:
            x, y = y, x
        return Made(
            build(x.term, y.term),
            lambda world: compute(int(x.meaning(world)), int(y.meaning(world))),
        )

    def world(self) -> World:
        return {
            **{each: self._random.randrange(-4, 4) for each in (X, Y)},
            **{each: self._random.randrange(-2, 2) for each in (B, C)},
            **{each: self._random.random() < 0.5 for each in (P, Q)},
            N: self._random.randrange(-6, 7),
            S: self._random.choice(["", "a", "ab"]),
        }

    def _number(self) -> Made:
        return of_constant(self._random.randrange(-4, 4))

    def _choice(self, condition: Made, then: Made, otherwise: Made) -> Made:
        return Made(
            ite(condition.term, then.term, otherwise.term),
            lambda world: (then if condition.meaning(world) else otherwise).meaning(world),
        )


@pytest.mark.parametrize("depth", [2, 3, 4])
def test_a_simplified_term_means_what_it_was_made_of(depth: int) -> None:
    maker = Maker(depth)
    worlds = [maker.world() for _ in range(10)]
    for _ in range(250):
        for made in (maker.truth(depth), maker.bits(depth), maker.integer(depth)):
            for world in worlds:
                found = evaluate(made.term, Given(world), {})
                assert found == made.meaning(world), (made.term, world)


@pytest.mark.parametrize("number", range(-4, 4))
def test_rules_with_a_constant_hold_for_every_bit_vector(number: int) -> None:
    worlds: list[World] = [{X: x, B: b} for x in range(-4, 4) for b in range(-2, 2)]
    sources = [of_symbol(X)]
    sources += [
        Made(sign_extend(B, NARROW, WIDE), lambda world: world[B]),
        Made(zero_extend(B, NARROW, WIDE), lambda world: int(world[B]) % 4),
    ]
    for source in sources:
        for build, compute in ON_BITS:
            for a, b in ((source, of_constant(number)), (of_constant(number), source)):
                if build in DIVISIONS and (b is source or number == 0):
                    continue
                term = build(WIDE, a.term, b.term)
                for world in worlds:
                    wanted = wrapped(WIDE, compute(int(a.meaning(world)), int(b.meaning(world))))
                    assert evaluate(term, Given(world), {}) == wanted, (term, world)
        for order, holds in ORDERS:
            term = order(source.term, number)
            for world in worlds:
                assert evaluate(term, Given(world), {}) is holds(int(source.meaning(world)), number)


def test_what_a_rule_makes_simpler() -> None:
    unsigned_b = zero_extend(B, NARROW, WIDE)
    assert bv_ashr(WIDE, -1, X) == -1
    assert bv_ashr(WIDE, 0, X) == bv_shl(WIDE, 0, X) == bv_lshr(WIDE, 0, X) == 0
    assert bv_and(WIDE, X, -1) is bv_or(WIDE, X, 0) is bv_xor(WIDE, 0, X) is X
    assert bv_or(WIDE, X, -1) == -1
    assert bv_srem(WIDE, X, 1) == bv_srem(WIDE, X, -1) == 0
    assert bv_and(WIDE, sign_extend(B, NARROW, WIDE), 3) is unsigned_b
    assert bv_and(WIDE, unsigned_b, -1) is bv_and(WIDE, unsigned_b, 3) is unsigned_b
    assert bv_and(4, zero_extend(B, NARROW, 4), 7) is zero_extend(B, NARROW, 4)
    assert bv_not(WIDE, bv_not(WIDE, X)) is X
    assert bv_neg(WIDE, bv_neg(WIDE, X)) is X
    assert bv_xor(WIDE, bv_xor(WIDE, X, 1), 2) is bv_xor(WIDE, X, 3)
    assert lt(-5, X) is True and lt(X, 4) is True
    assert lt(-4, X) is not True and lt(X, 3) is not True
    assert lt(unsigned_b, zero_extend(C, NARROW, WIDE)) is bv_ult(NARROW, B, C)


def test_lengths_are_counted_without_wrapping() -> None:
    width = 40
    length = bv_of_int(width, str_length(S))
    assert bv_add(width, length, 1) is bv_of_int(width, add(str_length(S), 1))
    assert bv_add(width, length, symbol("wide", bit_vector(width))).op == Op.BV_ADD  # type: ignore[union-attr]
    assert int_of_bv(bv_of_int(width, mod(N, 7))) is mod(N, 7)
    assert int_of_bv(bv_of_int(8, mod(N, 256))) is not mod(N, 256)
    assert int_of_bv(bv_of_int(9, mod(N, 256))) is mod(N, 256)
    either = ite(P, str_length(S), mod(N, 3))
    assert int_of_bv(bv_of_int(32, either)) is either
    assert int_of_bv(bv_of_int(31, either)) is not either


def test_equality_with_a_choice_that_may_be_it() -> None:
    other = symbol("m", INT)
    chosen = ite(P, N, other)
    assert eq(chosen, N) is eq(N, chosen) is or_(P, eq(other, N))
    assert eq(chosen, other) is or_(not_(P), eq(N, other))
    assert eq(str_length(S), 0) is eq(S, "")
    assert eq(str_length(S), -1) is False
    assert eq(str_length(S), 1).op == Op.EQ  # type: ignore[union-attr]


def test_keys_are_equal_if_all_are() -> None:
    assert keys_equal((X,), (Y,)) is eq(X, Y)
    assert keys_equal((X, N), (Y, N)) is eq(X, Y)
    assert keys_equal((X, N), (Y, add(N, 1))) is False


def test_what_is_an_object_of_the_input() -> None:
    next_field = symbol("Node.next", MapSort((REF,), REF))
    chosen = ite(P, symbol("r", REF), location(-1))
    assert is_initial_reference(symbol("r", REF)) and is_initial_reference(NULL)
    assert not is_initial_reference(location(-1)) and not is_initial_reference(chosen)
    for value in (N, S, P, next_field, 1, ""):
        assert not is_initial_reference(value)


def test_the_character_at_a_place_of_a_known_beginning() -> None:
    text = str_concat("ab", S, "c")
    assert [str_at(text, 0), str_at(text, 1)] == ["a", "b"]
    assert [evaluate(str_at(text, i), Given({S: "xy"}), {}) for i in range(-1, 6)] == [
        *("", "a", "b", "x", "y", "c", "")
    ]


def test_numbers_that_no_float_is_near() -> None:
    assert float_of_int(10**400) == float("inf") and float_of_int(-(10**400)) == float("-inf")


@pytest.mark.parametrize("sign", [1, -1])
def test_large_integers_are_rounded_once(sign: int) -> None:
    """Half-way between two floats of 24 bits, and just above it, by bits far below."""
    for exponent in (60, 90):
        even, step = 1 << exponent, 1 << (exponent - 23)
        assert single_of_int(sign * (even + step // 2)) == sign * even
        for below in (1, 2, 1 << (exponent - 40)):
            assert single_of_int(sign * (even + step // 2 + below)) == sign * (even + step)
            assert single_of_int(sign * (even + step // 2 - below)) == sign * even


def test_everything_is_shifted_out() -> None:
    for count in (-1, 8, 9):
        assert shl(8, 0x55, count) == 0
    assert shl(8, 1, 7) == -128
    assert COMPUTE_FIXED[Op.BV_LSHR](8, -1, 8) == 0 and COMPUTE_FIXED[Op.BV_LSHR](8, -1, 7) == 1
    assert COMPUTE_FIXED[Op.BV_ASHR](8, -128, 8) == -1


def test_deeper_than_python_recurses() -> None:
    total: Scalar = N
    table: Scalar = 0
    for step in range(1200):
        total = add(mul(total, X_NUMBER), N)
        table = ite(eq(N, step), step % 4, table)
    assert evaluate(total, Given({N: 1, X_NUMBER: 1}), {}) == 1201
    made = coerced(table, bit_vector(WIDE))
    assert isinstance(made, Term) and made.sort is bit_vector(WIDE)
    assert evaluate(made, Given({N: 1199}), {}) == 3


X_NUMBER = symbol("number", INT)
