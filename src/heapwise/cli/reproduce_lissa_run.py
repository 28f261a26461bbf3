"""What `heapwise reproduce lissa` does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.reproduce import lissa_experiment, lissa_tables

_WIDEST_TABLE = 250


def run(
    parts: Sequence[Sequence[lissa_experiment.Case]],
    techniques: Sequence[str],
    folder: Path,
    timeout: float | None,
    csv: str | None,
    json: str | None,
    quiet: bool,
    jobs: int,
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
