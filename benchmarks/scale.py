"""What several processes bring: `python -m benchmarks.scale [--quick]`.

Three tables, each measured in one run:

* trees of paths, a check of 40 functions and `selfcheck`, with one process and with several: wall
  time and their ratio, and the CPU time of all processes together, whose ratio is what the division
  costs. On a machine that has other things to do, wall time says nothing: so there is also what the
  ratio would be on quiet cores, by the CPU time of each process (`benchmarks.scale_processes`). The
  first tree also with as many workers of a Dask scheduler;
* the units of work of the trees: how long they took and how many paths they brought, a histogram;
* a simulation (`benchmarks.scale_simulation`): a tree of a million paths that take as long as those
  of the measured units, for 64 and 1,024 workers; who is at work when is drawn (`--plot FILE`).
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import pickle
import resource
import subprocess
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from shutil import copytree
from statistics import linear_regression, mean
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeVar
from unittest.mock import patch

from benchmarks.scale_processes import Shares, Watching
from benchmarks.scale_simulation import Costs, Simulated, plot, simulated
from heapwise import Bounds
from heapwise.api import start
from heapwise.cli.exitcodes import ExitCode
from heapwise.plan import RunPlan
from heapwise.program import InputError
from heapwise.results.prefix import Prefix
from heapwise.workers import division
from heapwise.workers.clusters import workforce
from heapwise.workers.crew import Executors, Lost, processes
from heapwise.workers.exploring import Spread
from heapwise.workers.found import Found
from heapwise.workers.pool import available
from heapwise.workers.unit_of_work import Slice

R = TypeVar("R")

_HERE = Path(__file__).resolve().parent


class Tree(NamedTuple):
    """A bound that is raised, if any, is the last number of the program."""

    target: str
    raised: tuple[int, int] | None
    strategy: str
    bounds: Bounds = Bounds(timeout=None)

    @property
    def name(self) -> str:
        name = Path(self.target).name.removesuffix(".tiny").partition(":")[2] or self.target
        name = Path(name).name.removesuffix(".tiny")
        return f"{name} {self.raised[1]}" if self.raised else name


_TREES = (
    Tree("pose/avl_insertElem.tiny", (2, 3), "fieldmaps"),
    Tree("pose/avl_insertElem.tiny", (2, 3), "lazy", Bounds(max_depth=3, timeout=None)),
    Tree("pose/avl_find.tiny", (6, 13), "fieldmaps"),
    Tree("pose/avl_find.tiny", (6, 13), "lazy"),
    Tree("lissa/tree_map.py:TreeMap.put", None, "lazy", Bounds(max_objects=8, timeout=None)),
)
_FUNCTIONS = """
def count_{n}(xs: list[int], k: int) -> int:
    total = {n}
    for x in xs:
        if x > k + {n}:
            total += x
        elif x < total:
            total -= 1
    return 0 if total == k else total


def balance_{n}(xs: list[int], ys: list[int], k: int) -> int:
    total = {n}
    for x in xs:
        if x > k:
            total += 1
    for y in ys:
        if y < total:
            total -= 1
    return total
