"""Integers written in decimal digits, and read: CPython refuses if there are too many of them."""

from __future__ import annotations

import sys

from heapwise.engine.bounds import MAX_DIGITS
from heapwise.frontends.python.semantics.core.kinds import Mac, throw
from heapwise.frontends.python.semantics.core.large_integers import has_at_most, is_small
from heapwise.frontends.python.semantics.core.magnitudes import if_parts_are_small
from heapwise.terms import (
    INT,
    Scalar,
    Term,
    eq,
    le,
    or_,
    str_concat,
    str_length,
    str_of_int,
    sub,
)

_TOO_MANY = "Exceeds the limit ({} digits) for integer string conversion"
_FEW = 64
"""Characters of a text that may be known to have so many; a solver would have to work it out."""
_HINT = "use sys.set_int_max_str_digits() to increase the limit"


def digits_of(m: Mac, value: Scalar) -> Scalar:
    """`str` of an integer."""
    check_size(m, value)
    return str_of_int(value)


def check_size(m: Mac, value: Scalar, unless: Scalar = False) -> None:
    """Of an integer that is to be written in decimal, unless this holds."""
    limit = sys.get_int_max_str_digits()
    if not limit or not isinstance(value, Term) or value.sort is not INT:
        return
    most, _ = _most(m, limit)
    few = or_(unless, has_at_most(most, value))
    parts = if_parts_are_small(value, most) if value.is_nonlinear else None
    surely = None if parts is None else or_(unless, parts)
    if not is_small(m, value, few, MAX_DIGITS, surely):
        throw(ValueError, f"{_TOO_MANY.format(limit)}; {_HINT}")


def _most(m: Mac, limit: int) -> tuple[int, bool]:
    """So many digits a number may have, and whether that is a bound of the run."""
    bound = m.bounds.max_digits
    return (limit, False) if bound is None else (min(bound, limit), True)


def check_digits(m: Mac, text: Scalar, sign: bool) -> None:
    """Of a text of decimal digits that is to be read, after a sign or without one."""
    limit = sys.get_int_max_str_digits()
    count = str_length(text)
    if not limit or any(m.known(eq(count, few)) for few in range(_FEW)):
        return
    most, is_bound = _most(m, limit)
    is_small = le(count, most + sign)
    if is_bound:
        m.within(is_small, MAX_DIGITS)
    elif not m.decide(is_small):
        digits = str_of_int(sub(count, int(sign)))
        start = f"{_TOO_MANY.format(limit)}: value has "
        throw(ValueError, str_concat(start, digits, f" digits; {_HINT}"))
