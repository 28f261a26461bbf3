"""`heapwise reproduce all`: what it takes. What it does is in `reproduce_all_run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command
from heapwise.reproduce.papers import PAPERS


def all_command(
    out: Annotated[
        str,
        typer.Option(
            metavar="DIR",
            help="Where to keep what was measured, and to write index.html; a run goes on from"
            " what is there.",
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = "reproduced",
    minutes: Annotated[float, typer.Option(min=0.0, help="Stop after so much time.")] = 60.0,
    papers: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(paper.name for paper in PAPERS)}.",
            show_default="all",
        ),
    ] = None,
    html: Annotated[
        str | None,
        typer.Option(
            metavar="FILE|-",
            help="Where to write the page, instead of index.html in the folder; - is standard"
            " output, and nothing else.",
            show_default=False,
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = None,
    jobs: shared_options.Jobs = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """The tables of all papers within a time, as one page with every number beside the printed one.

    Small cells come first, and every round gives those that were cut more time. Each result is kept
    at once: who is stopped or killed goes on later, with the same command. `--minutes 0` only
    writes the page.

    **Examples**

    `heapwise reproduce all --out reproduced --minutes 30`

    `heapwise reproduce all --papers lissa,kiasan --minutes 600`

    `heapwise reproduce all --minutes 0 --html papers.html`
    """

    def command() -> ExitCode:
        known = {paper.name: paper for paper in PAPERS}
        names = shared_options.names_of("--papers", "paper", papers, tuple(known))
        from heapwise.cli.reproduce_all_run import run
        from heapwise.workers.pool import available

        chosen = [known[name] for name in names]
        return run(chosen, Path(out), minutes * 60, html, quiet, jobs or available())

    run_command(command)
