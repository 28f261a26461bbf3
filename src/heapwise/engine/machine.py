"""What an operation of a source language may do, in direct style.

`Perform` runs an ordinary Python function with a `Machine`. Where the function asks something that
has several answers, the machine raises `ForkError`; the engine makes a state per answer and runs
the function again from its start in each, feeding it the answers it has had (`log`) before it asks
anything new. A function is therefore written as if there were one answer, must be deterministic,
and has no effect but through the machine, which keeps what it did until the function is done.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast, overload

from heapwise.engine import condition_watch
from heapwise.engine.bounds import Bounds
from heapwise.engine.index_bounds import within_length
from heapwise.engine.run_context import Run
from heapwise.engine.state import (
    APPROXIMATIONS,
    Answered,
    Cursor,
    Finish,
    Frame,
    Key,
    StoreKey,
    Suspended,
    Value,
    noted,
)
from heapwise.heaps.api import Case, Cut, Failure, Raised, RewindsHeaps
from heapwise.program import ClassDecl, FieldDecl, Program
from heapwise.program.code import Code
from heapwise.program.registers import live_registers
from heapwise.program.types import Type
from heapwise.solver import PathCondition
from heapwise.terms import Scalar, Term, not_

H = TypeVar("H")
T = TypeVar("T")
C = TypeVar("C")
K = TypeVar("K", bound=Hashable)


_FAILURES = (Raised, Cut)


class ForkError(Exception):
    """The operation goes on in several ways, or in none: the answers it may get after `path`."""

    def __init__(self, logs: Sequence[tuple[Answered[Any], ...]], path: PathCondition) -> None:
        self.logs = logs
        self.path = path


class EndedError(Exception):
    """The operation ends without a value."""


class ThrownError(EndedError):
    """The operation throws a value of the source language."""

    def __init__(self, value: Value) -> None:
        self.value = value


class HeapFailureError(EndedError):
    """An access to the heap failed."""

    def __init__(self, failure: Failure) -> None:
        self.failure = failure


class CutError(EndedError):
    """Going on would exceed this bound."""

    def __init__(self, bound: str) -> None:
        self.bound = bound


class UnsupportedError(EndedError):
    """The path cannot be followed: `what` names the construct."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


@dataclass(frozen=True, slots=True)
class Enter:
    """The result of an operation: run `code` with these arguments in its first registers, and take
    what `finish` makes of its result. `resume` goes on with the activation at `activation` and
    gives it `arguments[0]`, or throws `throws` into it."""

    code: Code
    arguments: tuple[Value, ...]
    finish: Finish | None = None
    activation: Term | None = None
    resume: Suspended | None = None
    throws: Value | None = None


Result: TypeAlias = Value | Enter
"""What an operation gives."""


def held_by(
    code: Code, at: int, registers: Sequence[Value], target: int | None = None
) -> Iterator[Value]:
    """What an activation holds that goes on at this instruction; what `target` has is stale."""
    for register in {*code.variables, *live_registers(code, at)}:
        if register != target:
            yield registers[register]


class Answers(NamedTuple, Generic[H]):
    """What a question may be answered with. A state is made even of a single one that `must_fork`,
    because it is the state that somebody wants."""

    answers: list[Answered[H]]
    must_fork: bool = False


