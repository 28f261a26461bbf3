"""`heapwise reproduce`: the experiments of the papers, run again."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from heapwise.cli import options
from heapwise.cli.failures import EXIT_CODES, ExitCode, chosen, run_command
from heapwise.cli.limits import Limits, bounds_of
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.heaps import registry
from heapwise.program.source import InputError
from heapwise.reports.wording import counted, number, seconds_text
from heapwise.reproduce import summaries as experiment
from heapwise.reproduce.summaries import Row

reproduce_app = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")

_SIZES = "Sizes"


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
            rich_help_panel=options.OUTPUT,
        ),
    ] = "reproduced",
    strategies: Annotated[
        str | None,
        typer.Option(
            metavar="NAME,NAME,…",
            help=f"Which ones: {', '.join(registry.names())}.",
            show_default="all",
        ),
    ] = None,
    timeout: Annotated[
        str,
        typer.Option(
            metavar="SECONDS", help="Give up a run after so much time; larger ones are skipped."
        ),
    ] = "10",
    calls: Annotated[
        int, typer.Option(min=1, help="From 1 to so many lookups.", rich_help_panel=_SIZES)
    ] = 5,
    objects: Annotated[
        int, typer.Option(min=1, help="Lists of 1 to so many nodes.", rich_help_panel=_SIZES)
    ] = 6,
    quiet: options.Quiet = False,
) -> None:
    """The linked list of "Exact Heap Summaries from Symbolic Execution" (Figures 1 and 2).

    Looks objects up in a list, and shows how paths and time grow with the length of the list and
    the number of lookups.

    **Examples**

    `heapwise reproduce summaries`

    `heapwise reproduce summaries --strategies lazy,pose --objects 4 --out figures`
    """

    def command() -> ExitCode:
        names = _strategies(strategies)
        limit = bounds_of(Limits(timeout=timeout)).timeout
        return _run(Path(out), names, range(1, objects + 1), range(1, calls + 1), limit, quiet)

    run_command(command)


def _strategies(text: str | None) -> Sequence[str]:
    if text is None:
        return registry.names()
    names = [registry.canonical(name.strip()) for name in text.split(",") if name.strip()]
    if not names:
        raise InputError(f"--strategies names none; valid: {', '.join(registry.names())}")
    return tuple(dict.fromkeys(chosen("strategy", name, registry.names()) for name in names))


def _run(
    out: Path,
    strategies: Sequence[str],
    objects: Sequence[int],
    calls: Sequence[int],
    timeout: float | None,
    quiet: bool,
) -> ExitCode:
    console = stdout_console()
    out.mkdir(parents=True, exist_ok=True)
    with (out / "summaries.csv").open("w", encoding="utf-8", newline="") as file:
        rows, is_interrupted = _measure(strategies, objects, calls, timeout, quiet)
        experiment.write_csv(rows, file)
    written = [out / "summaries.csv"]
    missing = experiment.missing_for_plots()
    if missing is None and rows:
        written += experiment.plot(rows, out)
    if not quiet:
        console.print(_table(rows, strategies), crop=False, soft_wrap=True)
        console.print()
    console.print(f"{counted(len(rows), 'run')} · {', '.join(map(str, written))}", soft_wrap=True)
    if missing is not None:
        console.print(missing, soft_wrap=True)
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def _measure(
    strategies: Sequence[str],
    objects: Sequence[int],
    calls: Sequence[int],
    timeout: float | None,
    quiet: bool,
) -> tuple[list[Row], bool]:
    """The rows, and whether the user interrupted: then the current run is lost."""
    rows: list[Row] = []
    status = partial(_status, rows, len(strategies) * len(objects) * len(calls))
    try:
        with Progress(status, enabled=not quiet):
            for row in experiment.measure_all(strategies, objects, calls, timeout):
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
    if row.stopped is not None:
        return f"> {seconds_text(row.seconds)}"
    return f"{number(row.paths)} · {seconds_text(row.seconds)}"
