"""Values of the library that are a few numbers: dates, times, Decimals, Fractions, complex numbers.

Their parts, in order:

* a date: its ordinal; a time and a datetime: microseconds since midnight or since the beginning of
  year 1, and the time zone, None or an object; a timedelta: microseconds;
* a Fraction: a numerator and a denominator above 0, which may have factors in common;
* a Decimal that is finite: the digits as a number with its sign, the exponent, is it a negative
  zero, and what it is to be divided by;
* a complex number: two floats.

Each is told from others of its class by its parts alone; those of an input are cells of the heap or
inputs of their own.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from heapwise.frontends.python.model.values import NONE, Host, Mac, Value, ValueObject
from heapwise.terms import Scalar, Term

Cell: TypeAlias = tuple[str, int | None, int | None]
"""The kind of a part of an input, with the least and the largest number."""
MICROSECOND = datetime.timedelta(microseconds=1)
DAY = 86_400_000_000
LAST_ORDINAL = datetime.date.max.toordinal()
LONGEST = datetime.timedelta.max // MICROSECOND
SHORTEST = datetime.timedelta.min // MICROSECOND
DIGITS, PLACES = 12, 3
DECIMALS = f"Decimals of at most {DIGITS} digits, {PLACES} of them after the point"
NAIVE = "dates and times without a time zone"


@dataclass(frozen=True, slots=True)
class _Kind:
    """`cells` of an input; `make` gives the object of parts that are known, `parts` those of an
    object, or None if it has more to it. What else an input has is the `rest`."""

    cells: tuple[Cell, ...]
    make: Callable[..., object]
    parts: Callable[[Any], tuple[Value, ...] | None]
    rest: tuple[Value, ...] = ()
    approximation: str | None = None


def _zone(zone: object) -> Value:
    return NONE if zone is None else Host(zone)


def _datetime(microseconds: int, zone: object = None) -> datetime.datetime:
    plain = datetime.datetime.min + datetime.timedelta(microseconds=microseconds)
    held = zone.value if isinstance(zone, Host) else None
    return plain.replace(tzinfo=held)  # type: ignore[arg-type]


def _datetime_parts(value: datetime.datetime) -> tuple[Value, ...] | None:
    if value.fold:
        return None
    since = value.replace(tzinfo=None) - datetime.datetime.min
    return since // MICROSECOND, _zone(value.tzinfo)


def _time(microseconds: int, zone: object = None) -> datetime.time:
    return _datetime(microseconds, zone).timetz()


def _time_parts(value: datetime.time) -> tuple[Value, ...] | None:
    if value.fold:
        return None
    seconds = (value.hour * 60 + value.minute) * 60 + value.second
    return seconds * 10**6 + value.microsecond, _zone(value.tzinfo)


def _timedelta(microseconds: int) -> datetime.timedelta:
    return datetime.timedelta(microseconds=microseconds)


_CONTEXT = decimal.Context()


@cache
def exponent(number: int) -> Host:
    """The exponent of a Decimal: always known, and no number to whoever joins two values."""
    return Host(number)


def _decimal(
    value: int, power: Host | None = None, minus_zero: bool = False, denominator: int = 1
) -> decimal.Decimal:
    sign = int(value < 0 or minus_zero)
    places = -PLACES if power is None else power.value
    assert isinstance(places, int)
    plain = decimal.Decimal((sign, tuple(map(int, str(abs(value)))), places))
    return plain if denominator == 1 else _CONTEXT.divide(plain, denominator)


def _decimal_parts(value: decimal.Decimal) -> tuple[Value, ...] | None:
    sign, digits, power = value.as_tuple()
    if not isinstance(power, int):
        return None
    size = int("".join(map(str, digits)) or "0")
    return -size if sign else size, exponent(power), bool(sign) and size == 0, 1


_KINDS: dict[type, _Kind] = {
    datetime.date: _Kind(
        (("int", 1, LAST_ORDINAL),),
        datetime.date.fromordinal,
        lambda value: (value.toordinal(),),
    ),
    datetime.datetime: _Kind(
        (("int", 0, LAST_ORDINAL * DAY - 1),), _datetime, _datetime_parts, (NONE,), NAIVE
    ),
    datetime.time: _Kind((("int", 0, DAY - 1),), _time, _time_parts, (NONE,), NAIVE),
    datetime.timedelta: _Kind(
        (("int", SHORTEST, LONGEST),), _timedelta, lambda value: (value // MICROSECOND,)
    ),
    fractions.Fraction: _Kind(
        (("int", None, None), ("int", 1, None)),
        fractions.Fraction,
        lambda value: (value.numerator, value.denominator),
    ),
    decimal.Decimal: _Kind(
        (("int", 1 - 10**DIGITS, 10**DIGITS - 1),),
        _decimal,
        _decimal_parts,
        (exponent(-PLACES), False, 1),
        DECIMALS,
    ),
    complex: _Kind(
        (("float", None, None), ("float", None, None)),
        complex,
        lambda value: (value.real, value.imag),
    ),
}


def cells_of(cls: type) -> tuple[Cell, ...]:
    return _KINDS[cls].cells


def input_of(m: Mac, cls: type, scalars: Sequence[Scalar]) -> ValueObject:
    approximation = _KINDS[cls].approximation
    if approximation is not None:
        m.approximate(approximation)
    return ValueObject(cls, (*scalars, *_KINDS[cls].rest))


def scalars_of(value: Value) -> tuple[Scalar, ...] | None:
    """What the cells of an input keep of a value; None if it has more to it."""
    assert isinstance(value, ValueObject)
    count = len(cells_of(value.cls))
    if value.parts[count:] != _KINDS[value.cls].rest:
        return None
    found = [part for part in value.parts[:count] if isinstance(part, Term | int | float)]
    return tuple(found)


def value_of(thing: object) -> ValueObject | None:
    """An object of one of these classes as a value."""
    kind = _KINDS.get(type(thing))
    parts = None if kind is None else kind.parts(thing)
    return None if parts is None else ValueObject(type(thing), parts)


def object_of(value: ValueObject) -> Any:
    """The object, if its parts are known."""
    known = all(part is NONE or not isinstance(part, Term) for part in value.parts)
    return made(value.cls, value.parts) if known else None


def made(cls: type, parts: Sequence[object]) -> object:
    """Of parts that are known."""
    return _KINDS[cls].make(*parts)


def first(cls: type) -> tuple[object, ...]:
    """The parts of some object of the class."""
    return spare(cls, 0)


def spare(cls: type, number: int) -> tuple[object, ...]:
    """The parts of one of many that all differ."""
    values: list[object] = []
    for kind, low, _ in _KINDS[cls].cells:
        values.append(False if kind == "bool" else 0.0 if kind == "float" else max(low or 0, 0))
    step = {datetime.datetime: DAY, datetime.timedelta: DAY, decimal.Decimal: 10**PLACES}
    values[0] += number * step.get(cls, 1)
    return tuple(values)


def error_name(cls: type) -> str:
    """What messages call the type: those of C have the module in their names."""
    prefix = {"datetime": "datetime.", "decimal": "decimal."}.get(cls.__module__, "")
    return f"{prefix}{cls.__name__}"
