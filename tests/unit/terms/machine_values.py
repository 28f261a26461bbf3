"""Every operator on numbers of a fixed width, with what C says about it (`ctypes`): the claims of
the tests of terms and of the solver, in the form of `values`."""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable, Sequence
from functools import cache, partial

from hypothesis import strategies as st

from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    BaseSort,
    Concrete,
    Scalar,
    Term,
    add,
    bit_vector,
    bits_of_float,
    bv_add,
    bv_and,
    bv_ashr,
    bv_lshr,
    bv_mul,
    bv_neg,
    bv_not,
    bv_of_bool,
    bv_of_float,
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
    fadd32,
    fceil,
    fdiv32,
    feq,
    ffloor,
    fle,
    float_of_bits,
    float_of_bv,
    flt,
    fmul32,
    fneg,
    frem,
    frint,
    fsqrt,
    fsub32,
    int_of_bv,
    is_nan,
    ite,
    le,
    lt,
    mul,
    sign_extend,
    sub,
    symbol,
    to_float32,
    to_float64,
    truncate,
    zero_extend,
)
from tests.unit.terms.values import Claim, floats

SIGNED = {8: ctypes.c_int8, 16: ctypes.c_int16, 32: ctypes.c_int32, 64: ctypes.c_int64}
UNSIGNED = {8: ctypes.c_uint8, 16: ctypes.c_uint16, 32: ctypes.c_uint32, 64: ctypes.c_uint64}


def signed(width: int, number: int) -> int:
    return SIGNED[width](number).value


def unsigned(width: int, number: int) -> int:
    return UNSIGNED[width](number).value


def single(value: float) -> float:
    return ctypes.c_float(value).value


