"""Enumerates valid inputs with several processes: parts of one search go to whoever is free.

A worker searches a part for a short time and gives back what it has found, and what is left as
parts of their own. They are handed out in the order in which one process finds them.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path

from heapwise.frontends.enumerating import Enumeration
from heapwise.program.source import InputError
from heapwise.results import Heap
from heapwise.results.words import Words
from heapwise.structure.search.korat import ALL, Part, SearchStatistics
from heapwise.structure.search.watchdog import InvariantError
from heapwise.workers.clusters import Workforce
from heapwise.workers.crew import Crew, Lost

_ALONE = 2.0
"""Seconds that this process works alone: workers need one to start."""
_SLICE = 1.0
"""Seconds for which a worker searches."""
_ENOUGH = 4
"""Parts for each worker that are enough to do."""
_FIRST_SLICE = 0.2
"""Seconds of a slice as long as there are not enough."""

Place = tuple[int, ...]
"""Of a part among all: that of the one it was left of, and its number there."""


@dataclass(frozen=True, slots=True)
class Unit:
    """Parts of the search that `make` begins. Of each, `most` inputs are wanted at most."""

    make: partial[Enumeration]
    parts: tuple[tuple[Place, Part], ...]
    seconds: float
    most: int | None


@dataclass(slots=True)
class Searched:
    """What came of a part. It was left at a structure on which the invariant fails, if any."""

    place: Place
    inputs: list[Heap]
    valid: int
    candidates: int
    error: tuple[str, Heap] | None = None


@dataclass(frozen=True, slots=True)
class Slice:
    searched: Sequence[Searched]
    left: Sequence[tuple[Place, Part]]


class SharedEnumeration:
    """As `Enumeration`, on several processes. `make` can be called in all of them."""

    def __init__(
        self, make: partial[Enumeration], workers: Workforce, alone: float = _ALONE
    ) -> None:
        self._make = make
        self._own = make()
        self._workers = workers
        self._alone = alone if workers.jobs > 1 else inf
        self.statistics = SearchStatistics()

    @property
    def words(self) -> Words:
        return self._own.words

    @property
    def limits(self) -> str:
        return self._own.limits

    @property
    def as_tests(self) -> Callable[[Sequence[Heap], Path | None], str] | None:
        return self._own.as_tests

    def shown(self, heap: Heap) -> Heap:
        return self._own.shown(heap)

    def inputs(self, most: int | None = None) -> Iterator[Heap]:
        """All, in order; or at least the first `most`, if the others need only be counted."""
        started = time.monotonic()
        self.statistics = self._own.statistics
        yield from self._own.part(ALL, self._alone, most)
        own = self._own.statistics
        self.statistics = SearchStatistics(own.candidates, own.valid)
        try:
            if self._own.rest:
                yield from self._by_workers(list(self._own.rest), most)
        finally:
            self.statistics.seconds = time.monotonic() - started

    def _by_workers(self, rest: Sequence[Part], most: int | None) -> Iterator[Heap]:
        jobs = self._workers.jobs
        waiting: list[tuple[int, Place, Part]] = [
            (part.floor, (number,), part) for number, part in enumerate(rest)
        ]
        heapq.heapify(waiting)
        under_way: dict[int, Unit] = {}
        found: list[tuple[Place, Searched]] = []
        begun = 0
        crew: Crew[int, Unit, Slice] = Crew(search_unit, jobs, self._workers.executors)
        try:
            while waiting or under_way:
                while waiting and len(under_way) < 2 * jobs:
                    seconds = _SLICE if len(waiting) >= _ENOUGH * jobs else _FIRST_SLICE
                    some = min(len(waiting), 1 + len(waiting) // (_ENOUGH * jobs))
                    parts = tuple(heapq.heappop(waiting)[1:] for _ in range(some))
                    begun += 1
                    under_way[begun] = Unit(self._make, parts, seconds, most)
                    crew.submit(begun, under_way[begun])
                done = crew.next()
                assert done is not None
                key, result = done
                del under_way[key]
                if isinstance(result, Lost):
                    raise InputError(f"the search cannot go on: {result.why}")
                for place, part in result.left:
                    heapq.heappush(waiting, (part.floor, place, part))
                self._add(result, found)
                places = [place for _, place, _ in waiting]
                places += [place for unit in under_way.values() for place, _ in unit.parts]
                yield from _before(min(places, default=None), found)
        except KeyboardInterrupt:
            for _, result in crew.interrupted():
                if isinstance(result, Slice):
                    self._add(result, found)
            yield from _before(None, found)
            raise
        finally:
            crew.close()

    def _add(self, result: Slice, found: list[tuple[Place, Searched]]) -> None:
        for each in result.searched:
            self.statistics.candidates += each.candidates
            self.statistics.valid += each.valid
            heapq.heappush(found, (each.place, each))


def _before(place: Place | None, found: list[tuple[Place, Searched]]) -> Iterator[Heap]:
    """What was found before the first part that is still open, or all."""
    while found and (place is None or found[0][0] < place):
        each = heapq.heappop(found)[1]
        yield from each.inputs
        if each.error is not None:
            raise InvariantError(*each.error)


# -- in a worker

_loaded: tuple[object, Enumeration] | None = None


def search_unit(unit: Unit) -> Slice:
    global _loaded
    key = unit.make.args, unit.make.keywords
    if _loaded is None or _loaded[0] != key:
        _loaded = key, unit.make()
    inputs = _loaded[1]
    until = time.monotonic() + unit.seconds
    searched: list[Searched] = []
    left: list[tuple[Place, Part]] = []
    for place, part in unit.parts:
        if time.monotonic() > until:
            left.append((place, part))
            continue
        before = inputs.statistics.candidates, inputs.statistics.valid
        heaps: list[Heap] = []
        error = None
        try:
            heaps.extend(inputs.part(part, until - time.monotonic(), unit.most))
        except InvariantError as failed:
            error = str(failed), failed.structure
        except KeyboardInterrupt:
            until = 0.0  # nobody will ask for what is left
        now = inputs.statistics
        valid, candidates = now.valid - before[1], now.candidates - before[0]
        searched.append(Searched(place, heaps, valid, candidates, error))
        left += [((*place, number), each) for number, each in enumerate(inputs.rest)]
    return Slice(searched, left)
