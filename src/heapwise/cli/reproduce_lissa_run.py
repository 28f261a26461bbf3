"""What `heapwise reproduce lissa` does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console

from heapwise.cli.failures import ExitCode
from heapwise.cli.reproduce_cells import Outputs, Tables, cells_text, limit_text, run_tables
from heapwise.reproduce import lissa_experiment, lissa_tables
from heapwise.reproduce.lissa_experiment import Case, LissaCell
from heapwise.reproduce.papers import lissa_measured


def run(
    parts: Sequence[Sequence[Case]],
    techniques: Sequence[str],
    outputs: Outputs,
    timeout: float | None,
    jobs: int,
) -> ExitCode:
    figures = lissa_experiment.printed()

    def measure(cases: Sequence[Case]) -> Iterable[LissaCell]:
        return lissa_experiment.measure_all(cases, outputs.folder, timeout, jobs)

    def status(cases: Sequence[Case], cells: Sequence[LissaCell]) -> str:
        last = f"{cells[-1].subject} {cells[-1].technique}" if cells else ""
        return cells_text(len(cells), len(cases), last)

    def show(console: Console, cases: Sequence[Case], cells: Sequence[LissaCell]) -> None:
        if cells[0].table == 1:
            console.print("\nTable 1: paths and time of each technique\n")
            console.print(lissa_tables.table_1(cells, techniques, figures), crop=False)
        else:
            console.print("\nTable 2: time (of it SymSolve) without and with symmetry breaking\n")
            console.print(lissa_tables.table_2(cells, figures), crop=False)

    title = f"Tables 1 and 2 of the LISSA paper · {limit_text(timeout)}"
    tables = Tables(
        "lissa",
        title,
        LissaCell,
        measure,
        status,
        show,
        lissa_measured,
        lambda cells: lissa_tables.NOTES,
    )
    return run_tables(tables, parts, outputs)
