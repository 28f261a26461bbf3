"""What `heapwise reproduce pose` does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from rich.console import Console

from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.reproduce import pose_experiment, pose_tables

_WIDEST_TABLE = 250


def run(
    parts: Sequence[pose_tables.Part],
    folder: Path,
    timeout: float | None,
    csv: str | None,
    json: str | None,
    quiet: bool,
    jobs: int,
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
