"""The two consoles of a command, and the progress line on standard error while it runs."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING

from rich.console import Console
from rich.live import Live
from rich.text import Text

from heapwise.reports.wording import counted, number

if TYPE_CHECKING:
    from heapwise.workers.exploring import Worker

_MOST_WORKERS = 16
_WIDTH_OF_A_FILE = 160  # a table in a file or a pipe has room, but lines must not get endless


class _PipeConsole(Console):
    """A console that leaves a closed pipe to `failures.run_command`."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


def stdout_console() -> Console:
    fixed = None if sys.stdout.isatty() or "COLUMNS" in os.environ else _WIDTH_OF_A_FILE
    return _PipeConsole(file=sys.stdout, width=fixed, highlight=False, markup=False, emoji=False)


class Progress:
    """Lines that say how far a run is; nothing at all unless standard error is a terminal. The time
    since the beginning is put behind the last, unless it has a time of its own (`timed`)."""

    def __init__(
        self, status: Callable[[], str], *, enabled: bool = True, timed: bool = False
    ) -> None:
        self._status = status
        self._timed = timed
        self._started = time.monotonic()
        self._live: Live | None = None
        if enabled and sys.stderr.isatty():
            self._live = Live(
                get_renderable=self._line,
                console=Console(file=sys.stderr, highlight=False),
                transient=True,
                # Standard output is the report's: it may be a file while this is a terminal.
                redirect_stdout=False,
                redirect_stderr=False,
            )

    def _line(self) -> Text:
        status = self._status()
        if not self._timed:
            status = f"{status} · {time.monotonic() - self._started:.0f} s"
        return Text(status, style="dim", no_wrap=True, overflow="ellipsis")

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """While something is printed, so that the two do not share a line."""
        if self._live is None:
            yield
            return
        self._live.stop()
        try:
            yield
        finally:
            self._live.start()

    def __enter__(self) -> Progress:
        if self._live is not None:
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._live is not None:
            self._live.stop()


def progress_text(paths: int, seconds: float, waiting: int) -> str:
    rate = f"{number(round(paths / seconds))} paths/s" if seconds > 0 else "0 paths/s"
    return f"{counted(paths, 'path')} · {rate} · {counted(waiting, 'state')} waiting"


def worker_lines(workers: Sequence[Worker]) -> list[str]:
    """A line for each, as far as there is room."""
    lines = []
    for worker in workers[:_MOST_WORKERS]:
        rate = round(worker.paths / worker.seconds) if worker.seconds > 0 else 0
        parts = [f"worker {worker.number}", counted(worker.units, "unit")]
        lines.append(" · ".join([*parts, counted(worker.paths, "path"), f"{number(rate)} paths/s"]))
    more = len(workers) - _MOST_WORKERS
    return lines if more <= 0 else [*lines, f"… {counted(more, 'more worker')}"]


def left_text(seconds: float | None) -> str:
    """How long it may still take, if somebody has a guess."""
    if seconds is None:
        return ""
    if seconds < 60:
        return f" · perhaps {max(1, round(seconds))} s left"
    if seconds < 3600:
        return f" · perhaps {round(seconds / 60)} min left"
    return f" · perhaps {number(round(seconds / 3600))} h left"
