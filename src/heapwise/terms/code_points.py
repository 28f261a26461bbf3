"""Kinds of characters as conditions on code points: is it a letter, a digit, white space?

Such a condition is a comparison with hundreds of constants. As a term it is one operator,
`CODE_IS`, with the name of the kind; `expanded` is the comparison, for who has no other form of it.
Kinds are those of Python, over all the code points that a solver knows.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import TypeAlias

from heapwise.terms.booleans import and_, or_
from heapwise.terms.comparisons import le, lt
from heapwise.terms.conditionals import ite
from heapwise.terms.sorts import BOOL
from heapwise.terms.term import Op, Scalar, Term, make

LAST_SOLVED = 0x307FF
"""The last code point that a solver has a place for; surrogates have none either."""
SURROGATES = range(0xD800, 0xE000)
_ASCII_END = 128

KINDS: dict[str, Callable[[str], bool]] = {
    "alnum": str.isalnum,
    "alpha": str.isalpha,
    "cased": lambda c: f"{c}a".title()[-1] == "a",
    "decimal": str.isdecimal,
    "digit": str.isdigit,
    "lower": str.islower,
    "numeric": str.isnumeric,
    "printable": str.isprintable,
    "space": str.isspace,
    "title": lambda c: c.istitle() and not c.isupper(),
    "upper": str.isupper,
    "identifier": str.isidentifier,
    "identifier part": lambda c: f"a{c}".isidentifier(),
    "begin of a float": lambda c: c.isdecimal() or c.isspace() or c in "+-.iInN",
    "end of a number": lambda c: c.isdecimal() or c.isspace() or c in "+-",
    "word": lambda c: c.isalnum() or c == "_",
    "line end": lambda c: f"a{c}".splitlines() == ["a"],
}
"""By name, of a string of one character."""

PROPERTIES: dict[str, Callable[[str], str | int]] = {
    "bidirectional": unicodedata.bidirectional,
    "category": unicodedata.category,
    "combining": unicodedata.combining,
    "east_asian_width": unicodedata.east_asian_width,
    "mirrored": unicodedata.mirrored,
}
"""What characters have one of few values of: each value is a kind (`kind_with`)."""

Ranges: TypeAlias = tuple[tuple[int, int], ...]
"""First and last of each, sorted; no two touch."""


def is_solved(code: int) -> bool:
    """Is it a character that strings of the input may have, as far as solvers know?"""
    return code <= LAST_SOLVED and code not in SURROGATES


def kind_with(name: str, value: str | int) -> str:
    """The kind of the characters that have this value of a property."""
    return f"{name}={value}"


@cache
def values_of(name: str) -> dict[str | int, Ranges]:
    """The values that a property has, and which characters have each; the most frequent last."""
    told = PROPERTIES[name]
    found: dict[str | int, list[tuple[int, int]]] = {}
    for codes in (range(SURROGATES.start), range(SURROGATES.stop, LAST_SOLVED + 1)):
        for value, group in groupby(codes, lambda code: told(chr(code))):
            first, *others = group
            found.setdefault(value, []).append((first, others[-1] if others else first))
    sizes = {value: sum(1 + last - first for first, last in found[value]) for value in found}
    return {value: tuple(found[value]) for value in sorted(found, key=sizes.__getitem__)}


@cache
def ranges_of(kind: str) -> Ranges:
    """Its code points."""
    name, _, value = kind.partition("=")
    if name in PROPERTIES:
        return next(ranges for each, ranges in values_of(name).items() if str(each) == value)
    marks = bytearray(map(KINDS[kind], map(chr, range(LAST_SOLVED + 1))))
    marks[SURROGATES.start : SURROGATES.stop] = bytes(len(SURROGATES))
    marks.append(0)
    found: list[tuple[int, int]] = []
    first = marks.find(1)
    while first >= 0:
        end = marks.find(0, first)
        found.append((first, end - 1))
        first = marks.find(1, end)
    return tuple(found)


@cache
def _firsts(kind: str) -> tuple[int, ...]:
    return tuple(first for first, _ in ranges_of(kind))


def is_of_kind(kind: str, code: int) -> bool:
    at = bisect_right(_firsts(kind), code) - 1
    return at >= 0 and code <= ranges_of(kind)[at][1]


def code_is(kind: str, code: Scalar) -> Scalar:
    """Is this the code point of a character of the kind? No number that is none is."""
    if isinstance(code, Term):
        if code.op == Op.ITE and not all(isinstance(value, Term) for value in code.args[1:]):
            # -1, where a text may have ended: what is left is about one number.
            condition, then, otherwise = code.args
            return ite(condition, code_is(kind, then), code_is(kind, otherwise))
        return make(Op.CODE_IS, BOOL, (code,), kind)
    assert isinstance(code, int)
    return is_of_kind(kind, code)


def expanded(term: Term) -> Scalar:
    """A `CODE_IS` in comparisons."""
    assert term.op == Op.CODE_IS and isinstance(term.value, str)
    (code,) = term.args
    ranges = ranges_of(term.value)
    low = tuple((first, last) for first, last in ranges if first < _ASCII_END)
    high = tuple((first, last) for first, last in ranges if last >= _ASCII_END)
    return ite(lt(_ASCII_END - 1, code), _inside(code, high), _inside(code, low))


def _inside(code: Scalar, ranges: Ranges) -> Scalar:
    """A tree of comparisons. Solvers tend to try false first, which leads to low code points: they
    are better to read."""
    if len(ranges) <= 2:
        return or_(*(and_(le(first, code), le(code, last)) for first, last in ranges))
    middle = len(ranges) // 2
    below, above = _inside(code, ranges[:middle]), _inside(code, ranges[middle:])
    return ite(lt(ranges[middle - 1][1], code), above, below)
