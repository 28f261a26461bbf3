"""The one value that is not equal to itself: containers find a NaN only as the object that it is.

Floats have no identity here. Where it matters, it is known of the values of the input, each of
which is an object of its own, and of a NaN that the program has made once; else the path is cut.
"""

from __future__ import annotations

import math

from heapwise.engine.machine import CutError
from heapwise.frontends.python.model.values import Tagged, Value
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.terms import FLOAT, Op, Scalar, Term, and_, eq, is_nan, or_

SAME_NAN = "comparisons of containers in which two NaNs may be the same object"
"""A bound of ours."""


_ARITHMETIC = (Op.FADD, Op.FSUB, Op.FMUL, Op.FDIV)


def one_nan(m: Mac, left: Value, right: Value) -> Scalar:
    """The condition that both are NaN, and the same object."""
    both = and_(_may_be_nan(left), _may_be_nan(right))
    if both is False or m.known(both) is False:
        return False
    if left is right and (not isinstance(left, Term) or left.op in (Op.SYMBOL, Op.SELECT)):
        return both
    if left is not right and _are_distinct(left, right):
        return False
    if m.decide(both):
        raise CutError(SAME_NAN)
    return False


def _are_distinct(left: Value, right: Value) -> bool:
    """Arithmetic makes an object of its own. Two values of the input may be the same object, and
    one may be that of a constant."""
    sides = [[part for part in _parts(side) if isinstance(part, Term)] for side in (left, right)]
    terms = [side for side in sides if side]
    return not terms or any(all(term.op in _ARITHMETIC for term in side) for side in terms)


def _parts(value: Value) -> list[Value]:
    """Those that may be a NaN."""
    parts = value.parts if isinstance(value, Tagged) else (value,)
    return [part for part in parts if _may_be_nan(part) is not False]


def _may_be_nan(value: Value) -> Scalar:
    if isinstance(value, Tagged):
        parts = enumerate(value.parts)
        return or_(*(and_(eq(value.tag, number), _may_be_nan(part)) for number, part in parts))
    if isinstance(value, float):
        return math.isnan(value)
    return is_nan(value) if isinstance(value, Term) and value.sort is FLOAT else False
