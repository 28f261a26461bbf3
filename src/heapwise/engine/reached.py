"""Which instructions the paths of a run have executed, for those who show it line by line.

A state keeps what was executed on the way to it, in pieces that it shares with the states it has
the way in common with. What counts is what leads to the end of a path that some input takes: a
state that turned out to be infeasible afterwards has reached nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from heapwise.engine.instructions import HANDLERS
from heapwise.engine.state import Cursor, Leaf
from heapwise.program.code import Code, Instruction

Handling = Callable[..., Any]


def _noting(handle: Handling) -> Handling:
    def noted(run: Any, cursor: Cursor[Any], instruction: Instruction) -> Any:
        assert cursor.executed is not None
        cursor.executed.instructions.add((cursor.code, cursor.at - 1))
        return handle(run, cursor, instruction)

    return noted


NOTING_HANDLERS: dict[type[Instruction], Handling] = {
    kind: _noting(handle) for kind, handle in HANDLERS.items()
}
"""As `HANDLERS`, for a cursor that keeps what was executed."""


Lines = Mapping[tuple[str, str], set[int]]
"""Numbers of lines, by the name of the code and its file."""


class Told(NamedTuple):
    """What another process knows (`Reached`)."""

    lines: Lines
    all_lines: Lines
    is_certain: bool


class Reached:
    """What was executed on the paths that were added. `is_certain` if every one of them is known to
    have an input: nothing else was executed then."""

    def __init__(self) -> None:
        self._lines: dict[tuple[str, str], set[int]] = {}
        self._codes: dict[Code, None] = {}
        self._entered: dict[tuple[str, str], set[int]] = {}
        self.is_certain = True

    def add(self, leaf: Leaf[Any], is_taken: bool = True) -> None:
        """A path that has ended, if some input takes it for certain."""
        if not is_taken or not leaf.path.confirmed:
            self.is_certain = False
            return
        part = leaf.executed
        while part is not None and not part.is_counted:
            part.is_counted = True
            for code, at in part.instructions:
                if not code.library:
                    self._codes[code] = None
                    self._of(self._lines, code, code.instructions[at])
            part = part.before

    def told(self) -> Told:
        return Told(self._lines, self.all_lines(), self.is_certain)

    def add_told(self, others: Told) -> None:
        """What others have reached. To hear it twice makes no difference."""
        for mine, theirs in ((self._lines, others.lines), (self._entered, others.all_lines)):
            for key, numbers in theirs.items():
                mine.setdefault(key, set()).update(numbers)
        self.is_certain = self.is_certain and others.is_certain

    @staticmethod
    def _of(lines: dict[tuple[str, str], set[int]], code: Code, instruction: Instruction) -> None:
        at = instruction.at
        if at.line:
            lines.setdefault((code.name, at.file), set()).add(at.line)

    def lines(self) -> Lines:
        """Those with an executed instruction."""
        return self._lines

    def all_lines(self) -> Lines:
        """Of all code that was entered, executed or not."""
        found = {key: set(numbers) for key, numbers in self._entered.items()}
        for code in self._codes:
            for instruction in code.instructions:
                self._of(found, code, instruction)
        return found
