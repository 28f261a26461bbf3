"""The simplifying constructors of floats: IEEE 754 binary64, as Python's `float`.

Arithmetic rounds to nearest, ties to even. Comparisons are IEEE's: NaN is not equal to itself, and
-0.0 equals 0.0; `build.eq` is identity instead, where NaN is NaN and the zeros differ. Comparisons
of an int with a float are exact for ints of any size, as in CPython. The trick: n < f if and only
if the greatest float not above n is less than f, for there is no float between it and n.
"""

from __future__ import annotations

import math
from typing import TypeGuard

from heapwise.terms.booleans import and_, not_, or_
from heapwise.terms.comparisons import eq, le, lt
from heapwise.terms.computing import COMPUTE
from heapwise.terms.conditionals import unified
from heapwise.terms.leaves import sort_of
from heapwise.terms.sorts import BOOL, FLOAT, INT, Sort
from heapwise.terms.term import Op, Scalar, Term, existing, make, make_over_floats

_TOO_LARGE = 2**1024 - 2**970
"""From here on, an int becomes an infinite float."""
_EXACT = 2.0**53
"""Up to here every int is a float, and rounding keeps ints on their side of a smaller float."""


def _apply(op: str, sort: Sort, *args: Scalar) -> Scalar:
    for arg in args:
        if isinstance(arg, Term):
            return make_over_floats(op, sort, args)
    folded: Scalar = COMPUTE[op](*args)
    return folded


def _symmetric(op: str, sort: Sort, a: Scalar, b: Scalar) -> Scalar:
    """Constants last; otherwise the order that is in use already."""
    if not isinstance(a, Term):
        a, b = b, a
    if isinstance(b, Term):
        return existing(op, sort, (b, a)) or make(op, sort, (a, b))
    return _apply(op, sort, a, b)


def fadd(a: Scalar, b: Scalar) -> Scalar:
    return _symmetric(Op.FADD, FLOAT, a, b)


def fsub(a: Scalar, b: Scalar) -> Scalar:
    return _apply(Op.FSUB, FLOAT, a, b)


def fmul(a: Scalar, b: Scalar) -> Scalar:
    return _symmetric(Op.FMUL, FLOAT, a, b)


def fdiv(a: Scalar, b: Scalar) -> Scalar:
    """As IEEE has it: infinite or NaN for a zero divisor, where Python raises."""
    return _apply(Op.FDIV, FLOAT, a, b)


def fneg(a: Scalar) -> Scalar:
    """In either precision."""
    if not isinstance(a, Term):
        return _apply(Op.FNEG, FLOAT, a)
    return a.args[0] if a.op == Op.FNEG else make(Op.FNEG, a.sort, (a,))


# ---------------------------------------------------------------------------- comparisons


def flt(a: Scalar, b: Scalar) -> Scalar:
    if a is b or _is_nan_constant(a) or _is_nan_constant(b):
        return False
    n, m = _converted(a), _converted(b)
    if n is not None and _is_moderate(b):
        return lt(n, math.ceil(b))
    if m is not None and _is_moderate(a):
        return lt(math.floor(a), m)
    a, b = _alike(a, b)
    return _apply(Op.FLT, BOOL, a, b)


def fle(a: Scalar, b: Scalar) -> Scalar:
    if _is_nan_constant(a) or _is_nan_constant(b):
        return False
    if a is b:
        return not_(is_nan(a))
    n, m = _converted(a), _converted(b)
    if n is not None and _is_moderate(b):
        return le(n, math.floor(b))
    if m is not None and _is_moderate(a):
        return le(math.ceil(a), m)
    a, b = _alike(a, b)
    return _apply(Op.FLE, BOOL, a, b)


def feq(a: Scalar, b: Scalar) -> Scalar:
    if _is_nan_constant(a) or _is_nan_constant(b):
        return False
    if a is b:
        return not_(is_nan(a))
    if not isinstance(a, Term):
        a, b = b, a
    n = _converted(a)
    if n is not None and _is_moderate(b):
        return eq(n, int(b)) if b.is_integer() else False
    if not isinstance(b, Term) and b == 0.0:
        b = 0.0  # for -0.0, which is equal
    a, b = _alike(a, b)
    return _symmetric(Op.FEQ, BOOL, a, b)


def is_nan(a: Scalar) -> Scalar:
    if _converted(a) is not None:
        return False
    quotient = _of_integers(a)
    if quotient is None:
        return _apply(Op.IS_NAN, BOOL, a)
    (x, n), (y, d) = quotient
    return or_(and_(eq(n, 0), eq(d, 0)), and_(is_infinite(x), is_infinite(y)))


