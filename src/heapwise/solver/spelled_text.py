"""A spelled string: a number for its length, and one for each of its first characters."""

from __future__ import annotations

from typing import NamedTuple

from heapwise.terms import Scalar, add, and_, eq, ite, le, lt, not_, or_


class Length(NamedTuple):
    """What is known of the length of a string of the input."""

    least: int = 0
    most: int | None = None


class Text(NamedTuple):
    """A spelled string of at least `least` characters. Without a tail it never has more than these
    characters; those at and beyond its length mean nothing. With one, there are as many as a
    speller spells."""

    length: Scalar
    codes: tuple[Scalar, ...]
    tail: Scalar = 0
    least: int = 0

    @property
    def is_short(self) -> Scalar:
        """Is there nothing beyond these characters?"""
        return True if self.tail == 0 else not_(self.goes_beyond(len(self.codes)))

    def goes_beyond(self, position: Scalar) -> Scalar:
        """Is there a character at this position, which is not negative?"""
        if isinstance(position, int) and position < self.least:
            return True
        return lt(position, self.length)

    def ends_at(self, position: Scalar) -> Scalar:
        """At this position, or before it."""
        return not_(self.goes_beyond(position))


def either(condition: Scalar, a: Text, b: Text) -> Text:
    if type(condition) is bool:
        return a if condition else b
    codes = tuple(ite(condition, x, y) for x, y in zip(a.codes, b.codes, strict=False))
    longer = a.codes if len(a.codes) > len(b.codes) else b.codes
    length = ite(condition, a.length, b.length)
    tail, least = ite(condition, a.tail, b.tail), min(a.least, b.least)
    return Text(length, codes + longer[len(codes) :], tail, least)


def equal(a: Text, b: Text) -> Scalar:
    same = [
        or_(a.ends_at(position), eq(x, y))
        for position, (x, y) in enumerate(zip(a.codes, b.codes, strict=False))
    ]
    return and_(eq(a.length, b.length), *same, eq(a.tail, b.tail))


def stands_at(text: Text, part: Text, start: int) -> Scalar:
    """Are these the characters of `text` from there on? Only about what is spelled of both."""
    parts = [le(add(part.length, start), text.length)]
    for position, code in enumerate(part.codes):
        if start + position >= len(text.codes):
            break
        parts.append(or_(part.ends_at(position), eq(text.codes[start + position], code)))
    return and_(*parts)


def spelled_at(text: Text, part: Text, start: int) -> Scalar:
    """Is all of `part` spelled, and where it would stand?"""
    there = True if text.tail == 0 else le(add(part.length, start), len(text.codes))
    return and_(part.is_short, there)
