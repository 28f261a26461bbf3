"""Dates and times as text."""

from __future__ import annotations

import datetime
from collections.abc import Callable

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.value_objects import DAY
from heapwise.frontends.python.model.values import NONE, UnknownText, Value, ValueObject
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import Mac, is_str, settle, throw, type_name
from heapwise.frontends.python.semantics.core.value_parts import moment_number, zone_of
from heapwise.frontends.python.semantics.library_values import calendar_terms, moments
from heapwise.terms import Scalar, add, eq, floordiv, ite, le, lt, mod, str_concat, str_of_int
from heapwise.terms import sub as minus


def _padded(number: Scalar, width: int) -> Scalar:
    digits = (floordiv(number, 10**place) for place in range(width - 1, -1, -1))
    return str_concat(*(str_of_int(mod(digit, 10)) for digit in digits))


def _day_text(m: Mac, days: Scalar) -> Scalar:
    year, month, day = calendar_terms.day_of(m, days)
    return str_concat(_padded(year, 4), "-", _padded(month, 2), "-", _padded(day, 2))


def _clock_text(m: Mac, within: Scalar) -> Scalar:
    seconds, rest = floordiv(within, 10**6), mod(within, 10**6)
    parts = (floordiv(seconds, 3600), mod(floordiv(seconds, 60), 60), mod(seconds, 60))
    hour, minute, second = (_padded(part, 2) for part in parts)
    text = str_concat(hour, ":", minute, ":", second)
    return text if m.decide(eq(rest, 0)) else str_concat(text, ".", _padded(rest, 6))


def iso_date(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return _day_text(m, moments.ordinal(moments.receiver_of(m, positional)))


def shown(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """What `str` gives."""
    owner = moments.receiver_of(m, positional)
    if zone_of(owner) is not NONE:
        return UnknownText(f"a {owner.cls.__name__} with a time zone")
    if owner.cls is datetime.date:
        return _day_text(m, moments.ordinal(owner))
    clock = _clock_text(m, mod(moment_number(owner), DAY))
    if owner.cls is datetime.time:
        return clock
    return str_concat(_day_text(m, moments.ordinal(owner)), " ", clock)


# -- formats


def _named(number: Scalar, names: list[str]) -> Scalar:
    found: Scalar = names[-1]
    for at in range(len(names) - 2, -1, -1):
        found = ite(eq(number, at), names[at], found)
    return found


def _names(directive: str, days: list[datetime.date]) -> list[str]:
    return [day.strftime(directive) for day in days]


_MONTHS = [datetime.date(2024, month, 1) for month in range(1, 13)]
_WEEK = [datetime.date(2024, 1, day) for day in range(1, 8)]


def _directive(m: Mac, owner: ValueObject, letter: str) -> Scalar | None:
    """None if it is not modelled."""

    def part(name: str) -> Scalar:
        found = moments.part(m, owner, name)
        return 0 if found is None or not isinstance(found, Scalar) else found

    days = moments.ordinal(owner) if owner.cls is not datetime.time else 693596
    of_day: dict[str, Callable[[], Scalar]] = {
        "m": lambda: _padded(part("month"), 2),
        "d": lambda: _padded(part("day"), 2),
        "y": lambda: _padded(mod(part("year"), 100), 2),
        "B": lambda: _named(minus(part("month"), 1), _names("%B", _MONTHS)),
        "b": lambda: _named(minus(part("month"), 1), _names("%b", _MONTHS)),
        "A": lambda: _named(mod(add(days, 6), 7), _names("%A", _WEEK)),
        "a": lambda: _named(mod(add(days, 6), 7), _names("%a", _WEEK)),
        "w": lambda: str_of_int(mod(days, 7)),
        "u": lambda: str_of_int(add(mod(add(days, 6), 7), 1)),
    }
    of_clock: dict[str, Callable[[], Scalar]] = {
        "H": lambda: _padded(part("hour"), 2),
        "M": lambda: _padded(part("minute"), 2),
        "S": lambda: _padded(part("second"), 2),
        "f": lambda: _padded(part("microsecond"), 6),
        "I": lambda: _padded(add(mod(add(part("hour"), 11), 12), 1), 2),
        "p": lambda: ite(lt(part("hour"), 12), "AM", "PM"),
    }
    if letter == "%":
        return "%"
    if letter == "Y":
        # The C library writes the years before 1000 as it likes.
        return str_of_int(part("year")) if m.decide(le(1000, part("year"))) else None
    if letter in of_day:
        return of_day[letter]()
    return of_clock[letter]() if letter in of_clock else None


def formatted(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`strftime`; also `format`, where an empty format means `str`."""
    owner = moments.receiver_of(m, positional)
    given = [*positional[1:], *keywords.values()]
    layout = settle(m, given[0]) if given else ""
    if not is_str(layout):
        kind = type_name(m, layout)
        throw(TypeError, f"strftime() argument 1 must be str, not {kind}")
    held = value_objects.object_of(owner)
    if not isinstance(layout, str):
        return UnknownText("a date in a format that is not known")
    if held is not None:
        return str(held.strftime(layout))
    pieces: list[Scalar] = []
    at = 0
    while at < len(layout):
        if layout[at] == "%" and at + 1 < len(layout):
            piece = _directive(m, owner, layout[at + 1])
            if piece is None:
                return UnknownText(f"a date as {layout}")
            pieces.append(piece)
            at += 2
        else:
            pieces.append(layout[at])
            at += 1
    return str_concat(*pieces) if pieces else ""


def by_format(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    if settle(m, positional[1]) == "":
        return shown(m, positional[:1], {})
    return formatted(m, positional, {})


MODELS: dict[str, Model] = {
    "datetime.date.isoformat": iso_date,
    **{
        f"datetime.{name}.{method}": model
        for name in ("date", "datetime", "time")
        for method, model in (
            ("__str__", shown),
            ("strftime", formatted),
            ("__format__", by_format),
        )
    },
}
