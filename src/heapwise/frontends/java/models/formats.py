"""`String.format` for a known format: the conversions that programs use in messages.

Integers in %d and %x, and texts in %s, may be symbolic. Objects in %s are strings and boxes; others
would have to say what they are called by code of the program.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.java.models import texts
from heapwise.frontends.java.models.digits import symbolic_digits
from heapwise.frontends.java.models.library_model import (
    Mac,
    Table,
    math_int,
    new_string,
    not_null,
    text_of,
    text_of_bool,
    thrown,
    universe,
)
from heapwise.frontends.java.semantics.operations import array_class, settle_length
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.frontends.java.universe.scalars import widening
from heapwise.frontends.java.universe.well_known import BOXES, STRING
from heapwise.terms import (
    NULL,
    Scalar,
    Term,
    bv_and,
    eq,
    lt,
    or_,
    str_concat,
    str_length,
    str_of_int,
    str_prefix_of,
    str_substring,
    sub,
)

_SPECIFIER = re.compile(r"%(?P<flags>[-0+,]*)(?P<width>\d+)?(?:\.(?P<precision>\d+))?(?P<kind>.)")
_INTEGERS = ("B", "S", "I", "J")


def format_text(m: Mac, template: Term, arguments: Term) -> Term:
    known = text_of(m, not_null(m, template))
    if not isinstance(known, str):
        raise UnsupportedError("a format that is a symbolic text")
    values = _arguments(m, arguments)
    parts: list[Scalar] = []
    end = 0
    for found in _SPECIFIER.finditer(known):
        parts.append(known[end : found.start()])
        end = found.end()
        kind = found["kind"]
        if kind in "n%":
            parts.append("\n" if kind == "n" else "%")
            continue
        if not values:
            raise thrown(m, "java/util/MissingFormatArgumentException")
        parts.append(_padded(m, _formatted(m, found, values.pop(0)), found))
    parts.append(known[end:])
    return new_string(m, str_concat(*parts))


def formatted(m: Mac, template: Term, arguments: Term) -> Term:
    return format_text(m, template, arguments)


def format_for_locale(m: Mac, locale: Term, template: Term, arguments: Term) -> Term:
    return format_text(m, template, arguments)


def _arguments(m: Mac, array: Term) -> list[Term]:
    cls = array_class(m, not_null(m, array))
    count = settle_length(m, m.array_length(cls, array))
    found = [m.array_load(cls, array, index) for index in range(count)]
    return [each for each in found if isinstance(each, Term)]


def _formatted(m: Mac, found: re.Match[str], ref: Term) -> Scalar:
    kind, flags = found["kind"], set(found["flags"])
    if not flags <= _FLAGS.get(kind, set()) or not _is_wide(found):
        raise UnsupportedError(f"the conversion {found[0]} of a format")
    if m.decide(m.same_reference(ref, NULL)):
        return _cut("false" if kind == "b" else "null", found)
    descriptor, value = _content(m, ref)
    if kind == "s" and descriptor:
        return _cut(
            value if descriptor == "text" else texts.scalar_text(m, descriptor, value), found
        )
    if kind == "b":
        return _cut(text_of_bool(value) if descriptor == "Z" else "true", found)
    if descriptor not in _TYPES.get(kind, (descriptor,)) and descriptor:
        raise thrown(m, "java/util/IllegalFormatConversionException")
    if kind == "c" and descriptor == "C":
        return texts.scalar_text(m, "C", value)
    if kind == "d" and descriptor:
        return _decimal(m, math_int(value), flags)
    if kind in "xX" and descriptor:
        return _hexadecimal(m, value, BITS[descriptor], kind)
    if kind == "f" and descriptor:
        return _fixed(value, int(found["precision"] or 6), flags)
    raise UnsupportedError(f"the conversion {found[0]} of a format")


_FLAGS = {
    "s": {"-"},
    "b": {"-"},
    "c": {"-"},
    "d": {"-", "0", "+", ","},
    "x": {"-", "0"},
    "X": {"-", "0"},
    "f": {"-", "0", "+", ","},
}
"""What may stand before the width; the JDK throws exceptions for others."""
_TYPES = {
    "c": ("C", "B", "S", "I"),
    "d": _INTEGERS,
    "x": _INTEGERS,
    "X": _INTEGERS,
    "f": ("F", "D"),
}
"""Descriptors of the boxes that a conversion is for."""
BITS = {"B": 8, "S": 16, "I": 32, "J": 64}


def _is_wide(found: re.Match[str]) -> bool:
    """Do width and precision make sense? The JDK throws exceptions for others."""
    filled = set(found["flags"]) & {"-", "0"}
    if len(filled) > 1 or (filled and not found["width"]):
        return False
    return found["precision"] is None or found["kind"] in "sbf"


def _cut(text: Scalar, found: re.Match[str]) -> Scalar:
    most = found["precision"]
    return text if most is None else str_substring(text, 0, int(most))


def _decimal(m: Mac, number: Scalar, flags: set[str]) -> Scalar:
    if isinstance(number, int):
        return format(number, ("+" if "+" in flags else "") + ("," if "," in flags else ""))
    if "," in flags:
        raise UnsupportedError("groups of digits of a symbolic number")
    is_signed = "+" in flags and not m.decide(lt(number, 0))
    return str_concat("+" if is_signed else "", str_of_int(number))


def _content(m: Mac, ref: Term) -> tuple[str, Scalar]:
    """What a string or box holds, with the descriptor of the type."""
    cls = m.classify(ref, lambda each: each)
    if cls is universe(m).decl(STRING):
        return "text", text_of(m, ref)
    descriptor = BOXES.get(cls.file.name) if isinstance(cls, JavaClass) else None
    if descriptor is None:
        return "", 0
    value = m.read_field(ref, cls.own_fields["value"])
    widen = widening(descriptor, universe(m).exact) if descriptor != "Z" else None
    return descriptor, value if widen is None else widen(value)


def _hexadecimal(m: Mac, value: Scalar, bits: int, kind: str) -> Scalar:
    number = math_int(value)
    if isinstance(number, int):
        return format(number & ((1 << bits) - 1), kind)
    assert isinstance(value, Term)
    if kind == "X":
        raise UnsupportedError("capital digits of a symbolic number")
    width = value.sort.width
    return symbolic_digits(m, bv_and(width, value, (1 << bits) - 1) if bits < width else value, 16)


def _fixed(value: Scalar, precision: int, flags: set[str]) -> str:
    """Halves are rounded up, by the decimal that the number is shown as."""
    if not isinstance(value, float):
        raise UnsupportedError("the digits of a symbolic floating-point number")
    plus = "+" if "+" in flags else ""
    if value != value or value in (float("inf"), float("-inf")):
        if "0" in flags:
            raise UnsupportedError("what is no number, with zeros before it")
        return "NaN" if value != value else f"{plus}Infinity" if value > 0 else "-Infinity"
    exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-precision), rounding=ROUND_HALF_UP)
    return format(exact, f"{plus}{',' if ',' in flags else ''}f")


def _padded(m: Mac, text: Scalar, found: re.Match[str]) -> Scalar:
    if found["width"] is None:
        return text
    width, zeros = int(found["width"]), "0" in found["flags"]
    if isinstance(text, str):
        if zeros:
            return text.rjust(width) if text == "null" else text.zfill(width)
        return text.ljust(width) if "-" in found["flags"] else text.rjust(width)
    if width > _MOST_WIDTH:
        raise UnsupportedError("a symbolic text in a wide field of a format")
    length = str_length(text)
    missing = next((width - n for n in range(width) if m.decide(eq(length, n))), 0)
    if zeros:
        is_signed = m.decide(or_(str_prefix_of("-", text), str_prefix_of("+", text)))
        sign = str_substring(text, 0, 1) if is_signed else ""
        digits = str_substring(text, 1, sub(length, 1)) if is_signed else text
        return str_concat(sign, "0" * missing, digits)
    space = " " * missing
    return str_concat(text, space) if "-" in found["flags"] else str_concat(space, text)


_MOST_WIDTH = 24


_S, _OBJECTS = "Ljava/lang/String;", "[Ljava/lang/Object;"
MODELS: Table = {
    STRING: {
        f"format({_S}{_OBJECTS}){_S}": format_text,
        f"format(Ljava/util/Locale;{_S}{_OBJECTS}){_S}": format_for_locale,
        "formatted": formatted,
    }
}
