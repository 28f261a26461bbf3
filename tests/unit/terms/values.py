"""Every operator on numbers and strings, with what Python has to say about it: the claims of the
tests of terms and of the solver.

`Claim.expected` is Python's own expression, written down independently of `terms.computing`;
`arguments` generates arguments for which Python does not raise.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache, partial
from typing import NamedTuple

from hypothesis import strategies as st

from heapwise.terms import (
    BOOL,
    FLOAT,
    INT,
    STR,
    BaseSort,
    Concrete,
    Scalar,
    Term,
    add,
    fadd,
    fdiv,
    feq,
    fle,
    float_int_le,
    float_int_lt,
    float_of_int,
    floor_of_float,
    floordiv,
    flt,
    fmul,
    fneg,
    fsub,
    int_float_eq,
    int_float_le,
    int_float_lt,
    int_of_bool,
    int_of_float,
    int_of_str,
    is_infinite,
    is_nan,
    ite,
    le,
    lt,
    mod,
    mul,
    neg,
    round_of_float,
    str_at,
    str_code,
    str_concat,
    str_contains,
    str_from_code,
    str_index_of,
    str_le,
    str_length,
    str_lt,
    str_of_int,
    str_prefix_of,
    str_replace_first,
    str_substring,
    str_suffix_of,
    sub,
    symbol,
)

Arguments = st.SearchStrategy[tuple[Concrete, ...]]


class Claim(NamedTuple):
    name: str
    build: Callable[..., Scalar]
    expected: Callable[..., Concrete]
    sorts: tuple[BaseSort, ...]
    result: BaseSort
    arguments: Arguments


ints = st.integers(-20, 20) | st.integers(-(2**70), 2**70)
small = st.integers(-3, 8)
odd = [0.0, -0.0, 1.0, -1.5, 0.1, 5e-324, 1e308, 2.0**53, math.inf, -math.inf, math.nan]
floats = st.sampled_from(odd) | st.floats()
finite = floats.filter(math.isfinite)
characters = st.sampled_from("ab0-\n\\é\ud7ff\ue000\uffff\U0001f600") | st.characters(
    max_codepoint=0x2FFFF, exclude_categories=["Cs"]
)
strings = st.text(st.sampled_from("ab0"), max_size=4) | st.text(characters, max_size=5)
digits = st.text(st.sampled_from("0123456789"), min_size=1, max_size=6)
codes = st.integers(0, 0x2FFFF).filter(lambda n: not 0xD800 <= n < 0xE000)
around = ints | st.integers(2**53 - 5, 2**53 + 9) | finite.map(int)
"""Ints near floats, and beyond the exact ones."""

_RAW: list[
    tuple[Callable[..., Scalar], Callable[..., Concrete], BaseSort, list[tuple[BaseSort, object]]]
] = [
    (add, lambda a, b: a + b, INT, [(INT, ints), (INT, ints)]),
    (sub, lambda a, b: a - b, INT, [(INT, ints), (INT, ints)]),
    (mul, lambda a, b: a * b, INT, [(INT, ints), (INT, ints)]),
    (neg, lambda a: -a, INT, [(INT, ints)]),
    (floordiv, lambda a, b: a // b, INT, [(INT, ints), (INT, ints.filter(bool))]),
    (mod, lambda a, b: a % b, INT, [(INT, ints), (INT, ints.filter(bool))]),
    (lt, lambda a, b: a < b, BOOL, [(INT, ints), (INT, ints)]),
    (le, lambda a, b: a <= b, BOOL, [(INT, ints), (INT, ints)]),
    (int_of_bool, int, INT, [(BOOL, st.booleans())]),
    (fadd, lambda a, b: a + b, FLOAT, [(FLOAT, floats), (FLOAT, floats)]),
    (fsub, lambda a, b: a - b, FLOAT, [(FLOAT, floats), (FLOAT, floats)]),
    (fmul, lambda a, b: a * b, FLOAT, [(FLOAT, floats), (FLOAT, floats)]),
    (fdiv, lambda a, b: a / b, FLOAT, [(FLOAT, floats), (FLOAT, floats.filter(bool))]),
    (fneg, lambda a: -a, FLOAT, [(FLOAT, floats)]),
    (flt, lambda a, b: a < b, BOOL, [(FLOAT, floats), (FLOAT, floats)]),
    (fle, lambda a, b: a <= b, BOOL, [(FLOAT, floats), (FLOAT, floats)]),
    (feq, lambda a, b: a == b, BOOL, [(FLOAT, floats), (FLOAT, floats)]),
    (is_nan, math.isnan, BOOL, [(FLOAT, floats)]),
    (is_infinite, math.isinf, BOOL, [(FLOAT, floats)]),
    (float_of_int, float, FLOAT, [(INT, around)]),
    (int_float_lt, lambda n, f: n < f, BOOL, [(INT, around), (FLOAT, floats)]),
    (int_float_le, lambda n, f: n <= f, BOOL, [(INT, around), (FLOAT, floats)]),
    (int_float_eq, lambda n, f: n == f, BOOL, [(INT, around), (FLOAT, floats)]),
    (float_int_lt, lambda f, n: f < n, BOOL, [(FLOAT, floats), (INT, around)]),
    (float_int_le, lambda f, n: f <= n, BOOL, [(FLOAT, floats), (INT, around)]),
    (int_of_float, int, INT, [(FLOAT, finite)]),
    (floor_of_float, math.floor, INT, [(FLOAT, finite)]),
    (round_of_float, round, INT, [(FLOAT, finite)]),
    (str_concat, lambda a, b, c: a + b + c, STR, [(STR, strings)] * 3),
    (str_length, len, INT, [(STR, strings)]),
    (str_at, lambda s, i: s[i : i + 1] if i >= 0 else "", STR, [(STR, strings), (INT, small)]),
    (
        str_substring,
        lambda s, i, n: "".join(c for p, c in enumerate(s) if 0 <= i <= p < i + n),
        STR,
        [(STR, strings), (INT, small), (INT, small)],
    ),
    (str_contains, lambda s, t: t in s, BOOL, [(STR, strings), (STR, strings)]),
    (str_prefix_of, lambda t, s: s.startswith(t), BOOL, [(STR, strings), (STR, strings)]),
    (str_suffix_of, lambda t, s: s.endswith(t), BOOL, [(STR, strings), (STR, strings)]),
    (
        str_index_of,
        lambda s, t, i: s.find(t, i),
        INT,
        [(STR, strings), (STR, strings), (INT, st.integers(0, 6))],
    ),
    (str_replace_first, lambda s, a, b: s.replace(a, b, 1), STR, [(STR, strings)] * 3),
    (str_lt, lambda a, b: a < b, BOOL, [(STR, strings), (STR, strings)]),
    (str_le, lambda a, b: a <= b, BOOL, [(STR, strings), (STR, strings)]),
    (str_code, ord, INT, [(STR, characters)]),
    (str_from_code, chr, STR, [(INT, codes)]),
    (str_of_int, str, STR, [(INT, ints)]),
    (int_of_str, int, INT, [(STR, digits)]),
]
CLAIMS = [
    Claim(
        build.__name__,
        build,
        expected,
        tuple(sort for sort, _ in parameters),
        result,
        st.tuples(*(strategy for _, strategy in parameters)),
    )
    for build, expected, result, parameters in _RAW
]


# ---------------------------------------------------------------------------- nested terms

SYMBOLS = {
    sort: [symbol(f"{name}{number}", sort) for number in range(2)]
    for sort, name in ((BOOL, "p"), (INT, "x"), (FLOAT, "f"), (STR, "s"))
}
_LEAVES: dict[BaseSort, st.SearchStrategy[Concrete]] = {
    BOOL: st.booleans(),
    INT: st.integers(-3, 9),
    FLOAT: st.sampled_from(odd),
    STR: st.text(st.sampled_from("ab01é\U0001f600"), max_size=3),
}


def assignments() -> st.SearchStrategy[dict[Term, Concrete]]:
    return st.fixed_dictionaries(
        {each: _LEAVES[sort] for sort, symbols in SYMBOLS.items() for each in symbols}
    )


def _applied(build: Callable[..., Scalar], args: tuple[Scalar, ...]) -> Scalar:
    return build(*args)


@cache
def nested(sort: BaseSort, depth: int) -> st.SearchStrategy[Scalar]:
    """Terms of all operators, with divisors that are not 0."""
    leaves: st.SearchStrategy[Scalar] = st.sampled_from(SYMBOLS[sort]) | _LEAVES[sort]
    if depth == 0:
        return leaves
    options = [leaves]
    for claim in CLAIMS:
        if claim.result is sort:
            below = [nested(each, depth - 1) for each in claim.sorts]
            if claim.build in (floordiv, mod):
                below[1] = st.integers(-3, 3).filter(bool)
            options.append(st.tuples(*below).map(partial(_applied, claim.build)))
    same = nested(sort, depth - 1)
    options.append(st.tuples(nested(BOOL, depth - 1), same, same).map(lambda args: ite(*args)))
    return st.one_of(options)