class Machine(Generic[H, C]):
    """One run of one operation; the language keeps a `C` at locations that the program has made.
    `program` is what is being explored; `changes` are those of the store; a run is `partial` if it
    goes on for some of the inputs only, and `resolves` if it has to decide which object a reference
    denotes."""

    __slots__ = (
        "_cursor",
        "_log",
        "_position",
        "_run",
        "accesses",
        "changes",
        "decisions",
        "heap",
        "partial",
        "path",
        "resolves",
    )

    def __init__(self, run: Run[H], cursor: Cursor[H]) -> None:
        self._run = run
        self._cursor = cursor
        self._log = list(cursor.log)
        self._position = 0
        self.accesses = cursor.accesses
        self.changes: dict[Key, object] = {}
        self.heap = cursor.heap
        self.path = cursor.path
        self.decisions = 0
        self.partial = False
        self.resolves = False

    @property
    def program(self) -> Program:
        return self._run.program

    @property
    def orders_sets(self) -> bool:
        """Must what has no order by itself be kept as the language happens to iterate over it? If
        not, nothing may depend on it."""
        return True

    @property
    def depth(self) -> int:
        return self._cursor.depth

    @property
    def bounds(self) -> Bounds:
        return self._run.bounds

    @property
    def running(self) -> Iterator[Code]:
        """The code that performs this operation, then what waits for it, outwards. A caller that
        would only pass a result on does not wait."""
        yield self._cursor.code
        frame = self._cursor.caller
        while frame is not None:
            yield frame.code
            frame = frame.caller

    # -- choices

    def decide(self, condition: Scalar) -> bool:
        """Is it so? Both, if both can be."""
        if not isinstance(condition, Term):
            return bool(condition)
        self.decisions += 1
        known = self.path.decided(condition)
        if known is not None:
            return known
        heap = self.heap
        return self._take(lambda: [Case(condition, heap, True), Case(not_(condition), heap, False)])

    def choose(self, alternatives: Iterable[tuple[Scalar, T]]) -> T:
        """One of these, whose guards are disjoint and exhaustive."""
        self.decisions += 1
        heap = self.heap
        return self._take(lambda: [Case(guard, heap, value) for guard, value in alternatives])

    def may_hold(self, condition: Scalar) -> bool:
        """Can it be so? Costs a query; UNKNOWN counts as yes. Only for what cannot change the
        result of the operation, such as pruning: the answer is not in the log."""
        self._run.context.path = self.path
        return self._run.context.may_hold(condition)

    def known(self, condition: Scalar) -> bool | None:
        """Its value where the path knows it; costs no query."""
        return self.path.decided(condition)

    def cases(self, number: Scalar) -> Mapping[Scalar, Scalar]:
        """What a number may be, each under its guard."""
        return {number: True}

    def named(self, condition: Scalar) -> Scalar:
        """The same condition, in a form that stays small where it is used again."""
        return condition

    def assume(self, condition: Scalar) -> None:
        """A definition: it holds on every path that gets here."""
        if isinstance(condition, Term):
            self.path = self._run.chooser.with_facts(self.path, (condition,))
        else:
            assert condition, "a false definition"

    def require(self, condition: Scalar) -> None:
        """Go on only where it holds."""
        self.partial = True
        if not isinstance(condition, Term):
            if not condition:
                raise ForkError([], self.path)
            return
        known = self.path.decided(condition)
        if known is False:
            raise ForkError([], self.path)
        if known is None:
            heap = self.heap
            self._take(lambda: [Case(condition, heap, None)], exhaustive=False)

    def within(self, condition: Scalar, bound: str) -> None:
        """Go on where it holds; where it does not, the path is cut by this bound."""
        known = self.path.decided(condition)
        if known is False:
            raise CutError(bound)
        if known is None:
            heap = self.heap
            self._run.context.path = self.path
            self._run.context.note_scope(condition)
            beyond = not_(condition)
            self._take(lambda: [Case(condition, heap, None), Case(beyond, heap, Cut(bound))])

    # -- the heap

    def input_value(self, name: str, type_: Type, nullable: bool) -> Scalar:
        return self._access(
            lambda run: run.strategy.input_value(run.context, self.heap, name, type_, nullable)
        )

    def allocate(self, cls: ClassDecl) -> Term:
        return self._access(lambda run: run.strategy.new_object(run.context, self.heap, cls))

    def read_field(self, ref: Term, field: FieldDecl) -> Scalar:
        return self._access(lambda run: run.strategy.read_field(run.context, self.heap, ref, field))

    def write_field(self, ref: Term, field: FieldDecl, value: Scalar) -> None:
        self._check_write(ref, field.name)
        self._access(
            lambda run: run.strategy.write_field(run.context, self.heap, ref, field, value)
        )

    def read_item(self, ref: Term, field: FieldDecl, index: Scalar) -> Scalar:
        return self._access(
            lambda run: run.strategy.read_item(run.context, self.heap, ref, field, index)
        )

    def write_item(self, ref: Term, field: FieldDecl, index: Scalar, value: Scalar) -> None:
        self._check_write(ref, field.name)
        self._access(
            lambda run: run.strategy.write_item(run.context, self.heap, ref, field, index, value)
        )

    def new_array(self, cls: ClassDecl, length: Scalar) -> Term:
        return self._access(lambda run: run.strategy.new_array(run.context, self.heap, cls, length))

    def array_length(self, cls: ClassDecl, ref: Term) -> Scalar:
        return self._access(lambda run: run.strategy.array_length(run.context, self.heap, cls, ref))

    def array_load(self, cls: ClassDecl, ref: Term, index: Scalar) -> Scalar:
        def ask(run: Run[H]) -> Sequence[Case[H, Scalar]]:
            cases = run.strategy.array_load(run.context, self.heap, cls, ref, index)
            return within_length(run, self.accesses, cases, ref, index)

        value = self._access(ask)
        self.accesses = noted(self.accesses, ref, index)
        return value

    def array_store(self, cls: ClassDecl, ref: Term, index: Scalar, value: Scalar) -> None:
        self._check_write(ref, cls.name)

        def ask(run: Run[H]) -> Sequence[Case[H, None]]:
            cases = run.strategy.array_store(run.context, self.heap, cls, ref, index, value)
            return within_length(run, self.accesses, cases, ref, index)

        self._access(ask)
        self.accesses = noted(self.accesses, ref, index)

    def same_reference(self, left: Term, right: Term) -> Scalar:
        """The condition that two references are equal; a forking strategy may answer it."""
        return self._access(
            lambda run: run.strategy.ref_equals(run.context, self.heap, left, right)
        )

    def is_instance(self, ref: Term, cls: ClassDecl) -> Scalar:
        return self._access(lambda run: run.strategy.instance_of(run.context, self.heap, ref, cls))

    def classify(self, ref: Term, key: Callable[[ClassDecl], K]) -> K:
        """`key` of the run-time class of `ref`: a choice where classes differ in it."""
        return self._access(lambda run: run.strategy.classify(run.context, self.heap, ref, key))

    def possible_classes(self, ref: Term) -> set[ClassDecl]:
        """What its run-time class may be; no choice, no query, so it may say too much."""
        run = self._run
        run.context.path = self.path
        cases = run.strategy.classify(run.context, self.heap, ref, lambda cls: cls)
        return {case.value for case in cases if isinstance(case.value, ClassDecl)}

    def is_allocated(self, ref: Term) -> bool:
        """Is it an object that the path has made?"""
        initial, made = self.targets(ref)
        return not initial and made == (ref,)

    def allocated_class(self, ref: Term) -> ClassDecl:
        """The class of an allocated location."""
        return self._run.strategy.allocated_class(self.heap, ref)

    def allocated(self) -> list[Term]:
        """The locations of all objects that the path has made, in this order."""
        return list(self._run.strategy.made(self.heap))

    def targets(self, ref: Term) -> tuple[bool, tuple[Term, ...]]:
        """May it denote an input object, and which allocated locations may it denote?"""
        self._run.context.path = self.path
        found = self._run.strategy.targets(self._run.context, self.heap, ref)
        return found.initial, found.allocated

    def resolved(self, ref: Term) -> Term:
        """The first reference that the path has looked at and that denotes the same object, if the
        path is to decide that."""
        if not self._cursor.resolving:
            return ref
        self.resolves = True
        for known in self._run.strategy.sighted(self.heap):
            if known is ref:
                return ref
            if self.decide(self.same_reference(ref, known)):
                return known
        return ref

    def rewind(self, then: H) -> None:
        """Go on with a heap that the path had before: what it has learned of the initial heap stays
        known, and objects that it has made since are still there."""
        self.heap = self._rewinding().rewound(then, self.heap)

    def written(self) -> Iterator[tuple[str, tuple[Scalar, ...]]]:
        """The cells that the path has written to: what their kind is called, and their keys."""
        return self._rewinding().written(self.heap)

    def read_from(self, ref: Term) -> tuple[str, tuple[Scalar, ...]] | None:
        """The cell of the initial heap that holds this very reference, if it was read there."""
        return self._rewinding().read_from(self.heap, ref)

    def _rewinding(self) -> RewindsHeaps[H]:
        strategy = self._run.strategy
        if not strategy.traits.rewinds_heaps:
            raise UnsupportedError("two versions on one heap under this strategy")
        return cast("RewindsHeaps[H]", strategy)

    @property
    def merges_references(self) -> bool:
        """May a reference be an if-then-else? Else each is decided when it is looked at."""
        return self._run.strategy.traits.merges_references

    def variables(self) -> Iterator[Value]:
        """What the variables of all activations hold, those of the latest first."""
        yield from self.own_variables()
        frame = self._cursor.caller
        while frame is not None:
            yield from (frame.registers[number] for number in frame.code.variables)
            frame = frame.caller

    def own_variables(self) -> Iterator[Value]:
        """Those of the latest activation."""
        cursor = self._cursor
        yield from (cursor.registers[number] for number in cursor.code.variables)

    def held(self) -> Iterator[Value]:
        """What all activations hold: their variables, and the temporary values that they will still
        use."""
        cursor = self._cursor
        yield from held_by(cursor.code, cursor.at, cursor.registers)
        yield from self.held_by_callers()

    def held_by_callers(self) -> Iterator[Value]:
        """The same without the latest activation."""
        frame = self._cursor.caller
        while frame is not None:
            yield from held_by(frame.code, frame.at, frame.registers, frame.target)
            frame = frame.caller

    def contents(self) -> Iterator[tuple[Key, object]]:
        """All that the store of the path has."""
        yield from {**self._cursor.store, **self.changes}.items()

    def is_caught(self, names: frozenset[str]) -> bool:
        """Does a handler around this operation, or around a call that it is part of, say that it is
        for exceptions of one of these names?"""
        place: Cursor[H] | Frame | None = self._cursor
        while place is not None:
            for handler in place.code.handlers:
                if handler.start < place.at <= handler.end and handler.names & names:
                    return True
            place = place.caller
        return False

    # -- the store of the path

    @overload
    def load(self, key: StoreKey[T]) -> T | None: ...

    @overload
    def load(self, key: Term) -> C | None: ...

    def load(self, key: Key) -> object | None:
        """None if nothing was put there."""
        if key in self.changes:
            return self.changes[key]
        return self._cursor.store.get(key)

    def kept(self, kinds: tuple[str, ...]) -> Iterator[object]:
        """What was put under keys of one of these kinds."""
        for key, value in {**self._cursor.store, **self.changes}.items():
            if isinstance(key, StoreKey) and key.kind in kinds:
                yield value

    @overload
    def put(self, key: StoreKey[T], value: T) -> None: ...

    @overload
    def put(self, key: Term, value: C | None) -> None: ...

    def put(self, key: Key, value: object) -> None:
        self.changes[key] = value

    def approximate(self, text: str) -> None:
        """From here on the path is not quite true to the language, and this says how: it goes into
        the account of the run."""
        self._run.approximations[text] = None
        known = self.load(APPROXIMATIONS) or ()
        if text not in known:
            self.put(APPROXIMATIONS, (*known, text))

    # -- how it works

    def commit(self) -> None:
        cursor = self._cursor
        cursor.heap = self.heap
        cursor.path = self.path
        cursor.accesses = self.accesses
        cursor.decisions += self.decisions
        if self.changes:
            cursor.put(self.changes)

    def _check_write(self, ref: Term, cell: str) -> None:
        condition_watch.check_write(self._run, self._cursor, ref, cell)

    def _access(self, ask: Callable[[Run[H]], Sequence[Case[H, T]]]) -> T:
        if self._position < len(self._log):
            value = self._told_before()
        else:
            run = self._run
            run.context.path = self.path
            value = self._told_of(ask(run), True)
        if isinstance(value, _FAILURES):
            raise _failed(value)
        result: T = value
        return result

    def _take(self, ask: Callable[[], Sequence[Case[H, T]]], exhaustive: bool = True) -> T:
        """The value of the case that applies; raises what it fails with."""
        is_known = self._position < len(self._log)
        value = self._told_before() if is_known else self._told_of(ask(), exhaustive)
        if isinstance(value, _FAILURES):
            raise _failed(value)
        result: T = value
        return result

    def _told_of(self, cases: Sequence[Case[H, T]], exhaustive: bool) -> Any:
        only = cases[0]
        if len(cases) == 1 and only.guard is True and not only.facts:
            self._log.append(Answered(only.heap, self.path, only.value))
            return self._told_before()
        return self._told_one(self._answers(cases, exhaustive))

    def _told_before(self) -> Any:
        """The next answer in the log."""
        self.heap, self.path, value = self._log[self._position]
        self._position += 1
        return value

    def _told_one(self, found: Answers[H]) -> Any:
        """The answer, which is new; a fork if there are several."""
        answers, must_fork = found
        if len(answers) != 1 or must_fork:
            before = tuple(self._log)
            raise ForkError([(*before, each) for each in answers], self.path)
        self._log.append(answers[0])
        return self._told_before()

    def _answers(self, cases: Sequence[Case[H, T]], exhaustive: bool) -> Answers[H]:
        """Of cases of which more than one may apply, or which the path learns from."""
        self._run.look_at_the_clock()
        chooser = self._run.chooser
        hidden = self._run.context.noted_scope(self.path)
        feasible = chooser.feasible(self.path, cases, exhaustive=exhaustive, hidden=hidden)
        answers = [Answered(case.heap, path, case.value) for case, path in feasible]
        return Answers(answers, chooser.has_arrived)


def _failed(value: Raised | Cut) -> EndedError:
    return HeapFailureError(value.failure) if isinstance(value, Raised) else CutError(value.bound)
