"""How far states have got, so that the one that is furthest behind can go on first.

The `Progress` of a state is made of the spots (`program.flow`) of all its activations, the
outermost first; the lesser one is behind. Of a frame that waits, it is remembered where its
activation was when it called.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeAlias, TypeVar

from heapwise.engine.state import Cursor, Frame, State, Value
from heapwise.program import code as ir
from heapwise.program.flow import Rounds, flow_of

H = TypeVar("H")

Progress: TypeAlias = tuple[int, ...]


class Site(NamedTuple):
    """Where a state is: `above` is the progress of the activation that waits for it."""

    above: Progress
    rounds: Rounds

    def progress(self, depth: int, code: ir.Code, at: int) -> Progress:
        return (*self.above, depth, *flow_of(code).spot(at, self.rounds))

    def moved(self, code: ir.Code, before: int, after: int) -> Site:
        """After a step within one activation."""
        return Site(self.above, flow_of(code).moved(before, self.rounds, after))


def first_site(code: ir.Code) -> Site:
    return Site((), (0,) * len(flow_of(code).heads[0]))


class Caller(NamedTuple):
    """The activation in which a step was made, as it was before: the step may be a call."""

    code: ir.Code
    at: int
    depth: int
    frame: Frame | None
    registers: list[Value]


class Sites(Generic[H]):
    """Where each step leads to."""

    def __init__(self) -> None:
        self._waiting: dict[int, tuple[Frame, Site]] = {}

    def after(self, site: Site, before: Caller, now: State[H] | Cursor[H]) -> Site:
        """Where a step has led: in the same activation, into a new one, or back to another."""
        code, at, depth, caller, _ = before
        if now.depth == depth and now.caller is caller and now.code is code:
            return site.moved(code, at, now.at)
        if now.depth > depth:
            above = site.above
            if now.caller is not caller:
                assert now.caller is not None
                self._waiting[id(now.caller)] = (now.caller, site)
                above = site.progress(depth, code, at)
            start = flow_of(now.code).heads[now.at]
            return Site(above, (0,) * len(start))
        frame = caller
        while frame is not None and not (frame.depth == now.depth and frame.caller is now.caller):
            frame = frame.caller
        assert frame is not None
        return self._waiting[id(frame)][1].moved(frame.code, frame.at - 1, now.at)

    def replaced(self, old: Frame, new: Frame) -> None:
        """A frame that was merged waits where the old one does."""
        self._waiting[id(new)] = (new, self._waiting[id(old)][1])

    def clear(self) -> None:
        self._waiting.clear()
