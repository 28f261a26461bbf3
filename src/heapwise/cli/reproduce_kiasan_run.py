"""What `heapwise reproduce kiasan` does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.reproduce import kiasan_experiment, kiasan_tables

_WIDEST_TABLE = 250


def run(
    parts: Sequence[Sequence[kiasan_experiment.Case]],
    folder: Path,
    timeout: float | None,
    ints: str,
    csv: str | None,
    json: str | None,
    quiet: bool,
    jobs: int,
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
