"""How a run shows that it does not end: it is still in a loop after very many steps.

A step is a line of the program under test. At the limit, the loops that are being gone round are
told by the lines they come back to. Runs inside the worker process only; the run is then over,
because a program may catch whatever could be thrown into it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from types import FrameType

_TURNS = 50
"""How often a line must have been come back to, in one activation, for a loop to be told."""

Loop = tuple[str, int]
"""A file and a line."""


class _Activation:
    """The trace function of one activation: counts how often it goes back to a line above."""

    def __init__(self, limit: StepLimit, line: int) -> None:
        self._limit = limit
        self._last = line
        self.turns: dict[int, int] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> _Activation:
        if event == "line":
            line = frame.f_lineno
            if line <= self._last:
                self.turns[line] = self.turns.get(line, 0) + 1
            self._last = line
            self._limit.step(frame)
        return self


class StepLimit:
    """`reached` is called, once, with the loops around where the limit was reached."""

    def __init__(
        self, files: Collection[str], steps: int, reached: Callable[[list[Loop]], None]
    ) -> None:
        self._files = frozenset(files)
        self._left = steps
        self._reached = reached

    def install(self) -> None:
        sys.settrace(self._begin)

    def remove(self) -> None:
        sys.settrace(None)

    def _begin(self, frame: FrameType, event: str, argument: object) -> _Activation | None:
        if frame.f_code.co_filename not in self._files:
            return None
        return _Activation(self, frame.f_lineno)

    def step(self, frame: FrameType) -> None:
        self._left -= 1
        if self._left == 0:
            self.remove()
            self._reached(_loops(frame))


def _loops(frame: FrameType | None) -> list[Loop]:
    """The innermost first."""
    found: list[Loop] = []
    while frame is not None:
        activation = frame.f_trace
        if isinstance(activation, _Activation):
            lines = [line for line, turns in activation.turns.items() if turns >= _TURNS]
            found += [(frame.f_code.co_filename, line) for line in sorted(lines)]
        frame = frame.f_back
    return found
