"""Which paths of a run are printed, in which order, and how.

Violations come first and are drawn, each where it is first found, while the run goes on. Other
completed paths follow in tables when the run is over. Paths that did not come to an end are counted
in a line at the bottom; `-v` draws them too.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from rich.console import Console

from heapwise.cli.shown_paths import View
from heapwise.reports.path_in_full import path_in_full
from heapwise.reports.table import paths_table
from heapwise.results import COMPLETED, OutcomeKind, PathResult
from heapwise.results.place import Place
from heapwise.results.words import SMALL_LANGUAGES, Words

_MOST_KEPT = 2_000  # a longer listing comes in several parts, so that it need not be kept
_WITHOUT_AN_END = (
    OutcomeKind.BOUNDED,
    OutcomeKind.UNSUPPORTED,
    OutcomeKind.UNDECIDED,
    OutcomeKind.FAILED,
)

Pause: TypeAlias = Callable[[], AbstractContextManager[None]]


class Listing:
    """Prints the paths that the view asks for; `finish` prints those it has kept."""

    def __init__(self, console: Console, view: View, words: Words = SMALL_LANGUAGES) -> None:
        self._console = console
        self._view = view
        self._words = words
        self._kept: list[PathResult] = []
        self._seen: set[tuple[str | None, Place | None]] = set()
        self.shown = 0
        self.completed = 0

    @property
    def is_single(self) -> bool:
        return self._view.only is not None

    def wants(self, number: int, kind: OutcomeKind) -> bool:
        """Is the path with this number and end to be added?"""
        if self.is_single:
            return number == self._view.only
        if kind in _WITHOUT_AN_END and not self._view.drawn:
            return False
        # A violation is never left out for the sake of paths that were found before it.
        most = self._view.most
        return most is None or self.shown < most or (kind is OutcomeKind.VIOLATED and most > 0)

    def add(self, path: PathResult, pause: Pause = nullcontext) -> None:
        """Take a path that the listing `wants`; `pause` surrounds whatever is printed."""
        self.shown += 1
        self.completed += path.outcome.kind in COMPLETED
        cause = (path.outcome.exception, path.outcome.at)
        is_new = path.outcome.kind is OutcomeKind.VIOLATED and cause not in self._seen
        if is_new or self.is_single:
            self._seen.add(cause)
            with pause():
                self._draw(path)
            return
        self._kept.append(path)
        if len(self._kept) == _MOST_KEPT:
            with pause():
                self.finish()

    def finish(self) -> None:
        kept, self._kept = sorted(self._kept, key=_rank), []
        if self._view.drawn:
            for path in kept:
                self._draw(path)
        elif kept:
            self._console.print(paths_table(kept, self._words))
            self._console.print()

    def _draw(self, path: PathResult) -> None:
        text = path_in_full(path, with_trace=self.is_single, words=self._words)
        self._console.print(text, soft_wrap=True)


def _rank(path: PathResult) -> int:
    """What was violated, what came to an end, what did not."""
    if path.outcome.kind is OutcomeKind.VIOLATED:
        return 0
    return 2 if path.outcome.kind in _WITHOUT_AN_END else 1
