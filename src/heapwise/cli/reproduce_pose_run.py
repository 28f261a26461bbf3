"""What `heapwise reproduce pose` does."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console

from heapwise.cli.failures import ExitCode
from heapwise.cli.reproduce_cells import Outputs, Tables, limit_text, run_tables
from heapwise.reports.wording import counted
from heapwise.reproduce import pose_experiment
from heapwise.reproduce.papers import pose_measured
from heapwise.reproduce.pose_experiment import PoseCell
from heapwise.reproduce.pose_tables import Part


def run(
    parts: Sequence[Part],
    outputs: Outputs,
    timeout: float | None,
    jobs: int,
) -> ExitCode:
    def measure(part: Part) -> Iterable[PoseCell]:
        return pose_experiment.measure_all(part.cases, outputs.folder, timeout, jobs)

    def status(part: Part, cells: Sequence[PoseCell]) -> str:
        last = f" · {cells[-1].subject}" if cells else ""
        return f"{part.title} · {counted(len(cells), 'cell')} of {len(part.cases)}{last}"

    title = f"Table 1 of the POSE paper · {limit_text(timeout)}"
    return run_tables(
        Tables("pose", title, PoseCell, measure, status, _print_part, pose_measured), parts, outputs
    )


def _print_part(console: Console, part: Part, cells: Sequence[PoseCell]) -> None:
    console.print(f"\n{part.title}\n")
    console.print(part.table(cells), crop=False)
    notes = part.notes(cells)
    if notes:
        console.print()
    for note in notes:
        console.print(note, soft_wrap=True)
