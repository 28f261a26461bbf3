"""`heapwise compare`: one program under several strategies."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated

import typer

from heapwise.api import Exploration, start
from heapwise.cli import javaoptions, options
from heapwise.cli.explore import plan_of
from heapwise.cli.failures import ExitCode, exit_code, run_command
from heapwise.cli.limits import Limits, bounds_text
from heapwise.cli.outputs import open_output
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.engine import search as search_orders
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.program.source import InputError
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


def compare_command(
    target: options.Target,
    strategies: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(registry.names())}.",
            show_default="all",
            rich_help_panel="How to search",
        ),
    ] = None,
    precondition: options.Precondition = None,
    search: options.Search = search_orders.DEFAULT,
    seed: options.Seed = 0,
    null_dereference: options.NullDereference = "raise",
    solver_mode: options.SolverMode = "default",
    contracts: options.Contracts = True,
    ints: javaoptions.Ints = "exact",
    class_path: javaoptions.ClassPath = None,
    jdk: javaoptions.Jdk = None,
    input_class: javaoptions.InputClass = None,
    invariant: javaoptions.Invariant = None,
    requires: javaoptions.Requires = None,
    ensures: javaoptions.Ensures = None,
    model: javaoptions.Model = None,
    max_objects: options.MaxObjects = None,
    max_depth: options.MaxDepth = None,
    max_length: options.MaxLength = None,
    max_loops: options.MaxLoops = None,
    max_calls: options.MaxCalls = None,
    max_steps: options.MaxSteps = None,
    max_paths: options.MaxPaths = None,
    timeout: options.Timeout = None,
    json: options.Json = None,
    csv: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|-",
            help="Write the table as CSV; - is standard output, and nothing else.",
            show_default=False,
            rich_help_panel=options.OUTPUT,
        ),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Run several strategies on one program and compare paths, queries and time.

    All strategies must find the same control-flow paths; the forking ones find them more often.

    **Examples**

    `heapwise compare examples/list.tiny`

    `heapwise compare examples/list.tiny --strategies lazy,pose --max-depth 4`

    `heapwise compare examples/list.tiny --csv -`
    """
    limits = Limits(
        max_objects or (),
        max_depth,
        max_length,
        max_loops,
        max_calls,
        max_steps,
        max_paths,
        timeout,
    )

    def command() -> ExitCode:
        java = javaoptions.java_options(
            ints, class_path, jdk, input_class, invariant, requires, ensures, model
        )
        plan = plan_of(
            target,
            limits,
            search,
            seed,
            null_dereference,
            solver_mode,
            contracts,
            precondition,
            java,
        )
        names = options.strategies_of(strategies, precondition)
        if json == STDOUT and csv == STDOUT:
            raise InputError("--json - and --csv - cannot share standard output")
        return _run(replace(plan, automatic=False), names, json, csv, quiet)

    run_command(command)


def _run(
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
