"""Programs that an experiment writes itself: loaded as a user's are, by whoever claims the file."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from heapwise.frontends.protocol import Loading
from heapwise.frontends.registry import claiming
from heapwise.program import Program


def load_program(path: Path) -> Program:
    return claiming(path).load(str(path), Loading())


def program_of(text: str, name: str) -> Program:
    """The program that would be in a file of that name."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_text(text, encoding="utf-8")
        return load_program(path)
