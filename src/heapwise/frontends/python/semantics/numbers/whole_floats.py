"""Operations of floats that no solver knows, where they are exact: on whole numbers.

`**` is that of the C library, which rounds as it likes; but where the result is a whole number
that a float can hold, it is that number; and it raises where there is no such float. `//` and `%`
of whole numbers are those of integers. All other finite numbers are beyond a bound of ours, and so
are roots that are not whole.
"""

from __future__ import annotations

import errno
import os
import sys

from heapwise.engine.machine import CutError
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.semantics.core.kinds import Mac, throw, unsupported
from heapwise.program.types import INT
from heapwise.terms import (
    FLOAT,
    Scalar,
    Term,
    add,
    and_,
    eq,
    fdiv,
    feq,
    fle,
    float_of_int,
    floor_of_float,
    floordiv,
    fmul,
    is_infinite,
    is_nan,
    ite,
    le,
    lt,
    mod,
    mul,
    or_,
    sort_of,
)

WHOLE_NUMBERS = "**, // and % of floats where all numbers are whole and at most 2 ** 53"
SQUARES = "math.sqrt() of squares of whole numbers"
_ROOTS: StoreKey[int] = StoreKey("number of roots")
_EXACT = 2**53
_LARGEST_EXPONENT = 53
_LARGEST_SQUARE = 2**52
_FOR_SURE = 1 + 2**-20
"""The C library may be off by a little, but not by this factor."""


def root(m: Mac, square: Scalar) -> Scalar:
    """`math.sqrt` of a float that is not negative, or of an integer: a number of the path's own,
    which is the root without its fraction."""
    number = m.load(_ROOTS) or 0
    m.put(_ROOTS, number + 1)
    whole = square
    if sort_of(square) is FLOAT:
        if m.decide(or_(is_nan(square), is_infinite(square), feq(square, 0.0))):
            return square
        whole = floor_of_float(square)
    if not m.decide(le(whole, _LARGEST_SQUARE)):
        raise CutError(SQUARES)
    found = m.input_value(f":root {number}", INT, True)
    after = add(found, 1)
    m.assume(and_(le(0, found), le(mul(found, found), whole), lt(whole, mul(after, after))))
    is_root = eq(whole, mul(found, found))
    if sort_of(square) is FLOAT:
        is_root = and_(is_root, feq(square, float_of_int(whole)))
    if m.decide(is_root):
        return float_of_int(found)
    raise CutError(SQUARES)


def power(m: Mac, base: Scalar, exponent: Scalar) -> Scalar:
    """Of floats; the exponent must be known, and a whole number that is not negative."""
    if isinstance(exponent, Term) or not 0 <= float(exponent) <= _LARGEST_EXPONENT:
        unsupported("** or pow() of symbolic floats")
    count = int(exponent)
    if count != float(exponent):
        unsupported("** or pow() of symbolic floats")
    if count == 0:
        return 1.0
    if count == 1:
        return base
    limit = int(_EXACT ** (1 / count))
    if not m.decide(or_(is_nan(base), is_infinite(base))):
        _require_a_float(m, base, 2.0 ** (sys.float_info.max_exp / count) * _FOR_SURE)
        _require_whole(m, limit, base)
    result = base
    for _ in range(count - 1):
        result = fmul(result, base)
    return result


def _require_a_float(m: Mac, base: Scalar, beyond: float) -> None:
    """Where nobody is interested in the largest numbers, they are beyond the bound of `power`."""
    is_too_large = or_(fle(beyond, base), fle(base, -beyond))
    if m.bounds.max_digits is None and m.decide(is_too_large):
        throw(OverflowError, errno.ERANGE, os.strerror(errno.ERANGE))


def remainder(m: Mac, left: Scalar, right: Scalar) -> Scalar:
    """It has the sign of the divisor, also where it is zero."""
    _require_whole(m, _EXACT, left, right)
    divisor = floor_of_float(right)
    rest = mod(floor_of_float(left), divisor)
    zero = ite(lt(divisor, 0), -0.0, 0.0)
    return ite(eq(rest, 0), zero, float_of_int(rest))


def quotient(m: Mac, left: Scalar, right: Scalar) -> Scalar:
    """Where it is zero it has the sign of the exact one."""
    _require_whole(m, _EXACT, left, right)
    found = floordiv(floor_of_float(left), floor_of_float(right))
    return ite(eq(found, 0), fmul(0.0, fdiv(left, right)), float_of_int(found))


def _require_whole(m: Mac, limit: int, *values: Scalar) -> None:
    small = and_(*(and_(fle(-float(limit), v), fle(v, float(limit))) for v in values))
    if m.decide(small) and m.decide(
        and_(*(feq(value, float_of_int(floor_of_float(value))) for value in values))
    ):
        return
    raise CutError(WHOLE_NUMBERS)
