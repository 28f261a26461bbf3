"""Which open prefixes become the next unit of work, and how long a worker has for it.

What a unit gives back stays together, for those who run to it have most of the way in common: such
a bundle is only divided if there is not enough for all. The shortest prefixes go first: most of the
tree is behind them. At first, when there are few, a
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
_COST = 0.0005
"""Seconds for each worker: what a unit costs the one who divides, or a little more."""
_ENOUGH = 2
"""Open prefixes for each worker that are enough to do; if there are fewer,"""
_FEW = 16
"""a unit ends as soon as it has so many more than it was given."""
_SHARES = 2
"""A unit has as much weight as there would be if every worker had so many of what is left."""
_MOST = 200
"""Prefixes of one unit."""
_IN_MEMORY = 20_000
_WAITING = 16
"""Units that wait: one for each worker, but no more than so many,"""
_AHEAD = 8
"""or one for so many workers."""
_TAIL = 2
"""When there is not enough for all any more, a unit takes this part of its time."""

Rank = tuple[int, tuple[int, ...]]


class Part(NamedTuple):
    """Of all that is open, what becomes a unit; how long a worker has for it; its weight; and how
    many prefixes are given back at once, even if there is time left."""

    prefixes: tuple[Prefix, ...]
    seconds: float
    weight: float
    most: int | None


class _Bundle(NamedTuple):
    """What is left of what one unit gave back: by rank, the lowest of which is `first`. Each has
    the weight that its depth gives it."""

    first: Rank
    prefixes: Sequence[Prefix]
    depths: Sequence[int]
    weight: float

    def weights(self) -> list[float]:
        least = min(self.depths)
        parts = [0.5 ** (depth - least) for depth in self.depths]
        total = sum(parts)
        return [self.weight * part / total for part in parts]


def _bundle(prefixes: Sequence[Prefix], weight: float) -> _Bundle:
    ordered = sorted(prefixes, key=lambda prefix: prefix.rank)
    depths = [depth_of(prefix.entries) for prefix in ordered]
    return _Bundle(ordered[0].rank, ordered, depths, weight)


class Division:
    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._open: list[_Bundle] = []
        """A heap: that with the lowest rank is the first."""
        self._in_memory = 0
        self._file: sqlite3.Connection | None = None
        self._in_file = 0
        self._least_in_file: Rank | None = None
        self._has_spread = False
        self.weight = 0.0
        """Of all open prefixes."""

    @property
    def most_at_once(self) -> int:
        """Units to be under way: some wait, so that who is done need not."""
        return self._jobs + max(min(self._jobs, _WAITING), self._jobs // _AHEAD)

    def __len__(self) -> int:
        return self._in_memory + self._in_file

    @property
    def least(self) -> Rank | None:
        """No open prefix has a lower rank."""
        ranks = [self._open[0].first] if self._open else []
        return min(ranks + ([self._least_in_file] if self._least_in_file else []), default=None)

    def add(
        self, prefixes: Sequence[Prefix], weight: float, depths: Sequence[int] | None = None
    ) -> None:
        """They have this weight together. Whoever has put them in order gives their depths too."""
        if not prefixes:
            return
        if depths is None:
            self._push(_bundle(prefixes, weight))
        else:
            self._push(_Bundle(prefixes[0].rank, prefixes, depths, weight))
        self.weight += weight
        if self._in_memory > _IN_MEMORY:
            self._put_aside()

    def _push(self, bundle: _Bundle) -> None:
        heapq.heappush(self._open, bundle)
        self._in_memory += len(bundle.prefixes)

    def _pop(self) -> _Bundle:
        bundle = heapq.heappop(self._open)
        self._in_memory -= len(bundle.prefixes)
        return bundle

    def take(self, elapsed: float, under_way: int, weight_under_way: float) -> Part:
        """For the next unit of a run that has taken so long, and of which so many prefixes, with
        such a weight, are under way."""
        if self._in_memory < min(len(self), _MOST):
            self._fetch()
        wanted = (self.weight + weight_under_way) / (_SHARES * self._jobs)
        taken: list[Prefix] = []
        weight = 0.0
        while self._open and (not taken or (weight < wanted and len(taken) < _MOST)):
            bundle = self._pop()
            weights = bundle.weights()
            some = 0
            while some < len(weights) and (not some or (weight < wanted and len(taken) < _MOST)):
                taken.append(bundle.prefixes[some])
                weight += weights[some]
                some += 1
            rest = bundle.prefixes[some:]
            if rest:
                left = sum(weights[some:])
                self._push(_Bundle(rest[0].rank, rest, bundle.depths[some:], left))
        is_enough = len(self) + len(taken) + under_way >= _ENOUGH * self._jobs
        self._has_spread = self._has_spread or is_enough
        self.weight = self.weight - weight if len(self) else 0.0
        if not self._has_spread:
            return Part(tuple(taken), FIRST_SLICE, weight, len(taken) + _FEW)
        seconds = max(FIRST_SLICE, min(elapsed / _PART, LONGEST_SLICE), _COST * self._jobs)
        if not is_enough:
            seconds = max(FIRST_SLICE, seconds / _TAIL)
        return Part(tuple(taken), seconds, weight, None)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    # -- in the file

    def _put_aside(self) -> None:
        """Bundles with the highest ranks, until half of what may be in memory is left."""
        if self._file is None:
            # A database without a name is a file that goes away with its connection.
            self._file = sqlite3.connect("")
            self._file.execute("PRAGMA journal_mode = OFF")
            self._file.execute("PRAGMA cache_size = -4000")
            columns = "choices INTEGER, place BLOB, prefixes TEXT, weight REAL"
            self._file.execute(f"CREATE TABLE open ({columns}, PRIMARY KEY (choices, place))")
        self._open.sort()
        rows = []
        while self._in_memory > _IN_MEMORY // 2 and len(self._open) > 1:
            bundle = self._open.pop()
            self._in_memory -= len(bundle.prefixes)
            self._in_file += len(bundle.prefixes)
            (choices, place), text = bundle.first, "\n".join(map(str, bundle.prefixes))
            rows.append((choices, _sortable(place), text, bundle.weight))
            if self._least_in_file is None or bundle.first < self._least_in_file:
                self._least_in_file = bundle.first
        self._file.executemany("INSERT INTO open VALUES (?, ?, ?, ?)", rows)

    def _fetch(self) -> None:
        assert self._file is not None
        query = "SELECT rowid, prefixes, weight FROM open ORDER BY choices, place"
        while self._in_file and self._in_memory < _IN_MEMORY // 4:
            row, text, weight = self._file.execute(f"{query} LIMIT 1").fetchone()
            self._file.execute("DELETE FROM open WHERE rowid = ?", (row,))
            prefixes = [Prefix.parse(each) for each in text.split("\n")]
            self._in_file -= len(prefixes)
            self._push(_bundle(prefixes, weight))
        first = self._file.execute(f"{query} LIMIT 1").fetchone()
        self._least_in_file = None
        if first is not None:
            self._least_in_file = Prefix.parse(first[1].partition("\n")[0]).rank


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
    found = 0
    for each in entries:
        if isinstance(each, Joined) or not how_taken(each) & IMPLIED:
            found += 1
    return found


def entries_of(link: Link) -> Iterator[Entry]:
    while link is not None:
        link, entry = link
        yield entry


def _sortable(indexes: tuple[int, ...]) -> bytes:
    """Bytes in the order of the indexes."""
    numbers = array("I", indexes)
    numbers.byteswap()
    return numbers.tobytes()
