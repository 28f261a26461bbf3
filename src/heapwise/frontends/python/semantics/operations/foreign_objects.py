"""Comparing objects of libraries, which are looked at only, with what the program has.

They are equal to something of another kind at most if both are numbers. Fractions and Decimals are
exact, so their equality with a number that is not known is a condition; an order is known only
where both are.
"""

from __future__ import annotations

import decimal
import fractions
import numbers
import operator
from typing import Any

from heapwise.frontends.python.model.values import Host, Opaque, Value
from heapwise.frontends.python.semantics.core.kinds import is_bool, is_number, throw, unsupported
from heapwise.terms import FLOAT, Scalar, Term, eq, feq, ite, sort_of


def equal(left: Value, right: Value) -> Scalar:
    """Exactly one of them is such an object."""
    host, other = (left, right) if isinstance(left, Host) else (right, left)
    assert isinstance(host, Host)
    if isinstance(other, Opaque) and not other.name.startswith("?"):
        other = other.term  # in a witness it is an integer
    if not is_number(other) or not isinstance(host.value, numbers.Number | decimal.Decimal):
        return False
    if not isinstance(host.value, fractions.Fraction | decimal.Decimal):
        unsupported(f"comparing a {type(host.value).__name__} with a number")
    if not isinstance(other, Term):
        return bool(host.value == other)
    if isinstance(host.value, decimal.Decimal) and not host.value.is_finite():
        unsupported("comparing a Decimal that is not finite with a number")
    number = ite(other, 1, 0) if is_bool(other) else other
    exact = fractions.Fraction(host.value)
    if sort_of(number) is not FLOAT:
        return eq(number, exact.numerator) if exact.denominator == 1 else False
    try:
        nearest = float(exact)
    except OverflowError:
        return False
    return feq(number, nearest) if fractions.Fraction(nearest) == exact else False


def less(left: Value, right: Value, or_equal: bool) -> Scalar:
    """At least one of them is such an object."""
    for each in (left, right):
        if not isinstance(each, Host) and type(each) not in (bool, int, float):
            host = left if isinstance(left, Host) else right
            assert isinstance(host, Host)
            unsupported(f"ordering a {type(host.value).__name__} and another value")
    values: list[Any] = [each.value if isinstance(each, Host) else each for each in (left, right)]
    try:
        return bool((operator.le if or_equal else operator.lt)(*values))
    except TypeError as error:
        throw(TypeError, str(error))
