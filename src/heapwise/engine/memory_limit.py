"""How much memory a run may take: it ends with what it has found, before the machine ends it."""

from __future__ import annotations

import os
import resource
import sys
from pathlib import Path

_SHARE = 0.75
"""Of the machine's memory, if nobody says how much."""
_EVERY = 64
"""States between two looks."""
_STATM = Path("/proc/self/statm")


_processes = 1


def share_with(processes: int) -> None:
    """So many have the machine's memory together, from now on and for the whole of this process."""
    global _processes
    _processes = processes


def limit_of(mebibytes: int | None) -> int:
    """In MiB: what was asked for, or most of what the machine has, or this process's part of it."""
    return mebibytes if mebibytes is not None else int(_total() * _SHARE / _processes) >> 20


class MemoryLimit:
    def __init__(self, mebibytes: int | None) -> None:
        self._most = limit_of(mebibytes) << 20
        self._waiting = 0

    def is_exceeded(self) -> bool:
        self._waiting -= 1
        if self._waiting > 0:
            return False
        self._waiting = _EVERY
        return _used() > self._most

    def has_room(self) -> bool:
        """For what is of use, but not needed."""
        return _used() < self._most // 2


def _total() -> int:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")


def _used() -> int:
    """What this process has now, or, where the system does not tell, has had at most."""
    try:
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else most * 1024
