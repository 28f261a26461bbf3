"""States of an exploration: immutable while they wait, mutable only while one is being run."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from heapwise.program import Position
from heapwise.program.code import Code, Instruction
from heapwise.results import OutcomeKind
from heapwise.results.place import Place
from heapwise.results.prefix import Ending, Link, Prefix
from heapwise.solver import PathCondition
from heapwise.terms import SCALARS, Op, Scalar, Term

H = TypeVar("H")
T = TypeVar("T")

Trace: TypeAlias = "tuple[Trace, str] | None"
"""The events of a path, the latest first, shared between paths with a common prefix."""


class Streak(NamedTuple):
    """Repetitions in a row without a new object: how many count for the bound, what was
    materialised, and what had been decided at the last one; `rounds` counts all that asked
    something symbolic, `asked` is how much had been asked. `forced` counts those that had no other
    way to go, `asserted` is how long the path condition was, `held` what the registers that
    matter held then."""

    length: int
    materialised: int
    decisions: int
    rounds: int = 0
    asked: int = 0
    forced: int = 0
    asserted: int = 0
    held: tuple[Value, ...] = ()


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


class LanguageValue:
    """An immutable value that only the operations of a source language look into: the base of all
    such values of a language."""

    __slots__ = ()


Value: TypeAlias = Scalar | LanguageValue | None
"""What a register holds; None is what an operation gives that has no result."""

VALUES = (*SCALARS, LanguageValue)

Finish: TypeAlias = Callable[[Any], Value]
"""Makes the result of a call of what the code has returned, or throws. (`Any`: each language takes
values of its own.)"""


def as_value(found: object) -> Value:
    """What code of a source language gave to the engine; raises TypeError if it is no value."""
    if found is None or isinstance(found, VALUES):
        return found
    raise TypeError(f"no value that a register may hold: {found!r}")


class StoreKey(NamedTuple, Generic[T]):
    """Where the store of a path keeps something that is no content of a location: a `kind` of
    thing, and what it is about, if that is not the path itself. What is kept there is a `T`."""

    kind: str
    about: object = None

    def of(self, store: Mapping[Key, Any]) -> T | None:
        """What a store has there, if anything. (`Any`: the key tells the type.)"""
        found: T | None = store.get(self)
        return found


Key: TypeAlias = Term | StoreKey[Any]
"""A location, or a key of something else."""

Store: TypeAlias = Mapping[Key, object]
"""What a path keeps besides the heap of its strategy: contents by location, or by `StoreKey`."""


_EMPTY: Store = MappingProxyType({})


class Frame(NamedTuple):
    """A caller that waits for a result in register `target`, `depth` calls down; `finish` makes
    the result of what was returned. `activation` is the generator that is running, if one is."""

    code: Code
    at: int
    registers: tuple[Value, ...]
    target: int
    loops: Streaks
    calls: Streaks
    depth: int
    caller: Frame | None
    finish: Finish | None = None
    activation: Term | None = None


@dataclass(frozen=True, slots=True)
class Suspended:
    """An activation that waits to be resumed, with the result of its `Yield` in `target`."""

    code: Code
    at: int
    registers: tuple[Value, ...]
    target: int | None
    loops: Streaks


@dataclass(frozen=True, slots=True)
class Exhausted(LanguageValue):
    """In place of a value: the activation that was resumed has come to its end."""

    value: Value


OPEN: StoreKey[tuple[Term, ...]] = StoreKey("open")
"""In the store of a path: the activations that wait where a handler would see them closed."""

DISCARDED = -1
"""In place of a register: nobody wants the result."""


class Running:
    """In place of an activation: it is not waiting."""


RUNNING = Running()


class Undefined(LanguageValue):
    """In a register that was not assigned."""


UNDEFINED = Undefined()


def is_allocated(ref: Term) -> bool:
    return ref.op == Op.CONST and isinstance(ref.value, int) and ref.value < 0


def noted(accesses: tuple[Access, ...], array: Term, index: Scalar) -> tuple[Access, ...]:
    """With this one too, if it is of an array that may be an input."""
    access = Access(array, index)
    return accesses if is_allocated(array) or access in accesses else (*accesses, access)


class Answered(NamedTuple, Generic[H]):
    """What an operation was told, and the heap and the path from then on. (`Any`: the question
    tells what an answer is.)"""

    heap: H
    path: PathCondition
    value: Any


class Executed:
    """The instructions that were executed between two choices, and `before` that."""

    __slots__ = ("before", "instructions", "is_counted")

    def __init__(self, before: Executed | None) -> None:
        self.before = before
        self.instructions: set[tuple[Code, int]] = set()
        self.is_counted = False


class State(NamedTuple, Generic[H]):
    """Where a path has got to; `at` is the next instruction. If that one has begun already, `log`
    is what it has been told so far. A path that is `resolving` decides which object a reference
    denotes, because it has gone round in circles without doing so. `effort` counts how often it
    has gone round and learned something on the way: turns of loops, nested calls, and questions of
    one operation. `counted` is the path condition when that was last counted. `executed` is what
    has led here, if somebody wants to know (`engine.reached`)."""

    code: Code
    at: int
    registers: tuple[Value, ...]
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
    store: Store = _EMPTY
    activation: Term | None = None
    log: tuple[Answered[H], ...] = ()
    resolving: bool = False
    effort: int = 0
    counted: PathCondition | None = None
    executed: Executed | None = None

    @property
    def link(self) -> Link:
        """How it was reached; inside an operation, by what that was told last."""
        return self.log[-1].path.prefix if self.log else self.path.prefix

    @property
    def prefix(self) -> Prefix:
        """It keeps that name until it comes to a choice."""
        return Prefix.of(self.link)


class Leaf(NamedTuple, Generic[H]):
    """A finished path. `value` is what it returned; `detail` names what was raised, violated, cut
    or unsupported; `where` is the place in the source. `resolved` says that it has decided
    which object a reference denotes, which is no decision of the program.

    `number` and `case` are given when it is handed out: several leaves may be cases of one path,
    and have its number then: they have the same `identity`. Until that the number is 0. `ending` is
    what was found out there."""

    kind: OutcomeKind
    value: Value
    detail: str | None
    where: Place | None
    heap: H
    path: PathCondition
    trace: Trace
    store: Store = _EMPTY
    resolved: bool = False
    number: int = 0
    case: int = 1
    ending: Ending = Ending.PLAIN
    identity: bytes | None = None
    executed: Executed | None = None

    @property
    def link(self) -> Link:
        return self.path.prefix

    @property
    def prefix(self) -> Prefix:
        """How it was reached; `prefix.id` is its name."""
        return Prefix.of(self.path.prefix, self.ending)

    def numbered(self, number: int, case: int, identity: bytes | None) -> Leaf[H]:
        """As it is handed out. (`_replace` takes three times as long, and paths are many.)"""
        return Leaf(*self[:9], number, case, self.ending, identity, self.executed)

    @property
    def scalar(self) -> Scalar | None:
        """The value, in a language that has no others."""
        assert self.value is None or isinstance(self.value, SCALARS), self.value
        return self.value

    @property
    def effort(self) -> int:
        """For the search order: nothing is left to do."""
        return -1


class Cursor(Generic[H]):
    """A state being run: the only thing that is changed in place, and never shared."""

    __slots__ = (
        "_nested",
        "_seen",
        "_seen_in",
        "_shared",
        "accesses",
        "activation",
        "at",
        "caller",
        "calls",
        "code",
        "counted",
        "decisions",
        "depth",
        "effort",
        "executed",
        "heap",
        "log",
        "loops",
        "path",
        "registers",
        "resolving",
        "steps",
        "store",
        "trace",
        "version",
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
        self.store = state.store
        self.activation = state.activation
        self.log = state.log
        self.resolving = state.resolving
        self.effort = state.effort
        self.counted = state.counted
        self.executed = state.executed
        self.version = 0
        self._shared = True
        self._nested: list[tuple[int, object, tuple[object, object]]] = []
        self._seen: dict[object, int] = {}
        self._seen_in: tuple[H, PathCondition, int] | None = None

    def put(self, changes: Store) -> None:
        """Change the store, which is copied only if a state that waits has it too."""
        if self._shared:
            self.store = {**self.store, **changes}
            self._shared = False
        else:
            assert isinstance(self.store, dict)
            self.store.update(changes)
        self.version += 1

    def wait(self, target: int, finish: Finish | None) -> Frame:
        """The frame to come back to."""
        return Frame(
            self.code,
            self.at,
            tuple(self.registers),
            target,
            self.loops,
            self.calls,
            self.depth,
            self.caller,
            finish,
            self.activation,
        )

    def leave(self, frame: Frame) -> None:
        """Back to where `frame` waits."""
        self.code = frame.code
        self.at = frame.at
        self.registers = list(frame.registers)
        self.loops = frame.loops
        self.calls = frame.calls
        self.caller = frame.caller
        self.depth = frame.depth
        self.activation = frame.activation

    def own_path(self) -> None:
        """Let the path be one that no other run of the same state has: what a strategy asks on the
        way is noted in its name."""
        self.path = self.path.renamed(self.path.prefix)
        if self.log:
            last = self.log[-1]
            self.log = (*self.log[:-1], last._replace(path=last.path.renamed(last.path.prefix)))

    def make_an_effort(self) -> None:
        """Count one more round, if something was learned since the last one."""
        if self.counted is None or not self.path.knows_the_same_as(self.counted):
            self.counted = self.path
            self.effort += 1

    def has_been_here(self, where: object) -> bool:
        """Is this path at `where` once more, with the same heap and path condition, and without
        having returned in between? Then it will come back for ever."""
        before = self._seen_in
        if before is None or not (
            before[0] is self.heap
            and before[1].claims_the_same_as(self.path)
            and before[2] == self.version
        ):
            self._seen = {}
            self._seen_in = (self.heap, self.path, self.version)
        if where in self._seen:
            return True
        self._seen[where] = self.depth
        return False

    def is_inside(self, call: object, world: tuple[object, object]) -> bool:
        """Has such a call begun, in the same world, and not ended?"""
        while self._nested and self._nested[-1][0] >= self.depth:
            self._nested.pop()
        for _, other, (heap, path) in self._nested:
            if heap is world[0] and path is world[1] and other == call:
                return True
        self._nested.append((self.depth, call, world))
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
        self._shared = True
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
            self.store,
            self.activation,
            self.log,
            self.resolving,
            self.effort,
            self.counted,
            self.executed,
        )


APPROXIMATIONS: StoreKey[tuple[str, ...]] = StoreKey("approximations")
"""Where the store keeps what a path takes for granted that the language does not (texts)."""
BY_CONTRACT: StoreKey[tuple[str, ...]] = StoreKey("by contract")
"""Where the store keeps the names of the functions that their contracts stood for."""
COMES_BACK = "comes back to the same state"
"""How a path that has no end is known to have none."""

Step: TypeAlias = list[State[H] | Leaf[H]] | Leaf[H]
"""What running a state leads to: the successors at the next choice, or the finished path."""


def place(cursor: Cursor[H], at: Position, outermost: bool = False) -> Place:
    """Where the path is: in the user's own code, and where in the library that it has
    called, if it is there. That is the innermost call, or the `outermost`, of what the user has
    called himself."""
    code, frame, own = cursor.code, cursor.caller, at
    inside = at if code.library else None
    while (code.library or is_made(own)) and frame is not None:
        code, own = frame.code, frame.code.instructions[frame.at - 1].at
        frame = frame.caller
        if code.library and (outermost or inside is None):
            inside = own
    if code.library or inside is None:
        return own.place if inside is None else inside.place
    return replace(own.place, inside=inside.place) if inside.line else own.place


def is_made(at: Position) -> bool:
    """Is it in code that nobody has written for a user to see, such as that of a model?"""
    return at.file.startswith("<")


def leaf(
    cursor: Cursor[H],
    kind: OutcomeKind,
    instruction: Instruction,
    detail: str | None,
    value: Value = None,
) -> Leaf[H]:
    where = None if kind is OutcomeKind.RETURNED else place(cursor, instruction.at)
    return Leaf(
        kind,
        value,
        detail,
        where,
        cursor.heap,
        cursor.path,
        cursor.trace,
        cursor.store,
        cursor.resolving,
        executed=cursor.executed,
    )
