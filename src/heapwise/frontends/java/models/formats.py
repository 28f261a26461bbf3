"""`String.format` for a known format: the conversions that programs use in messages.

Integers in %d, and texts in %s, may be symbolic where no width is asked for. Objects in %s are
strings and boxes; others would have to say what they are called by code of the program.
"""

from __future__ import annotations

import re
from decimal import ROUND_HALF_UP, Decimal

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.java.declarations import JavaClass
from heapwise.frontends.java.models import texts
from heapwise.frontends.java.models.api import (
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
from heapwise.frontends.java.operations import array_class, settle_length
from heapwise.frontends.java.scalars import widening
from heapwise.frontends.java.universe import BOXES, STRING
from heapwise.terms import NULL, Scalar, Term, str_concat, str_of_int

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
        parts.append(_padded(_formatted(m, found, values.pop(0)), found))
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
    kind = found["kind"]
    if m.decide(m.same_reference(ref, NULL)):
        return "false" if kind == "b" else "null"
    descriptor, value = _content(m, ref)
    if kind == "s" and descriptor == "text":
        return value
    if kind == "s" and descriptor:
        return texts.scalar_text(m, descriptor, value)
    if kind == "b":
        return text_of_bool(value) if descriptor == "Z" else "true"
    if kind == "c" and descriptor == "C":
        return texts.scalar_text(m, "C", value)
    if kind == "d" and descriptor in _INTEGERS and not set(found["flags"]) & {"+", ","}:
        return str_of_int(math_int(value))
    if kind in "xX" and descriptor in ("I", "J"):
        return _hexadecimal(value, 32 if descriptor == "I" else 64, kind)
    if kind == "f" and descriptor in ("F", "D"):
        return _fixed(value, int(found["precision"] or 6))
    if kind in "dcxX" and descriptor:
        raise thrown(m, "java/util/IllegalFormatConversionException")
    raise UnsupportedError(f"the conversion {found[0]} of a format")


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


def _hexadecimal(value: Scalar, bits: int, kind: str) -> str:
    number = math_int(value)
    if isinstance(number, Term):
        raise UnsupportedError("a symbolic number with another radix than 10")
    return format(int(number) & ((1 << bits) - 1), kind)


def _fixed(value: Scalar, precision: int) -> str:
    """Halves are rounded up, by the decimal that the number is shown as."""
    if not isinstance(value, float):
        raise UnsupportedError("the digits of a symbolic floating-point number")
    if value != value or value in (float("inf"), float("-inf")):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    exact = Decimal(repr(value)).quantize(Decimal(1).scaleb(-precision), rounding=ROUND_HALF_UP)
    return format(exact, "f")


def _padded(text: Scalar, found: re.Match[str]) -> Scalar:
    if found["width"] is None:
        return text
    if not isinstance(text, str):
        raise UnsupportedError("a symbolic text in a field of a format")
    width = int(found["width"])
    if "0" in found["flags"]:
        return text.zfill(width)
    return text.ljust(width) if "-" in found["flags"] else text.rjust(width)


_S, _OBJECTS = "Ljava/lang/String;", "[Ljava/lang/Object;"
MODELS: Table = {
    STRING: {
        f"format({_S}{_OBJECTS}){_S}": format_text,
        f"format(Ljava/util/Locale;{_S}{_OBJECTS}){_S}": format_for_locale,
        "formatted": formatted,
    }
}