"""
_PAIRS = 20
_PROGRAMS = 250
"""Of `selfcheck`."""
_REACHED = 100
"""To so many prefixes, this process runs again, to see how long it takes."""
_SHORT = 0.01
"""Seconds of a unit by which it is measured what one costs,"""
_SHORT_RUN = 8.0
"""in so many seconds."""
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
    shares: Shares
    units: Sequence[Work]
    prefix: float
    """Seconds to run to a prefix again, on average."""
    ends: int = 0
    """Paths, and those that a bound has cut."""


class _Watched(Spread):
    """Remembers its units."""

    def __init__(self, plan: RunPlan, jobs: int, executors: Executors) -> None:
        super().__init__(start(plan), plan, jobs, ordered=False, executors=executors)
        self.units: list[Work] = []
        self._since: float | None = None
        self.clock = time.process_time
        self.prefixes: list[Prefix] = []
        """Some that were open."""

    def _taken(self, key: int, result: Slice | Lost) -> Sequence[Found]:
        now = self.clock()
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


def measured(plan: RunPlan, jobs: int, executors: Executors = processes) -> Measured:
    wall, cpu = time.monotonic(), _cpu()
    with Watching() as watching:
        spread = _Watched(plan, jobs, executors)
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
    ends = paths + spread.run.summary.counts.bounded
    return Measured(paths, wall, cpu, watching.shares, spread.units, prefix_seconds, ends)


class _InThisProcess(Executor):
    """Units are sent and taken as by others, but nobody waits; `away` is how long workers would
    have been at them."""

    def __init__(self) -> None:
        self.away = 0.0

    def submit(self, call: Callable[..., R], /, *args: Any, **named: Any) -> Future[R]:
        future: Future[R] = Future()
        future.set_running_or_notify_cancel()
        sent = pickle.dumps((call, args))
        started = time.process_time()
        there, given = pickle.loads(sent)
        result = pickle.dumps(there(*given))
        self.away += time.process_time() - started
        future.set_result(pickle.loads(result))
        return future


def _short_units(plan: RunPlan, jobs: int) -> Sequence[Work]:
    """One after the other, as they would come from many workers: what the division of a tree costs
    without what an executor does."""
    short = replace(plan, bounds=replace(plan.bounds, timeout=_SHORT_RUN))
    executor = _InThisProcess()
    spread = _Watched(short, jobs, lambda _: executor)
    spread.clock = lambda: time.process_time() - executor.away
    with patch.multiple(division, FIRST_SLICE=_SHORT, LONGEST_SLICE=_SHORT):
        for _ in spread.paths():
            pass
    return spread.units


def _executor_cost(executor: Executor) -> float:
    """CPU time of this process for a task, if one comes after the other."""
    payload, tasks = bytes(2_000), 1_000
    executor.submit(len, payload).result()
    started = time.process_time()
    waiting: deque[Future[int]] = deque()
    for _ in range(tasks):
        waiting.append(executor.submit(len, payload))
        if len(waiting) > 16:
            waiting.popleft().result()
    for each in waiting:
        each.result()
    return (time.process_time() - started) / tasks


def _costs(run: Measured, alone: Measured, short: Sequence[Work], executor: float) -> Costs:
    """What a unit costs, and each prefix that comes back with it: the line that fits best. A path
    takes as long as it takes one process on average, in CPU time; some units have slower ones."""
    numbers, costs = [each.prefixes for each in short], [each.cost for each in short]
    back, unit = 0.0, mean(costs)
    if len(set(numbers)) > 1:
        line = linear_regression(numbers, costs)
        if line.slope > 0 and line.intercept > 0:
            back, unit = line
    found = [each for each in run.units if each.paths]
    times = [each.seconds / each.paths for each in found]
    average = alone.cpu / alone.ends
    return Costs(
        unit + executor, back, run.prefix, [average * each / mean(times) for each in times]
    )


def _histogram(values: Sequence[float], edges: Sequence[float], unit: str) -> str:
    parts = []
    last = 0.0
    for edge in (*edges, float("inf")):
        number = sum(last <= value < edge for value in values)
        name = f"< {edge:g}{unit}" if edge < float("inf") else f"≥ {last:g}{unit}"
        parts.append(f"{name}: {number}")
        last = edge
    return " · ".join(parts)


def _print(name: str, how: str, jobs: int, one: Measured, several: Measured) -> None:
    shares = several.shares
    print(
        f"{name:16} {how:10} {one.paths or '':8} {one.wall:7.1f}s {one.cpu:6.1f}s "
        f"{several.wall:7.1f}s {shares.total:6.1f}s {one.wall / several.wall:6.2f}× "
        f"{shares.total / one.cpu - 1:8.0%} {shares.before:6.1f}s {shares.longest:6.1f}s "
        f"{one.cpu / shares.quiet(jobs):6.2f}×",
        flush=True,
    )


def _plan(tree: Tree, folder: Path) -> RunPlan:
    """Programs whose bounds are raised are written anew."""
    path = _HERE / tree.target
    if tree.raised is not None:
        usual, bound = tree.raised
        path = folder / f"{tree.name.replace(' ', '_')}.tiny"
        text = (_HERE / tree.target).read_text().replace(f" {usual} ])", f" {bound} ])")
        path.write_text(text)
    return RunPlan(str(path), tree.strategy, tree.bounds)


def _command(arguments: Sequence[str], jobs: int) -> Measured:
    """Of a run of `heapwise`, which begins with loading it."""
    wall, cpu = time.monotonic(), _cpu()
    command = [sys.executable, "-m", "heapwise", *arguments, "--jobs", str(jobs)]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, stdout=quiet, stderr=quiet)
    with Watching(process.pid) as watching:
        code = process.wait()
    if code not in (ExitCode.DONE, ExitCode.STOPPED):
        raise subprocess.CalledProcessError(code, command)
    return Measured(0, time.monotonic() - wall, _cpu() - cpu, watching.shares, (), 0.0)


@contextmanager
def _scheduler(jobs: int, folder: Path) -> Iterator[str]:
    """One of Dask, with its workers: processes of their own."""
    file = folder / "scheduler.json"
    begun: list[subprocess.Popen[bytes]] = []

    def begin(what: str, *arguments: str) -> None:
        command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *arguments]
        command += ["--scheduler-file", str(file), "--no-dashboard"]
        quiet = subprocess.DEVNULL
        begun.append(subprocess.Popen(command, stdout=quiet, stderr=quiet))

    try:
        begin("scheduler", "--port", "0")
        for _ in range(jobs):
            begin("worker", "--nthreads", "1", "--no-nanny")
        while not file.exists():
            time.sleep(0.1)
        address = json.loads(file.read_text())["address"]
        while True:
            try:
                if workforce(address, None).jobs == jobs:
                    break
            except InputError:  # there are no workers yet
                time.sleep(0.2)
        yield address
    finally:
        for process in reversed(begun):
            process.kill()
            process.wait()


def _trees(trees: Sequence[Tree], jobs: int, folder: Path) -> list[tuple[Measured, Measured]]:
    found = []
    for tree in trees:
        plan = _plan(tree, folder)
        one, several = measured(plan, 1), measured(plan, jobs)
        assert one.paths == several.paths
        _print(tree.name, tree.strategy, jobs, one, several)
        found.append((one, several))
    return found


def _others(jobs: int, folder: Path) -> None:
    module = folder / "forty.py"
    module.write_text("\n".join(_FUNCTIONS.format(n=n) for n in range(_PAIRS)))
    check = ["check", str(module), "--no-cache", "--max-objects", "3", "--timeout", "100"]
    selfcheck = ["selfcheck", "--programs", str(_PROGRAMS)]
    for name, arguments in (("40 functions", check), ("250 programs", selfcheck)):
        _print(name, arguments[0], jobs, _command(arguments, 1), _command(arguments, jobs))


def _on_a_cluster(tree: Tree, one: Measured, jobs: int, folder: Path) -> float:
    """And what a task costs there."""
    with _scheduler(jobs, folder) as address:
        executors = workforce(address, jobs).executors
        several = measured(_plan(tree, folder), jobs, executors)
        executor = executors(jobs)
        cost = _executor_cost(executor)
        executor.shutdown()
    assert one.paths == several.paths
    _print(tree.name, "dask", jobs, one, several)
    return cost


def _overhead(tree: Tree, one: Measured, folder: Path) -> None:
    run = start(_plan(tree, folder))
    started = time.process_time()
    run.count()
    seconds = time.process_time() - started
    print(f"\none process, with what may be divided: {one.cpu / seconds - 1:+.0%} CPU time")


def main() -> None:
    parser = argparse.ArgumentParser(description="What several processes bring.")
    parser.add_argument("--jobs", type=int, default=max(2, available()))
    parser.add_argument("--quick", action="store_true", help="the third tree only")
    parser.add_argument("--plot", type=Path, help="where to draw who is at work when (SVG)")
    options = parser.parse_args()
    jobs: int = options.jobs
    trees = _TREES[2:3] if options.quick else _TREES
    print(f"{'':16} {'':10} {'paths':>8} {'1: wall':>8} {'cpu':>7}", end=" ")
    print(
        f"{jobs:>3}: wall {'cpu':>7} {'faster':>7} {'more cpu':>9} {'before':>7} {'busiest':>7} "
        f"{'quiet':>7}"
    )
    with TemporaryDirectory() as name:
        folder = copytree(_HERE / "pose", Path(name) / "pose")
        found = _trees(trees, jobs, folder)
        if not options.quick:
            _others(jobs, folder)
        cost = _on_a_cluster(trees[0], found[0][0], jobs, folder)
        _overhead(trees[0], found[0][0], folder)
        first_and_last = [
            (tree, _costs(several, one, _short_units(_plan(tree, folder), jobs), cost))
            for tree, (one, several) in zip(trees, found, strict=True)
            if tree in (trees[0], trees[-1])
        ]
    units = [unit for _, several in found for unit in several.units]
    print(f"\n{len(units)} units")
    print("seconds  " + _histogram([each.seconds for each in units], (0.05, 0.2, 0.5, 1, 2), " s"))
    print("paths    " + _histogram([each.paths for each in units], (1, 10, 100, 1000), ""))
    for tree, costs in first_and_last:
        _simulations(tree, costs, options.plot)


def _simulations(tree: Tree, costs: Costs, drawing: Path | None) -> None:
    print(
        f"\nsimulated: {_PATHS:,} paths like those of {tree.name}, {tree.strategy}, "
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
            f"{len(run.work):,} units",
            flush=True,
        )
    if drawing is not None:
        drawing.write_text(plot(runs))


if __name__ == "__main__":
    main()
