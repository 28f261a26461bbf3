"""The linked-list experiment of heap-summaries.txt (Figures 1 and 2) under every strategy.

The program looks up `calls` objects in one list, one after the other, and stops at the first that
is not there. The figure assumes lists without cycles. A list of at most n nodes needs at most
n + 1 nested calls, and a search that goes round a cycle needs more: with that bound no completed
path goes round one.

The number of control-flow paths is fixed by mathematics (`control_flow_paths`). The strategies with
one state must hit it; the forking ones take each of these paths several times.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

from heapwise.engine.bounds import Bounds
from heapwise.program.source import InputError
from heapwise.reproduce.measuring import ALONE, CpuLimit, not_measured
from heapwise.workers import pool

_NAME = "linked_list.javalite"
_QUANTITIES = ("paths", "seconds")


@dataclass(frozen=True, slots=True)
class Row:
    """One cell of the experiment. `stopped` says why it was given up, or is None; `failed` what
    went wrong: a fault of ours, such as a theorem that does not hold, or paths without an end."""

    strategy: str
    objects: int
    calls: int
    control_flow_paths: int
    paths: int
    returned: int
    raised: int
    bounded: int
    queries: int
    seconds: float
    solver_seconds: float
    stopped: str | None
    failed: str | None = None


def linked_list(calls: int) -> str:
    """The program of Figure 1 with so many calls of `contains`; the figure has five."""
    data = " ".join(f"[Data data{index}]" for index in range(calls))
    tests = "\n        else ".join(
        f"(if (not (this @ contains (this $ head) (this $ data{index}))) false"
        for index in range(calls)
    )
    return f"""\
(((class Data ([int val])
    ())
  (class LLNode ([Data elem] [LLNode next])
    ())
  (class LinkedList ([LLNode head] {data})
    ((bool contains [LLNode node] [Data val]
       (if ((node $ elem) = val) true
        else (if ((node $ next) = null) false
        else (this @ contains (node $ next) val))))
     (bool run
       {tests}
        else true{")" * calls}))))
 (LinkedList run))
