"""Notes which files and folders this process opens while a front end loads a program.

A program is made from more than the file that it is named by: from files that this one includes,
or that its modules read when they are imported. Python tells of every file that is opened, through
an audit hook.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

_OUTSIDE = (
    "subprocess.",
    "socket.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.fork",
    "os.spawn",
)
"""Events after which nobody can tell what a program depends on."""
_FOLDERS = ("os.listdir", "os.scandir")
_DATABASE = "sqlite3.connect"
_BESIDE_DATABASES = ("", "-wal", "-journal")


@dataclass(slots=True)
class Reads:
    """Absolute paths: of `files` that were opened, of `folders` that were listed, and of what was
    `asked` whether it is there; names of `variables` of the environment. `outside` is the event by
    which something else was asked, empty if none."""

    files: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)
    asked: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    outside: str = ""

    def hear(self, event: str, arguments: tuple[object, ...]) -> None:
        if event == "open" or event in _FOLDERS:
            path = arguments[0] if arguments and arguments[0] is not None else "."
            if isinstance(path, str | bytes):
                known = self.files if event == "open" else self.folders
                known.add(os.path.abspath(os.fsdecode(path)))
        elif event == _DATABASE and isinstance(arguments[0], str | bytes | os.PathLike):
            path = os.path.abspath(os.fsdecode(arguments[0]))
            self.files |= {f"{path}{beside}" for beside in _BESIDE_DATABASES}
        elif event.startswith(_OUTSIDE):
            self.outside = event


class _Listeners:
    def __init__(self) -> None:
        self.now: list[Reads] = []
        sys.addaudithook(self._hear)

    def _hear(self, event: str, arguments: tuple[object, ...]) -> None:
        for each in self.now:
            each.hear(event, arguments)


@cache
def _listeners() -> _Listeners:
    """One for the process: a hook cannot be removed."""
    return _Listeners()


@contextmanager
def noted(reads: Reads) -> Iterator[Reads]:
    """What is opened meanwhile is added to `reads`."""
    listeners = _listeners()
    listeners.now.append(reads)
    try:
        yield reads
    finally:
        listeners.now.remove(reads)
