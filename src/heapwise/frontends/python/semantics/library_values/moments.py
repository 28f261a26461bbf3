"""Dates, times of day, moments and differences of them."""

from __future__ import annotations

import datetime
from typing import NoReturn

from heapwise.frontends.python.model.value_objects import DAY, LAST_ORDINAL, LONGEST, SHORTEST
from heapwise.frontends.python.model.values import (
    NONE,
    Host,
    Tuple,
    UnknownText,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_integer,
    is_number,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.core.special_methods import no_integer
from heapwise.frontends.python.semantics.core.value_parts import moment_number, universal, zone_of
from heapwise.frontends.python.semantics.library_values import calendar_terms
from heapwise.frontends.python.semantics.numbers.arithmetic import arithmetic
from heapwise.terms import (
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
    neg,
    or_,
    sub,
)

_WITH_NUMBER = UnknownText("a message with a number in it")
_MOMENTS = (datetime.date, datetime.datetime)
_UNITS = {
    "days": DAY,
    "seconds": 10**6,
    "microseconds": 1,
    "milliseconds": 1000,
    "minutes": 60 * 10**6,
    "hours": 3600 * 10**6,
    "weeks": 7 * DAY,
}
_CLOCK = {"hour": (3600 * 10**6, 24), "minute": (60 * 10**6, 60), "second": (10**6, 60)}


# -- parts


def part(m: Mac, owner: ValueObject, name: str) -> Value | None:
    """What is an attribute of the object: also under the names that the library's Python has."""
    cls, name = owner.cls, name.lstrip("_")
    if cls is datetime.timedelta:
        return _part_of_duration(moment_number(owner), name)
    if name in ("year", "month", "day") and cls is not datetime.time:
        return calendar_terms.day_of(m, ordinal(owner))[("year", "month", "day").index(name)]
    if cls is datetime.date:
        return None
    within = mod(moment_number(owner), DAY)
    if name in _CLOCK:
        unit, count = _CLOCK[name]
        return mod(floordiv(within, unit), count)
    if name == "microsecond":
        return mod(within, 10**6)
    if name == "fold":
        return 0
    return zone_of(owner) if name == "tzinfo" else None


def _part_of_duration(microseconds: Scalar, name: str) -> Value | None:
    if name == "days":
        return floordiv(microseconds, DAY)
    if name == "seconds":
        return floordiv(mod(microseconds, DAY), 10**6)
    return mod(microseconds, 10**6) if name == "microseconds" else None


def ordinal(owner: ValueObject) -> Scalar:
    number = moment_number(owner)
    return number if owner.cls is datetime.date else add(floordiv(number, DAY), 1)


# -- making


def _integer(m: Mac, value: Value) -> Scalar:
    value = as_integer(m, settle(m, value))
    if is_float(value):
        throw(TypeError, "'float' object cannot be interpreted as an integer")
    if not is_integer(value):
        no_integer(m, value)
    number = as_number(value)
    if m.decide(or_(lt(number, -(2**31)), le(2**31, number))):
        throw(OverflowError, _WITH_NUMBER)
    return number


def _checked_ordinal(m: Mac, numbers: list[Scalar]) -> Scalar:
    year, month, day = numbers
    if not m.decide(and_(le(1, year), le(year, 9999))):
        throw(ValueError, _WITH_NUMBER)
    if not m.decide(and_(le(1, month), le(month, 12))):
        throw(ValueError, "month must be in 1..12")
    if not m.decide(and_(le(1, day), le(day, calendar_terms.days_in_month(year, month)))):
        throw(ValueError, "day is out of range for month")
    found = calendar_terms.ordinal_of(year, month, day)
    calendar_terms.remember(m, found, (year, month, day))
    return found


def _checked_time(m: Mac, numbers: list[Scalar]) -> Scalar:
    total: Scalar = 0
    limits = (("hour", 24, 60), ("minute", 60, 60), ("second", 60, 10**6))
    for (name, count, scale), number in zip(limits, numbers, strict=False):
        if not m.decide(and_(le(0, number), lt(number, count))):
            throw(ValueError, f"{name} must be in 0..{count - 1}")
        total = mul(add(total, number), scale)
    if not m.decide(and_(le(0, numbers[3]), lt(numbers[3], 10**6))):
        throw(ValueError, "microsecond must be in 0..999999")
    return add(total, numbers[3])


def _zone(m: Mac, value: Value) -> Value:
    value = settle(m, value)
    if value is NONE or (isinstance(value, Host) and isinstance(value.value, datetime.tzinfo)):
        return value
    if isinstance(value, Host | ValueObject | Term | int | float | str):
        name = type_name(m, value)
        throw(TypeError, f"tzinfo argument must be None or of a tzinfo subclass, not type '{name}'")
    unsupported("a time zone of the program")


def make_date(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    given = take("date", positional, keywords, ("year", "month", "day"), 3)
    return ValueObject(datetime.date, (_checked_ordinal(m, [_integer(m, v) for v in given]),))


_OF_CLOCK = ("hour", "minute", "second", "microsecond", "tzinfo", "fold")
_CLOCK_DEFAULTS: dict[str, Value] = {**dict.fromkeys(_OF_CLOCK, 0), "tzinfo": NONE}


def make_time(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    *clock, zone, fold = take("time", positional, keywords, _OF_CLOCK, 0, **_CLOCK_DEFAULTS)
    if settle(m, fold) != 0:
        unsupported("a time with fold=1")
    number = _checked_time(m, [_integer(m, each) for each in clock])
    return ValueObject(datetime.time, (number, _zone(m, zone)))


def make_datetime(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    names = ("year", "month", "day", *_OF_CLOCK)
    *given, zone, fold = take("datetime", positional, keywords, names, 3, **_CLOCK_DEFAULTS)
    if settle(m, fold) != 0:
        unsupported("a datetime with fold=1")
    numbers = [_integer(m, each) for each in given]
    days = _checked_ordinal(m, numbers[:3])
    clock = _checked_time(m, numbers[3:])
    if isinstance(days, Term):
        calendar_terms.remember(
            m, add(floordiv(_moment(days, clock), DAY), 1), (numbers[0], numbers[1], numbers[2])
        )
    return ValueObject(datetime.datetime, (_moment(days, clock), _zone(m, zone)))


def _moment(days: Scalar, clock: Scalar) -> Scalar:
    return add(mul(sub(days, 1), DAY), clock)


def make_timedelta(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    names = tuple(_UNITS)
    given = take("timedelta", positional, keywords, names, 0, **dict.fromkeys(names, 0))
    total: Scalar = 0
    fractions: dict[str, float] = {}
    for (name, unit), value in zip(_UNITS.items(), given, strict=True):
        number = as_integer(m, settle(m, value))
        if not is_number(number):
            kind = type_name(m, number)
            throw(TypeError, f"unsupported type for timedelta {name} component: {kind}")
        number = as_number(number)
        if is_float(number):
            if isinstance(number, Term):
                unsupported("a timedelta of a float that is not known")
            assert isinstance(number, float)
            fractions[name] = number
        else:
            total = add(total, mul(number, unit))
    if fractions:
        total = add(total, _of_floats(fractions))
    return duration(m, total)


def _of_floats(given: dict[str, float]) -> int:
    """Integers of microseconds may be added before it is rounded or afterwards."""
    try:
        return datetime.timedelta(**given) // datetime.timedelta(microseconds=1)
    except (OverflowError, ValueError) as error:
        throw(type(error), str(error))


def duration(m: Mac, microseconds: Scalar) -> Value:
    if not m.decide(and_(le(SHORTEST, microseconds), le(microseconds, LONGEST))):
        throw(OverflowError, _WITH_NUMBER)
    return ValueObject(datetime.timedelta, (microseconds,))


def from_ordinal(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = positional[-1:]
    number = _integer(m, value)
    if not m.decide(le(1, number)):
        throw(ValueError, "ordinal must be >= 1")
    if not m.decide(le(number, LAST_ORDINAL)):
        throw(ValueError, _WITH_NUMBER)
    return ValueObject(datetime.date, (number,))


# -- arithmetic


def combined(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    """None if the operator is not defined for them."""
    one, other = _class(left), _class(right)
    if one is datetime.timedelta and other is datetime.timedelta:
        return _durations(m, op, left, right)
    if one is datetime.timedelta and is_number(right):
        return _scaled(m, op, left, right)
    if other is datetime.timedelta and is_number(left):
        return _scaled(m, op, right, left) if op == "Mult" else None
    if one in _MOMENTS and other is datetime.timedelta and op in ("Add", "Sub"):
        return _moved(m, left, right, op == "Sub")
    if one is datetime.timedelta and other in _MOMENTS and op == "Add":
        return _moved(m, right, left, False)
    if one is other and one in _MOMENTS and op == "Sub":
        return _between(m, left, right)
    return None


def _class(value: Value) -> type | None:
    return value.cls if isinstance(value, ValueObject) else None


def _moved(m: Mac, moment: Value, by: Value, back: bool) -> Value:
    assert isinstance(moment, ValueObject) and isinstance(by, ValueObject)
    if moment.cls is datetime.date:
        days = floordiv(moment_number(by), DAY)
        moved = sub(moment_number(moment), days) if back else add(moment_number(moment), days)
        inside = calendar_terms.is_ordinal(moved)
    else:
        change = moment_number(by)
        moved = sub(moment_number(moment), change) if back else add(moment_number(moment), change)
        inside = and_(le(0, moved), lt(moved, LAST_ORDINAL * DAY))
    if not m.decide(inside):
        throw(OverflowError, "date value out of range")
    return ValueObject(moment.cls, (moved, *moment.parts[1:]))


def _between(m: Mac, left: Value, right: Value) -> Value:
    assert isinstance(left, ValueObject) and isinstance(right, ValueObject)
    if left.cls is datetime.date:
        return duration(m, mul(sub(moment_number(left), moment_number(right)), DAY))
    if (zone_of(left) is NONE) != (zone_of(right) is NONE):
        throw(TypeError, "can't subtract offset-naive and offset-aware datetimes")
    return duration(m, sub(universal(left), universal(right)))


def _durations(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    assert isinstance(left, ValueObject) and isinstance(right, ValueObject)
    a, b = moment_number(left), moment_number(right)
    if op == "Add":
        return duration(m, add(a, b))
    if op == "Sub":
        return duration(m, sub(a, b))
    if op == "Div":
        return arithmetic(m, "Div", a, b)
    if op == "DivMod":
        return Tuple((arithmetic(m, "FloorDiv", a, b), duration(m, arithmetic(m, "Mod", a, b))))
    if op in ("FloorDiv", "Mod"):
        result = arithmetic(m, op, a, b)
        return result if op == "FloorDiv" else duration(m, result)
    return None


def _scaled(m: Mac, op: str, left: Value, by: Value) -> Value | None:
    assert isinstance(left, ValueObject)
    if op not in ("Mult", "FloorDiv", "Div"):
        return None
    by = as_number(by) if is_number(by) else by
    if is_float(by):
        if op == "FloorDiv":
            return None
        if op == "Div" and m.decide(eq(by, 0.0)):
            throw(ZeroDivisionError, "division by zero")
        unsupported("a timedelta times or divided by a float")
    assert isinstance(by, Term | int)
    number = moment_number(left)
    if op == "Mult":
        return duration(m, mul(number, by))
    if m.decide(eq(by, 0)):
        throw(ZeroDivisionError, "integer division or modulo by zero")
    if op == "FloorDiv":
        return duration(m, floordiv(number, by))
    return duration(m, nearest(number, by))


def nearest(number: Scalar, by: Scalar) -> Scalar:
    """The quotient, rounded to the nearest integer, of two the even one; `by` is not 0."""
    whole, rest = floordiv(number, by), mod(number, by)
    twice = mul(2, rest)
    above = ite(lt(0, by), lt(by, twice), lt(twice, by))
    half = eq(twice, by)
    odd = eq(mod(whole, 2), 1)
    return add(whole, ite(or_(above, and_(half, odd)), 1, 0))


def unary(m: Mac, name: str, value: ValueObject) -> Value | None:
    if value.cls is not datetime.timedelta:
        return None
    number = moment_number(value)
    if name == "__pos__":
        return value
    if name == "__abs__":
        return duration(m, ite(lt(number, 0), neg(number), number))
    return duration(m, neg(number)) if name == "__neg__" else None


# -- methods


def receiver_of(m: Mac, positional: Positional) -> ValueObject:
    owner = settle(m, positional[0])
    if not isinstance(owner, ValueObject):
        _no_receiver(m, owner)
    return owner


def _no_receiver(m: Mac, owner: Value) -> NoReturn:
    throw(TypeError, f"no method of a '{type_name(m, owner)}' object")


def to_ordinal(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return ordinal(receiver_of(m, positional))


def weekday(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return mod(add(ordinal(receiver_of(m, positional)), 6), 7)


def iso_weekday(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return add(mod(add(ordinal(receiver_of(m, positional)), 6), 7), 1)


def date_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return ValueObject(datetime.date, (ordinal(receiver_of(m, positional)),))


def time_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return ValueObject(datetime.time, (mod(moment_number(receiver_of(m, positional)), DAY), NONE))


def time_with_zone(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = receiver_of(m, positional)
    return ValueObject(datetime.time, (mod(moment_number(owner), DAY), zone_of(owner)))


def total_seconds(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return arithmetic(m, "Div", moment_number(receiver_of(m, positional)), 10**6)


def combine(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    if isinstance(positional[0], ValueObject) is False and len(positional) > 2:
        positional = positional[1:]
    day, clock, zone = take(
        "combine", positional, keywords, ("date", "time", "tzinfo"), 2, tzinfo=True
    )
    day, clock = settle(m, day), settle(m, clock)
    if _class(day) not in _MOMENTS or _class(clock) is not datetime.time:
        throw(TypeError, "combine() arguments must be a date and a time")
    assert isinstance(day, ValueObject) and isinstance(clock, ValueObject)
    held = zone_of(clock) if zone is True else _zone(m, zone)
    return ValueObject(datetime.datetime, (_moment(ordinal(day), moment_number(clock)), held))


MODELS: dict[str, Model] = {
    "datetime.date": make_date,
    "datetime.datetime": make_datetime,
    "datetime.time": make_time,
    "datetime.timedelta": make_timedelta,
    "datetime.date.fromordinal": from_ordinal,
    "datetime.date.toordinal": to_ordinal,
    "datetime.date.weekday": weekday,
    "datetime.date.isoweekday": iso_weekday,
    "datetime.datetime.date": date_of,
    "datetime.datetime.time": time_of,
    "datetime.datetime.timetz": time_with_zone,
    "datetime.datetime.combine": combine,
    "datetime.timedelta.total_seconds": total_seconds,
}
