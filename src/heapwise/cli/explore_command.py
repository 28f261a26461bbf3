"""`heapwise explore`: every path of one program. What it does is in `explore_run`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.language_options import language_options, takes_language_options
from heapwise.cli.limits import NO_LIMITS, Limits, takes_bounds
from heapwise.cli.outputs import Files
from heapwise.cli.planning import plan_of
from heapwise.cli.shown_paths import view_of
from heapwise.cli.working import Working
from heapwise.engine import search_orders
from heapwise.heaps import registry
from heapwise.program.source import InputError
from heapwise.results.input_choice import ANY_INPUT, INPUTS, REACHABLE


@takes_language_options("explore")
@takes_bounds()
def explore_command(
    target: shared_options.Target,
    strategy: shared_options.Strategy = None,
    precondition: shared_options.Precondition = None,
    search: shared_options.Search = search_orders.DEFAULT,
    seed: shared_options.Seed = 0,
    null_dereference: shared_options.NullDereference = "raise",
    solver_mode: shared_options.SolverMode = "default",
    contracts: shared_options.Contracts = True,
    assume_contracts: shared_options.AssumeContracts = None,
    check_invariants: shared_options.CheckInvariants = False,
    no_pruning: shared_options.NoPruning = False,
    limits: Limits = NO_LIMITS,
    show: Annotated[
        str,
        typer.Option(
            metavar="N|all",
            help="How many paths to print; the others are only counted.",
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = "40",
    verbose: Annotated[
        bool,
        typer.Option(
            "--verbose", "-v", help="Draw every heap.", rich_help_panel=shared_options.OUTPUT
        ),
    ] = False,
    path: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Show one path in full: its condition, heaps and trace.",
            show_default=False,
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = None,
    jobs: shared_options.Jobs = None,
    cluster: shared_options.Cluster = None,
    store: shared_options.StoreFile = None,
    resume: shared_options.Resume = False,
    inputs: shared_options.Inputs = ANY_INPUT,
    json: shared_options.Json = None,
    html: shared_options.Html = None,
    dot: shared_options.Dot = None,
    mermaid: shared_options.Mermaid = None,
    quiet: shared_options.Quiet = False,
    **language: str | list[str] | None,
) -> None:
    """Find every path of a program, over all input heaps within the bounds.

    Each path comes with the condition under which it is taken, an input heap that takes it,
    and what it leaves behind.

    **Examples**

    `heapwise explore examples/bank.py:Account.withdraw`

    `heapwise explore examples/bank.py:transfer --max-objects Account=2 -v`

    `heapwise explore examples/list.tiny --path 2`

    `heapwise explore examples/list.tiny --strategy lazy --quiet --json paths.json`

    `heapwise explore examples/bank.py:transfer --html report.html`
    """

    def command() -> ExitCode:
        wanted = strategy
        if strategy is not None:
            wanted = chosen("strategy", registry.canonical(strategy), registry.names())
        order = chosen("search order", search, search_orders.names())
        plan = plan_of(
            target,
            limits,
            order,
            seed,
            null_dereference,
            solver_mode,
            contracts,
            precondition,
            language_options(target, language),
        )
        view = view_of(show, verbose, path, quiet)
        if path is None and (dot or mermaid):
            raise InputError("--dot and --mermaid draw the heaps of one path: add --path N")
        extra: dict[str, bool | str] = {"check_invariants": True} if check_invariants else {}
        if no_pruning:
            extra["prune"] = False
        from heapwise.cli.explore_run import run

        plan = replace(
            plan,
            strategy=wanted,
            strategy_options=extra,
            by_contract=tuple(assume_contracts or ()),
        )
        working = Working(jobs, cluster, store, resume)
        wanted_inputs = chosen("value of --inputs", inputs, INPUTS)
        files = Files(json, html, dot, mermaid)
        return run(plan, view, files, quiet, working, wanted_inputs == REACHABLE)

    run_command(command, target)
