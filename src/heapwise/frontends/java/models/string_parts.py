"""Parts of strings: `split`, `regionMatches`, `codePointCount`, and the place of a character."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from heapwise.engine.machine import Enter
from heapwise.frontends.java.classfile.constants import MethodRef
from heapwise.frontends.java.classfile.descriptors import ArrayType, ClassType
from heapwise.frontends.java.models import texts
from heapwise.frontends.java.models.jdk_messages import RANGE, release, worded
from heapwise.frontends.java.models.library_model import (
    Mac,
    arithmetic,
    check_count,
    codes_of,
    java_int,
    literal,
    math_int,
    new_string,
    runtime,
    text_of,
    thrown,
    universe,
)
from heapwise.frontends.java.universe.declarations import JavaArray
from heapwise.frontends.java.universe.well_known import STRING
from heapwise.terms import (
    Scalar,
    Term,
    add,
    eq,
    ite,
    le,
    lt,
    or_,
    str_contains,
    str_index_of,
    str_length,
    str_substring,
    sub,
)

_REGEX = frozenset(".$|()[{^?*+\\")


# -- splitting


def split(m: Mac, ref: Term, by: Term, limit: Scalar = 0) -> Term | Enter:
    """At a separator that is no regular expression; the JDK's own bytecode knows the others."""
    separator = _plain(text_of(m, by))
    if separator is None or isinstance(limit, Term):
        descriptor = "(Ljava/lang/String;I)[Ljava/lang/String;"
        method = universe(m).hierarchy.resolve_method(MethodRef(STRING, "split", descriptor, False))
        return Enter(runtime(m).bytecode_of(method), (ref, by, limit))
    most = int(limit)
    parts = _parts(m, text_of(m, ref), separator, most)
    if len(parts) == 1:
        return string_array(m, [ref])
    while most == 0 and parts and m.decide(eq(parts[-1], "")):
        parts.pop()
    return string_array(m, [_part(m, part) for part in parts])


def _plain(separator: Scalar) -> str | None:
    """The text that this regular expression stands for, if it is a known one for a single text."""
    if not isinstance(separator, str) or separator == "":
        return None
    if len(separator) == 2 and separator[0] == "\\":
        return separator[1] if not separator[1].isalnum() else None
    return None if set(separator) & _REGEX else separator


def _part(m: Mac, text: Scalar) -> Term:
    """All empty ones are the literal."""
    return literal(m, "") if m.decide(eq(text, "")) else new_string(m, text)


def _parts(m: Mac, text: Scalar, separator: str, most: int) -> list[Scalar]:
    if isinstance(text, str):
        return [*(text.split(separator, most - 1) if most > 0 else text.split(separator))]
    found: list[Scalar] = []
    while m.decide(str_contains(text, separator)):
        if 0 < most == len(found) + 1:
            break
        check_count(m, len(found) + 1)
        at = str_index_of(text, separator, 0)
        found.append(str_substring(text, 0, at))
        skipped = add(at, len(separator))
        text = str_substring(text, skipped, sub(str_length(text), skipped))
    return [*found, text]


def string_array(m: Mac, strings: Sequence[Term]) -> Term:
    cls: JavaArray = universe(m).array(ArrayType(ClassType(STRING), 1))
    made = m.new_array(cls, len(strings))
    for index, each in enumerate(strings):
        m.array_store(cls, made, index, each)
    return made


# -- comparing


def region_matches(
    m: Mac, ref: Term, start: Scalar, other: Term, from_: Scalar, count: Scalar
) -> Scalar:
    return _matches(m, ref, False, start, other, from_, count)


def region_matches_case(
    m: Mac, ref: Term, ignored: Scalar, start: Scalar, other: Term, from_: Scalar, count: Scalar
) -> Scalar:
    return _matches(m, ref, ignored, start, other, from_, count)


_LOOKS_FIRST = 17


def _matches(
    m: Mac, ref: Term, ignored: Scalar, start: Scalar, other: Term, from_: Scalar, count: Scalar
) -> Scalar:
    less, widen = arithmetic(m, "lsub"), arithmetic(m, "i2l")

    def is_short(text: Scalar, at: Scalar) -> Scalar:
        return lt(less(widen(texts.length_of(m, text)), widen(count)), widen(at))

    folds = m.decide(ignored)
    text = text_of(m, ref)
    part = None
    if not folds and release(m) <= _LOOKS_FIRST:
        part = text_of(m, other)  # null throws, and elsewhere only where it is looked at
    if m.decide(or_(lt(from_, 0), lt(start, 0), is_short(text, start))):
        return False
    part = text_of(m, other) if part is None else part
    if m.decide(is_short(part, from_)):
        return False
    if m.decide(le(count, 0)):
        return True
    here = str_substring(text, math_int(start), math_int(count))
    there = str_substring(part, math_int(from_), math_int(count))
    return texts.same_but_for_case(m, here, there) if folds else eq(here, there)


# -- characters


def code_point_count(m: Mac, ref: Term, start: Scalar, end: Scalar) -> Scalar:
    text = text_of(m, ref)
    size = texts.length_of(m, text)
    if m.decide(or_(lt(start, 0), lt(end, start), lt(size, end))):
        said = worded(m, RANGE, start, end, size)
        raise thrown(m, "java/lang/IndexOutOfBoundsException", said)
    first = math_int(start)
    codes = codes_of(m, str_substring(text, first, sub(math_int(end), first)))
    found: Scalar = len(codes)
    for one, other in pairwise(codes):
        found = sub(found, ite(texts.is_pair(one, other), 1, 0))
    return java_int(m, found)


def place_in(text: str, char: Scalar) -> Scalar:
    """Where a symbolic character first is in a known text; -1 if it is nowhere."""
    found: Scalar = -1
    for index in range(len(text) - 1, -1, -1):
        found = ite(eq(char, ord(text[index])), index, found)
    return found
