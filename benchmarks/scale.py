"""What several processes bring: `python -m benchmarks.scale [--quick]`.

Three tables, each measured in one run:

* one tree with one process and with several: wall time and their ratio, and the CPU time of all
  processes together, whose ratio is what the division costs (it says something also on a machine
  that has other things to do);
* the units of work: how long they took and how many paths they brought, as a histogram;
* a simulation (`benchmarks.scale_simulation`): a tree of a million paths that take as long as those
  of the measured units, for 64 and 1,024 workers; who is at work when is drawn (`--plot FILE`).
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression, mean
from typing import NamedTuple

from benchmarks.scale_simulation import Costs, Simulated, plot, simulated
from heapwise import Bounds
from heapwise.api import start
from heapwise.plan import RunPlan
from heapwise.results.prefix import Prefix
from heapwise.workers.crew import Lost
from heapwise.workers.exploring import Slice, Spread
from heapwise.workers.found import Found
from heapwise.workers.pool import available

_HERE = Path(__file__).resolve().parent
_CASES = (
    ("pose/avl_insertElem.tiny", "lazy", Bounds(max_depth=3, timeout=None)),
    ("pose/avl_insertElem.tiny", "fieldmaps", Bounds(max_depth=8, timeout=None)),
    ("pose/avl_maxElement.tiny", "lazy", Bounds(timeout=None)),
    ("lissa/tree_map.py:TreeMap.put", "lazy", Bounds(max_objects=6, timeout=None)),
)
_ALONE = 0.2
"""Seconds of CPU time before workers are started: these trees are small."""
_REACHED = 100
"""To so many prefixes, this process runs again, to see how long it takes."""
_PATHS = 1_000_000
_WORKERS = (64, 1_024)


class Work(NamedTuple):
    """A unit of work: its seconds, how many paths it has brought, and how many prefixes; and the
    CPU time of the process that divides since the one before."""

    seconds: float
    paths: int
    prefixes: int
    cost: float


class Measured(NamedTuple):
    paths: int
    wall: float
    cpu: float
    units: Sequence[Work]
    prefix: float
    """Seconds to run to a prefix again, on average."""


class _Watched(Spread):
    """Remembers its units."""

    def __init__(self, plan: RunPlan, jobs: int) -> None:
        super().__init__(start(plan), plan, jobs, ordered=False, alone=_ALONE)
        self.units: list[Work] = []
        self._since: float | None = None
        self.prefixes: list[Prefix] = []
        """Some that were open."""

    def _taken(self, key: int, result: Slice | Lost) -> Sequence[Found]:
        now = time.process_time()
        if isinstance(result, Slice):
            paths = len(result.found) + sum(result.counted.values())
            if self._since is not None:
                cost = now - self._since
                self.units.append(Work(result.summary.seconds, paths, len(result.open), cost))
            self.prefixes += result.open[:1]
        self._since = now
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
    while multiprocessing.active_children():  # whose time is known when they have ended
        time.sleep(0.05)
    cpu = _cpu() - cpu
    some = spread.prefixes[:: 1 + len(spread.prefixes) // _REACHED]
    started = time.process_time()
    for prefix in some:
        spread.run.at(prefix)
    prefix_seconds = (time.process_time() - started) / max(1, len(some))
    return Measured(paths, wall, cpu, spread.units, prefix_seconds)


def _costs(run: Measured, alone: Measured) -> Costs:
    """What a unit costs, and each prefix that comes back with it: the line that fits best. A path
    takes as long as it takes one process on average, in CPU time; some units have slower ones."""
    numbers, costs = [each.prefixes for each in run.units], [each.cost for each in run.units]
    back, unit = 0.0, mean(costs)
    if len(set(numbers)) > 1:
        line = linear_regression(numbers, costs)
        if line.slope > 0 and line.intercept > 0:
            back, unit = line
    found = [each for each in run.units if each.paths]
    times = [each.seconds / each.paths for each in found]
    average = alone.cpu / sum(each.paths for each in found)
    return Costs(unit, back, run.prefix, [average * each / mean(times) for each in times])


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
    parser.add_argument("--plot", type=Path, help="where to draw who is at work when (SVG)")
    options = parser.parse_args()
    units: list[Work] = []
    last: tuple[Measured, Measured] | None = None
    print(f"{'program':16} {'strategy':10} {'paths':>8} {'1: wall':>8} {'cpu':>7}", end=" ")
    print(f"{options.jobs:>3}: wall {'cpu':>7} {'faster':>7} {'more cpu':>9}")
    for target, strategy, bounds in _CASES[:1] if options.quick else _CASES:
        plan = RunPlan(str(_HERE / target), strategy, bounds)
        name = Path(target).stem
        one, several = measured(plan, 1), measured(plan, options.jobs)
        assert one.paths == several.paths
        units += several.units
        last = (several, one) if several.units else last
        print(
            f"{name:16} {strategy:10} {one.paths:8} {one.wall:7.1f}s {one.cpu:6.1f}s "
            f"{several.wall:7.1f}s {several.cpu:6.1f}s {one.wall / several.wall:6.2f}× "
            f"{several.cpu / one.cpu - 1:8.0%}"
        )
    if last is None:
        print("no worker was needed")
        return
    print(f"\n{len(units)} units")
    print("seconds  " + _histogram([each.seconds for each in units], (0.05, 0.2, 0.5, 1, 2), " s"))
    print("paths    " + _histogram([each.paths for each in units], (1, 10, 100, 1000), ""))
    costs = _costs(*last)
    print(
        f"\nsimulated: {_PATHS:,} paths like those of the last tree, "
        f"{1000 * mean(costs.paths):.1f} ms each; a unit costs {1000 * costs.unit:.2f} ms, "
        f"a prefix that comes back {1000 * costs.back:.3f} ms, "
        f"running to it {1000 * costs.prefix:.1f} ms"
    )
    runs: list[tuple[int, Simulated]] = []
    for workers in _WORKERS:
        run = simulated(costs, workers, _PATHS)
        runs.append((workers, run))
        print(
            f"{workers:5} workers: efficiency {run.efficiency:.0%}, {run.seconds:.1f} s, "
            f"{len(run.work):,} units"
        )
    if options.plot is not None:
        options.plot.write_text(plot(runs))


if __name__ == "__main__":
    main()
