"""Equality, order and truth of values of the library: dates, Decimals, Fractions, complex numbers.

Each is one condition, without a choice. Numbers are compared as the ratios that they are.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
import math
import sys

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.values import NONE, Host, Opaque, Value, ValueObject
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_bool,
    is_float,
    is_number,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import to_float
from heapwise.frontends.python.semantics.core.value_parts import (
    decimal_number,
    fraction_pair,
    moment_number,
    universal,
    zone_of,
)
from heapwise.frontends.python.semantics.operations import foreign_objects
from heapwise.terms import Scalar, Term, and_, eq, feq, le, lt, mul, not_, or_

_MOMENTS = (datetime.date, datetime.datetime)
_RATIOS = (fractions.Fraction, decimal.Decimal)


def equal(m: Mac, left: Value, right: Value) -> Scalar:
    """At least one of them is such a value."""
    one, other = _class(left), _class(right)
    if complex in (one, other):
        return _complex_equal(m, left, right)
    if one in _RATIOS or other in _RATIOS:
        if _is_unknown_float(left) or _is_unknown_float(right):
            return _equals_float(left, right)
        pair = _ratios(left, right)
        return False if pair is None else eq(*pair)
    if one is not other or one is None:
        return False
    assert isinstance(left, ValueObject) and isinstance(right, ValueObject)
    if (zone_of(left) is NONE) != (zone_of(right) is NONE):
        return False
    return eq(universal(left), universal(right))


def less(m: Mac, left: Value, right: Value, or_equal: bool) -> Scalar | None:
    """None if they have no order."""
    one, other = _class(left), _class(right)
    if complex in (one, other):
        return None
    if one in _RATIOS or other in _RATIOS:
        if _is_unknown_float(left) or _is_unknown_float(right):
            unsupported("ordering a Fraction or a Decimal and a float that is not known")
        infinite = _beyond(left, right, or_equal)
        pair = _ratios(left, right) if infinite is None else None
        if pair is None:
            return infinite
        return le(*pair) if or_equal else lt(*pair)
    if one is not other:
        if one in _MOMENTS and other in _MOMENTS and sys.version_info < (3, 13):
            throw(TypeError, "can't compare datetime.datetime to datetime.date")
        return None
    assert isinstance(left, ValueObject) and isinstance(right, ValueObject)
    if (zone_of(left) is NONE) != (zone_of(right) is NONE):
        kind = "datetimes" if one is datetime.datetime else "times"
        throw(TypeError, f"can't compare offset-naive and offset-aware {kind}")
    a, b = universal(left), universal(right)
    return le(a, b) if or_equal else lt(a, b)


def truth(value: ValueObject) -> Scalar:
    if value.cls is complex:
        real, imaginary = (part for part in value.parts if isinstance(part, Term | float))
        return or_(not_(feq(real, 0.0)), not_(feq(imaginary, 0.0)))
    if value.cls in (*_RATIOS, datetime.timedelta):
        return not_(eq(moment_number(value), 0))
    return True


def _class(value: Value) -> type | None:
    return value.cls if isinstance(value, ValueObject) else None


def _is_unknown_float(value: Value) -> bool:
    return isinstance(value, Term) and is_float(value)


def _complex_equal(m: Mac, left: Value, right: Value) -> Scalar:
    pairs: list[tuple[Scalar, Scalar]] = []
    for value in (left, right):
        if isinstance(value, ValueObject) and value.cls is complex:
            real, imaginary = (part for part in value.parts if isinstance(part, Term | float))
            pairs.append((real, imaginary))
        elif is_number(value):
            pairs.append((to_float(m, value), 0.0))
        elif _class(value) in _RATIOS:
            unsupported("comparing a complex number with a Fraction or a Decimal")
        else:
            return False
    (a, b), (c, d) = pairs
    return and_(feq(a, c), feq(b, d))


def _equals_float(left: Value, right: Value) -> Scalar:
    """With a float that is not known."""
    operands: list[Value] = []
    for value in (left, right):
        held = value_objects.object_of(value) if isinstance(value, ValueObject) else None
        operands.append(value if held is None else Host(held))
    if any(isinstance(value, ValueObject) for value in operands):
        unsupported("comparing a Fraction or a Decimal with a float that is not known")
    return foreign_objects.equal(operands[0], operands[1])


def _beyond(left: Value, right: Value, or_equal: bool) -> Scalar | None:
    """Where one of them is an infinity or nan."""
    for value in (left, right):
        if isinstance(value, float) and not math.isfinite(value):
            if value != value and decimal.Decimal in (_class(left), _class(right)):
                throw(decimal.InvalidOperation, "comparison involving NaN")
            return value > 0 if value is right else value < 0
    return None


def _ratios(left: Value, right: Value) -> tuple[Scalar, Scalar] | None:
    """Two integers that are ordered as the values are."""
    one, other = _ratio(left), _ratio(right)
    if one is None or other is None:
        return None
    (a, b), (c, d) = one, other
    if isinstance(b, int) and isinstance(d, int):
        shared = math.gcd(b, d)
        b, d = b // shared, d // shared
    return mul(a, d), mul(c, b)


def _ratio(value: Value) -> tuple[Scalar, Scalar] | None:
    if isinstance(value, Opaque) and not value.name.startswith("?"):
        value = value.term  # in a witness it is an integer
    if isinstance(value, float) and math.isfinite(value):
        return value.as_integer_ratio()
    if _class(value) is not decimal.Decimal or is_bool(value):
        return fraction_pair(value)
    number = decimal_number(value)
    assert number is not None
    if number.exponent >= 0:
        return mul(number.value, 10**number.exponent), number.denominator
    return number.value, mul(number.denominator, 10**-number.exponent)
