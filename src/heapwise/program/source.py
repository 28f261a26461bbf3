"""Where things stand in source files, and the one error every front end raises for bad input."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.results.place import Place


@dataclass(frozen=True, slots=True, order=True)
class Position:
    """A place in a source file; lines and columns count from 1."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return str(self.place)

    @property
    def place(self) -> Place:
        """As results tell it."""
        return Place(self.file, self.line, self.column)


class LinePosition(Position):
    """A place of which only the line is known, or only the file if that is 0. `column` tells the
    instructions of a line apart, and is not shown."""

    @property
    def place(self) -> Place:
        return Place(self.file, self.line or None)


class InputError(Exception):
    """Bad input from the user: the message says what is wrong and, where it helps, what to do."""

    def __init__(self, message: str, at: Position | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.at = at

    def __str__(self) -> str:
        return f"{self.at}: {self.message}" if self.at else self.message


class NoInvariantError(InputError):
    """A precondition was asked for that uses invariants, and no input has one."""


class NothingToCheckError(InputError):
    """There is no function in a target."""
