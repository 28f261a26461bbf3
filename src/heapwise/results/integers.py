"""Integers as text, however long: Python itself refuses to write down more than some 4,300 digits.

What is written is an expression of Python: digits, a power of ten and what is missing to it, or
hexadecimal digits, which Python has no limit for.
"""

from __future__ import annotations

_SHORT_BITS = 12_000
"""Well below what Python refuses to convert."""
_READABLE_BITS = 256


def is_long(value: int) -> bool:
    return value.bit_length() > _SHORT_BITS


def integer_text(value: int) -> str:
    if not is_long(value):
        return str(value)
    if value < 0:
        return f"-({integer_text(-value)})"
    power = value.bit_length() * 30103 // 100_000
    while 10 ** (power + 1) <= value:
        power += 1
    for exponent in (power, power + 1):
        rest = value - 10**exponent
        if rest.bit_length() <= _READABLE_BITS:
            sign = "-" if rest < 0 else "+"
            return f"10**{exponent}" + (f" {sign} {abs(rest)}" if rest else "")
    return hex(value)