def is_infinite(a: Scalar) -> Scalar:
    if isinstance(a, Term) and a.op == Op.FLOAT_OF_INT and sort_of(a.args[0]) is INT:
        return not_(and_(lt(-_TOO_LARGE, a.args[0]), lt(a.args[0], _TOO_LARGE)))
    quotient = _of_integers(a)
    if quotient is None:
        return _apply(Op.IS_INFINITE, BOOL, a)
    (x, n), (y, d) = quotient
    by_zero = and_(eq(d, 0), not_(eq(n, 0)))
    return or_(by_zero, and_(is_infinite(x), not_(is_infinite(y))))


def _of_integers(a: Scalar) -> tuple[tuple[Scalar, Scalar], tuple[Scalar, Scalar]] | None:
    """Of a quotient of integers, both as floats and as they are: it cannot be too large."""
    if not isinstance(a, Term) or a.op != Op.FDIV:
        return None
    x, y = a.args
    n, d = _integer(x), _integer(y)
    return None if n is None or d is None else ((x, n), (y, d))


def _integer(a: Scalar) -> Scalar | None:
    """What a float was made of."""
    if isinstance(a, Term):
        is_whole = a.op == Op.FLOAT_OF_INT and sort_of(a.args[0]) is INT
        return a.args[0] if is_whole else None
    return int(a) if isinstance(a, float) and a.is_integer() else None


def _alike(a: Scalar, b: Scalar) -> tuple[Scalar, Scalar]:
    """In one precision: an if-then-else over known numbers fits either."""
    if isinstance(a, Term) and isinstance(b, Term) and a.sort is not b.sort:
        return unified(a, b)
    return a, b


def _is_nan_constant(a: Scalar) -> bool:
    return type(a) is float and a != a


def _is_moderate(a: Scalar) -> TypeGuard[float]:
    return type(a) is float and abs(a) < _EXACT


def _converted(a: Scalar) -> Scalar | None:
    """The int that this float is made from by rounding. A conversion never crosses a float that
    is smaller than `_EXACT`, so it may be compared with one in its place."""
    return a.args[0] if isinstance(a, Term) and a.op in _FROM_INT else None


_FROM_INT = (Op.FLOAT_OF_INT, Op.FLOAT_BELOW, Op.FLOAT_ABOVE)


# ---------------------------------------------------------------------------- with integers


def float_of_int(n: Scalar) -> Scalar:
    """`float(n)`: to nearest, ties to even. Where Python raises OverflowError, it is infinite."""
    return _apply(Op.FLOAT_OF_INT, FLOAT, n)


def float_below(n: Scalar) -> Scalar:
    """The greatest float that is not above n."""
    return _apply(Op.FLOAT_BELOW, FLOAT, n)


def float_above(n: Scalar) -> Scalar:
    """The least float that is not below n."""
    return _apply(Op.FLOAT_ABOVE, FLOAT, n)


def int_float_lt(n: Scalar, f: Scalar) -> Scalar:
    """n < f, exactly."""
    if type(f) is float:
        return lt(n, math.ceil(f)) if math.isfinite(f) else f > 0
    return flt(float_below(n), f)


def int_float_le(n: Scalar, f: Scalar) -> Scalar:
    """n <= f, exactly."""
    if type(f) is float:
        return le(n, math.floor(f)) if math.isfinite(f) else f > 0
    return fle(float_above(n), f)


def float_int_lt(f: Scalar, n: Scalar) -> Scalar:
    """f < n, exactly."""
    if type(f) is float:
        return lt(math.floor(f), n) if math.isfinite(f) else f < 0
    return flt(f, float_above(n))


def float_int_le(f: Scalar, n: Scalar) -> Scalar:
    """f <= n, exactly."""
    if type(f) is float:
        return le(math.ceil(f), n) if math.isfinite(f) else f < 0
    return fle(f, float_below(n))


def int_float_eq(n: Scalar, f: Scalar) -> Scalar:
    """n == f, exactly."""
    if type(f) is float:
        return eq(n, int(f)) if f.is_integer() else False
    return and_(feq(float_below(n), f), feq(float_above(n), f))


def int_of_float(f: Scalar) -> Scalar:
    """`int(f)`: towards zero. Here and below, f is finite or the value is 0."""
    return _apply(Op.TRUNC, INT, f)


def floor_of_float(f: Scalar) -> Scalar:
    """`math.floor(f)`."""
    return _apply(Op.FLOOR, INT, f)


def round_of_float(f: Scalar) -> Scalar:
    """`round(f)`: to nearest, ties to even."""
    return _apply(Op.ROUND, INT, f)
