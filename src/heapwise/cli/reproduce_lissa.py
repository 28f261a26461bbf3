"""`heapwise reproduce lissa`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.program.source import InputError
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.reproduce import lissa_experiment, lissa_tables
from heapwise.reproduce.lissa_subjects import SUBJECTS
from heapwise.workers.pool import available

_WHAT = "What to measure"
_WIDEST_TABLE = 250


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
        if json == STDOUT and csv == STDOUT:
            raise InputError("--json - and --csv - cannot share standard output")
        folder = lissa_experiment.programs_folder(None if programs is None else Path(programs))
        parts = [lissa_experiment.table_1(wanted, names, max_scope, full)]
        if symmetry:
            parts.append(lissa_experiment.table_2(wanted, max_scope, full))
        return _run(parts, names, folder, limit, csv, json, quiet, jobs or available())

    run_command(command)


def _run(
    parts: Sequence[Sequence[lissa_experiment.Case]],
    techniques: Sequence[str],
    folder: Path,
    timeout: float | None,
    csv: str | None,
    json: str | None,
    quiet: bool,
    jobs: int = 1,
) -> ExitCode:
    console = stdout_console()
    console.quiet = quiet or STDOUT in (csv, json)
    console.width = max(console.width, _WIDEST_TABLE)
    cells: list[lissa_experiment.LissaCell] = []
    figures = lissa_experiment.printed()
    is_interrupted = False
    with ExitStack() as stack:
        csv_to = open_if_named(stack, "--csv", csv, str(folder))
        json_to = open_if_named(stack, "--json", json, str(folder))
        limit = "any time" if timeout is None else f"at most {timeout:g} s"
        console.print(f"Tables 1 and 2 of the LISSA paper · {limit} per cell")
        for cases in parts:
            measured, is_interrupted = _measure(cases, folder, timeout, quiet, jobs)
            cells += measured
            if measured and measured[0].table == 1:
                console.print("\nTable 1: paths and time of each technique\n")
                console.print(lissa_tables.table_1(measured, techniques, figures), crop=False)
            elif measured:
                console.print(
                    "\nTable 2: time (of it SymSolve) without and with symmetry breaking\n"
                )
                console.print(lissa_tables.table_2(measured, figures), crop=False)
            if is_interrupted:
                break
        console.print()
        for note in lissa_tables.NOTES:
            console.print(note, soft_wrap=True)
        if csv_to is not None:
            lissa_experiment.write_csv(cells, csv_to.begin())
        if json_to is not None:
            lissa_experiment.write_json(cells, json_to.begin())
    if STDOUT not in (csv, json):
        console.quiet = False
        console.print(counted(len(cells), "cell"))
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def _measure(
    cases: Sequence[lissa_experiment.Case],
    folder: Path,
    timeout: float | None,
    quiet: bool,
    jobs: int,
) -> tuple[list[lissa_experiment.LissaCell], bool]:
    """The cells, and whether the user interrupted: then the current one is lost."""
    cells: list[lissa_experiment.LissaCell] = []

    def status() -> str:
        last = f" · {cells[-1].subject} {cells[-1].technique}" if cells else ""
        return f"{counted(len(cells), 'cell')} of at most {len(cases)}{last}"

    try:
        with Progress(status, enabled=not quiet):
            for cell in lissa_experiment.measure_all(cases, folder, timeout, jobs):
                cells.append(cell)
    except KeyboardInterrupt:
        return cells, True
    return cells, False
