"""The CPU time of a run and of every process that it starts, each by itself; and from it, how long
the run would have taken on cores that have nothing else to do.

Wall time says nothing on a machine that is busy otherwise. What one process does before there is
another cannot be shared; the rest takes as long as the busiest process, and no less than its
share of the cores.
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Event, Thread
from typing import NamedTuple

_EVERY = 0.05
"""Seconds between two looks: what a process does after the last one before its end is not seen."""
_TICKS = os.sysconf("SC_CLK_TCK")


class Shares(NamedTuple):
    """Seconds of CPU time: of all, of the busiest process that was started, and of this one before
    there was another."""

    total: float
    longest: float
    before: float

    def quiet(self, cores: int) -> float:
        """Seconds of wall time on so many cores that have nothing else to do."""
        return self.before + max((self.total - self.before) / cores, self.longest)


class Watching:
    """Looks at a process, this one if no other is given, and what descends from it, while it is
    entered."""

    def __init__(self, root: int | None = None) -> None:
        self._root = root or os.getpid()
        self._before: dict[int, float] = {}
        self._last: dict[int, float] = {}
        self._alone = 0.0
        self._is_over = Event()
        self._thread = Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Watching:
        self._before = _times(self._root)
        self._last = dict(self._before)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over.set()
        self._thread.join()
        self._look()

    def _watch(self) -> None:
        while not self._is_over.wait(_EVERY):
            self._look()

    def _look(self) -> None:
        self._last |= _times(self._root)
        spent = self._spent()
        if max((spent[pid] for pid in spent if pid != self._root), default=0.0) < _EVERY:
            self._alone = spent.get(self._root, 0.0)

    def _spent(self) -> dict[int, float]:
        return {pid: now - self._before.get(pid, 0.0) for pid, now in self._last.items()}

    @property
    def shares(self) -> Shares:
        spent = self._spent()
        others = [seconds for pid, seconds in spent.items() if pid != self._root]
        return Shares(sum(spent.values()), max(others, default=0.0), self._alone)


def _times(root: int) -> dict[int, float]:
    found: dict[int, float] = {}
    waiting = [root]
    while waiting:
        pid = waiting.pop()
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            found[pid] = (int(fields[11]) + int(fields[12])) / _TICKS
            for task in Path(f"/proc/{pid}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except (OSError, IndexError):
            continue  # it has ended meanwhile
    return found
