"""Reports that are kept without the numbers of lines, which other edits of a file change.

A line is kept as a part of a file and its number in that part (`frontends.surroundings.Parts`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from heapwise.frontends.surroundings import Parts

_TELLS_LINES = re.compile(r"\.pyw?:\d|\blines? \d")
_LINE = "line"
Anchor: TypeAlias = tuple[str, int]
"""A part, and which of its lines."""


class Anchors:
    """Of the places in the files of a program."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._by_line: dict[tuple[str, int], Anchor] = {
            (part.rpartition(":")[0], line): (part, number)
            for part, lines in parts.lines.items()
            for number, line in enumerate(lines)
        }
        self._stems = {os.path.splitext(os.path.basename(file))[0] for file in parts.files}

    def lifted(self, index: int, report: Mapping[str, Any]) -> tuple[Any, list[Anchor]] | None:
        """The report of a function with numbers of anchors in place of lines. None if it tells of
        lines in words, or of a part on which the function does not depend as far as we know."""
        found: dict[Anchor, int] = {}
        main = str(report["place"]["file"])
        try:
            lifted = self._lift(report, main, self._parts.needed[index], found)
        except _NotMovableError:
            return None
        return lifted, list(found)

    def _lift(self, data: Any, main: str, needed: frozenset[str], found: dict[Anchor, int]) -> Any:
        if isinstance(data, list):
            return [self._lift(each, main, needed, found) for each in data]
        if isinstance(data, str) and _TELLS_LINES.search(data):
            raise _NotMovableError
        if not isinstance(data, dict):
            return data
        lifted = {
            name: each if name == "at" else self._lift(each, main, needed, found)
            for name, each in data.items()
        }
        if "file" in data or "decision" in data:
            anchor = self._anchor(data.get("file") or data.get("where") or main, data.get(_LINE))
            if anchor is not None:
                if anchor[0] not in needed:
                    raise _NotMovableError
                lifted[_LINE] = [found.setdefault(anchor, len(found))]
        return lifted

    def _anchor(self, file: str, line: object) -> Anchor | None:
        """None for what is in a library."""
        path = os.path.realpath(file)
        if not isinstance(line, int):
            return None
        if path in self._parts.files:
            anchor = self._by_line.get((path, line))
            if anchor is None:
                raise _NotMovableError
            return anchor
        if file.rpartition(".")[2] in self._stems:
            raise _NotMovableError
        return None

    def lines(self, anchors: Sequence[Anchor]) -> list[int]:
        """Where they are now."""
        return [self._parts.lines[part][number] for part, number in anchors]


def settled(data: Any, lines: Sequence[int]) -> Any:
    """A report with the lines where its anchors are."""
    if isinstance(data, list):
        return [settled(each, lines) for each in data]
    if not isinstance(data, dict):
        return data
    told = {name: settled(each, lines) for name, each in data.items()}
    if isinstance(data.get(_LINE), list):
        told[_LINE] = lines[data[_LINE][0]]
    return told


class _NotMovableError(Exception):
    pass
