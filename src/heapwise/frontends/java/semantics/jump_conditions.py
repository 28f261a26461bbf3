"""What a jump of the JVM compares, as functions on values."""

from __future__ import annotations

from heapwise.terms import Scalar, eq, le, lt, not_
from heapwise.terms.floats import feq, fle, flt


def is_zero(a: Scalar) -> Scalar:
    return eq(a, 0)


def _not_zero(a: Scalar) -> Scalar:
    return not_(eq(a, 0))


def _negative(a: Scalar) -> Scalar:
    return lt(a, 0)


def _not_negative(a: Scalar) -> Scalar:
    return not_(lt(a, 0))


def _positive(a: Scalar) -> Scalar:
    return lt(0, a)


def _not_positive(a: Scalar) -> Scalar:
    return not_(lt(0, a))


def ne(a: Scalar, b: Scalar) -> Scalar:
    return not_(eq(a, b))


def ge(a: Scalar, b: Scalar) -> Scalar:
    return not_(lt(a, b))


def gt(a: Scalar, b: Scalar) -> Scalar:
    return lt(b, a)


WITH_ZERO = {
    "ifeq": is_zero,
    "ifne": _not_zero,
    "iflt": _negative,
    "ifge": _not_negative,
    "ifgt": _positive,
    "ifle": _not_positive,
}
COMPARISONS = {"eq": eq, "ne": ne, "lt": lt, "ge": ge, "gt": gt, "le": le}


def _fne(a: Scalar, b: Scalar) -> Scalar:
    return not_(feq(a, b))


def _fgt(a: Scalar, b: Scalar) -> Scalar:
    return flt(b, a)


def _fge(a: Scalar, b: Scalar) -> Scalar:
    return fle(b, a)


def _not_flt(a: Scalar, b: Scalar) -> Scalar:
    return not_(flt(a, b))


def _not_fle(a: Scalar, b: Scalar) -> Scalar:
    return not_(fle(a, b))


def _not_fgt(a: Scalar, b: Scalar) -> Scalar:
    return not_(flt(b, a))


def _not_fge(a: Scalar, b: Scalar) -> Scalar:
    return not_(fle(b, a))


LESS_IF_NAN = {
    "eq": feq,
    "ne": _fne,
    "lt": _not_fge,
    "ge": _fge,
    "gt": _fgt,
    "le": _not_fgt,
}
"""After `fcmpl` and `dcmpl`, where NaN makes the result -1."""
GREATER_IF_NAN = {
    "eq": feq,
    "ne": _fne,
    "lt": flt,
    "ge": _not_flt,
    "gt": _not_fle,
    "le": fle,
}
