"""States of an exploration: immutable while they wait, mutable only while one is being run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Generic, NamedTuple, TypeAlias, TypeVar

from heapwise.program.code import Code, Instruction
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition
from heapwise.terms import Scalar, Term

H = TypeVar("H")

Trace: TypeAlias = "tuple[Trace, str] | None"
"""The events of a path, the latest first, shared between paths with a common prefix."""


class Streak(NamedTuple):
    """Repetitions in a row without a new object: how many, what was materialised, and how many
    symbolic conditions had been decided at the last one."""

    length: int
    materialised: int
    decisions: int


class Access(NamedTuple):
    """An element of an input array that the path has used."""

    array: Term
    key: Scalar


Streaks: TypeAlias = Mapping[Code | int, Streak]
"""By method for nested calls, by back edge for the loops of one activation."""


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
    loops: Streaks
    calls: Streaks
    depth: int
    caller: Frame | None


class State(NamedTuple, Generic[H]):
    """Where a path has got to; `at` is the next instruction."""

    code: Code
    at: int
    registers: tuple[Scalar, ...]
    loops: Streaks
    calls: Streaks
    caller: Frame | None
    depth: int
    heap: H
    path: PathCondition
    trace: Trace
    steps: int
    decisions: int
    accesses: tuple[Access, ...] = ()


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
        "_seen",
        "_seen_in",
        "accesses",
        "at",
        "caller",
        "calls",
        "code",
        "decisions",
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
        self.calls = state.calls
        self.caller = state.caller
        self.depth = state.depth
        self.heap = state.heap
        self.path = state.path
        self.trace = state.trace
        self.steps = state.steps
        self.decisions = state.decisions
        self.accesses = state.accesses
        self._seen: dict[object, int] = {}
        self._seen_in: tuple[H, PathCondition] | None = None

    def has_been_here(self, where: object) -> bool:
        """Is this path at `where` once more, with the same heap and path condition, and without
        having returned in between? Then it will come back for ever."""
        if self._seen_in is None or not (
            self._seen_in[0] is self.heap and self._seen_in[1] is self.path
        ):
            self._seen = {}
            self._seen_in = (self.heap, self.path)
        if where in self._seen:
            return True
        self._seen[where] = self.depth
        return False

    def forget_calls(self) -> None:
        """After a return: what was seen in the calls that have ended may be seen again."""
        seen = self._seen
        while seen:
            where, depth = seen.popitem()
            if depth < self.depth:
                seen[where] = depth
                return

    def freeze(self) -> State[H]:
        return State(
            self.code,
            self.at,
            tuple(self.registers),
            self.loops,
            self.calls,
            self.caller,
            self.depth,
            self.heap,
            self.path,
            self.trace,
            self.steps,
            self.decisions,
            self.accesses,
        )


ENDLESS = "endless"
"""Not a bound that was set, but proof that the path would exceed any."""

Step: TypeAlias = list[State[H] | Leaf[H]] | Leaf[H]
"""What running a state leads to: the successors at the next choice, or the finished path."""


def leaf(
    cursor: Cursor[H],
    kind: OutcomeKind,
    instruction: Instruction,
    detail: str | None,
    value: Scalar | None = None,
) -> Leaf[H]:
    where = None if kind is OutcomeKind.RETURNED else str(instruction.at)
    return Leaf(kind, value, detail, where, cursor.heap, cursor.path, cursor.trace)
