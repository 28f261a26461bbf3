"""What `heapwise reproduce summaries` does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table
from rich.text import Text

from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_if_named
from heapwise.cli.reproduce_cells import collected, page_of
from heapwise.cli.terminal import stdout_console
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted, number, seconds_text
from heapwise.reproduce import summaries_experiment as experiment
from heapwise.reproduce.cell_files import write_csv
from heapwise.reproduce.papers import summaries_measured
from heapwise.reproduce.summaries_experiment import Row


def run(
    out: Path,
    strategies: Sequence[str],
    objects: Sequence[int],
    calls: Sequence[int],
    timeout: float | None,
    check_invariants: bool,
    html: str | None,
    quiet: bool,
    jobs: int,
) -> ExitCode:
    console = stdout_console()
    console.quiet = html == STDOUT
    out.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        page_to = open_if_named(stack, "--html", html, str(out))
        csv_file = (out / "summaries.csv").open("w", encoding="utf-8", newline="")
        file = stack.enter_context(csv_file)
        rows, is_interrupted = collected(
            experiment.measure_all(strategies, objects, calls, timeout, check_invariants, jobs),
            partial(_status, len(strategies) * len(objects) * len(calls)),
            quiet,
        )
        write_csv(Row, rows, file)
        if page_to is not None:
            page_to.begin().write(page_of("summaries", map(summaries_measured, rows)))
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


def _status(most: int, rows: Sequence[Row]) -> str:
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
