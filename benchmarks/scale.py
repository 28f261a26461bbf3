"""What several processes bring: `python -m benchmarks.scale [--quick]`.

Three tables, each measured in one run:

* one tree with one process and with several: wall time and their ratio, and the CPU time of all
  processes together, whose ratio is what the division costs (it says something also on a machine
  that has other things to do);
* the units of work: how long they took and how many paths they brought, as a histogram;
* a simulation: units that take as long as those measured are given to 64 and 1,024 workers by one
  process that spends on each what this one did, until there are a million paths. Efficiency is the
  part of the time that workers work.
"""

from __future__ import annotations

import argparse
import heapq
import multiprocessing
import random
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from heapwise import Bounds
from heapwise.api import start
from heapwise.plan import RunPlan
from heapwise.workers.crew import Lost
from heapwise.workers.exploring import Slice, Spread
from heapwise.workers.found import Found
from heapwise.workers.pool import available

_POSE = Path(__file__).resolve().parent / "pose"
_CASES = (
    ("avl_insertElem", "lazy", Bounds(max_depth=3, timeout=None)),
    ("avl_insertElem", "fieldmaps", Bounds(max_depth=8, timeout=None)),
    ("avl_maxElement", "lazy", Bounds(timeout=None)),
)
_ALONE = 0.2
"""Seconds of CPU time before workers are started: these trees are small."""
_PATHS = 1_000_000
_WORKERS = (64, 1_024)


class Work(NamedTuple):
    """A unit of work: its seconds, and how many paths it has brought."""

    seconds: float
    paths: int


class Measured(NamedTuple):
    paths: int
    wall: float
    cpu: float
    own: float
    """CPU time of this process alone, after workers were started."""
    units: Sequence[Work]


class _Watched(Spread):
    """Remembers its units."""

    def __init__(self, plan: RunPlan, jobs: int) -> None:
        super().__init__(start(plan), plan, jobs, ordered=False, alone=_ALONE)
        self.units: list[Work] = []
        self.since: float | None = None

    def _taken(self, key: int, result: Slice | Lost) -> Sequence[Found]:
        if self.since is None:
            self.since = time.process_time()
        if isinstance(result, Slice):
            self.units.append(
                Work(result.summary.seconds, len(result.found) + sum(result.counted.values()))
            )
        return super()._taken(key, result)


def _cpu() -> float:
    """Of this process and of the workers that have ended."""
    whose = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(sum(resource.getrusage(each)[:2]) for each in whose)


def measured(plan: RunPlan, jobs: int) -> Measured:
    wall, cpu = time.monotonic(), _cpu()
    spread = _Watched(plan, jobs)
    for _ in spread.paths():
        pass
    paths = spread.run.summary.counts.paths
    wall = time.monotonic() - wall
    own = 0.0 if spread.since is None else time.process_time() - spread.since
    while multiprocessing.active_children():  # whose time is known when they have ended
        time.sleep(0.05)
    return Measured(paths, wall, _cpu() - cpu, own, spread.units)


def efficiency(units: Sequence[Work], cost: float, workers: int, paths: int) -> float:
    """Of so many workers that explore so many paths, if each unit costs the one who gives them out
    so many seconds. One unit is there at first; each that is done leaves two to do, as long as
    there are enough paths."""
    chance = random.Random(0)
    free = [0.0] * workers
    heapq.heapify(free)
    ready = [0.0]
    busy = clock = end = 0.0
    done = 0
    while ready and done < paths:
        unit = chance.choice(units)
        clock = max(clock, heapq.heappop(ready), heapq.heappop(free)) + cost
        end = clock + unit.seconds
        busy += unit.seconds
        done += unit.paths
        heapq.heappush(free, end)
        for _ in range(2):
            heapq.heappush(ready, end)
    return busy / (workers * max(free))


def _histogram(values: Sequence[float], edges: Sequence[float], unit: str) -> str:
    parts = []
    last = 0.0
    for edge in (*edges, float("inf")):
        number = sum(last <= value < edge for value in values)
        name = f"< {edge:g}{unit}" if edge < float("inf") else f"≥ {last:g}{unit}"
        parts.append(f"{name}: {number}")
        last = edge
    return " · ".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="What several processes bring.")
    parser.add_argument("--jobs", type=int, default=max(2, available()))
    parser.add_argument("--quick", action="store_true", help="the first tree only")
    options = parser.parse_args()
    units: list[Work] = []
    own = 0.0
    print(f"{'program':16} {'strategy':10} {'paths':>8} {'1: wall':>8} {'cpu':>7}", end=" ")
    print(f"{options.jobs:>3}: wall {'cpu':>7} {'faster':>7} {'more cpu':>9}")
    for name, strategy, bounds in _CASES[:1] if options.quick else _CASES:
        plan = RunPlan(f"{_POSE}/{name}.tiny", strategy, bounds)
        one, several = measured(plan, 1), measured(plan, options.jobs)
        assert one.paths == several.paths
        units += several.units
        own += several.own
        print(
            f"{name:16} {strategy:10} {one.paths:8} {one.wall:7.1f}s {one.cpu:6.1f}s "
            f"{several.wall:7.1f}s {several.cpu:6.1f}s {one.wall / several.wall:6.2f}× "
            f"{several.cpu / one.cpu - 1:8.0%}"
        )
    if not units:
        print("no worker was needed")
        return
    cost = own / len(units)
    print(f"\n{len(units)} units, each {1000 * cost:.1f} ms of CPU time of the one who divides")
    print("seconds  " + _histogram([each.seconds for each in units], (0.05, 0.2, 0.5, 1, 2), " s"))
    print("paths    " + _histogram([each.paths for each in units], (1, 10, 100, 1000), ""))
    print(f"\nsimulated: {_PATHS:,} paths in units of these times")
    for workers in _WORKERS:
        part = efficiency(units, cost, workers, _PATHS)
        print(f"{workers:5} workers: {part:.0%} of the time at work")


if __name__ == "__main__":
    main()
