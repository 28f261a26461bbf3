"""`heapwise compare`: one program under several strategies. What it does is in `compare_run`."""

from __future__ import annotations

from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.language_options import language_options, takes_language_options
from heapwise.cli.limits import NO_LIMITS, Limits, takes_bounds
from heapwise.cli.outputs import refuse_two_on_stdout
from heapwise.cli.planning import plan_of
from heapwise.engine import search_orders
from heapwise.heaps import registry


@takes_language_options("compare")
@takes_bounds()
def compare_command(
    target: shared_options.Target,
    strategies: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(registry.names())}.",
            show_default="all",
            rich_help_panel="How to search",
        ),
    ] = None,
    precondition: shared_options.Precondition = None,
    search: shared_options.Search = search_orders.DEFAULT,
    seed: shared_options.Seed = 0,
    null_dereference: shared_options.NullDereference = "raise",
    solver_mode: shared_options.SolverMode = "default",
    contracts: shared_options.Contracts = True,
    limits: Limits = NO_LIMITS,
    jobs: shared_options.Jobs = None,
    cluster: shared_options.Cluster = None,
    json: shared_options.Json = None,
    html: shared_options.Html = None,
    csv: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|-",
            help="Write the table as CSV; - is standard output, and nothing else.",
            show_default=False,
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = None,
    quiet: shared_options.Quiet = False,
    **language: str | list[str] | None,
) -> None:
    """Run several strategies on one program and compare paths, queries and time.

    All strategies must find the same control-flow paths; the forking ones find them more often.

    **Examples**

    `heapwise compare examples/list.tiny`

    `heapwise compare examples/list.tiny --strategies lazy,pose --max-depth 4`

    `heapwise compare examples/list.tiny --csv -`
    """

    def command() -> ExitCode:
        names = shared_options.strategies_of(strategies, precondition)
        refuse_two_on_stdout(json=json, csv=csv, html=html)
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
        from heapwise.cli.compare_run import run

        return run(plan, names, json, csv, html, quiet, jobs, cluster)

    run_command(command, target)
