"""Which classes of a source declare a method, as their files say, without parsing them.

That reads all files. What is found in a folder is remembered for as long as none of them changes:
the next target is often in the same folder, and small programs take no longer than the reading.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TypeAlias

from heapwise.frontends.java.classfile.declared_methods import declared_methods
from heapwise.frontends.java.classpath.sources import ClassSource, Directory, Stamp
from heapwise.program import InputError

DeclaringClasses: TypeAlias = Mapping[tuple[str, str], Sequence[str]]
"""Names of classes, by the name and the descriptor of a method."""

_FOLDERS = 16
"""That are remembered."""
_SETTLED = 2_000_000_000
"""Nanoseconds after which a file that is written again gets another time."""


def declaring_classes(source: ClassSource) -> DeclaringClasses:
    if not isinstance(source, Directory):
        return _read(source, source.names())
    stamps = source.stamps()
    latest = max((max(stamp[3:]) for stamp in stamps), default=0)
    find = _of_folder if latest + _SETTLED < time.time_ns() else _of_folder.__wrapped__
    return find(source.path, stamps)


@lru_cache(maxsize=_FOLDERS)
def _of_folder(path: Path, stamps: tuple[Stamp, ...]) -> DeclaringClasses:
    return _read(Directory(path), (stamp[0] for stamp in stamps))


def _read(source: ClassSource, names: Iterable[str]) -> DeclaringClasses:
    found: dict[tuple[str, str], list[str]] = {}
    for name in names:
        for key in _methods_in(source, name):
            found.setdefault(key, []).append(name)
    return found


def _methods_in(source: ClassSource, name: str) -> Sequence[tuple[str, str]]:
    try:
        read = source.read(name)
    except InputError:
        return ()  # whoever uses it will hear of it
    return () if read is None else declared_methods(read.data)
