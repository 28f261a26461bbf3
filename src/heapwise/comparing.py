"""One program under several strategies: do all of them take the same control-flow paths?"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from heapwise.api import Exploration, start
from heapwise.engine import search_orders
from heapwise.engine.bounds import Bounds
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.results import RunSummary


@dataclass(frozen=True, slots=True)
class Comparison:
    """The runs in order. `same_paths` is None if nobody can say, for the reason `why_unknown`."""

    runs: Sequence[RunSummary]
    same_paths: bool | None
    why_unknown: str = ""


def compare(
    target: str | Path,
    strategies: Sequence[str] | None = None,
    *,
    bounds: Bounds | None = None,
    search: str = search_orders.DEFAULT,
    seed: int = 0,
    null_dereference: str = "raise",
    solver_mode: str = "default",
    contracts: bool = True,
    precondition: str | None = None,
    language_options: object | None = None,
) -> Comparison:
    """Explore `target` with several strategies, or with all; the rest is as in `explore`."""
    plan = RunPlan(
        str(target),
        bounds=bounds or Bounds(),
        search=search,
        seed=seed,
        null_dereference=null_dereference,
        solver_mode=solver_mode,
        contracts=contracts,
        precondition=precondition,
        language_options=language_options,
    )
    return compared(plan, strategies or registry.names())


def compared(
    plan: RunPlan,
    strategies: Sequence[str],
    count: Callable[[Exploration, str], bool] | None = None,
) -> Comparison:
    """The plan under each strategy. `count` runs an exploration to its end; if it returns False,
    the strategies that follow are left out."""
    runs: list[RunSummary] = []
    traces: list[Hashable] = []
    for strategy in strategies:
        exploration = start(replace(plan, strategy=strategy, automatic=False))
        goes_on = (count or _count)(exploration, strategy)
        runs.append(exploration.summary)
        traces.append(exploration.trace_digest)
        if not goes_on:
            break
    return Comparison(runs, *_same(runs, traces))


def _count(exploration: Exploration, strategy: str) -> bool:
    exploration.count(track_traces=True)
    return True


def _same(runs: Sequence[RunSummary], traces: Sequence[Hashable]) -> tuple[bool | None, str]:
    """A run that was cut short cannot tell."""
    for run in runs:
        if run.stopped:
            return None, f"{run.strategy} stopped: {run.stopped}"
    if len(runs) < 2 or None in traces:
        return None, ""
    return len(set(traces)) == 1, ""
