"""The arithmetic, comparisons, shifts and conversions of the JVM, as functions on values.

`arithmetic(exact)` is a table from mnemonics to functions. Values are those of the operand stack:
an int is a bit-vector of 32 bits, a long of 64, a float of sort Float32; a known number is a Python
value of any of these. Divisors are not zero: the front end has thrown before. Shift counts are
masked here.

In `--ints math` integers are mathematical: sums, differences, products and negations of symbolic
numbers do not wrap. What is known is computed as Java does all the same, for hash codes and random
numbers need it, and so are conversions to a narrower type. Operations on bits go through 32 or 64
bits where arithmetic does not express them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from types import MappingProxyType

from heapwise.terms import (
    FLOAT,
    FLOAT32,
    Scalar,
    Term,
    add,
    bv_add,
    bv_and,
    bv_ashr,
    bv_lshr,
    bv_mul,
    bv_neg,
    bv_of_float,
    bv_of_int,
    bv_or,
    bv_sdiv,
    bv_shl,
    bv_srem,
    bv_sub,
    bv_xor,
    eq,
    fadd,
    fadd32,
    fdiv,
    fdiv32,
    feq,
    float_of_bv,
    float_of_int,
    floordiv,
    flt,
    fmul,
    fmul32,
    fneg,
    frem,
    fsub,
    fsub32,
    int_of_bv,
    int_of_float,
    is_infinite,
    ite,
    le,
    lt,
    mod,
    mul,
    neg,
    sign_extend,
    sub,
    to_float32,
    to_float64,
    truncate,
    zero_extend,
)
from heapwise.terms.fixed_width import COMPUTE_FIXED, wrap
from heapwise.terms.term import Op

Function = Callable[..., Scalar]
INT_BITS = 32
LONG_BITS = 64


@cache
def arithmetic(exact: bool) -> Mapping[str, Function]:
    """By mnemonic: `iadd`, `lushr`, `d2i`, `fcmpg` …"""
    table = _FLOATING | (_exact() if exact else _mathematical())
    return MappingProxyType({name: _named(name, function) for name, function in table.items()})


def _named(name: str, function: Function) -> Function:
    """So that a listing of the code can show it."""
    named = partial(function)
    named.__name__ = name  # type: ignore[attr-defined]  # partial objects take attributes
    return named


# ---------------------------------------------------------------------------- comparisons


def three_way(a: Scalar, b: Scalar) -> Scalar:
    """`lcmp`. Comparing the result with 0 is a single comparison again, here and below."""
    return ite(lt(a, b), -1, ite(eq(a, b), 0, 1))


def three_way_less_if_nan(a: Scalar, b: Scalar) -> Scalar:
    """`fcmpl`, `dcmpl`."""
    return ite(flt(b, a), 1, ite(feq(a, b), 0, -1))


def three_way_greater_if_nan(a: Scalar, b: Scalar) -> Scalar:
    """`fcmpg`, `dcmpg`."""
    return ite(flt(a, b), -1, ite(feq(a, b), 0, 1))


_FLOATING: dict[str, Function] = {
    "lcmp": three_way,
    "fcmpl": three_way_less_if_nan,
    "dcmpl": three_way_less_if_nan,
    "fcmpg": three_way_greater_if_nan,
    "dcmpg": three_way_greater_if_nan,
    "fadd": fadd32,
    "fsub": fsub32,
    "fmul": fmul32,
    "fdiv": fdiv32,
    "frem": lambda a, b: frem(a, b, FLOAT32),
    "fneg": fneg,
    "dadd": fadd,
    "dsub": fsub,
    "dmul": fmul,
    "ddiv": fdiv,
    "drem": frem,
    "dneg": fneg,
    "f2d": to_float64,
    "d2f": to_float32,
}


# ---------------------------------------------------------------------------- bit-vectors


def _shift(shift: Function, width: int, a: Scalar, count: Scalar) -> Scalar:
    """The count is an int, of which the JVM takes the lowest bits."""
    masked = bv_and(INT_BITS, count, width - 1)
    return shift(width, a, zero_extend(masked, INT_BITS, width))


def _narrowed_int(width: int, a: Scalar) -> Scalar:
    return sign_extend(truncate(a, INT_BITS, width), width, INT_BITS)


def _char(a: Scalar) -> Scalar:
    return zero_extend(truncate(a, INT_BITS, 16), 16, INT_BITS)


def _exact() -> dict[str, Function]:
    table: dict[str, Function] = {
        "i2l": lambda a: sign_extend(a, INT_BITS, LONG_BITS),
        "l2i": lambda a: truncate(a, LONG_BITS, INT_BITS),
        "i2b": partial(_narrowed_int, 8),
        "i2s": partial(_narrowed_int, 16),
        "i2c": _char,
        "i2f": lambda a: float_of_bv(a, INT_BITS, FLOAT32),
        "i2d": lambda a: float_of_bv(a, INT_BITS, FLOAT),
        "l2f": lambda a: float_of_bv(a, LONG_BITS, FLOAT32),
        "l2d": lambda a: float_of_bv(a, LONG_BITS, FLOAT),
        "f2i": lambda a: bv_of_float(INT_BITS, a, FLOAT32),
        "f2l": lambda a: bv_of_float(LONG_BITS, a, FLOAT32),
        "d2i": lambda a: bv_of_float(INT_BITS, a, FLOAT),
        "d2l": lambda a: bv_of_float(LONG_BITS, a, FLOAT),
    }
    for letter, width in (("i", INT_BITS), ("l", LONG_BITS)):
        for name, function in _BITWISE.items():
            table[letter + name] = partial(function, width)
        for name, function in _SHIFTS.items():
            table[letter + name] = partial(_shift, function, width)
    return table


_BITWISE: dict[str, Function] = {
    "add": bv_add,
    "sub": bv_sub,
    "mul": bv_mul,
    "div": bv_sdiv,
    "rem": bv_srem,
    "neg": bv_neg,
    "and": bv_and,
    "or": bv_or,
    "xor": bv_xor,
}
_SHIFTS: dict[str, Function] = {"shl": bv_shl, "shr": bv_ashr, "ushr": bv_lshr}


# ---------------------------------------------------------------------------- mathematical


def _known(op: str, width: int, function: Function) -> Function:
    """Java's own result where both numbers are known."""
    compute = COMPUTE_FIXED[op]

    def operate(a: Scalar, b: Scalar) -> Scalar:
        if isinstance(a, Term) or isinstance(b, Term):
            return function(a, b)
        folded: Scalar = compute(width, a, b)
        return folded

    return operate


