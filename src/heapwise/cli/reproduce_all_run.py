"""What `heapwise reproduce all` does."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from heapwise.cli.failures import ExitCode
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.program.source import InputError
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted, number
from heapwise.reproduce.campaign import measured_within
from heapwise.reproduce.results_page import Results, page
from heapwise.reproduce.table_cells import Measured, Paper, Store, Verdict

_SECONDS_BETWEEN_PAGES = 30.0
_CELLS, _PAGE = "cells.jsonl", "index.html"


def run(
    papers: Sequence[Paper],
    out: Path,
    seconds: float,
    html: str | None,
    quiet: bool,
    jobs: int,
) -> ExitCode:
    console = stdout_console()
    console.quiet = html == STDOUT
    out.mkdir(parents=True, exist_ok=True)
    to = Path(html) if html is not None and html != STDOUT else out / _PAGE
    if not to.parent.is_dir():
        raise InputError(f"--html {to}: there is no folder `{to.parent}`")
    store = Store(out / _CELLS)
    results = [Results(paper, store.found) for paper in papers]
    cells = [cell for each in results for cell in each.cells]
    last: list[Measured] = []
    written = time.monotonic()
    is_interrupted = False

    def status() -> str:
        unit = last[-1].unit if last else None
        now = "" if unit is None else f" · {unit.paper} {unit.program} {unit.technique}"
        return f"{counted(len(last), 'cell')} now, {len(store.found)} of {len(cells)}{now}"

    try:
        with Progress(status, enabled=not quiet):
            for measured in measured_within(cells, store, seconds, jobs):
                last.append(measured)
                if time.monotonic() - written > _SECONDS_BETWEEN_PAGES:
                    _write(to, results)
                    written = time.monotonic()
    except KeyboardInterrupt:
        is_interrupted = True
    if html == STDOUT:
        sys.stdout.write(page(results))
    else:
        _write(to, results)
    if not quiet:
        console.print(_summary(results))
        console.print()
    console.print(f"{counted(len(last), 'cell')} measured now · {to}", soft_wrap=True)
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def _write(to: Path, results: Sequence[Results]) -> None:
    """All of the page or nothing: whoever is killed leaves the one before."""
    new = to.with_name(f"{to.name}.new")
    new.write_text(page(results), encoding="utf-8")
    new.replace(to)


def _summary(results: Sequence[Results]) -> Table:
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("paper", no_wrap=True)
    table.add_column("cells", justify="right")
    for verdict in Verdict:
        table.add_column(verdict.value, justify="right")
    for each in results:
        counts = each.summary()
        numbers = [number(counts[verdict]) for verdict in Verdict]
        table.add_row(each.paper.name, number(len(each.cells)), *numbers)
    return table
