"""`heapwise reproduce`: the experiments of the papers, run again."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Annotated, TypeAlias

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from heapwise.cli import shared_options
from heapwise.cli.failures import EXIT_CODES, ExitCode, run_command
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.outputs import open_if_named
from heapwise.cli.reproduce_all import all_command
from heapwise.cli.reproduce_kiasan import kiasan_command
from heapwise.cli.reproduce_lissa import lissa_command
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.heaps import registry
from heapwise.program.source import InputError
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted, number, seconds_text
from heapwise.reproduce import pose_experiment, pose_tables
from heapwise.reproduce import summaries_experiment as experiment
from heapwise.reproduce.summaries_experiment import Row
from heapwise.workers.pool import available

reproduce_app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")
reproduce_app.command("all", epilog=EXIT_CODES)(all_command)
reproduce_app.command("lissa", epilog=EXIT_CODES)(lissa_command)
reproduce_app.command("kiasan", epilog=EXIT_CODES)(kiasan_command)

_SIZES = "Sizes"
_WHAT = "What to measure"
_WIDEST_TABLE = 250

_Strategies: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--strategies",
        metavar="NAME,NAME,…",
        help=f"Which ones: {', '.join(registry.names())}.",
        show_default="all",
    ),
]


@reproduce_app.callback()
def reproduce() -> None:
    """Run the experiments of the papers again, under every strategy."""


@reproduce_app.command("summaries", epilog=EXIT_CODES)
def summaries_command(
    out: Annotated[
        str,
        typer.Option(
            metavar="DIR",
            help="Where to write summaries.csv, .png and .svg.",
            rich_help_panel=shared_options.OUTPUT,
        ),
    ] = "reproduced",
    strategies: _Strategies = None,
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
        return _run(Path(out), names, *sizes, limit, check_invariants, quiet, jobs or available())

    run_command(command)


def _run(
    out: Path,
    strategies: Sequence[str],
    objects: Sequence[int],
    calls: Sequence[int],
    timeout: float | None,
    check_invariants: bool,
    quiet: bool,
    jobs: int = 1,
) -> ExitCode:
    console = stdout_console()
    out.mkdir(parents=True, exist_ok=True)
    with (out / "summaries.csv").open("w", encoding="utf-8", newline="") as file:
        rows, is_interrupted = _measure(
            strategies, objects, calls, timeout, check_invariants, quiet, jobs
        )
        experiment.write_csv(rows, file)
    written = [out / "summaries.csv"]
    missing = experiment.missing_for_plots()
    if missing is None and rows:
        written += experiment.plot(rows, out)
    if not quiet:
        console.print(_table(rows, strategies), crop=False, soft_wrap=True)
        console.print()
        _print_growth(console, rows)
    console.print(f"{counted(len(rows), 'run')} · {', '.join(map(str, written))}", soft_wrap=True)
    if missing is not None:
        console.print(missing, soft_wrap=True)
    failed = [row for row in rows if row.failed is not None]
    for row in failed:
        size = f"{counted(row.objects, 'node')}, {counted(row.calls, 'call')}"
        console.print(f"{row.strategy}, {size}: {row.failed}", soft_wrap=True)
    if failed:
        return ExitCode.VIOLATION
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def _print_growth(console: Console, rows: Sequence[Row]) -> None:
    grown = experiment.growth(rows)
    if grown:
        calls = counted(max(row.calls for row in rows), "call")
        texts = (
            f"{strategy} {times:.1f} ({counted(objects, 'node')})"
            for strategy, (objects, times) in grown.items()
        )
        console.print(
            f"Paths per control-flow path with {calls}: {' · '.join(texts)}", soft_wrap=True
        )


def _measure(
    strategies: Sequence[str],
    objects: Sequence[int],
    calls: Sequence[int],
    timeout: float | None,
    check_invariants: bool,
    quiet: bool,
    jobs: int = 1,
) -> tuple[list[Row], bool]:
    """The rows, and whether the user interrupted: then the current run is lost."""
    rows: list[Row] = []
    status = partial(_status, rows, len(strategies) * len(objects) * len(calls))
    try:
        with Progress(status, enabled=not quiet):
            for row in experiment.measure_all(
                strategies, objects, calls, timeout, check_invariants, jobs
            ):
                rows.append(row)
    except KeyboardInterrupt:
        return rows, True
    return rows, False


def _status(rows: Sequence[Row], most: int) -> str:
    last = f" · {rows[-1].strategy}" if rows else ""
    return f"{counted(len(rows), 'run')} of at most {most}{last}"


def _table(rows: Sequence[Row], strategies: Sequence[str]) -> Table:
    """Paths and time of each strategy; a run that was given up shows its time only."""
    cells = {(row.calls, row.objects, row.strategy): row for row in rows}
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for heading in ("calls", "nodes", "control flow", *strategies):
        table.add_column(heading, justify="right", no_wrap=True)
    for calls, objects in sorted({(row.calls, row.objects) for row in rows}):
        expected = experiment.control_flow_paths(objects, calls)
        texts = [_cell(cells.get((calls, objects, strategy))) for strategy in strategies]
        table.add_row(
            *(Text(text) for text in (str(calls), str(objects), number(expected), *texts))
        )
    return table


def _cell(row: Row | None) -> str:
    if row is None:
        return "–"
    if row.failed is not None:
        return "failed"
    if row.stopped is not None:
        return f"> {seconds_text(row.seconds)}"
    return f"{number(row.paths)} · {seconds_text(row.seconds)}"


# ---------------------------------------------------------------------------- pose


@reproduce_app.command("pose", epilog=EXIT_CODES)
def pose_command(
    strategies: _Strategies = None,
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
    jobs: shared_options.Jobs = None,
    quiet: shared_options.Quiet = False,
) -> None:
    """Table 1 of "Path-Optimal Symbolic Execution of Heap-Manipulating Programs", beside ours.

    A letter says why a number of paths differs from the printed one. The bounds are then raised,
    for the path-optimal strategies only.

    **Examples**

    `heapwise reproduce pose`

    `heapwise reproduce pose --strategies pose --queries --no-raised`

    `heapwise reproduce pose --subjects fig_1a,avl_find --csv pose_experiment.csv`
    """

    def command() -> ExitCode:
        names = shared_options.strategies_of(strategies)
        wanted = shared_options.names_of(
            "--subjects", "subject", subjects, tuple(pose_experiment.PAPER)
        )
        limit = bounds_of(Limits(timeout=timeout)).timeout
        if json == STDOUT and csv == STDOUT:
            raise InputError("--json - and --csv - cannot share standard output")
        given = None if programs is None else Path(programs)
        if given is not None and subjects is None:
            wanted = pose_experiment.subjects_in(given) or wanted
        folder = pose_experiment.programs_folder(given, wanted)
        if queries:
            pose_experiment.need_counting_solvers()
        optimal = tuple(name for name in names if registry.traits_of(name).path_optimal)
        rivals = pose_experiment.RIVALS if strategies is None else optimal
        higher = pose_experiment.with_bounds(folder, wanted) if raised else ()
        parts = pose_tables.parts(wanted, names, rivals, queries, higher)
        return _run_pose(parts, folder, limit, csv, json, quiet, jobs or available())

    run_command(command)


def _run_pose(
    parts: Sequence[pose_tables.Part],
    folder: Path,
    timeout: float | None,
    csv: str | None,
    json: str | None,
    quiet: bool,
    jobs: int = 1,
) -> ExitCode:
    console = stdout_console()
    console.quiet = quiet or STDOUT in (csv, json)
    # A narrow terminal may wrap the lines; figures cut off at the margin would be worse.
    console.width = max(console.width, _WIDEST_TABLE)
    cells: list[pose_experiment.PoseCell] = []
    is_interrupted = False
    with ExitStack() as stack:
        csv_to = open_if_named(stack, "--csv", csv, str(folder))
        json_to = open_if_named(stack, "--json", json, str(folder))
        limit = "any time" if timeout is None else f"at most {timeout:g} s"
        console.print(f"Table 1 of the POSE paper · {limit} per cell")
        for part in parts:
            measured, is_interrupted = _measure_part(part, folder, timeout, quiet, jobs)
            cells += measured
            if measured:
                _print_part(console, part, measured)
            if is_interrupted:
                break
        if csv_to is not None:
            pose_experiment.write_csv(cells, csv_to.begin())
        if json_to is not None:
            pose_experiment.write_json(cells, json_to.begin())
    if STDOUT not in (csv, json):
        console.quiet = False
        console.print(counted(len(cells), "cell"))
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def _measure_part(
    part: pose_tables.Part, folder: Path, timeout: float | None, quiet: bool, jobs: int
) -> tuple[list[pose_experiment.PoseCell], bool]:
    """The cells, and whether the user interrupted: then the current one is lost."""
    cells: list[pose_experiment.PoseCell] = []

    def status() -> str:
        last = f" · {cells[-1].subject}" if cells else ""
        return f"{part.title} · {counted(len(cells), 'cell')} of {len(part.cases)}{last}"

    try:
        with Progress(status, enabled=not quiet):
            for cell in pose_experiment.measure_all(part.cases, folder, timeout, jobs):
                cells.append(cell)
    except KeyboardInterrupt:
        return cells, True
    return cells, False


def _print_part(
    console: Console, part: pose_tables.Part, cells: Sequence[pose_experiment.PoseCell]
) -> None:
    console.print(f"\n{part.title}\n")
    console.print(part.table(cells), crop=False)
    notes = part.notes(cells)
    if notes:
        console.print()
    for note in notes:
        console.print(note, soft_wrap=True)
