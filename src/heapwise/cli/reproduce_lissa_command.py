"""`heapwise reproduce lissa`: what it takes. What it does is in `reproduce_lissa_run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.outputs import refuse_two_on_stdout
from heapwise.reproduce import lissa_experiment
from heapwise.reproduce.lissa_subjects import SUBJECTS

_WHAT = "What to measure"


def lissa_command(
    subjects: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(SUBJECTS)}.",
            show_default="all",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    techniques: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(lissa_experiment.TECHNIQUES)}.",
            show_default="those of Table 1",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    max_scope: Annotated[
        int | None,
        typer.Option(min=1, help="No larger scope.", show_default=False, rich_help_panel=_WHAT),
    ] = None,
    full: Annotated[
        bool,
        typer.Option(
            "--full",
            help="All scopes of the paper, not only those that take seconds.",
            rich_help_panel=_WHAT,
        ),
    ] = False,
    symmetry: Annotated[
        bool,
        typer.Option(help="Also Table 2: without symmetry breaking.", rich_help_panel=_WHAT),
    ] = True,
    timeout: shared_options.CellTimeout = "20",
    programs: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="Where the class files are.",
            show_default="benchmarks/java/classes of the repository",
        ),
    ] = None,
    csv: shared_options.CellsCsv = None,
    json: shared_options.CellsJson = None,
    html: shared_options.CellsHtml = None,
    jobs: shared_options.Jobs = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """Tables 1 and 2 of "LISSA: Lazy Initialization with Specialized Solver Aid", beside ours.

    Every technique explores every subject at growing scopes, until the time is up.

    **Examples**

    `heapwise reproduce lissa`

    `heapwise reproduce lissa --subjects TreeMap.put --techniques IFrepOK,LISSA-M --timeout 300`
    """

    def command() -> ExitCode:
        wanted = shared_options.names_of("--subjects", "subject", subjects, tuple(SUBJECTS))
        names = lissa_experiment.TABLE_1
        if techniques is not None:
            known = tuple(lissa_experiment.TECHNIQUES)
            names = shared_options.names_of("--techniques", "technique", techniques, known)
        limit = bounds_of(Limits(timeout=timeout)).timeout
        refuse_two_on_stdout(json=json, csv=csv, html=html)
        folder = lissa_experiment.programs_folder(None if programs is None else Path(programs))
        parts = [lissa_experiment.table_1(wanted, names, max_scope, full)]
        if symmetry:
            parts.append(lissa_experiment.table_2(wanted, max_scope, full))
        from heapwise.cli.reproduce_cells import Outputs
        from heapwise.cli.reproduce_lissa_run import run
        from heapwise.workers.pool import available

        outputs = Outputs(folder, csv, json, html, quiet)
        return run(parts, names, outputs, limit, jobs or available())

    run_command(command)
