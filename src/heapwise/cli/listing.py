"""Which paths of a run are printed, and how: in tables, drawn one by one, or just a single one."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import TypeAlias

from rich.console import Console

from heapwise.program.source import InputError
from heapwise.reports.drawing import SMALL_LANGUAGES, Words
from heapwise.reports.path import path_in_full
from heapwise.reports.table import paths_table
from heapwise.results import PathResult

_ROWS_OF_A_TABLE = 200  # a long listing comes in several tables, so that it need not be kept

Pause: TypeAlias = Callable[[], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class View:
    """`most` is None to show every path; `only` is the number of the one path to show."""

    most: int | None = 40
    drawn: bool = False
    only: int | None = None


def view_of(show: str, drawn: bool, only: int | None, quiet: bool) -> View:
    if only is not None and quiet:
        raise InputError("--path shows a path and --quiet shows none: give one of them")
    if only is not None and only < 1:
        raise InputError(f"--path takes the number of a path, from 1 on, not `{only}`")
    if quiet:
        return View(most=0)
    if show.lower() == "all":
        return View(most=None, drawn=drawn, only=only)
    if not (show.isascii() and show.isdigit()):
        raise InputError(f"--show takes a number of paths, or `all`, not `{show}`")
    return View(most=int(show), drawn=drawn, only=only)


class Listing:
    """Prints the paths that the view asks for; holds back rows only until a table is full."""

    def __init__(self, console: Console, view: View, words: Words = SMALL_LANGUAGES) -> None:
        self._console = console
        self._view = view
        self._words = words
        self._rows: list[PathResult] = []
        self.shown = 0

    @property
    def is_single(self) -> bool:
        return self._view.only is not None

    @property
    def is_complete(self) -> bool:
        most = 1 if self.is_single else self._view.most
        return most is not None and self.shown >= most

    def wants(self, number: int) -> bool:
        return number == self._view.only if self.is_single else not self.is_complete

    def add(self, path: PathResult, pause: Pause = nullcontext) -> None:
        """Take a path that the listing `wants`; `pause` surrounds whatever is printed."""
        self.shown += 1
        if self._view.drawn or self.is_single:
            with pause():
                self._console.print(
                    path_in_full(path, with_trace=self.is_single, words=self._words), soft_wrap=True
                )
            return
        self._rows.append(path)
        if self.is_complete or len(self._rows) == _ROWS_OF_A_TABLE:
            with pause():
                self.flush()

    def flush(self) -> None:
        rows, self._rows = self._rows, []
        if rows:
            self._console.print(paths_table(rows, self._words))
            self._console.print()
