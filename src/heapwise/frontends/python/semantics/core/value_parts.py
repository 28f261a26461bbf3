"""What values of the library are made of: numbers of dates, Fractions and Decimals."""

from __future__ import annotations

import datetime
import decimal
import fractions
from typing import NamedTuple

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.values import NONE, Host, Value, ValueObject
from heapwise.frontends.python.semantics.core.kinds import is_integer, unsupported
from heapwise.frontends.python.semantics.core.plain import as_number
from heapwise.terms import Scalar, Term, lt, mul, or_, sub

Pair = tuple[Scalar, Scalar]


def moment_number(value: ValueObject) -> Scalar:
    """The ordinal, or the microseconds."""
    found = value.parts[0]
    assert isinstance(found, Term | int)
    return found


def zone_of(value: ValueObject) -> Value:
    return value.parts[1] if len(value.parts) > 1 else NONE


def universal(value: ValueObject) -> Scalar:
    """Microseconds, in UTC if there is a time zone."""
    zone = zone_of(value)
    if zone is NONE:
        return moment_number(value)
    if not isinstance(zone, Host) or not isinstance(zone.value, datetime.timezone):
        unsupported("a time zone whose offset depends on the date")
    offset = zone.value.utcoffset(None)
    assert offset is not None
    return sub(moment_number(value), offset // datetime.timedelta(microseconds=1))


def fraction_pair(value: Value) -> Pair | None:
    """Numerator and denominator of a Fraction or an integer."""
    if isinstance(value, ValueObject) and value.cls is fractions.Fraction:
        numerator, denominator = value.parts
        assert isinstance(numerator, Term | int) and isinstance(denominator, Term | int)
        return numerator, denominator
    return (as_number(value), 1) if is_integer(value) else None


class DecimalNumber(NamedTuple):
    """`value / denominator` times ten to the `exponent`; `minus_zero` is the sign of a zero."""

    value: Scalar
    exponent: int
    minus_zero: Scalar = False
    denominator: Scalar = 1

    @property
    def parts(self) -> tuple[Value, ...]:
        return self.value, value_objects.exponent(self.exponent), self.minus_zero, self.denominator

    @property
    def negative(self) -> Scalar:
        return or_(lt(self.value, 0), self.minus_zero)


def decimal_number(value: Value) -> DecimalNumber | None:
    """Of a Decimal or an integer."""
    if isinstance(value, ValueObject) and value.cls is decimal.Decimal:
        held, power, minus_zero, denominator = value.parts
        assert isinstance(power, Host) and isinstance(power.value, int)
        assert isinstance(held, Term | int) and isinstance(denominator, Term | int)
        assert isinstance(minus_zero, Term | bool)
        return DecimalNumber(held, power.value, minus_zero, denominator)
    return DecimalNumber(as_number(value), 0) if is_integer(value) else None


def aligned(one: DecimalNumber, other: DecimalNumber) -> tuple[Scalar, Scalar, int]:
    exponent = min(one.exponent, other.exponent)
    scaled = [mul(each.value, 10 ** (each.exponent - exponent)) for each in (one, other)]
    return scaled[0], scaled[1], exponent