def _negative(width: int, a: Scalar) -> Scalar:
    if not isinstance(a, Term):
        assert isinstance(a, int)
        return wrap(width, -a)
    return neg(a)


def _by_signs(a: Scalar, b: Scalar, same: Scalar, opposite: Scalar) -> Scalar:
    positive = lt(0, b)
    return ite(le(0, a), ite(positive, same, opposite), ite(positive, opposite, same))


def _magnitude(a: Scalar) -> Scalar:
    return ite(lt(a, 0), neg(a), a)


def _quotient(a: Scalar, b: Scalar) -> Scalar:
    """Towards zero."""
    size = floordiv(_magnitude(a), _magnitude(b))
    return _by_signs(a, b, size, neg(size))


def _remainder(a: Scalar, b: Scalar) -> Scalar:
    size = mod(_magnitude(a), _magnitude(b))
    return ite(lt(a, 0), neg(size), size)


def _through_bits(function: Function, width: int, a: Scalar, b: Scalar) -> Scalar:
    return int_of_bv(function(width, bv_of_int(width, a), bv_of_int(width, b)))


def _and(width: int, a: Scalar, b: Scalar) -> Scalar:
    for one, other in ((a, b), (b, a)):
        if type(other) is int and other >= 0 and other & (other + 1) == 0:
            return mod(one, other + 1)  # a mask of the lowest bits
        if other == -1:
            return one
    return _through_bits(bv_and, width, a, b)


