"""Measures the tables of a paper, part by part: progress, tables, files, and what Ctrl-C leaves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from rich.console import Console

from heapwise.cli.failures import ExitCode
from heapwise.cli.outputs import open_if_named
from heapwise.cli.terminal import Progress, stdout_console
from heapwise.reports.destination import STDOUT
from heapwise.reports.wording import counted
from heapwise.reproduce.cell_files import write_csv, write_json
from heapwise.reproduce.papers import paper_named
from heapwise.reproduce.results_page import Results, page
from heapwise.reproduce.table_cells import Measured

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")
C = TypeVar("C", bound="DataclassInstance")
P = TypeVar("P")

_WIDEST_TABLE = 250
"""A narrow terminal may wrap the lines; figures cut off at the margin would be worse."""


@dataclass(frozen=True)
class Tables(Generic[P, C]):
    """Of the `paper` of that name: a `title`, what is measured for a part, how far that is, how a
    part is shown, how a cell stands on the page, and what is told below all of them."""

    paper: str
    title: str
    kind: type[C]
    measure: Callable[[P], Iterable[C]]
    status: Callable[[P, Sequence[C]], str]
    show: Callable[[Console, P, Sequence[C]], None]
    on_page: Callable[[C], Measured]
    notes: Callable[[Sequence[C]], Iterable[str]] = lambda cells: ()


@dataclass(frozen=True, slots=True)
class Outputs:
    """What the user asked for."""

    folder: Path
    csv: str | None
    json: str | None
    html: str | None
    quiet: bool


def run_tables(tables: Tables[P, C], parts: Iterable[P], outputs: Outputs) -> ExitCode:
    console = stdout_console()
    written = (outputs.csv, outputs.json, outputs.html)
    console.quiet = outputs.quiet or STDOUT in written
    console.width = max(console.width, _WIDEST_TABLE)
    cells: list[C] = []
    is_interrupted = False
    with ExitStack() as stack:
        csv_to = open_if_named(stack, "--csv", outputs.csv, str(outputs.folder))
        json_to = open_if_named(stack, "--json", outputs.json, str(outputs.folder))
        page_to = open_if_named(stack, "--html", outputs.html, str(outputs.folder))
        console.print(tables.title)
        for part in parts:

            def status(found: Sequence[C], part: P = part) -> str:
                return tables.status(part, found)

            measured, is_interrupted = collected(tables.measure(part), status, outputs.quiet)
            cells += measured
            if measured:
                tables.show(console, part, measured)
            if is_interrupted:
                break
        notes = list(tables.notes(cells))
        if notes:
            console.print()
        for note in notes:
            console.print(note, soft_wrap=True)
        if csv_to is not None:
            write_csv(tables.kind, cells, csv_to.begin())
        if json_to is not None:
            write_json(cells, json_to.begin())
        if page_to is not None:
            page_to.begin().write(page_of(tables.paper, map(tables.on_page, cells)))
    if STDOUT not in written:
        console.quiet = False
        console.print(counted(len(cells), "cell"))
    return ExitCode.STOPPED if is_interrupted else ExitCode.DONE


def page_of(paper: str, measured: Iterable[Measured]) -> str:
    return page([Results.only(paper_named(paper), measured)])


def collected(
    measured: Iterable[T], status: Callable[[Sequence[T]], str], quiet: bool
) -> tuple[list[T], bool]:
    """All of them, and whether the user interrupted: then the current one is lost."""
    found: list[T] = []
    try:
        with Progress(lambda: status(found), enabled=not quiet):
            for each in measured:
                found.append(each)
    except KeyboardInterrupt:
        return found, True
    return found, False


def limit_text(timeout: float | None) -> str:
    return f"{'any time' if timeout is None else f'at most {timeout:g} s'} per cell"


def cells_text(done: int, most: int, last: str = "") -> str:
    return f"{counted(done, 'cell')} of at most {most}{f' · {last}' if last else ''}"
