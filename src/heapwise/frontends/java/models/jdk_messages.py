"""How the JDK words its messages, which depends on the release.

A message is a template with `{0}`, `{1}` … for numbers or texts, which may be symbolic. One that
was worded anew since Java 17 has two forms; what the releases between say is not known here, and an
exception without a message is one whose message is not known (`operations.throw`).
"""

from __future__ import annotations

import re
from typing import TypeAlias

from heapwise.frontends.java.models.library_model import Mac, universe
from heapwise.terms import STR, Scalar, Term, int_of_bv, str_concat, str_of_int

_OLD, _NEW = 17, 25
Forms: TypeAlias = tuple[str | None, str]
"""Of Java 17, None where that says nothing, and of Java 25."""
_HOLE = re.compile(r"\{(\d)\}")

INDEX = "String index out of range: {0}"
PLACE = ("index {0}, length {1}", "Index {0} out of bounds for length {1}")
OFFSET = ("offset {0}, length {1}", "Range [{0}, {1}) out of bounds for length {1}")
BEGIN_END = ("begin {0}, end {1}, length {2}", "Range [{0}, {1}) out of bounds for length {2}")
START_END = ("start {0}, end {1}, length {2}", "Range [{0}, {1}) out of bounds for length {2}")
RANGE: Forms = (None, START_END[1])
OFFSET_COUNT = (
    "offset {0}, count {1}, length {2}",
    "Range [{0}, {0} + {1}) out of bounds for length {2}",
)


def index_forms(text: Scalar) -> Forms:
    """For `String.charAt`, which in Java 17 tells texts of Latin-1 from others."""
    if not isinstance(text, str):
        return (None, PLACE[1])
    return (INDEX if max(text, default="") <= _LAST_LATIN else PLACE[0], PLACE[1])


_LAST_LATIN = "\xff"


def release(m: Mac) -> int:
    """Of the JDK that is read: 17, 25 …"""
    return universe(m).classes.load("java/lang/Object").release


def worded(m: Mac, forms: Forms, *values: Scalar) -> Scalar | None:
    """What this release says; None if that is not known."""
    template = dict(zip((_OLD, _NEW), forms, strict=True)).get(release(m))
    return None if template is None else filled(template, *values)


def filled(template: str, *values: Scalar) -> Scalar:
    """For messages that all releases word alike."""
    parts = _HOLE.split(template)
    found: list[Scalar] = []
    for number, part in enumerate(parts):
        found.append(part if number % 2 == 0 else _text(values[int(part)]))
    return str_concat(*found)


def _text(value: Scalar) -> Scalar:
    if isinstance(value, str) or (isinstance(value, Term) and value.sort is STR):
        return value
    return str_of_int(int_of_bv(value))
