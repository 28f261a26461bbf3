"""Floating-point numbers as the JDK writes them (`Double.toString`, since JDK 19).

That is the shortest decimal that is read as the same number, plain from 10^-3 to 10^7 and
scientific beyond.
"""

from __future__ import annotations

import math

from heapwise.terms.fixed_width import to_single


def decimal(value: float) -> str:
    return _shown(value, _two_digits(repr(abs(value)), abs(value)))


def decimal_single(value: float) -> str:
    """For a number of single precision."""
    magnitude = abs(value)
    if not math.isfinite(magnitude) or magnitude == 0.0:
        return _shown(value, repr(magnitude))
    for digits in range(1, 10):
        text = f"{magnitude:.{digits - 1}e}"
        if to_single(float(text)) == magnitude:
            return _shown(value, _two_digits(text, magnitude))
    return _shown(value, f"{magnitude:.8e}")


def _two_digits(text: str, magnitude: float) -> str:
    """Java shows two digits at least, and of those the nearest."""
    if not math.isfinite(magnitude) or len(_parts(text)[0]) != 1:
        return text
    return f"{magnitude:.1e}"


def _shown(value: float, magnitude: str) -> str:
    if value != value:
        return "NaN"
    sign = "-" if math.copysign(1.0, value) < 0 else ""
    if math.isinf(value):
        return sign + "Infinity"
    digits, exponent = _parts(magnitude)
    if not digits:
        return sign + "0.0"
    if -3 <= exponent < 7:
        if exponent < 0:
            return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
        padded = digits.ljust(exponent + 2, "0")
        return f"{sign}{padded[: exponent + 1]}.{padded[exponent + 1 :]}"
    return f"{sign}{digits[0]}.{digits[1:] or '0'}E{exponent}"


def _parts(magnitude: str) -> tuple[str, int]:
    """The significant digits, and the exponent of ten of the first; `0` has none."""
    mantissa, _, power = magnitude.partition("e")
    whole, _, fraction = mantissa.partition(".")
    exponent = int(power or 0) + len(whole) - 1
    digits = whole + fraction
    stripped = digits.lstrip("0")
    exponent -= len(digits) - len(stripped)
    return stripped.rstrip("0"), exponent
