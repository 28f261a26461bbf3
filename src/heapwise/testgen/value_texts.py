"""Dates, Decimals and other values of the library as a program would write them.

Used in the worker process as well as outside: both must give the same text for equal values.
"""

from __future__ import annotations

import datetime
import decimal
import fractions
import math
from collections.abc import Callable

VALUES: frozenset[type] = frozenset(
    (
        *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta),
        *(fractions.Fraction, decimal.Decimal, complex),
    )
)


def value_text(value: object, name_of: Callable[[type], str]) -> str:
    """A call of the class, or a literal."""
    if isinstance(value, complex):
        return _complex(value)
    _, _, arguments = repr(value).partition("(")
    if isinstance(value, decimal.Decimal):
        arguments = arguments.replace("'", '"')
    zone = getattr(value, "tzinfo", None)
    if zone is not None and type(zone) is datetime.timezone:
        arguments = arguments.replace("datetime.timezone", name_of(datetime.timezone))
        arguments = arguments.replace("datetime.timedelta", name_of(datetime.timedelta))
    return f"{name_of(type(value))}({arguments}"


def _complex(value: complex) -> str:
    parts = value.real, value.imag
    if all(math.isfinite(part) and math.copysign(1, part) > 0 for part in parts):
        return repr(value)
    texts = (repr(part) if math.isfinite(part) else f'float("{part!r}")' for part in parts)
    return f"complex({', '.join(texts)})"
