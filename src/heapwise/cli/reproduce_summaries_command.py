"""`heapwise reproduce summaries`: what it takes. What it does is in `reproduce_summaries_run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command
from heapwise.cli.limits import Limits, bounds_of

_SIZES = "Sizes"


def summaries_command(
    out: Annotated[
        str,
        typer.Option(
            metavar="DIR",
            help="Where to write summaries.csv, .png and .svg.",
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = "reproduced",
    strategies: shared_options.Strategies = None,
    timeout: Annotated[
        str,
        typer.Option(
            metavar="SECONDS", help="Give up a run after so much CPU time; larger ones are skipped."
        ),
    ] = "10",
    calls: Annotated[
        int, typer.Option(min=1, help="From 1 to so many lookups.", rich_help_panel=_SIZES)
    ] = 5,
    objects: Annotated[
        int, typer.Option(min=1, help="Lists of 1 to so many nodes.", rich_help_panel=_SIZES)
    ] = 6,
    check_invariants: shared_options.CheckInvariants = False,
    html: shared_options.CellsHtml = None,
    jobs: shared_options.Jobs = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """The linked list of "Exact Heap Summaries from Symbolic Execution" (Figures 1 and 2).

    Looks objects up in a list, and shows how paths and time grow with the length of the list and
    the number of lookups.

    **Examples**

    `heapwise reproduce summaries`

    `heapwise reproduce summaries --strategies lazy,pose --objects 4 --out figures`

    `heapwise reproduce summaries --strategies summary --check-invariants --objects 4 --calls 3`
    """

    def command() -> ExitCode:
        names = shared_options.strategies_of(strategies)
        limit = bounds_of(Limits(timeout=timeout)).timeout
        sizes = range(1, objects + 1), range(1, calls + 1)
        from heapwise.cli.reproduce_summaries_run import run
        from heapwise.workers.pool import available

        workers = jobs or available()
        return run(Path(out), names, *sizes, limit, check_invariants, html, quiet, workers)

    run_command(command)
