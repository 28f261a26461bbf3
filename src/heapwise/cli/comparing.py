"""What `heapwise compare` does."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from heapwise.api import Exploration, start
from heapwise.cli.failures import ExitCode, exit_code
from heapwise.cli.limits import bounds_text
from heapwise.cli.outputs import open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.plan import RunPlan
from heapwise.reports.comparefile import write_compare_csv, write_compare_json
from heapwise.reports.destination import STDOUT
from heapwise.reports.table import compare_table, same_paths_line
from heapwise.reports.wording import counted
from heapwise.results import RunSummary

_WIDEST_TABLE = 250


@dataclass(frozen=True, slots=True)
class Run:
    """One strategy's result; `traces` is None if the control-flow paths were not recorded."""

    summary: RunSummary
    traces: Hashable


def run(
    plan: RunPlan,
    strategies: Sequence[str],
    json: str | None,
    csv: str | None,
    quiet: bool,
) -> ExitCode:
    console = stdout_console()
    console.quiet = STDOUT in (json, csv)
    with ExitStack() as stack:
        json_to = open_output(stack, "--json", json, plan.target) if json else None
        csv_to = open_output(stack, "--csv", csv, plan.target) if csv else None
        runs = _explore_all(plan, strategies, quiet)
        summaries = [run.summary for run in runs]
        same, why_unknown = _same_traces(runs)
        if json_to is not None:
            write_compare_json(json_to.begin(), summaries, same)
        if csv_to is not None:
            write_compare_csv(csv_to.begin(), summaries)
    if not quiet:
        console.print(
            f"{plan.target} · {bounds_text(plan.bounds.to_json(), plan.bounds.unlimited)}\n",
            soft_wrap=True,
        )
    # A narrow terminal may wrap the lines; figures cut off at the margin would be worse.
    console.width = max(console.width, _WIDEST_TABLE)
    console.print(compare_table(summaries), crop=False)
    if len(runs) > 1 and (same is not None or why_unknown):
        console.print(same_paths_line(same, why_unknown))
    return exit_code(summary.verdict for summary in summaries)


def _explore_all(plan: RunPlan, strategies: Sequence[str], quiet: bool) -> list[Run]:
    """One strategy after the other. An interrupt ends the current one and skips the rest."""
    runs: list[Run] = []
    for strategy in strategies:
        exploration = start(replace(plan, strategy=strategy))
        status = partial(_status, exploration, f"{len(runs) + 1} of {len(strategies)} · {strategy}")
        is_interrupted = False
        try:
            with Progress(status, enabled=not quiet):
                exploration.count(track_traces=True)
        except KeyboardInterrupt:
            exploration.stop("interrupted")
            is_interrupted = True
        runs.append(Run(exploration.summary, exploration.trace_digest))
        if is_interrupted:
            break
    return runs


def _status(exploration: Exploration, which: str) -> str:
    return f"{which} · {counted(exploration.summary.counts.paths, 'path')}"


def _same_traces(runs: Sequence[Run]) -> tuple[bool | None, str]:
    """Did all take the same control-flow paths? A run that was cut short cannot tell."""
    for run in runs:
        if run.summary.stopped:
            return None, f"{run.summary.strategy} stopped: {run.summary.stopped}"
    if len(runs) < 2 or any(run.traces is None for run in runs):
        return None, ""
    return len({run.traces for run in runs}) == 1, ""
