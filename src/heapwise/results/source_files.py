"""Source texts for reports: in which file a decision stands, and what that file says."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from heapwise.results.event import Event
from heapwise.results.place import Place


class Sources(Protocol):
    """`main` is the file of the target, empty if that is not known. Files are called as places and
    steps call them; what they are called need not be a path."""

    @property
    def main(self) -> str: ...

    def place(self, event: Event) -> Place | None:
        """Where a decision stands, if it is known."""
        ...

    def text(self, file: str) -> str | None:
        """What the file says; None if it is not to be found."""
        ...


class SourceFiles:
    """Of programs whose decisions name their files."""

    def __init__(self, main: Path | None = None) -> None:
        self._main = "" if main is None else str(main)

    @property
    def main(self) -> str:
        return self._main

    def place(self, event: Event) -> Place | None:
        return None if event.line is None else Place(event.where or self._main, event.line)

    def text(self, file: str) -> str | None:
        path = Path(file)
        if not file or not path.is_file():
            return None
        return path.read_text(encoding="utf-8", errors="replace")


class SeveralSources:
    """Of several targets: whichever knows it."""

    def __init__(self, parts: Sequence[Sources]) -> None:
        self._parts = parts

    @property
    def main(self) -> str:
        return self._parts[0].main if len(self._parts) == 1 else ""

    def place(self, event: Event) -> Place | None:
        found = (each.place(event) for each in self._parts)
        return next((place for place in found if place is not None), None)

    def text(self, file: str) -> str | None:
        found = (each.text(file) for each in self._parts)
        return next((text for text in found if text is not None), None)
