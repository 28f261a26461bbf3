"""How a state of an exploration was reached: its place in the tree of all paths, as plain data.

A `Prefix` lists which alternative the path took wherever the engine had several to choose from. An
index counts all alternatives, also those that turned out to be impossible, so that it does not
depend on what a solver found out about the others. An entry says too what was found out about the
alternative itself, and what strategies were told that asked something for themselves. With that,
whoever has the same program and options can run to the same state
without asking a solver, in another process or years later (`engine.following`). A branch that was
postponed gets its final entry when it is asked about. The numbers of leaves, unlike their prefixes,
are only the order of finding; those of `heapwise explore` follow from the `rank` of a prefix.

While a path is being explored, its prefix is a `Link`: a list with the latest entry first, whose
rest is shared between the paths that have it in common.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from itertools import groupby, repeat
from typing import TypeAlias

Choice: TypeAlias = int
"""One alternative of several: `_WAYS` times its index, and how it was taken."""
CHOSEN, IMPLIED, UNCONFIRMED, TOO_LONG = 0, 1, 2, 4
"""It is possible, as others are; no other is possible; nobody knows whether it is (also with
`IMPLIED`), and if so, then only with texts that are longer than the bound."""
_HOW = ("", "=", "?", "=?", ">")
_WAYS = 8
NO, YES = 5, 6
"""No alternatives, but answers: what a strategy has asked cannot be, or it can for all that is
known. They depend on what a solver finds out, so they are no part of the name of a place."""
_ANSWERS = {NO: "n", YES: "y"}


@dataclass(frozen=True, slots=True)
class Joined:
    """An operation that was run for all of its answers, whose ends were made one where they could
    be. `answers` are the alternatives that were possible at each of its questions, in the order in
    which they were asked; `which` of the states that came out of it this is. `indexes` tell by
    which alternatives its first end was reached: they name it."""

    answers: tuple[tuple[Choice, ...], ...]
    which: int
    indexes: tuple[int, ...]


Entry: TypeAlias = Choice | Joined

Link: TypeAlias = "tuple[Link, Entry] | None"


class Ending(Enum):
    """What was found out at the end of a path: nothing; that there is an input for the whole of it,
    or that nobody knows, where one of its choices was unconfirmed; that a run of it was tried out
    and went on for too long."""

    PLAIN = "!"
    CONFIRMED = "!c"
    UNDECIDED = "!u"
    TRIED = "!t"


def index_of(choice: Choice) -> int:
    return choice // _WAYS


def how_taken(choice: Choice) -> int:
    return choice % _WAYS


def choice(index: int, how: int = CHOSEN) -> Choice:
    return _WAYS * index + how


def since(link: Link, start: Link) -> tuple[int, ...]:
    """The indexes of the entries after `start`, which is a part of `link`."""
    found: list[int] = []
    while link is not start:
        assert link is not None
        link, entry = link
        found.extend(reversed(_indexes(entry)))
    found.reverse()
    return tuple(found)


def _indexes(entry: Entry) -> tuple[int, ...]:
    if isinstance(entry, Joined):
        return entry.indexes
    return () if entry in _ANSWERS else (entry // _WAYS,)


@dataclass(frozen=True)
class Prefix:
    """From the first entry to the last. With an `ending` it is that of a finished path."""

    entries: tuple[Entry, ...] = ()
    ending: Ending | None = None

    @staticmethod
    def of(link: Link, ending: Ending | None = None) -> Prefix:
        """Of a state that goes on: up to its last choice, from where it asks again."""
        found: list[Entry] = []
        while link is not None:
            link, entry = link
            if found or ending is not None or entry not in _ANSWERS:
                found.append(entry)
        found.reverse()
        return Prefix(tuple(found), ending)

    def __reduce__(self) -> tuple[type[Prefix], tuple[object, ...]]:
        """Without what was computed of it: many are sent."""
        return Prefix, (self.entries, self.ending)

    @cached_property
    def indexes(self) -> tuple[int, ...]:
        """The place in the tree: equal for equal places, and in the order of the tree if compared.
        It does not depend on when or by whom the place was found. Only what a `Joined` operation
        leads to may be called otherwise, if a solver fails to rule out one of its answers."""
        try:
            return tuple(
                [entry // _WAYS for entry in self.entries if entry not in _ANSWERS]  # type: ignore[operator]
            )
        except TypeError:  # few have an operation that was joined
            return tuple(index for entry in self.entries for index in _indexes(entry))

    @property
    def rank(self) -> tuple[int, tuple[int, ...]]:
        """By which paths are listed: those with few choices first, those with equally many in the
        order of the tree. What begins with this prefix has no lower rank."""
        return len(self.indexes), self.indexes

    @cached_property
    def id(self) -> str:
        """A short name of the place: the digest of `indexes`."""
        text = ".".join(map(str, self.indexes))
        return hashlib.blake2b(text.encode(), digest_size=10).hexdigest()

    def __str__(self) -> str:
        """The whole of it, for `parse`. `1=` is an alternative that was implied, `1?` one that is
        unconfirmed, `1>` one that is out of bounds, `0=*3` the same three times, `n` and `y` are
        what a strategy was told."""
        parts: list[str] = []
        for text, group in groupby(map(_show, self.entries)):
            count = len(list(group))
            parts.append(text if count == 1 else f"{text}*{count}")
        return ".".join(parts) + ("" if self.ending is None else self.ending.value)

    @staticmethod
    def parse(text: str) -> Prefix:
        """Raises `ValueError` if it is none."""
        rest, mark, end = text.partition("!")
        try:
            ending = Ending(mark + end) if mark else None
            found = Prefix(tuple(_read(rest)) if rest else (), ending)
        except ValueError:
            found = None
        if found is None or str(found) != text:
            raise ValueError(f"this is no prefix: {text!r}")
        return found

    def to_json(self) -> str:
        return str(self)

    from_json = parse


_LONGEST = 10_000_000
"""Choices of a path: a text from elsewhere may claim more than memory holds."""


def _show(entry: Entry) -> str:
    if not isinstance(entry, Joined):
        return _ANSWERS.get(entry) or f"{entry // _WAYS}{_HOW[entry % _WAYS]}"
    answers = ",".join("+".join(map(_show, each)) for each in entry.answers)
    return f"[{answers}]{entry.which}:{'+'.join(map(str, entry.indexes))}"


def _read(text: str) -> Iterator[Entry]:
    left = _LONGEST
    for part in text.split("."):
        one, _, count = part.partition("*")
        times = int(count or 1)
        left -= times
        if left < 0:
            raise ValueError("more choices than a path can have")
        entry = _read_joined(one) if one.startswith("[") else _read_choice(one)
        yield from repeat(entry, times)


def _read_choice(text: str) -> Choice:
    for answer, shown in _ANSWERS.items():
        if text == shown:
            return answer
    index = text.rstrip("=?>")
    if not index.isdecimal():
        raise ValueError(text)
    return choice(int(index), _HOW.index(text[len(index) :]))


def _read_joined(text: str) -> Joined:
    answers, _, rest = text[1:].partition("]")
    which, _, indexes = rest.partition(":")
    return Joined(
        tuple(
            tuple(_read_choice(each) for each in part.split("+") if each)
            for part in answers.split(",")
        ),
        int(which),
        tuple(int(each) for each in indexes.split("+")),
    )
