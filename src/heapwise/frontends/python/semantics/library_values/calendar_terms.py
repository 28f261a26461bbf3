"""The calendar as terms: year, month and day of an ordinal, and the other way round.

Nothing here is a choice. The day of an ordinal that is not known is three numbers of its own, of
which there is exactly one such triple.
"""

from __future__ import annotations

import datetime

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.value_objects import LAST_ORDINAL
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.program.types import INT
from heapwise.terms import (
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    floordiv,
    ite,
    le,
    lt,
    mod,
    mul,
    not_,
    or_,
)
from heapwise.terms import sub as minus

Day = tuple[Scalar, Scalar, Scalar]
"""Year, month, day."""
_COUNT: StoreKey[int] = StoreKey("days of ordinals")
_BEFORE = (0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334)


def day_of(m: Mac, ordinal: Scalar) -> Day:
    if not isinstance(ordinal, Term):
        known = datetime.date.fromordinal(int(ordinal))
        return known.year, known.month, known.day
    key: StoreKey[Day] = StoreKey("day", ordinal)
    found = m.load(key)
    if found is None:
        name = _name(m, ordinal)
        year, month, day = (
            m.input_value(f"{name}:{part}", INT, True) for part in ("year", "month", "day")
        )
        found = year, month, day
        m.assume(
            and_(
                *(le(1, year), le(year, 9999), le(1, month), le(month, 12), le(1, day)),
                le(day, days_in_month(year, month)),
                eq(ordinal_of(year, month, day), ordinal),
            )
        )
        m.put(key, found)
    return found


def _name(m: Mac, ordinal: Term) -> str:
    """That of the ordinal, if it has one: conditions then speak of the date of an input."""
    if ordinal.op == Op.SYMBOL:
        return str(ordinal.value)
    number = m.load(_COUNT) or 0
    m.put(_COUNT, number + 1)
    return f"calendar:{number}"


def remember(m: Mac, ordinal: Scalar, day: Day) -> None:
    """That this is the day of an ordinal."""
    if isinstance(ordinal, Term):
        m.put(StoreKey("day", ordinal), day)


def is_leap(year: Scalar) -> Scalar:
    by_four, by_hundred, by_all = (eq(mod(year, n), 0) for n in (4, 100, 400))
    return and_(by_four, or_(not_(by_hundred), by_all))


def days_in_month(year: Scalar, month: Scalar) -> Scalar:
    short = or_(*(eq(month, n) for n in (4, 6, 9, 11)))
    return ite(eq(month, 2), ite(is_leap(year), 29, 28), ite(short, 30, 31))


def ordinal_of(year: Scalar, month: Scalar, day: Scalar) -> Scalar:
    before = minus(year, 1)
    days = mul(365, before)
    days = minus(add(days, floordiv(before, 4)), floordiv(before, 100))
    days = add(days, floordiv(before, 400))
    in_year: Scalar = _BEFORE[-1]
    for number in range(len(_BEFORE) - 1, 0, -1):
        in_year = ite(eq(month, number), _BEFORE[number - 1], in_year)
    leap_day = ite(and_(lt(2, month), is_leap(year)), 1, 0)
    return add(add(days, add(in_year, leap_day)), day)


def is_ordinal(value: Scalar) -> Scalar:
    return and_(le(1, value), le(value, LAST_ORDINAL))
