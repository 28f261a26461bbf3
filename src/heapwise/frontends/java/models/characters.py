"""java.lang.Character: what kind of character it is, and its other case.

For symbolic characters the answer is a formula over the intervals of a class of characters, those
of the version of Unicode that Python knows. The other case of a symbolic character is known in
Latin-1, and one beyond is beyond a bound.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache

from heapwise.engine.machine import CutError, Enter, UnsupportedError
from heapwise.frontends.java.classfile.constants import MethodRef
from heapwise.frontends.java.models.jdk_messages import release
from heapwise.frontends.java.models.library_model import (
    LAST_CHAR,
    LAST_CODE_POINT,
    Mac,
    Model,
    Table,
    arithmetic,
    runtime,
    universe,
)
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


def _holds(test: Callable[[str], bool], code: int, release: int) -> bool:
    """By the version of Unicode that this release of Java has."""
    if release < _WITH_UNICODE_14 and any(low <= code <= high for low, high in _NEW_IN_14):
        return False
    if release >= _WITH_UNICODE_16 and code in _NEW_IN_16:
        if test in (_is_upper, _is_lower):
            return _NEW_IN_16[code] == (test is _is_upper)
        return test in (_is_letter, _is_letter_or_digit)
    if release >= _WITH_UNICODE_16 and test is _is_lower and code in _LOWER_IN_16:
        return True
    return test(chr(code))


_WITH_UNICODE_14, _WITH_UNICODE_16 = 19, 24
_NEW_IN_14 = (
    *(
        (0x0870, 0x0887),
        (0x0889, 0x088E),
        (0x08B5, 0x08B5),
        (0x08C8, 0x08C9),
        (0x0C5D, 0x0C5D),
        (0x0CDD, 0x0CDD),
        (0x170D, 0x170D),
        (0x171F, 0x171F),
        (0x1B4C, 0x1B4C),
        (0x2C2F, 0x2C2F),
        (0x2C5F, 0x2C5F),
        (0x9FFD, 0x9FFF),
        (0xA7C0, 0xA7C1),
        (0xA7D0, 0xA7D1),
        (0xA7D3, 0xA7D3),
        (0xA7D5, 0xA7D9),
        (0xA7F2, 0xA7F4),
    ),
)
"""Letters; Python 3.11 has this version."""
_NEW_IN_16 = {
    **dict.fromkeys((0x1C89, 0xA7CB, 0xA7CC, 0xA7DA, 0xA7DC), True),
    **dict.fromkeys((0x1C8A, 0xA7CD, 0xA7DB), False),
}
"""Letters, and whether they are in upper case; no version of Python has them all."""
_LOWER_IN_16 = (0x10FC, 0xA7F2, 0xA7F3, 0xA7F4, 0xAB69)


@cache
def _intervals(test: Callable[[str], bool], last: int, release: int) -> tuple[tuple[int, int], ...]:
    found: list[tuple[int, int]] = []
    for code in range(last + 1):
        if _holds(test, code, release):
            if found and found[-1][1] == code - 1:
                found[-1] = (found[-1][0], code)
            else:
                found.append((code, code))
    return tuple(found)


_ONLY_LATIN = (_is_alphabetic,)
"""What marks beyond letters count as alphabetic, no table here says."""


def _tested(test: Callable[[str], bool]) -> Model:
    def model(m: Mac, char: Scalar) -> Scalar:
        at = release(m)
        if isinstance(char, int):
            if test in _ONLY_LATIN and char > _LATIN:
                raise UnsupportedError("whether a character beyond Latin-1 is alphabetic")
            return 0 <= char <= LAST_CODE_POINT and _holds(test, char, at)
        last = _LATIN if test in _ONLY_LATIN else LAST_CHAR
        if last == _LATIN:
            _only_latin(m, char)
        elif m.decide(lt(LAST_CHAR, char)):
            raise UnsupportedError("the kind of a symbolic character beyond 0xFFFF")
        parts = []
        for low, high in _intervals(test, last, at):
            parts.append(eq(char, low) if low == high else and_(le(low, char), le(char, high)))
        return or_(*parts)

    return model


def _only_latin(m: Mac, char: Scalar) -> None:
    if not m.decide(and_(le(0, char), le(char, _LATIN))):
        raise CutError("kinds and case of Latin-1 characters")


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
        return ord(one_char(chr(code), change)) if 0 <= code <= LAST_CODE_POINT else code
    _only_latin(m, char)
    inside = or_(*(and_(le(low, char), le(char, high)) for low, high in ranges))
    found = ite(inside, arithmetic(m, "iadd")(char, offset), char)
    for code, other in others.items():
        found = ite(eq(char, code), other, found)
    return found


def one_char(char: str, change: Callable[[str], str]) -> str:
    """Java changes the case of a char to one other, or to none: where Python makes more of it, the
    form for titles may be one."""
    if char == _DOTTED and change is str.lower:
        return "i"
    for changed in (change(char), char.title() if change is str.upper else char):
        if len(changed) == 1:
            return changed
    return char


_DOTTED = "\u0130"
"""A capital i with a dot."""


def digit(m: Mac, char: Scalar, radix: Scalar) -> Scalar:
    """The value of a digit, or -1; for symbolic characters among ASCII."""
    if isinstance(radix, Term):
        raise UnsupportedError("a digit with a symbolic radix")
    base = int(radix)
    if not 2 <= base <= 36:
        return -1
    if not isinstance(char, Term):
        return digit_value(int(char), base)
    _only_latin(m, char)
    found: Scalar = -1
    for first, value, count in ((97, 10, base - 10), (65, 10, base - 10), (48, 0, min(base, 10))):
        if count > 0:
            inside = and_(le(first, char), lt(char, first + count))
            found = ite(inside, arithmetic(m, "iadd")(char, value - first), found)
    return found


def digit_value(code: int, base: int) -> int:
    """Of any character; the letters of the width of Chinese ones count like those of ASCII."""
    char = chr(code) if 0 <= code <= LAST_CODE_POINT else ""
    if char and _is_digit(char):
        value = unicodedata.decimal(char)
    elif char.isascii() and char.isalpha():
        value = ord(char.lower()) - 87
    elif 0xFF21 <= code <= 0xFF3A or 0xFF41 <= code <= 0xFF5A:
        value = (code - 0xFF21) % 32 + 10
    else:
        return -1
    return value if value < base else -1


def numeric_value(m: Mac, char: Scalar) -> Scalar:
    """Like a digit of base 36, but superscripts have a value and fractions have -2."""
    if not isinstance(char, Term) and not 0 <= int(char) <= _LATIN:
        raise UnsupportedError("the numeric value of a character beyond Latin-1")
    found = digit(m, char, 36)
    for code, value in ((0xB2, 2), (0xB3, 3), (0xB9, 1), (0xBC, -2), (0xBD, -2), (0xBE, -2)):
        found = ite(eq(char, code), value, found)
    return found


def get_type(m: Mac, char: Scalar) -> Scalar | Enter:
    """The category of Unicode, as Java numbers them."""
    if not isinstance(char, Term):
        method = MethodRef("java/lang/Character", "getType", "(I)I", False)
        return Enter(runtime(m).bytecode_of(universe(m).hierarchy.resolve_method(method)), (char,))
    _only_latin(m, char)
    found: Scalar = _category(_LATIN)
    for code in range(_LATIN, 0, -1):
        if _category(code) != _category(code - 1):
            found = ite(lt(char, code), _category(code - 1), found)
    return found


def _category(code: int) -> int:
    return _CATEGORIES.index(unicodedata.category(chr(code)))


_CATEGORIES = (
    *("Cn", "Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Me", "Mc", "Nd", "Nl", "No", "Zs", "Zl", "Zp"),
    *("Cc", "Cf", "", "Co", "Cs", "Pd", "Ps", "Pe", "Pc", "Po", "Sm", "Sc", "Sk", "So", "Pi"),
    "Pf",
)
"""By Java's number; 17 is none."""


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
        "getType": get_type,
        "digit": digit,
        "getNumericValue": numeric_value,
    }
}