def numbers(width: int) -> st.SearchStrategy[int]:
    limit = 1 << (width - 1)
    edges = [0, 1, -1, 2, width, limit - 1, -limit, limit // 2]
    return st.sampled_from(edges) | st.integers(-8, 8) | st.integers(-limit, limit - 1)


singles = floats.map(single)

Row = tuple[
    str,
    Callable[..., Scalar],
    Callable[..., Concrete],
    BaseSort,
    Sequence[tuple[BaseSort, st.SearchStrategy[Concrete]]],
]


def _divided(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _of_width(width: int) -> list[Row]:
    sort = bit_vector(width)
    one, two = [(sort, numbers(width))], [(sort, numbers(width))] * 2
    divisors = [(sort, numbers(width)), (sort, numbers(width).filter(bool))]
    wrapped = partial(signed, width)
    bits = partial(unsigned, width)
    table: list[tuple[Callable[..., Scalar], Callable[..., Concrete], BaseSort, object]] = [
        (bv_add, lambda a, b: wrapped(a + b), sort, two),
        (bv_sub, lambda a, b: wrapped(a - b), sort, two),
        (bv_mul, lambda a, b: wrapped(a * b), sort, two),
        (bv_neg, lambda a: wrapped(-a), sort, one),
        (bv_sdiv, lambda a, b: wrapped(_divided(a, b)), sort, divisors),
        (bv_srem, lambda a, b: a - _divided(a, b) * b, sort, divisors),
        (bv_and, lambda a, b: wrapped(bits(a) & bits(b)), sort, two),
        (bv_or, lambda a, b: wrapped(bits(a) | bits(b)), sort, two),
        (bv_xor, lambda a, b: wrapped(bits(a) ^ bits(b)), sort, two),
        (bv_not, lambda a: wrapped(~a), sort, one),
        (bv_shl, lambda a, b: wrapped(a << b) if bits(b) < width else 0, sort, two),
        (bv_ashr, lambda a, b: a >> min(bits(b), width), sort, two),
        (bv_lshr, lambda a, b: wrapped(bits(a) >> min(bits(b), width)), sort, two),
        (bv_ult, lambda a, b: bits(a) < bits(b), BOOL, two),
        (bv_ule, lambda a, b: bits(a) <= bits(b), BOOL, two),
    ]
    rows: list[Row] = [
        (f"{build.__name__}{width}", partial(build, width), expected, result, parameters)  # type: ignore[misc]
        for build, expected, result, parameters in table
    ]
    generic: list[tuple[Callable[..., Scalar], Callable[..., Concrete], BaseSort]] = [
        (add, lambda a, b: wrapped(a + b), sort),
        (sub, lambda a, b: wrapped(a - b), sort),
        (mul, lambda a, b: wrapped(a * b), sort),
        (lt, lambda a, b: a < b, BOOL),
        (le, lambda a, b: a <= b, BOOL),
        (eq, lambda a, b: a == b, BOOL),
    ]
    for build, expected, result in generic:
        rows.append((f"{build.__name__} of {width} bits", build, expected, result, two))
    rows += [
        (f"int_of_bv{width}", int_of_bv, lambda a: a, INT, one),
        (
            f"bv_of_int{width}",
            partial(bv_of_int, width),
            wrapped,
            sort,
            [(INT, st.integers(-(2**70), 2**70))],
        ),
    ]
    return rows


def _resizing(narrow: int, wide: int) -> list[Row]:
    small, large = bit_vector(narrow), bit_vector(wide)
    return [
        (
            f"sign_extend {narrow} to {wide}",
            lambda a: sign_extend(a, narrow, wide),
            lambda a: a,
            large,
            [(small, numbers(narrow))],
        ),
        (
            f"zero_extend {narrow} to {wide}",
            lambda a: zero_extend(a, narrow, wide),
            lambda a: unsigned(narrow, a),
            large,
            [(small, numbers(narrow))],
        ),
        (
            f"truncate {wide} to {narrow}",
            lambda a: truncate(a, wide, narrow),
            lambda a: signed(narrow, a),
            small,
            [(large, numbers(wide))],
        ),
    ]


def _saturated(width: int, value: float) -> int:
    limit = 1 << (width - 1)
    return (
        0
        if value != value
        else int(max(-limit, min(limit - 1, int(value))))
        if (math.isfinite(value))
        else (limit - 1 if value > 0 else -limit)
    )


def _bits(width: int, value: float) -> int:
    kind = (ctypes.c_float, ctypes.c_int32) if width == 32 else (ctypes.c_double, ctypes.c_int64)
    return kind[1].from_buffer_copy(kind[0](value)).value


def _of_bits(width: int, bits: int) -> float:
    kind = ctypes.c_float if width == 32 else ctypes.c_double
    return kind.from_buffer_copy(SIGNED[width](bits)).value


def _nearest_single(number: int) -> float:
    """By trying the neighbours, as exact fractions."""
    guess = single(float(number))
    (bits,) = struct.unpack("<i", struct.pack("<f", abs(guess)))
    near = [
        struct.unpack("<f", struct.pack("<i", bits + d))[0] for d in (-1, 0, 1) if bits + d >= 0
    ]
    best = min(near, key=lambda f: (abs(int(f) - abs(number)), struct.pack("<f", f)[0] & 1))
    return math.copysign(best, number) if number else 0.0


def _floating(width: int, sort: BaseSort, values: st.SearchStrategy[float]) -> list[Row]:
    bits = bit_vector(width)
    name = str(sort)
    rows: list[Row] = [
        (f"fneg {name}", fneg, lambda a: -a, sort, [(sort, values)]),
        (f"flt {name}", flt, lambda a, b: a < b, BOOL, [(sort, values)] * 2),
        (f"fle {name}", fle, lambda a, b: a <= b, BOOL, [(sort, values)] * 2),
        (f"feq {name}", feq, lambda a, b: a == b, BOOL, [(sort, values)] * 2),
        (f"is_nan {name}", is_nan, math.isnan, BOOL, [(sort, values)]),
        (
            f"bits of {name}",
            partial(bits_of_float, width),
            lambda a: _bits(width, math.nan if a != a else a),
            bits,
            [(sort, values)],
        ),
        (
            f"{name} of bits",
            partial(float_of_bits, width),
            lambda n: struct.unpack(
                "<f" if width == 32 else "<d", n.to_bytes(width // 8, "little", signed=True)
            )[0],
            sort,
            [(bits, numbers(width))],
        ),
    ]
    for target in (32, 64):
        rows.append(
            (
                f"int{target} of {name}",
                lambda a, target=target: bv_of_float(target, a, sort),
                partial(_saturated, target),
                bit_vector(target),
                [(sort, values)],
            )
        )
        rows.append(
            (
                f"{name} of int{target}",
                lambda a, target=target: float_of_bv(a, target, sort),
                _nearest_single if sort is FLOAT32 else float,
                sort,
                [(bit_vector(target), numbers(target))],
            )
        )
    return rows


def _fmod(a: float, b: float) -> float:
    return math.nan if math.isinf(a) or b == 0.0 else math.fmod(a, b)


SINGLE_ROWS: list[Row] = [
    ("fadd32", fadd32, lambda a, b: single(a + b), FLOAT32, [(FLOAT32, singles)] * 2),
    ("fsub32", fsub32, lambda a, b: single(a - b), FLOAT32, [(FLOAT32, singles)] * 2),
    ("fmul32", fmul32, lambda a, b: single(a * b), FLOAT32, [(FLOAT32, singles)] * 2),
    (
        "fdiv32",
        fdiv32,
        lambda a, b: single(a / b),
        FLOAT32,
        [(FLOAT32, singles), (FLOAT32, singles.filter(bool))],
    ),
    ("to_float32", to_float32, single, FLOAT32, [(FLOAT, floats)]),
    ("to_float64", to_float64, lambda a: a, FLOAT, [(FLOAT32, singles)]),
]
DOUBLE_ROWS: list[Row] = [
    ("fsqrt", fsqrt, math.sqrt, FLOAT, [(FLOAT, floats.filter(lambda a: not a < 0))]),
    (
        "ffloor",
        ffloor,
        lambda a: a if not math.isfinite(a) or a == 0 else float(math.floor(a)),
        FLOAT,
        [(FLOAT, floats)],
    ),
    (
        "fceil",
        fceil,
        lambda a: a if not math.isfinite(a) else math.copysign(math.ceil(a), a),
        FLOAT,
        [(FLOAT, floats)],
    ),
    (
        "frint",
        frint,
        lambda a: a if not math.isfinite(a) else math.copysign(round(a), a),
        FLOAT,
        [(FLOAT, floats)],
    ),
]
REMAINDERS: list[Row] = [
    ("frem", frem, _fmod, FLOAT, [(FLOAT, floats)] * 2),
    ("frem32", lambda a, b: frem(a, b, FLOAT32), _fmod, FLOAT32, [(FLOAT32, singles)] * 2),
]


def _claims(rows: list[Row]) -> list[Claim]:
    return [
        Claim(
            name,
            build,
            expected,
            tuple(sort for sort, _ in parameters),
            result,
            st.tuples(*(strategy for _, strategy in parameters)),
        )
        for name, build, expected, result, parameters in rows
    ]


MACHINE_CLAIMS = _claims(
    [row for width in (8, 32, 64) for row in _of_width(width)]
    + [row for pair in ((8, 32), (16, 32), (32, 64)) for row in _resizing(*pair)]
    + _floating(32, FLOAT32, singles)
    + _floating(64, FLOAT, floats)
    + SINGLE_ROWS
    + DOUBLE_ROWS
)
REMAINDER_CLAIMS = _claims(REMAINDERS)
"""Z3's remainder takes too long to ask it often."""

BYTE, WORD = bit_vector(8), bit_vector(32)
SYMBOLS = {
    sort: [symbol(f"{name}{number}", sort) for number in range(2)]
    for sort, name in ((BOOL, "p"), (BYTE, "b"), (WORD, "w"))
}
_LEAVES: dict[BaseSort, st.SearchStrategy[Concrete]] = {
    BOOL: st.booleans(),
    BYTE: numbers(8),
    WORD: numbers(32),
}


def assignments() -> st.SearchStrategy[dict[Term, Concrete]]:
    return st.fixed_dictionaries(
        {each: _LEAVES[sort] for sort, symbols in SYMBOLS.items() for each in symbols}
    )


def _applied(build: Callable[..., Scalar], args: tuple[Scalar, ...]) -> Scalar:
    return build(*args)


@cache
def nested(sort: BaseSort, depth: int) -> st.SearchStrategy[Scalar]:
    """Terms over bit-vectors of two widths, among them if-then-else over known numbers."""
    leaves: st.SearchStrategy[Scalar] = st.sampled_from(SYMBOLS[sort]) | _LEAVES[sort]
    if depth == 0:
        return leaves
    options = [leaves]
    for claim in MACHINE_CLAIMS:
        if claim.result is sort and all(each in SYMBOLS for each in claim.sorts):
            if claim.name.split()[0] in ("add", "sub", "mul"):
                continue  # of known numbers they have no width
            below = st.tuples(*(nested(each, depth - 1) for each in claim.sorts))
            options.append(below.map(partial(_applied, claim.build)))
    same, condition = nested(sort, depth - 1), nested(BOOL, depth - 1)
    options.append(st.tuples(condition, same, same).map(lambda args: ite(*args)))
    if sort is not BOOL:
        options.append(condition.map(bv_of_bool))
    return st.one_of(options)
