"""The arithmetic of the JVM: instructions compute what C computes on numbers of the same width,
whether their operands are known or not."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heapwise.frontends.java.classfile.opcodes import MNEMONICS
from heapwise.frontends.java.semantics.arithmetic import arithmetic
from heapwise.solver import Model
from heapwise.terms import (
    FLOAT,
    FLOAT32,
    INT,
    BaseSort,
    Concrete,
    Scalar,
    Term,
    bit_vector,
    lt,
    same_constant,
    sort_of,
    symbol,
)

INTS = st.sampled_from([0, 1, -1, 31, 32, 2**31 - 1, -(2**31)]) | st.integers(-(2**31), 2**31 - 1)
LONGS = st.sampled_from([0, 1, -1, 63, 64, 2**63 - 1, -(2**63)]) | st.integers(-(2**63), 2**63 - 1)
DOUBLES = st.sampled_from([0.0, -0.0, 1e10, -1e20, 0.5, math.nan, math.inf]) | st.floats()
INTEGERS = {"i": INTS, "l": LONGS}


def i32(number: int) -> int:
    return ctypes.c_int32(number).value


def i64(number: int) -> int:
    return ctypes.c_int64(number).value


def sort(letter: str, exact: bool) -> BaseSort:
    if letter in "fd":
        return FLOAT32 if letter == "f" else FLOAT
    return bit_vector(32 if letter == "i" else 64) if exact else INT


def evaluated(value: Scalar, values: dict[Term, Concrete]) -> Concrete:
    return Model(values=values).evaluate(value)


def results(name: str, operands: str, values: tuple[Concrete, ...], exact: bool) -> list[Concrete]:
    """Of known operands, of symbols, and of some of each."""
    function = arithmetic(exact)[name]
    symbols = [symbol(f"o{n}", sort(letter, exact)) for n, letter in enumerate(operands)]
    given = dict(zip(symbols, values, strict=True))
    found = [function(*values), evaluated(function(*symbols), given)]
    if len(values) == 2:
        found.append(evaluated(function(symbols[0], values[1]), given))
        found.append(evaluated(function(values[0], symbols[1]), given))
    assert all(not isinstance(each, Term) for each in found)
    return found  # type: ignore[return-value]  # as was just asserted


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) if (a < 0) == (b < 0) else -(abs(a) // abs(b))


EXPECTED: dict[str, Callable[[int, int], int]] = {
    "add": lambda a, b: a + b,
    "sub": lambda a, b: a - b,
    "mul": lambda a, b: a * b,
    "div": quotient,
    "rem": lambda a, b: a - quotient(a, b) * b,
    "and": lambda a, b: a & b,
    "or": lambda a, b: a | b,
    "xor": lambda a, b: a ^ b,
}


@pytest.mark.parametrize("name", EXPECTED)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_integers_wrap(name: str, data: st.DataObject) -> None:
    for letter, wrapped in (("i", i32), ("l", i64)):
        a, b = data.draw(INTEGERS[letter]), data.draw(INTEGERS[letter])
        if name in ("div", "rem") and b == 0:
            continue
        expected = wrapped(EXPECTED[name](a, b))
        assert set(results(letter + name, letter * 2, (a, b), True)) == {expected}


@settings(max_examples=150, deadline=None)
@given(INTS, LONGS, INTS)
def test_shift_counts_are_masked(a: int, b: int, count: int) -> None:
    n, k = count & 31, count & 63
    for exact in (True, False):
        shifts: list[tuple[str, str, int, int]] = [
            ("ishr", "ii", a, a >> n),
            ("iushr", "ii", a, i32((a & 0xFFFFFFFF) >> n)),
            ("lshr", "li", b, b >> k),
            ("lushr", "li", b, i64((b & 0xFFFFFFFFFFFFFFFF) >> k)),
        ]
        if exact:
            shifts += [("ishl", "ii", a, i32(a << n)), ("lshl", "li", b, i64(b << k))]
        for name, operands, value, expected in shifts:
            assert set(results(name, operands, (value, count), exact)) == {expected}, name


CONVERSIONS: dict[str, Callable[[int], Concrete]] = {
    "i2l": lambda a: a,
    "i2b": lambda a: ctypes.c_int8(a).value,
    "i2s": lambda a: ctypes.c_int16(a).value,
    "i2c": lambda a: a & 0xFFFF,
    "l2i": i32,
    "i2d": float,
    "l2d": float,
    "i2f": lambda a: ctypes.c_float(a).value,
}


@pytest.mark.parametrize("exact", [True, False])
@pytest.mark.parametrize("name", CONVERSIONS)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_conversions_of_integers(name: str, exact: bool, data: st.DataObject) -> None:
    value = data.draw(INTEGERS[name[0]])
    expected = CONVERSIONS[name](value)
    for found in results(name, name[0], (value,), exact):
        assert same_constant(found, expected)


@pytest.mark.parametrize("exact", [True, False])
@given(DOUBLES)
def test_floats_become_the_nearest_integer_towards_zero(exact: bool, value: float) -> None:
    for name, bits in (("d2i", 32), ("d2l", 64), ("f2i", 32), ("f2l", 64)):
        given_value = ctypes.c_float(value).value if name[0] == "f" else value
        limit = 1 << (bits - 1)
        if given_value != given_value:
            expected = 0
        elif abs(given_value) >= limit:
            expected = limit - 1 if given_value > 0 else -limit
        else:
            expected = int(given_value)
        assert set(results(name, name[0], (given_value,), exact)) == {expected}


@given(DOUBLES, DOUBLES)
def test_comparisons_say_what_to_do_with_nan(a: float, b: float) -> None:
    order = 0 if a == b else -1 if a < b else 1
    for name, unordered in (("dcmpl", -1), ("dcmpg", 1)):
        expected = unordered if a != a or b != b else order
        assert set(results(name, "dd", (a, b), True)) == {expected}


def test_mathematical_integers_do_not_wrap() -> None:
    a = symbol("a", INT)
    table = arithmetic(False)
    assert lt(a, table["iadd"](a, 1)) is True or sort_of(table["iadd"](a, 1)) is INT
    assert evaluated(table["iadd"](a, 1), {a: 2**31 - 1}) == 2**31
    assert table["iadd"](2**31 - 1, 1) == -(2**31), "what is known is computed as Java does"
    assert evaluated(table["l2i"](a), {a: 2**32 + 5}) == 5


@pytest.mark.parametrize("name", EXPECTED)
@settings(max_examples=60, deadline=None)
@given(st.data())
def test_mathematical_integers_that_are_known_wrap_and_others_do_not(
    name: str, data: st.DataObject
) -> None:
    for letter, wrapped in (("i", i32), ("l", i64)):
        number = st.integers(-9, 9) | INTEGERS[letter]
        a, b = data.draw(number), data.draw(number)
        if name in ("div", "rem") and b == 0:
            continue
        expected = EXPECTED[name](a, b)
        known, *others = results(letter + name, letter * 2, (a, b), False)
        assert (known, set(others)) == (wrapped(expected), {expected})


@given(st.integers(-100, 100), st.integers(0, 5))
def test_mathematical_integers_are_negated_and_shifted(a: int, count: int) -> None:
    for letter in "il":
        assert set(results(f"{letter}neg", letter, (a,), False)) == {-a}
        assert set(results(f"{letter}shl", f"{letter}i", (a, count), False)) == {a << count}


def test_every_instruction_on_numbers_is_there() -> None:
    letters = {"add", "sub", "mul", "div", "rem", "neg"}
    expected = {f"{kind}{name}" for kind in "ilfd" for name in letters}
    expected |= {f"{kind}{name}" for kind in "il" for name in ("shl", "shr", "ushr")}
    expected |= {f"{kind}{name}" for kind in "il" for name in ("and", "or", "xor")}
    expected |= {name for name in MNEMONICS if len(name) == 3 and name[1] == "2"}
    expected |= {"lcmp", "fcmpl", "fcmpg", "dcmpl", "dcmpg"}
    for exact in (True, False):
        assert set(arithmetic(exact)) == expected
