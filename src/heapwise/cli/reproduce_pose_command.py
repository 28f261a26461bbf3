"""`heapwise reproduce pose`: what it takes. What it does is in `reproduce_pose_run`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from heapwise.cli import shared_options
from heapwise.cli.failures import ExitCode, run_command
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.outputs import refuse_two_on_stdout
from heapwise.heaps import registry
from heapwise.reproduce import pose_experiment

_WHAT = "What to measure"


def pose_command(
    strategies: shared_options.Strategies = None,
    subjects: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(pose_experiment.PAPER)}.",
            show_default="all",
            rich_help_panel=_WHAT,
        ),
    ] = None,
    queries: Annotated[
        bool,
        typer.Option(
            "--queries",
            help="Also count the queries of `pose` as the paper does, for POSE and POSE-unwind.",
            rich_help_panel=_WHAT,
        ),
    ] = False,
    raised: Annotated[
        bool,
        typer.Option(help="Also compare at larger bounds.", rich_help_panel=_WHAT),
    ] = True,
    timeout: Annotated[
        str, typer.Option(metavar="SECONDS", help="Give up a cell after so much CPU time.")
    ] = "20",
    programs: Annotated[
        str | None,
        typer.Option(
            metavar="DIR",
            help="Where the programs are; without --subjects, those that are there are taken.",
            show_default="benchmarks/pose of the repository",
        ),
    ] = None,
    csv: shared_options.CellsCsv = None,
    json: shared_options.CellsJson = None,
    html: shared_options.CellsHtml = None,
    jobs: shared_options.Jobs = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """Table 1 of "Path-Optimal Symbolic Execution of Heap-Manipulating Programs", beside ours.

    A letter says why a number of paths differs from the printed one. The bounds are then raised,
    for the path-optimal strategies only.

    **Examples**

    `heapwise reproduce pose`

    `heapwise reproduce pose --strategies pose --queries --no-raised`

    `heapwise reproduce pose --subjects fig_1a,avl_find --csv pose.csv`
    """

    def command() -> ExitCode:
        names = shared_options.strategies_of(strategies)
        wanted = shared_options.names_of(
            "--subjects", "subject", subjects, tuple(pose_experiment.PAPER)
        )
        limit = bounds_of(Limits(timeout=timeout)).timeout
        refuse_two_on_stdout(json=json, csv=csv, html=html)
        given = None if programs is None else Path(programs)
        if given is not None and subjects is None:
            wanted = pose_experiment.subjects_in(given) or wanted
        folder = pose_experiment.programs_folder(given, wanted)
        if queries:
            pose_experiment.need_counting_solvers()
        optimal = tuple(name for name in names if registry.traits_of(name).path_optimal)
        rivals = pose_experiment.RIVALS if strategies is None else optimal
        higher = pose_experiment.with_bounds(folder, wanted) if raised else ()
        from heapwise.cli.reproduce_cells import Outputs
        from heapwise.cli.reproduce_pose_run import run
        from heapwise.reproduce import pose_tables
        from heapwise.workers.pool import available

        parts = pose_tables.parts(wanted, names, rivals, queries, higher)
        outputs = Outputs(folder, csv, json, html, quiet)
        return run(parts, outputs, limit, jobs or available())

    run_command(command)
