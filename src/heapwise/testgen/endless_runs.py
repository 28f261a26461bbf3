"""How a run shows that it does not end: it is still in a loop after very many steps.

A step is a line of the program under test. At the limit, the loops that are being gone round are
told by the lines they come back to, and whether anything in sight may end them (`seen_no_end.py`).
Runs inside the worker process only; the run is then over, because a program may catch whatever
could be thrown into it.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Collection
from types import CodeType, FrameType

from .seen_no_end import Sample, goes_by_iterator, no_end_in_sight, period_of, sample

_TURNS = 50
"""How often a line must have been come back to, in one activation, for a loop to be told."""

_BITS = 20
"""Enough for the number of a line."""

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
    """`reached` is called, once, with the loops around where the limit was reached, and whether an
    end is in sight."""

    def __init__(
        self, files: Collection[str], steps: int, reached: Callable[[list[Loop], bool], None]
    ) -> None:
        self._files = frozenset(files)
        self._left = steps
        self._reached = reached
        self._remembered_from = steps // 2
        self._done: list[int] = []
        self._codes: dict[int, CodeType] = {}
        self._before: Sample = {}
        self._turns = 0

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
        if self._left > self._remembered_from:
            return
        if self._turns == 0:
            code = frame.f_code
            self._codes[id(code)] = code
            self._done.append(id(code) << _BITS | frame.f_lineno)
        if self._left:
            return
        if self._turns:
            self._finish(frame, self._is_endless(frame))
            return
        period = period_of(self._done)
        if period is None:
            self._finish(frame, False)
            return
        self._turns = len(self._done) // period
        self._left = period
        self._before = sample(frame, self._files)

    def _is_endless(self, frame: FrameType) -> bool:
        codes = self._codes.values()
        heads = [*_loops(frame), *self._heads_in_generators()]
        by_iterator = goes_by_iterator(codes, heads)
        after = sample(frame, self._files)
        return no_end_in_sight(self._before, after, self._turns, codes, by_iterator)

    def _heads_in_generators(self) -> list[Loop]:
        """They may not be running now."""
        found: list[Loop] = []
        lines: dict[int, list[int]] = {}
        period = len(self._done) // self._turns
        for step in self._done[-period:]:
            lines.setdefault(step >> _BITS, []).append(step & ((1 << _BITS) - 1))
        for number, done in lines.items():
            code = self._codes[number]
            if code.co_flags & inspect.CO_GENERATOR:
                before = (done[-1], *done)
                heads = {line for last, line in zip(before, done, strict=False) if line <= last}
                found += [(code.co_filename, line) for line in heads]
        return found

    def _finish(self, frame: FrameType, is_endless: bool) -> None:
        self.remove()
        self._reached(_loops(frame), not is_endless)


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
