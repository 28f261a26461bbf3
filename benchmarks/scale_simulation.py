"""How busy many workers would be: a tree of paths, divided by what divides real ones.

The tree is made up: every node shares its paths out among two to four ways, unevenly, and every
path takes as long as those of some measured unit. What virtual workers are
given, and for how long, `heapwise.workers.division` says, as in a real run. Every unit, and
every prefix that comes back with it, costs the one process that divides what was measured; so does
every prefix that a worker has to run to again, but for what it has in common with the one before.
Efficiency is the part of the workers' time in which
they find new paths.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Sequence
from itertools import pairwise, takewhile
from typing import NamedTuple

from heapwise.results.prefix import Entry, Prefix, choice
from heapwise.workers.division import Division, Part, finished_part


class Costs(NamedTuple):
    """Measured, in seconds: of the one who divides, for each unit and for each prefix that comes
    back; of a worker, to run to a prefix; and how long a path takes, in some units."""

    unit: float
    back: float
    prefix: float
    paths: Sequence[float]


class Simulated(NamedTuple):
    """`busy` is when how many workers were at work: pairs of a time and a number."""

    efficiency: float
    seconds: float
    work: Sequence[float]
    busy: Sequence[tuple[float, int]]


class _Tree:
    """How many paths are behind a prefix, and how long each takes; nodes are made as needed."""

    def __init__(self, paths: int, costs: Costs) -> None:
        self._costs = costs
        self._sizes: dict[tuple[Entry, ...], tuple[int, float]] = {
            (): (paths, sum(costs.paths) / len(costs.paths))
        }

    def explored(self, part: Part) -> tuple[float, float, list[Prefix], float]:
        """The time it took, how much of it was for new paths, what is open, and its weight."""
        ordered = sorted(each.entries for each in part.prefixes)
        waiting = [(entries, *self._sizes.pop(entries)) for entries in reversed(ordered)]
        roots = {
            entries: self._costs.prefix * (1 - _common(before, entries) / max(1, len(entries)))
            for before, entries in pairwise(((), *ordered))
        }
        spent = useful = 0.0
        depths: list[int] = []
        most = float("inf") if part.most is None else part.most
        while waiting and spent < part.seconds and len(waiting) < most:
            entries, size, each = waiting.pop(-1 if part.most is None else 0)
            spent += roots.get(entries, 0.0)
            if size == 1:
                spent += each
                useful += each
                depths.append(len(entries))
                continue
            chance = random.Random(hash(entries) ^ size)
            ways = chance.choice((2, 2, 3, 4))
            shares = [chance.random() ** 2 for _ in range(ways)]
            if chance.random() < 0.1:
                each = chance.choice(self._costs.paths)
            others, total = size, sum(shares)
            for index, share in enumerate(shares):
                part_of_way = round(size * share / total)
                size_of_way = others if index == ways - 1 else min(others, part_of_way)
                others -= size_of_way
                if size_of_way:
                    waiting.append(((*entries, choice(index)), size_of_way, each))
        for entries, size, each in waiting:
            self._sizes[entries] = size, each
        finished = finished_part(depths, [len(entries) for entries, _, _ in waiting])
        left = [Prefix(entries) for entries, _, _ in waiting]
        return spent, useful, left, part.weight * (1 - finished)


def _common(one: Sequence[Entry], other: Sequence[Entry]) -> int:
    return len([*takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))])


def simulated(costs: Costs, workers: int, paths: int) -> Simulated:
    tree, division = _Tree(paths, costs), Division(workers)
    division.add([Prefix()], 1.0)
    clock = useful = 0.0
    free = workers
    under_way = 0
    heavy = 0.0
    waiting: deque[Part] = deque()
    running: list[tuple[float, int, Part, list[Prefix], float]] = []
    work: list[float] = []
    busy: list[tuple[float, int]] = []

    def begin(now: float) -> None:
        nonlocal free, useful
        while free and waiting:
            part = waiting.popleft()
            spent, new, left, weight = tree.explored(part)
            useful += new
            work.append(spent)
            heapq.heappush(running, (now + spent, len(work), part, left, weight))
            free -= 1
        busy.append((now, workers - free))

    while True:
        while len(division) and len(waiting) + len(running) < division.most_at_once:
            clock += costs.unit
            waiting.append(division.take(clock, under_way, heavy))
            under_way += len(waiting[-1].prefixes)
            heavy += waiting[-1].weight
            begin(clock)
        if not running:
            break
        # A worker goes on with what waits, whether or not somebody has time for what it has done.
        done, _, part, left, weight = heapq.heappop(running)
        free += 1
        begin(done)
        clock = max(clock, done) + costs.back * len(left)
        under_way -= len(part.prefixes)
        heavy -= part.weight
        division.add(left, weight)
    division.close()
    return Simulated(useful / (workers * clock), clock, work, sorted(busy))


def plot(runs: Sequence[tuple[int, Simulated]]) -> str:
    """An SVG: the part of all workers that is at work, from the beginning to the end of each."""
    width, height = 640, 200
    parts = []
    for number, (workers, run) in enumerate(runs):
        top = number * (height + 60) + 30
        heights = [0.0] * (width + 1)
        for (since, busy), (until, _) in pairwise((*run.busy, (run.seconds, 0))):
            for x in range(int(since / run.seconds * width), int(until / run.seconds * width) + 1):
                heights[min(x, width)] = max(heights[min(x, width)], busy / workers)
        line = " ".join(
            f"{40 + x},{top + height - height * each:.0f}" for x, each in enumerate(heights)
        )
        title = f"{workers:,} workers, {run.seconds:.1f} s: efficiency {run.efficiency:.0%}"
        parts.append(
            f'<text x="40" y="{top - 8}">{title}</text>'
            f'<rect x="40" y="{top}" width="{width}" height="{height}" fill="none" stroke="#999"/>'
            f'<polyline points="{line}" fill="none" stroke="#06c"/>'
        )
    total = len(runs) * (height + 60)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + 80}" height="{total}" '
        'font-family="sans-serif" font-size="13">'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )
