"""Which open prefixes become the next unit of work, and how long a worker has for it.

The shortest prefixes go first: most of the tree is behind them. As long as there are few, a
unit ends as soon as it has some more to give back, and goes breadth first: so the work spreads in a
few rounds. Later a unit takes a small part
of the time that the run has taken so far: so running to prefixes again, and waiting for the last
unit, cost a small part of it too. With many workers units are long enough for the one who
hands them out to feed all.

Few prefixes are kept in memory. The others, those with the highest ranks, wait in a file.

For a guess of what is left, every prefix has a weight: the part of the whole that may be behind it.
What a unit leaves open shares the weight that the unit had with what it has finished: as if every
choice halved what is behind it. Prefixes of little weight are put together in one unit, so that
there are no more units than the one who hands them out can see to.
"""

from __future__ import annotations

import heapq
import sqlite3
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from heapwise.results.prefix import IMPLIED, Entry, Joined, Link, Prefix, how_taken

FIRST_SLICE = 0.2
"""Seconds for a unit at least."""
LONGEST_SLICE = 10.0
_PART = 20
"""Of the time so far, a unit takes one part in so many."""
_COST = 0.001
"""Seconds for each worker: what a unit costs the one who divides."""
_ENOUGH = 2
"""Open prefixes for each worker that are enough to do; if there are fewer,"""
_FEW = 16
"""a unit ends as soon as it has so many more than it was given."""
_SHARES = 2
"""A unit has as much weight as there would be if every worker had so many of what is left."""
_MOST = 200
"""Prefixes of one unit."""
_IN_MEMORY = 20_000

Rank = tuple[int, tuple[int, ...]]


class Part(NamedTuple):
    """Of all that is open, what becomes a unit; how long a worker has for it; its weight; and how
    many prefixes are given back at once, even if there is time left."""

    prefixes: tuple[Prefix, ...]
    seconds: float
    weight: float
    most: int | None


class Division:
    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._open: list[tuple[Rank, Prefix, float]] = []
        self._file: sqlite3.Connection | None = None
        self._in_file = 0
        self._least_in_file: Rank | None = None
        self.weight = 0.0
        """Of all open prefixes."""

    def __len__(self) -> int:
        return len(self._open) + self._in_file

    @property
    def least(self) -> Rank | None:
        """No open prefix has a lower rank."""
        ranks = [self._open[0][0]] if self._open else []
        return min(ranks + ([self._least_in_file] if self._least_in_file else []), default=None)

    def add(self, prefixes: Sequence[Prefix], weight: float) -> None:
        """They have this weight together."""
        depths = [depth_of(prefix.entries) for prefix in prefixes]
        least = min(depths, default=0)
        parts = [0.5 ** (depth - least) for depth in depths]
        total = sum(parts)
        for prefix, part in zip(prefixes, parts, strict=True):
            heapq.heappush(self._open, (prefix.rank, prefix, weight * part / total))
        self.weight += weight if prefixes else 0.0
        if len(self._open) > _IN_MEMORY:
            self._put_aside()

    def take(self, elapsed: float, under_way: int, weight_under_way: float) -> Part:
        """For the next unit of a run that has taken so long, and of which so many prefixes, with
        such a weight, are under way."""
        if len(self._open) < min(len(self), _MOST):
            self._fetch()
        wanted = (self.weight + weight_under_way) / (_SHARES * self._jobs)
        taken: list[tuple[Rank, Prefix, float]] = []
        weight = 0.0
        while self._open and (not taken or (weight < wanted and len(taken) < _MOST)):
            taken.append(heapq.heappop(self._open))
            weight += taken[-1][2]
        prefixes = tuple(prefix for _, prefix, _ in taken)
        is_enough = len(self) + len(taken) + under_way >= _ENOUGH * self._jobs
        self.weight = self.weight - weight if len(self) else 0.0
        if not is_enough:
            return Part(prefixes, FIRST_SLICE, weight, len(taken) + _FEW)
        seconds = max(FIRST_SLICE, min(elapsed / _PART, LONGEST_SLICE), _COST * self._jobs)
        return Part(prefixes, seconds, weight, None)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    # -- in the file

    def _put_aside(self) -> None:
        if self._file is None:
            # A database without a name is a file that goes away with its connection.
            self._file = sqlite3.connect("")
            self._file.execute("PRAGMA journal_mode = OFF")
            self._file.execute("PRAGMA cache_size = -4000")
            columns = "choices INTEGER, place BLOB, prefix TEXT, weight REAL"
            self._file.execute(f"CREATE TABLE open ({columns}, PRIMARY KEY (choices, place))")
        self._open.sort()
        half = _IN_MEMORY // 2
        aside = self._open[half:]
        del self._open[half:]
        rows = [(rank[0], _sortable(rank[1]), str(prefix), each) for rank, prefix, each in aside]
        self._file.executemany("INSERT INTO open VALUES (?, ?, ?, ?)", rows)
        self._in_file += len(aside)
        least = aside[0][0]
        if self._least_in_file is None or least < self._least_in_file:
            self._least_in_file = least

    def _fetch(self) -> None:
        assert self._file is not None
        query = "SELECT rowid, prefix, weight FROM open ORDER BY choices, place LIMIT ?"
        rows = self._file.execute(query, (_IN_MEMORY // 4,)).fetchall()
        self._file.executemany("DELETE FROM open WHERE rowid = ?", [row[:1] for row in rows])
        self._in_file -= len(rows)
        for _, text, weight in rows:
            prefix = Prefix.parse(text)
            heapq.heappush(self._open, (prefix.rank, prefix, weight))
        first = self._file.execute(query, (1,)).fetchone()
        self._least_in_file = None if first is None else Prefix.parse(first[1]).rank


def finished_part(done: Iterable[int], left: Iterable[int]) -> float:
    """Of what had these depths together."""
    numbers = Counter(done), Counter(left)
    least = min((*numbers[0], *numbers[1]), default=0)
    finished, waiting = (
        sum(count * 0.5 ** (depth - least) for depth, count in each.items()) for each in numbers
    )
    return finished / (finished + waiting) if finished + waiting else 1.0


def depth_of(entries: Iterable[Entry]) -> int:
    """How many choices there were."""
    return sum(isinstance(each, Joined) or not how_taken(each) & IMPLIED for each in entries)


def entries_of(link: Link) -> Iterator[Entry]:
    while link is not None:
        link, entry = link
        yield entry


def _sortable(indexes: tuple[int, ...]) -> bytes:
    """Bytes in the order of the indexes."""
    numbers = array("I", indexes)
    numbers.byteswap()
    return numbers.tobytes()
