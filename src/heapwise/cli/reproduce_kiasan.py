"""`heapwise reproduce kiasan`."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.frontends.registry import choices_of
from heapwise.program.source import InputError
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.reproduce import kiasan_experiment, kiasan_tables
from heapwise.workers.pool import available

_WHAT = "What to measure"
_WIDEST_TABLE = 250


def kiasan_command(
    subjects: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help="Which methods (`AvlTree.find`) or classes (`AvlTree`).",
            show_default="all",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    techniques: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(kiasan_experiment.TECHNIQUES)}.",
            show_default="those of each table",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    max_k: Annotated[
        int, typer.Option(min=0, max=3, help="Table 1 up to this k.", rich_help_panel=_WHAT)
    ] = 3,
    max_n: Annotated[
        int, typer.Option(min=0, max=9, help="Table 2 up to this n.", rich_help_panel=_WHAT)
    ] = 9,
    ints: Annotated[
        str,
        typer.Option(
            help="`math`: mathematical integers, as in the paper; `exact`: Java's.",
            rich_help_panel=_WHAT,
        ),
    ] = "math",
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
    """Tables 1 and 2 of "Efficient and formal generalized symbolic execution", beside ours.

    Invariant and precondition are assumed, the method runs, invariant and postcondition are
    asserted. `compiled` is what the paper does not have: the default strategy, with the invariant
    as one formula.

    **Examples**

    `heapwise reproduce kiasan`

    `heapwise reproduce kiasan --subjects AvlTree,TreeMap.put --max-k 2 --max-n 6`
    """

    def command() -> ExitCode:
        wanted = _subjects(subjects)
        known = tuple(kiasan_experiment.TECHNIQUES)
        names = None
        if techniques is not None:
            names = shared_options.names_of("--techniques", "technique", techniques, known)
        limit = bounds_of(Limits(timeout=timeout)).timeout
        if json == STDOUT and csv == STDOUT:
            raise InputError("--json - and --csv - cannot share standard output")
        folder = kiasan_experiment.programs_folder(None if programs is None else Path(programs))
        numbers = chosen("kind of integers", ints, choices_of("ints"))
        parts = [
            kiasan_experiment.table_1(wanted, names or kiasan_experiment.TABLE_1, max_k),
            kiasan_experiment.table_2(wanted, names or kiasan_experiment.TABLE_2, max_n),
        ]
        return _run(parts, folder, limit, numbers, csv, json, quiet, jobs or available())

    run_command(command)


def _subjects(given: str | None) -> list[str]:
    """The methods that were named, each or by their class."""
    if given is None:
        return list(kiasan_experiment.SUBJECTS)
    classes = tuple(dict.fromkeys(subject.cls for subject in kiasan_experiment.SUBJECTS.values()))
    names = shared_options.names_of(
        "--subjects", "subject", given, (*kiasan_experiment.SUBJECTS, *classes)
    )
    return [
        subject.name
        for subject in kiasan_experiment.SUBJECTS.values()
        if subject.name in names or subject.cls in names
    ]


def _run(
    parts: Sequence[Sequence[kiasan_experiment.Case]],
    folder: Path,
    timeout: float | None,
    ints: str,
    csv: str | None,
    json: str | None,
    quiet: bool,
    jobs: int = 1,
) -> ExitCode:
    console = stdout_console()
    console.quiet = quiet or STDOUT in (csv, json)
    console.width = max(console.width, _WIDEST_TABLE)
    cells: list[kiasan_experiment.KiasanCell] = []
    figures = kiasan_experiment.printed()
    is_interrupted = False
    with ExitStack() as stack:
        csv_to = open_if_named(stack, "--csv", csv, str(folder))
        json_to = open_if_named(stack, "--json", json, str(folder))
        limit = "any time" if timeout is None else f"at most {timeout:g} s"
        console.print(f"Tables 1 and 2 of the Kiasan paper · {limit} per cell · --ints {ints}")
        for cases in parts:
            measured, is_interrupted = _measure(cases, folder, timeout, ints, quiet, jobs)
            cells += measured
            names = list(dict.fromkeys(cell.technique for cell in measured))
            if measured and measured[0].table == 1:
                console.print("\nTable 1: paths, by the length of chains of references\n")
                console.print(kiasan_tables.table_1(measured, names, figures), crop=False)
            elif measured:
                console.print("\nTable 2: paths, by the number of objects\n")
                console.print(kiasan_tables.table_2(measured, names, figures), crop=False)
            if is_interrupted:
                break
        console.print()
        for note in kiasan_tables.notes(cells, figures):
            console.print(note, soft_wrap=True)
        if csv_to is not None:
            kiasan_experiment.write_csv(cells, csv_to.begin())
        if json_to is not None:
            kiasan_experiment.write_json(cells, json_to.begin())
    if STDOUT not in (csv, json):
        console.quiet = False
        console.print(counted(len(cells), "cell"))
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def _measure(
    cases: Sequence[kiasan_experiment.Case],
    folder: Path,
    timeout: float | None,
    ints: str,
    quiet: bool,
    jobs: int,
) -> tuple[list[kiasan_experiment.KiasanCell], bool]:
    """The cells, and whether the user interrupted: then the current one is lost."""
    cells: list[kiasan_experiment.KiasanCell] = []

    def status() -> str:
        last = f" · {cells[-1].subject} {cells[-1].technique}" if cells else ""
        return f"{counted(len(cells), 'cell')} of at most {len(cases)}{last}"

    try:
        with Progress(status, enabled=not quiet):
            for cell in kiasan_experiment.measure_all(cases, folder, timeout, ints, jobs):
                cells.append(cell)
    except KeyboardInterrupt:
        return cells, True
    return cells, False
