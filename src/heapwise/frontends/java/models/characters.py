"""java.lang.Character: what kind of character it is, and its other case.

For symbolic characters the answer is a formula over the intervals of a class of characters, those
of the version of Unicode that Python knows. The other case of a symbolic character is known in
Latin-1, and a path goes no further with one beyond.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.java.models.api import LAST_CHAR, Mac, Model, Table, arithmetic
from heapwise.terms import Scalar, Term, and_, eq, ite, le, lt, or_

_LATIN = 255
_SPACES = frozenset((9, 10, 11, 12, 13, 28, 29, 30, 31))


def _is_digit(char: str) -> bool:
    return unicodedata.category(char) == "Nd"


def _is_letter(char: str) -> bool:
    return unicodedata.category(char)[0] == "L"


def _is_letter_or_digit(char: str) -> bool:
    return _is_letter(char) or _is_digit(char)


def _is_space(char: str) -> bool:
    """Java's white space: no-break spaces are none."""
    separator = unicodedata.category(char) in ("Zs", "Zl", "Zp")
    return ord(char) in _SPACES or (separator and ord(char) not in (0xA0, 0x2007, 0x202F))


def _is_upper(char: str) -> bool:
    return char.isupper()


def _is_lower(char: str) -> bool:
    return char.islower()


def _is_alphabetic(char: str) -> bool:
    return _is_letter(char) or unicodedata.category(char) == "Nl"


@cache
def _intervals(test: Callable[[str], bool], last: int) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for code in range(last + 1):
        if test(chr(code)):
            if found and found[-1][1] == code - 1:
                found[-1] = (found[-1][0], code)
            else:
                found.append((code, code))
    return tuple(found)


_ONLY_LATIN = (_is_alphabetic,)
"""What marks beyond letters count as alphabetic, no table here says."""


def _tested(test: Callable[[str], bool]) -> Model:
    def model(m: Mac, char: Scalar) -> Scalar:
        if isinstance(char, int):
            return 0 <= char <= 0x10FFFF and test(chr(char))
        last = _LATIN if test in _ONLY_LATIN else LAST_CHAR
        if last == _LATIN:
            _only_latin(m, char)
        parts = []
        for low, high in _intervals(test, last):
            parts.append(eq(char, low) if low == high else and_(le(low, char), le(char, high)))
        return or_(*parts)

    return model


def _only_latin(m: Mac, char: Scalar) -> None:
    if not m.decide(and_(le(0, char), le(char, _LATIN))):
        raise UnsupportedError("the kind of a symbolic character beyond Latin-1")


def to_upper(m: Mac, char: Scalar) -> Scalar:
    ranges = ((97, 122), (0xE0, 0xF6), (0xF8, 0xFE))
    return _cased(m, char, str.upper, -32, ranges, {0xFF: 0x178, 0xB5: 0x39C})


def to_lower(m: Mac, char: Scalar) -> Scalar:
    return _cased(m, char, str.lower, 32, ((65, 90), (0xC0, 0xD6), (0xD8, 0xDE)), {})


def _cased(
    m: Mac,
    char: Scalar,
    change: Callable[[str], str],
    offset: int,
    ranges: tuple[tuple[int, int], ...],
    others: dict[int, int],
) -> Scalar:
    if not isinstance(char, Term):
        code = int(char)
        changed = change(chr(code)) if 0 <= code <= 0x10FFFF else ""
        return ord(changed) if len(changed) == 1 else code
    _only_latin(m, char)
    inside = or_(*(and_(le(low, char), le(char, high)) for low, high in ranges))
    found = ite(inside, arithmetic(m, "iadd")(char, offset), char)
    for code, other in others.items():
        found = ite(eq(char, code), other, found)
    return found


def digit(m: Mac, char: Scalar, radix: Scalar) -> Scalar:
    """The value of a digit, or -1; for symbolic characters among ASCII."""
    if isinstance(radix, Term):
        raise UnsupportedError("a digit with a symbolic radix")
    base = int(radix)
    if not 2 <= base <= 36:
        return -1
    if not isinstance(char, Term):
        return _digit(int(char), base)
    _only_latin(m, char)
    found: Scalar = -1
    for first, value, count in ((97, 10, base - 10), (65, 10, base - 10), (48, 0, min(base, 10))):
        if count > 0:
            inside = and_(le(first, char), lt(char, first + count))
            found = ite(inside, arithmetic(m, "iadd")(char, value - first), found)
    return found


def _digit(code: int, base: int) -> int:
    char = chr(code) if 0 <= code <= 0x10FFFF else ""
    if char and _is_digit(char):
        value = unicodedata.decimal(char)
    elif char.isascii() and char.isalpha():
        value = ord(char.lower()) - 87
    else:
        return -1
    return value if value < base else -1


_KINDS: dict[str, Callable[[str], bool]] = {
    "isDigit": _is_digit,
    "isLetter": _is_letter,
    "isLetterOrDigit": _is_letter_or_digit,
    "isWhitespace": _is_space,
    "isUpperCase": _is_upper,
    "isLowerCase": _is_lower,
    "isAlphabetic": _is_alphabetic,
}
MODELS: Table = {
    "java/lang/Character": {
        **{name: _tested(test) for name, test in _KINDS.items()},
        "toUpperCase": to_upper,
        "toLowerCase": to_lower,
        "digit": digit,
    }
}
