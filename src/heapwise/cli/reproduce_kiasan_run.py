"""What `heapwise reproduce kiasan` does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console

from heapwise.cli.failures import ExitCode
from heapwise.cli.reproduce_cells import Outputs, Tables, cells_text, limit_text, run_tables
from heapwise.reproduce import kiasan_experiment, kiasan_tables
from heapwise.reproduce.kiasan_experiment import Case, KiasanCell
from heapwise.reproduce.papers import kiasan_measured


def run(
    parts: Sequence[Sequence[Case]],
    outputs: Outputs,
    timeout: float | None,
    ints: str,
    jobs: int,
) -> ExitCode:
    figures = kiasan_experiment.printed()

    def measure(cases: Sequence[Case]) -> Iterable[KiasanCell]:
        return kiasan_experiment.measure_all(cases, outputs.folder, timeout, ints, jobs)

    def status(cases: Sequence[Case], cells: Sequence[KiasanCell]) -> str:
        last = f"{cells[-1].subject} {cells[-1].technique}" if cells else ""
        return cells_text(len(cells), len(cases), last)

    def show(console: Console, cases: Sequence[Case], cells: Sequence[KiasanCell]) -> None:
        names = list(dict.fromkeys(cell.technique for cell in cells))
        if cells[0].table == 1:
            console.print("\nTable 1: paths, by the length of chains of references\n")
            console.print(kiasan_tables.table_1(cells, names, figures), crop=False)
        else:
            console.print("\nTable 2: paths, by the number of objects\n")
            console.print(kiasan_tables.table_2(cells, names, figures), crop=False)

    def notes(cells: Sequence[KiasanCell]) -> Iterable[str]:
        return kiasan_tables.notes(cells, figures)

    title = f"Tables 1 and 2 of the Kiasan paper · {limit_text(timeout)} · --ints {ints}"
    return run_tables(
        Tables("kiasan", title, KiasanCell, measure, status, show, kiasan_measured, notes),
        parts,
        outputs,
    )
