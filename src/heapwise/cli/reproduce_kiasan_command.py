"""`heapwise reproduce kiasan`: what it takes. What it does is in `reproduce_kiasan_run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, chosen, run_command
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.outputs import refuse_two_on_stdout
from heapwise.frontends.registry import choices_of
from heapwise.reproduce import kiasan_experiment

_WHAT = "What to measure"


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
            help="`math`: mathematical integers, as in the paper; `exact`: Java's, which HashMap "
            "always has, because it computes with bits.",
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
    html: shared_options.CellsHtml = None,
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
        refuse_two_on_stdout(json=json, csv=csv, html=html)
        folder = kiasan_experiment.programs_folder(None if programs is None else Path(programs))
        numbers = chosen("kind of integers", ints, choices_of("ints"))
        parts = [
            kiasan_experiment.table_1(wanted, names or kiasan_experiment.TABLE_1, max_k),
            kiasan_experiment.table_2(wanted, names or kiasan_experiment.TABLE_2, max_n),
        ]
        from heapwise.cli.reproduce_cells import Outputs
        from heapwise.cli.reproduce_kiasan_run import run
        from heapwise.workers.pool import available

        outputs = Outputs(folder, csv, json, html, quiet)
        return run(parts, outputs, limit, numbers, jobs or available())

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
