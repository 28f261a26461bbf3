"""Numbers and strings under a format specification, and padding.

All of this is about one scalar; it needs no choice and nothing of the program."""

from __future__ import annotations

import re

from heapwise.engine.machine import CutError
from heapwise.frontends.python.model.values import UnknownText
from heapwise.frontends.python.semantics.core.kinds import unsupported
from heapwise.frontends.python.semantics.core.large_integers import TEXT
from heapwise.frontends.python.semantics.core.pieces import Text
from heapwise.frontends.python.semantics.operations.describing import rethrow
from heapwise.terms import (
    BOOL,
    FLOAT,
    STR,
    Scalar,
    Term,
    eq,
    ite,
    lt,
    neg,
    sort_of,
    str_concat,
    str_length,
    str_of_int,
    str_substring,
)

_SPECIFICATION = re.compile(
    r"(?:(?P<fill>.)?(?P<align>[<>=^]))?(?P<sign>[+\- ])?(?P<other>z?\#?)(?P<zero>0)?"
    r"(?P<width>\d+)?(?P<group>[_,])?(?:\.(?P<precision>\d+))?(?P<type>[a-zA-Z%])?",
    re.DOTALL,
)
_WIDEST = 128
_WIDE = re.compile(r"(?<!\d)\d{8,18}(?!\d)", re.ASCII)


def formatted(value: Text, spec: str) -> Text:
    """`format(value, spec)`."""
    if _WIDE.search(spec):
        raise CutError(TEXT)
    if not isinstance(value, Term | UnknownText):
        try:
            return format(value, spec)
        except (ValueError, TypeError, OverflowError) as error:
            rethrow(error)
    sort = STR if isinstance(value, UnknownText) else sort_of(value)
    sample: Scalar = "x" if sort is STR else 1.0 if sort is FLOAT else 1
    try:
        format(sample, spec)  # whether a specification is valid does not depend on the value
    except (ValueError, TypeError) as error:
        rethrow(error)
    found = _SPECIFICATION.fullmatch(spec)
    if isinstance(value, UnknownText) or sort is FLOAT or found is None:
        return value if isinstance(value, UnknownText) else UnknownText("a formatted float")
    if sort is STR:
        return _string(value, found)
    return _integer(ite(value, 1, 0) if sort is BOOL else value, found)


def _string(value: Scalar, spec: re.Match[str]) -> Text:
    if spec["precision"] is not None:
        value = str_substring(value, 0, int(spec["precision"]))
    fill = spec["fill"] or ("0" if spec["zero"] else " ")
    return padded(value, int(spec["width"] or 0), fill, spec["align"] or "<")


def is_decimal(spec: str) -> bool:
    """Are integers written in decimal digits?"""
    found = _SPECIFICATION.fullmatch(spec)
    return found is not None and found["type"] in (None, "d", "n")


def in_digits(spec: str) -> re.Match[str] | None:
    """The parts of a specification that needs every digit of an integer: another base, groups."""
    found = _SPECIFICATION.fullmatch(spec)
    if found is None or found["type"] not in (None, *"dboxX") or "z" in found["other"]:
        return None
    if found["precision"] or int(found["width"] or 0) > _WIDEST:
        return None
    return found if found["group"] or found["type"] in tuple("boxX") else None


def is_real(spec: str) -> bool:
    """Are integers written as the floats that they are converted to?"""
    found = _SPECIFICATION.fullmatch(spec)
    return found is not None and found["type"] in tuple("eEfFgG%")


def _integer(value: Scalar, spec: re.Match[str]) -> Text:
    if spec["type"] == "c":
        unsupported("the format c of a symbolic integer")
    if spec["type"] not in (None, "d") or spec["group"] or spec["other"]:
        return UnknownText("a formatted integer")
    width = int(spec["width"] or 0)
    positive = {"+": "+", " ": " "}.get(spec["sign"] or "", "")
    fill = spec["fill"] or ("0" if spec["zero"] else " ")
    align = spec["align"] or ("=" if spec["zero"] else ">")
    negative = lt(value, 0)
    if align == "=":
        plus = padded(str_of_int(value), max(width - len(positive), 0), fill, ">")
        minus = padded(str_of_int(neg(value)), max(width - 1, 0), fill, ">")
        if isinstance(plus, UnknownText) or isinstance(minus, UnknownText):
            return UnknownText("a formatted integer")
        return ite(negative, str_concat("-", minus), str_concat(positive, plus))
    text = str_of_int(value)
    if positive:
        text = ite(negative, text, str_concat(positive, text))
    return padded(text, width, fill, align)


def padded(value: Scalar, width: int, fill: str, align: str) -> Text:
    """To the left (<), right (>) or middle; `^` as `format` has it, `c` as `str.center`."""
    if width > _WIDEST and isinstance(value, Term):
        return UnknownText(f"a string padded to more than {_WIDEST} characters")
    length = str_length(value)
    result = value
    for missing in range(1, width + 1):
        if align == "<":
            before = 0
        elif align == ">":
            before = missing
        else:
            before = missing // 2 + (missing & width & 1 if align == "c" else 0)
        filled = str_concat(fill * before, value, fill * (missing - before))
        result = ite(eq(length, width - missing), filled, result)
    return result
