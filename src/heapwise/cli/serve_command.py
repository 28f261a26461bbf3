"""`heapwise serve`: the live explorer and the playground. What it does is in `serve_run`."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.language_options import language_options, takes_language_options
from heapwise.cli.limits import NO_LIMITS, Limits, takes_bounds
from heapwise.cli.planning import plan_of
from heapwise.engine import search_orders
from heapwise.heaps import registry
from heapwise.plan import RunPlan

_SERVER = "The server"


@takes_language_options("explore")
@takes_bounds(path_only=True)
def serve_command(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="TARGET",
            help="What to explore, as for `explore`; without it there is only the playground.",
            show_default=False,
        ),
    ] = None,
    strategy: shared_options.Strategy = None,
    precondition: shared_options.Precondition = None,
    search: shared_options.Search = search_orders.DEFAULT,
    seed: shared_options.Seed = 0,
    null_dereference: shared_options.NullDereference = "raise",
    contracts: shared_options.Contracts = True,
    limits: Limits = NO_LIMITS,
    port: Annotated[
        int,
        typer.Option(
            "--port",
            metavar="N",
            min=0,
            max=65535,
            help="Where to listen, on 127.0.0.1.",
            show_default="one that is free",
            rich_help_panel=_SERVER,
        ),
    ] = 0,
    opens: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the page in the browser.",
            show_default="where there is a screen",
            rich_help_panel=_SERVER,
        ),
    ] = None,
    **language: str | list[str] | None,
) -> None:
    """Watch an exploration in the browser, and lead it; or write programs and compare strategies.

    The page is that of `explore --html`, live: the tree of decisions grows as paths are found.
    Pause and go on, stop, raise a bound, switch the strategy or the search order; click on an open
    path (○) to have it explored next. The tab *playground* takes a program in the POSE language,
    Javalite or Python and shows what each strategy makes of it: paths, queries, seconds, and the
    trees of two of them side by side.

    Only this machine can reach the server, and only who has the address, which contains a secret:
    who has it can have programs run here, so do not pass it on. Programs run in processes with
    limits of time and memory. A run ends when nobody has looked at it for a minute, and everything
    ends with Ctrl-C.

    **Examples**

    `heapwise serve examples/bank.py:transfer`

    `heapwise serve examples/list.tiny --strategy lazy --max-depth 4`

    `heapwise serve --port 8000 --no-open`
    """

    def command() -> ExitCode:
        plan: RunPlan | None = None
        if target is not None:
            wanted = strategy
            if strategy is not None:
                wanted = chosen("strategy", registry.canonical(strategy), registry.names())
            made = plan_of(
                target,
                limits,
                chosen("search order", search, search_orders.names()),
                seed,
                null_dereference,
                contracts=contracts,
                precondition=precondition,
                language_options=language_options(target, language),
            )
            # Who looks at it ends it.
            bounds = replace(made.bounds, timeout=None)
            plan = replace(made, strategy=wanted, bounds=bounds)
        from heapwise.cli.serve_run import run

        return run(plan, port, opens)

    run_command(command, target)
