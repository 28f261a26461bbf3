"""The simplifying constructors of floats as machines have them: binary32, and conversions.

The conversions are from and to integers of a fixed width. Python has none of this.

The comparisons of `floats`, and `fneg`, serve both precisions: a known float fits either. So do the
functions below whose result follows from their arguments; the others say the precision.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.terms.conditionals import coerced, is_table, ite
from heapwise.terms.fixed_width import (
    COMPUTE_ANY,
    of_raw_bits,
    raw_bits,
    saturated,
)
from heapwise.terms.sorts import FLOAT, FLOAT32, BaseSort, bit_vector
from heapwise.terms.term import Op, Scalar, Term, existing, make, make_over_floats


def _apply(op: str, sort: BaseSort, operands: BaseSort, *args: Scalar) -> Scalar:
    if not any(isinstance(arg, Term) for arg in args):
        folded: Scalar = COMPUTE_ANY[op](*args)
        return folded
    return make_over_floats(op, sort, tuple(coerced(arg, operands) for arg in args))


def _symmetric(op: str, a: Scalar, b: Scalar) -> Scalar:
    """Constants last; otherwise the order that is in use already."""
    if not isinstance(a, Term):
        a, b = b, a
    if isinstance(b, Term):
        found = existing(op, FLOAT32, (b, a))
        if found is not None:
            return found
    return _apply(op, FLOAT32, FLOAT32, a, b)


def fadd32(a: Scalar, b: Scalar) -> Scalar:
    return _symmetric(Op.FADD32, a, b)


def fsub32(a: Scalar, b: Scalar) -> Scalar:
    return _apply(Op.FSUB32, FLOAT32, FLOAT32, a, b)


def fmul32(a: Scalar, b: Scalar) -> Scalar:
    return _symmetric(Op.FMUL32, a, b)


def fdiv32(a: Scalar, b: Scalar) -> Scalar:
    return _apply(Op.FDIV32, FLOAT32, FLOAT32, a, b)


def frem(a: Scalar, b: Scalar, sort: BaseSort = FLOAT) -> Scalar:
    """The remainder with the sign of `a`: C's fmod, Java's %. It is never rounded."""
    return _apply(Op.FREM, sort, sort, a, b)


def fsqrt(a: Scalar) -> Scalar:
    return _apply(Op.FSQRT, FLOAT, FLOAT, a)


def ffloor(a: Scalar) -> Scalar:
    """Here and below: an integer as a float; zeros keep their sign, infinities and NaN stay."""
    return _apply(Op.FFLOOR, FLOAT, FLOAT, a)


def fceil(a: Scalar) -> Scalar:
    return _apply(Op.FCEIL, FLOAT, FLOAT, a)


def frint(a: Scalar) -> Scalar:
    """To nearest, ties to even."""
    return _apply(Op.FRINT, FLOAT, FLOAT, a)


# ---------------------------------------------------------------------------- conversions


def to_float32(a: Scalar) -> Scalar:
    """The nearest binary32 number."""
    if isinstance(a, Term):
        if a.op == Op.TO_FLOAT64:
            return a.args[0]
        if a.sort is FLOAT32:
            return a
    return _apply(Op.TO_FLOAT32, FLOAT32, FLOAT, a)


def to_float64(a: Scalar) -> Scalar:
    """The same number as binary64."""
    if isinstance(a, Term) and a.sort is FLOAT:
        return a  # an if-then-else over known numbers
    return _apply(Op.TO_FLOAT64, FLOAT, FLOAT32, a)


def float_of_bv(a: Scalar, width: int, sort: BaseSort) -> Scalar:
    """The float of this sort that is nearest to a (signed) bit-vector."""
    op = Op.FLOAT_OF_BV if sort is FLOAT else Op.FLOAT32_OF_BV
    if is_table(a):
        return _mapped(a, lambda leaf: float_of_bv(leaf, width, sort))
    return _apply(op, sort, bit_vector(width), a)


def bv_of_float(width: int, a: Scalar, sort: BaseSort) -> Scalar:
    """Towards zero, to the nearest number that there is; 0 for NaN."""
    if not isinstance(a, Term):
        assert isinstance(a, float)
        return saturated(width, a)
    return make(Op.BV_OF_FLOAT, bit_vector(width), (coerced(a, sort),))


def bits_of_float(width: int, a: Scalar) -> Scalar:
    """The representation of a binary32 or binary64 number, by the width; NaN has one."""
    if not isinstance(a, Term):
        assert isinstance(a, float)
        return raw_bits(width, a)
    sort = FLOAT32 if width == 32 else FLOAT
    return make(Op.RAW_BITS, bit_vector(width), (coerced(a, sort),))


def float_of_bits(width: int, a: Scalar) -> Scalar:
    if not isinstance(a, Term):
        assert isinstance(a, int)
        return of_raw_bits(width, a)
    if a.op == Op.RAW_BITS:
        return a.args[0]
    if is_table(a):
        return _mapped(a, lambda leaf: float_of_bits(width, leaf))
    sort = FLOAT32 if width == 32 else FLOAT
    return make(Op.OF_RAW_BITS, sort, (coerced(a, bit_vector(width)),))


def _mapped(table: Scalar, function: Callable[[Scalar], Scalar]) -> Scalar:
    if not isinstance(table, Term):
        return function(table)
    condition, then, otherwise = table.args
    return ite(condition, _mapped(then, function), _mapped(otherwise, function))