"""


def control_flow_paths(objects: int, calls: int) -> int:
    """Every lookup succeeds at some node; or one fails at the end of a list of some length, after
    lookups that succeeded at nodes of it; or there is no list."""
    all_found: int = objects**calls
    one_missing: int = sum(
        length**before for before in range(calls) for length in range(1, objects + 1)
    )
    return all_found + one_missing + 1


def measure(
    strategy: str, objects: int, calls: int, timeout: float | None, check_invariants: bool = False
) -> Row:
    """One cell: lists of at most so many nodes, and so many calls. With `check_invariants`, the
    strategy checks its own theorems as it goes."""
    from heapwise.api import Exploration
    from heapwise.reproduce.programs import program_of

    limit = CpuLimit(timeout)
    bounds = Bounds(
        max_objects_of={"LLNode": objects},
        max_depth=None,
        max_calls=objects + 1,
        timeout=limit.wall,
    )
    extra: dict[str, Any] = {"check_invariants": True} if check_invariants else {}
    run = Exploration(program_of(linked_list(calls), _NAME), strategy, bounds, **extra)
    started = time.process_time()
    with limit:
        run.count()
    seconds = time.process_time() - started
    summary = run.summary
    counts = summary.counts
    failures = summary.account.failures
    return Row(
        strategy=strategy,
        objects=objects,
        calls=calls,
        control_flow_paths=control_flow_paths(objects, calls),
        paths=counts.paths,
        returned=counts.returned,
        raised=counts.raised,
        bounded=counts.bounded,
        queries=counts.queries,
        seconds=round(seconds, 4),
        solver_seconds=round(summary.solver_seconds, 4),
        stopped="timeout" if limit.is_up else summary.stopped,
        failed=failures[0].what if failures else not_measured(counts) or None,
    )


def measure_all(
    strategies: Sequence[str],
    objects: Sequence[int],
    calls: Sequence[int],
    timeout: float | None,
    check_invariants: bool = False,
    jobs: int = 1,
) -> Iterator[Row]:
    """All cells, each as soon as it is known. A cell at least as large in both respects as one
    that the same strategy did not finish is left out: it would not finish either. Each strategy is
    measured by one process: by this one, and by others if it takes long."""
    sizes = tuple(product(sorted(calls), sorted(objects)))
    started = time.process_time()
    left = list(strategies)
    while left and (jobs == 1 or time.process_time() - started <= ALONE):
        yield from _grown(left.pop(0), sizes, timeout, check_invariants)
    each = partial(_all_grown, sizes=sizes, timeout=timeout, check_invariants=check_invariants)
    with closing(pool.in_order(each, left, jobs)) as results:
        for strategy, rows in zip(left, results, strict=False):
            if rows == pool.INTERRUPTED:
                continue
            if isinstance(rows, pool.Lost):
                raise InputError(f"{strategy}: {rows.why}")
            yield from rows


def _all_grown(
    strategy: str, sizes: Sequence[tuple[int, int]], timeout: float | None, check_invariants: bool
) -> list[Row]:
    """In a worker. An interrupt ends it, and what was measured is kept."""
    rows: list[Row] = []
    with suppress(KeyboardInterrupt):
        rows.extend(_grown(strategy, sizes, timeout, check_invariants))
    return rows


def _grown(
    strategy: str, sizes: Sequence[tuple[int, int]], timeout: float | None, check_invariants: bool
) -> Iterator[Row]:
    unfinished: list[tuple[int, int]] = []
    for call_count, most in sizes:
        if any(most >= size and call_count >= count for size, count in unfinished):
            continue
        row = measure(strategy, most, call_count, timeout, check_invariants)
        if row.stopped is not None:
            unfinished.append((most, call_count))
        yield row


def growth(rows: Sequence[Row]) -> dict[str, tuple[int, float]]:
    """For each strategy, the longest list that it finished with the most calls, and how many times
    it took each control-flow path there on average."""
    most_calls = max((row.calls for row in rows), default=0)
    found: dict[str, tuple[int, float]] = {}
    for row in sorted(rows, key=lambda row: row.objects):
        if row.calls == most_calls and row.stopped is None:
            found[row.strategy] = (row.objects, row.paths / row.control_flow_paths)
    return found


# ---------------------------------------------------------------------------- plots


def missing_for_plots() -> str | None:
    """What keeps `plot` from working here, and what to do about it."""
    if find_spec("matplotlib") is None:
        return "plots need matplotlib, which is not installed: pip install 'heapwise[plots]'"
    return None


def plot(rows: Sequence[Row], directory: Path) -> tuple[Path, ...]:
    """Paths and time against the size of the list, one column for each number of calls, as PNG
    and SVG. A cell that was given up has an open mark for its time, and no number of paths."""
    missing = missing_for_plots()
    if missing is not None:
        raise InputError(missing)
    from matplotlib.figure import Figure  # an optional dependency, and slow to import

    calls = sorted({row.calls for row in rows})
    strategies = dict.fromkeys(row.strategy for row in rows)
    figure = Figure(figsize=(2.6 * len(calls) + 1.8, 5.4), layout="constrained")
    grid = figure.subplots(2, len(calls), sharex=True, sharey="row", squeeze=False)
    for (row, quantity), (column, count) in product(enumerate(_QUANTITIES), enumerate(calls)):
        axes = grid[row][column]
        for colour, strategy in enumerate(strategies):
            cells = [cell for cell in rows if (cell.strategy, cell.calls) == (strategy, count)]
            finished = [cell for cell in cells if cell.stopped is None]
            shown = cells if quantity == "seconds" else finished
            axes.plot(
                [cell.objects for cell in shown],
                [getattr(cell, quantity) for cell in shown],
                marker="o",
                fillstyle="none",
                color=f"C{colour}",
            )
            axes.plot(
                [cell.objects for cell in finished],
                [getattr(cell, quantity) for cell in finished],
                "o",
                color=f"C{colour}",
            )
        axes.set_yscale("log")
        axes.grid(visible=True, alpha=0.3)
        if row == 0:
            axes.set_title(f"{count} call{'s' if count > 1 else ''}")
        else:
            axes.set_xlabel("nodes, at most")
            axes.set_xticks(sorted({cell.objects for cell in rows}))
        if column == 0:
            axes.set_ylabel(quantity)
    figure.legend(grid[0][0].lines[::2], list(strategies), loc="outside right upper")
    written = tuple(directory / f"summaries.{suffix}" for suffix in ("png", "svg"))
    for path in written:
        figure.savefig(path, dpi=150)
    return written