def _or(width: int, a: Scalar, b: Scalar) -> Scalar:
    for one, other in ((a, b), (b, a)):
        if type(other) is int and other == 0:
            return one
    return _through_bits(bv_or, width, a, b)


def _xor(width: int, a: Scalar, b: Scalar) -> Scalar:
    for one, other in ((a, b), (b, a)):
        if type(other) is int and (other == 0 or other == -1):
            return one if other == 0 else sub(-1, one)
    return _through_bits(bv_xor, width, a, b)


def _shifted(function: Function, op: str, width: int, a: Scalar, count: Scalar) -> Scalar:
    if isinstance(count, Term):
        masked = mod(count, width)
        return _through_bits(function, width, a, masked)
    assert isinstance(count, int)
    count &= width - 1
    if not isinstance(a, Term):
        folded: Scalar = COMPUTE_FIXED[op](width, a, count)
        return folded
    if op == Op.BV_SHL:
        return mul(a, 1 << count)
    if op == Op.BV_ASHR or count == 0:
        return floordiv(a, 1 << count)
    unsigned = ite(lt(a, 0), add(a, 1 << width), a)
    return floordiv(unsigned, 1 << count)


def _wrapped(width: int, a: Scalar) -> Scalar:
    """The number of so many bits that is equal modulo 2^width."""
    half = 1 << (width - 1)
    return sub(mod(add(a, half), 1 << width), half)


def _saturated(width: int, a: Scalar) -> Scalar:
    """A double, towards zero; 0 for NaN."""
    if not isinstance(a, Term):
        return bv_of_float(width, a, FLOAT)
    least, most = -(1 << (width - 1)), (1 << (width - 1)) - 1
    number = int_of_float(a)
    inside = ite(lt(number, least), least, ite(lt(most, number), most, number))
    return ite(is_infinite(a), ite(flt(0.0, a), most, least), inside)


def _mathematical() -> dict[str, Function]:
    table: dict[str, Function] = {
        "i2l": lambda a: a,
        "l2i": partial(_wrapped, INT_BITS),
        "i2b": partial(_wrapped, 8),
        "i2s": partial(_wrapped, 16),
        "i2c": lambda a: mod(a, 1 << 16),
        "i2f": lambda a: to_float32(float_of_int(a)),
        "l2f": _single,
        "i2d": float_of_int,
        "l2d": float_of_int,
        "f2i": lambda a: _saturated(INT_BITS, to_float64(a)),
        "f2l": lambda a: _saturated(LONG_BITS, to_float64(a)),
        "d2i": partial(_saturated, INT_BITS),
        "d2l": partial(_saturated, LONG_BITS),
    }
    for letter, width in (("i", INT_BITS), ("l", LONG_BITS)):
        table[letter + "neg"] = partial(_negative, width)
        for name, op, function in (
            ("add", Op.BV_ADD, add),
            ("sub", Op.BV_SUB, sub),
            ("mul", Op.BV_MUL, mul),
            ("div", Op.BV_SDIV, _quotient),
            ("rem", Op.BV_SREM, _remainder),
            ("and", Op.BV_AND, partial(_and, width)),
            ("or", Op.BV_OR, partial(_or, width)),
            ("xor", Op.BV_XOR, partial(_xor, width)),
        ):
            table[letter + name] = _known(op, width, function)
        for name, op, shift in (
            ("shl", Op.BV_SHL, bv_shl),
            ("shr", Op.BV_ASHR, bv_ashr),
            ("ushr", Op.BV_LSHR, bv_lshr),
        ):
            table[letter + name] = partial(_shifted, shift, op, width)
    return table


def _single(a: Scalar) -> Scalar:
    """A symbolic long beyond 2^53 is rounded twice."""
    if not isinstance(a, Term):
        return float_of_bv(a, LONG_BITS, FLOAT32)
    return to_float32(float_of_int(a))
