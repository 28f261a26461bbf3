"""A RecursionError that is caught: the input is taken for one that goes round."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Folder:
    parent: Folder | None = None


def depth(folder: Folder | None) -> int:
    return 0 if folder is None else 1 + depth(folder.parent)


def target(folder: Folder) -> int:
    try:
        return depth(folder)
    except RecursionError:
        return -1
