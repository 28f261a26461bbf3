"""What the operators on machine numbers compute: integers of a fixed number of bits, and binary32.

An integer of w bits is written as the signed number it stands for, -2^(w-1) ... 2^(w-1) - 1, and a
binary32 number as the Python float of the same value. As in `computing`, every operation is total
and agrees with the solver's theory, also where a language would raise (division by zero) or mask
(shift counts).
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from typing import Any

from heapwise.terms.term import NAN, Op


def wrap(width: int, number: int) -> int:
    """The number of `width` bits that is equal to `number` modulo 2^width."""
    half = 1 << (width - 1)
    return ((number + half) & ((1 << width) - 1)) - half


def fits(width: int, number: int) -> bool:
    return -(1 << (width - 1)) <= number < 1 << (width - 1)


def unsigned(width: int, number: int) -> int:
    return number & ((1 << width) - 1)


def sdiv(width: int, a: int, b: int) -> int:
    """Towards zero."""
    if b == 0:
        return 1 if a < 0 else -1
    quotient = abs(a) // abs(b)
    return wrap(width, quotient if (a < 0) == (b < 0) else -quotient)


def srem(width: int, a: int, b: int) -> int:
    """With the sign of a."""
    if b == 0:
        return a
    rest = abs(a) % abs(b)
    return -rest if a < 0 else rest


def shl(width: int, a: int, count: int) -> int:
    return wrap(width, a << count) if 0 <= count < width else 0


def ashr(width: int, a: int, count: int) -> int:
    return a >> (count if 0 <= count < width else width - 1)


def lshr(width: int, a: int, count: int) -> int:
    return wrap(width, unsigned(width, a) >> count) if 0 <= count < width else 0


def ult(a: int, b: int) -> bool:
    """Unsigned: negative numbers are the greater ones."""
    return (a < 0, a) < (b < 0, b)


# ---------------------------------------------------------------------------- binary32


def to_single(value: float) -> float:
    """The nearest binary32 number, ties to even."""
    try:
        rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return rounded if rounded == rounded else NAN


def single_of_int(number: int) -> float:
    """The nearest binary32 number, ties to even, rounded once."""
    if abs(number) < 1 << 53:
        return to_single(float(number))
    # Two extra bits with a sticky one below keep ties apart, and binary64 holds them exactly.
    shift = abs(number).bit_length() - 30
    head = abs(number) >> shift
    sticky = 1 if abs(number) & ((1 << shift) - 1) else 0
    try:
        return to_single(math.copysign(math.ldexp(float(head << 1 | sticky), shift - 1), number))
    except OverflowError:
        return math.copysign(math.inf, number)


def _divide(a: float, b: float) -> float:
    if b != 0.0:
        return a / b
    if a == 0.0 or a != a:
        return NAN
    return math.copysign(math.inf, a) * math.copysign(1.0, b)


def remainder(a: float, b: float) -> float:
    """With the sign of a, as C's fmod and the % of Java."""
    if a != a or b != b or math.isinf(a) or b == 0.0:
        return NAN
    return math.fmod(a, b)


def sqrt(a: float) -> float:
    return math.sqrt(a) if a >= 0.0 or a != a else NAN


def floor(a: float) -> float:
    return math.copysign(float(math.floor(a)), a) if math.isfinite(a) else a


def ceil(a: float) -> float:
    return math.copysign(float(math.ceil(a)), a) if math.isfinite(a) else a


def rint(a: float) -> float:
    """To the nearest integer, ties to even."""
    return math.copysign(float(round(a)), a) if math.isfinite(a) else a


def saturated(width: int, a: float) -> int:
    """Towards zero; the nearest number that there is, and 0 for NaN."""
    if a != a:
        return 0
    limit = 1 << (width - 1)
    if a >= limit:
        return limit - 1
    return -limit if a <= -limit else int(a)


def raw_bits(width: int, a: float) -> int:
    """The bits of a float as an integer; there is one NaN."""
    if a != a:
        return 0x7FC00000 if width == 32 else 0x7FF8000000000000
    code = ("<f", "<i") if width == 32 else ("<d", "<q")
    bits: int = struct.unpack(code[1], struct.pack(code[0], a))[0]
    return bits


def of_raw_bits(width: int, bits: int) -> float:
    code = ("<f", "<i") if width == 32 else ("<d", "<q")
    value: float = struct.unpack(code[0], struct.pack(code[1], bits))[0]
    return value if value == value else NAN


COMPUTE_FIXED: dict[str, Callable[..., Any]] = {
    Op.BV_ADD: lambda width, a, b: wrap(width, a + b),
    Op.BV_SUB: lambda width, a, b: wrap(width, a - b),
    Op.BV_MUL: lambda width, a, b: wrap(width, a * b),
    Op.BV_SDIV: sdiv,
    Op.BV_SREM: srem,
    Op.BV_AND: lambda width, a, b: a & b,
    Op.BV_OR: lambda width, a, b: a | b,
    Op.BV_XOR: lambda width, a, b: a ^ b,
    Op.BV_SHL: shl,
    Op.BV_ASHR: ashr,
    Op.BV_LSHR: lshr,
    Op.SIGN_EXTEND: lambda width, a: a,
    Op.TRUNCATE: wrap,
    Op.BV_OF_INT: wrap,
    Op.BV_OF_FLOAT: saturated,
    Op.RAW_BITS: raw_bits,
}
"""Per operator whose result is a bit-vector: the width of the result, then concrete arguments."""

COMPUTE_ANY: dict[str, Callable[..., Any]] = {
    Op.BV_ULT: ult,
    Op.INT_OF_BV: lambda a: a,
    Op.FADD32: lambda a, b: to_single(a + b),
    Op.FSUB32: lambda a, b: to_single(a - b),
    Op.FMUL32: lambda a, b: to_single(a * b),
    Op.FDIV32: lambda a, b: to_single(_divide(a, b)),
    Op.FREM: remainder,
    Op.FSQRT: sqrt,
    Op.FFLOOR: floor,
    Op.FCEIL: ceil,
    Op.FRINT: rint,
    Op.TO_FLOAT32: to_single,
    Op.TO_FLOAT64: operator.pos,
    Op.FLOAT_OF_BV: float,
    Op.FLOAT32_OF_BV: single_of_int,
}
"""Per operator for which the arguments are enough. `ZERO_EXTEND` and `OF_RAW_BITS` are not here:
they depend on the width of the argument. (`Any`: each has its own signature.)"""
