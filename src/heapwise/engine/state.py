"""States of an exploration: immutable while they wait, mutable only while one is being run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from heapwise.program.code import Code
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition
from heapwise.terms import Scalar

H = TypeVar("H")

Trace: TypeAlias = "tuple[Trace, str] | None"
"""The events of a path, the latest first, shared between paths with a common prefix."""

LoopCounts: TypeAlias = Mapping[int, tuple[int, int]]
"""Per back edge of an activation: iterations in a row, and what was materialised then."""


def events(trace: Trace) -> tuple[str, ...]:
    """From the first to the last."""
    found = []
    while trace is not None:
        trace, event = trace
        found.append(event)
    found.reverse()
    return tuple(found)


class Frame(NamedTuple):
    """A caller that waits for a result in register `target`, `depth` calls down."""

    code: Code
    at: int
    registers: tuple[Scalar, ...]
    target: int
    loops: LoopCounts
    depth: int
    caller: Frame | None


class State(NamedTuple, Generic[H]):
    """Where a path has got to; `at` is the next instruction."""

    code: Code
    at: int
    registers: tuple[Scalar, ...]
    loops: LoopCounts
    caller: Frame | None
    depth: int
    heap: H
    path: PathCondition
    trace: Trace
    steps: int


class Leaf(NamedTuple, Generic[H]):
    """A finished path. `value` is what it returned; `detail` names what was raised, violated, cut
    or unsupported; `where` is the source position, as text."""

    kind: OutcomeKind
    value: Scalar | None
    detail: str | None
    where: str | None
    heap: H
    path: PathCondition
    trace: Trace


class Cursor(Generic[H]):
    """A state being run: the only thing that is changed in place, and never shared."""

    __slots__ = (
        "at",
        "caller",
        "code",
        "depth",
        "heap",
        "loops",
        "path",
        "registers",
        "steps",
        "trace",
    )

    def __init__(self, state: State[H]) -> None:
        self.code = state.code
        self.at = state.at
        self.registers = list(state.registers)
        self.loops = state.loops
        self.caller = state.caller
        self.depth = state.depth
        self.heap = state.heap
        self.path = state.path
        self.trace = state.trace
        self.steps = state.steps

    def freeze(self) -> State[H]:
        return State(
            self.code,
            self.at,
            tuple(self.registers),
            self.loops,
            self.caller,
            self.depth,
            self.heap,
            self.path,
            self.trace,
            self.steps,
        )
