"""Runs one state up to its next choice, or to its end.

The instructions themselves are in `engine.instructions`; here is what they have in common: taking
the feasible cases of a choice, branching, calling, and the bounds of a path.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from heapwise.engine.bounds import MAX_LENGTH, Bounds
from heapwise.engine.choices import Chooser, PathContext
from heapwise.engine.finalising import Finaliser, Finalises
from heapwise.engine.instructions import HANDLERS
from heapwise.engine.joining import Joiner, Joins
from heapwise.engine.machine import Enter, Machine
from heapwise.engine.state import (
    COMES_BACK,
    OPEN,
    RUNNING,
    UNDEFINED,
    Access,
    Cursor,
    Leaf,
    State,
    Step,
    Streak,
    Streaks,
    Value,
    is_allocated,
    leaf,
    place,
)
from heapwise.heaps.api import Case, Cut, Failure, HeapStrategy, Raised
from heapwise.program import ClassDecl, MethodDecl, Position, Program
from heapwise.program import code as ir
from heapwise.program.code import Code
from heapwise.program.program import Runtime
from heapwise.results import OutcomeKind
from heapwise.results.place import Place
from heapwise.results.prefix import Ending
from heapwise.solver import Model, PathCondition, Solver
from heapwise.terms import NULL, REF, Scalar, Term, add, and_, eq, ite, le, not_, or_

H = TypeVar("H")
T = TypeVar("T")

_CLOCK_EVERY = 2_048
"""Instructions between two looks at the clock."""
_DOUBTS = (8, 64, 512)
"""After so many looks during which nothing was learned, it is asked whether the path has an end."""


_ROUNDS = 2
"""How often a path may go round all objects before it has to say which is which."""
_FORCED = 100
"""Iterations in a row, on a path that has no other way to go, before it is given up."""
_MANY = 8
"""Objects that an exploration without a bound on them is taken to have."""


_THROWN = "thrown"
"""In the store of a path, with an object: where it was first thrown."""

_DEEP = 40
"""Nested calls from which on it is worth asking whether they go in circles."""


class StoppedError(Exception):
    """The deadline has passed in the middle of a path."""


class Interpreter(Generic[H]):
    def __init__(
        self,
        program: Program,
        strategy: HeapStrategy[H],
        solver: Solver,
        bounds: Bounds,
        ignore_null_dereference: bool = False,
        deadline: float | None = None,
        joins: bool = True,
        goes_on: Callable[[Leaf[H]], bool] | None = None,
    ) -> None:
        self.strategy = strategy
        self.context = PathContext(program, solver, bounds)
        self.chooser = Chooser(solver, ignore_null_dereference, bounds.max_length)
        self.bounds = bounds
        self._program = program
        self._deadline = deadline
        self._goes_on = goes_on
        self._cursor: Cursor[H] | None = None
        self._max_steps = bounds.max_steps or (1 << 62)
        runtime = program.runtime
        # A strategy that forks on its own would join here and there, depending on when it does.
        joins = joins and strategy.traits.path_optimal
        self.joiner = Joiner(self, runtime) if joins and isinstance(runtime, Joins) else None
        self._finaliser = Finaliser(runtime) if isinstance(runtime, Finalises) else None
        self._resolves = runtime is not None
        self._patience = _ROUNDS * (bounds.max_objects or _MANY) + _ROUNDS
        if bounds.max_loops is not None:
            self._patience = min(self._patience, max(bounds.max_loops // 2, _ROUNDS))

    def start(self) -> State[H]:
        code = self._program.main
        assert code is not None
        path = PathCondition(Model())
        registers = (0,) * code.registers
        return State(code, 0, registers, {}, {}, None, 0, self.strategy.empty(), path, None, 0, 0)

    def run(self, state: State[H]) -> Step[H]:
        """The successors at the next choice (there may be none), or the finished path. What has to
        ask much without having a choice is put back among those that wait."""
        cursor = self._cursor = Cursor(state)
        handlers = HANDLERS
        effort = cursor.effort
        before, quiet = cursor.path, 0
        while True:
            if self._finaliser is not None and not cursor.log and cursor.store.get(OPEN):
                end = self._finaliser.let_go(self, cursor)
                if end is not None:
                    return end
            instruction = cursor.code.instructions[cursor.at]
            cursor.at += 1
            cursor.steps += 1
            if cursor.steps % _CLOCK_EVERY == 0:
                self.look_at_the_clock()
                before, quiet = cursor.path, quiet + 1 if cursor.path is before else 0
                if quiet in _DOUBTS and self._goes_on is not None:
                    cut = leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps")
                    if self._goes_on(cut):
                        return cut._replace(ending=Ending.TRIED)
            if cursor.steps > self._max_steps:
                return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps")
            step: Step[H] | None = handlers[type(instruction)](self, cursor, instruction)
            if step is not None:
                return step
            if cursor.effort > effort:
                return [cursor.freeze()]

    @property
    def position(self) -> Place | None:
        """Of the instruction that was run last."""
        cursor = self._cursor
        if cursor is None:
            return None
        return cursor.code.instructions[max(cursor.at - 1, 0)].at.place

    def machine(self, cursor: Cursor[H]) -> Machine[H]:
        """What the next operation runs on."""
        return Machine(self, cursor)

    def look_at_the_clock(self) -> None:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise StoppedError

    def choose(
        self,
        cursor: Cursor[H],
        instruction: ir.Instruction,
        cases: Sequence[Case[H, T]],
        proceed: Callable[[Cursor[H], T], Leaf[H] | None],
    ) -> Step[H] | None:
        """Go on in place if only one case is feasible, else return the successors."""
        only = cases[0]
        if (
            len(cases) == 1
            and only.guard is True
            and not only.facts
            and type(only.value) is not Raised
        ):
            cursor.heap = only.heap
            return self._apply(cursor, instruction, only, proceed)
        self.look_at_the_clock()  # a path of few steps may have many hard questions
        chooser, context = self.chooser, self.context
        hidden = context.noted_scope(cursor.path)
        survivors = chooser.feasible(cursor.path, cases, postpone=True, hidden=hidden)
        if len(survivors) == 1 and not survivors[0][1].is_open and not chooser.has_arrived:
            case, cursor.path = survivors[0]
            cursor.heap = case.heap
            return self._apply(cursor, instruction, case, proceed)
        successors: list[State[H] | Leaf[H]] = []
        waiting = cursor.freeze()
        for case, path in survivors:
            branch = Cursor(waiting)
            branch.path = path
            branch.heap = case.heap
            end = self._apply(branch, instruction, case, proceed)
            successors.append(branch.freeze() if end is None else end)
        return successors

    def _apply(
        self,
        cursor: Cursor[H],
        instruction: ir.Instruction,
        case: Case[H, T],
        proceed: Callable[[Cursor[H], T], Leaf[H] | None],
    ) -> Leaf[H] | None:
        value = case.value
        if isinstance(value, Raised):
            return self.fail(cursor, instruction, value.failure)
        if isinstance(value, Cut):
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, value.bound)
        return proceed(cursor, value)

    def split(
        self,
        cursor: Cursor[H],
        instruction: ir.Instruction,
        condition: Scalar,
        proceed: Callable[[Cursor[H], bool], Leaf[H] | None],
    ) -> Step[H] | None:
        """A branch of the program."""
        if not isinstance(condition, Term):
            return proceed(cursor, bool(condition))
        cursor.decisions += 1
        known = cursor.path.decided(condition)
        if known is not None:
            return proceed(cursor, known)
        heap = cursor.heap
        cases = [Case(condition, heap, True), Case(not_(condition), heap, False)]
        return self.choose(cursor, instruction, cases, proceed)

    def enter(
        self,
        cursor: Cursor[H],
        instruction: ir.Call | ir.Invoke,
        method: MethodDecl,
        arguments: list[Value],
    ) -> Leaf[H] | None:
        code = method.code
        if code is None:
            assert self._program.body is not None, f"{method} has no code"
            code = self._program.body(method)
        limit = self.bounds.max_calls
        if limit is not None and cursor.depth >= limit:
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-calls")
        runtime = self._program.runtime
        if runtime is not None and cursor.depth >= runtime.max_calls:
            return self.throw(cursor, instruction, runtime.too_deep())
        if cursor.has_been_here((code, *arguments)):
            if runtime is not None:
                return self.throw(cursor, instruction, runtime.too_deep())
            return leaf(cursor, OutcomeKind.ENDLESS, instruction, COMES_BACK)
        calls = self.prolong(cursor, cursor.calls, code)
        if calls is None:
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-loops")
        following = cursor.code.instructions[cursor.at]
        passes_on = type(following) is ir.Return and following.source == instruction.target
        if cursor.code.handlers or not passes_on or code.library != cursor.code.library:
            # A caller that would only pass the result on need not wait for it, unless its place is
            # to be told.
            cursor.caller = cursor.wait(instruction.target, None)
        cursor.registers = arguments + [0] * (code.registers - len(arguments))
        cursor.code = code
        cursor.at = 0
        cursor.loops = {}
        cursor.calls = calls
        cursor.depth += 1
        return None

    def begin(
        self,
        cursor: Cursor[H],
        instruction: ir.Instruction,
        entry: Enter,
        target: int,
    ) -> Leaf[H] | None:
        """Run the code that an operation has asked for, whose result goes to `target`."""
        runtime = self._program.runtime
        assert runtime is not None
        code = entry.code
        waiting = entry.resume
        if cursor.depth >= runtime.max_calls:
            return self.throw(cursor, instruction, runtime.too_deep())
        if waiting is None and (
            cursor.has_been_here((code, *entry.arguments))
            or self._goes_in_circles(cursor, code, entry.arguments)
        ):
            return self.throw(cursor, instruction, runtime.too_deep())
        calls = cursor.calls
        if waiting is None or waiting.target is None:
            # Calls that learn nothing new are not counted: the language has a limit for them.
            prolonged = self.prolong(cursor, calls, code, cursor.path.asserted)
            if prolonged is None:
                return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-loops")
            calls = prolonged
        cursor.caller = cursor.wait(target, entry.finish)
        cursor.calls = calls
        cursor.code = code
        cursor.depth += 1
        cursor.activation = entry.activation
        if waiting is None:
            unused = code.registers - len(entry.arguments)
            cursor.registers = [*entry.arguments, *([UNDEFINED] * unused)]
            cursor.at = 0
            cursor.loops = {}
            return None
        assert entry.activation is not None
        changes: dict[object, Value] = {entry.activation: RUNNING}
        if entry.activation in cursor.store.get(OPEN, ()):
            others = (each for each in cursor.store[OPEN] if each is not entry.activation)
            changes[OPEN] = tuple(others)
        cursor.put(changes)
        cursor.registers = list(waiting.registers)
        cursor.at = waiting.at
        cursor.loops = waiting.loops
        if entry.throws is not None:
            return self.throw(cursor, waiting.code.instructions[waiting.at - 1], entry.throws)
        if waiting.target is not None:
            cursor.registers[waiting.target] = entry.arguments[0]
        return None

    def _goes_in_circles(self, cursor: Cursor[H], code: Code, arguments: tuple[Value, ...]) -> bool:
        """Is this call inside one that saw the same in every respect?"""
        if cursor.depth < _DEEP:
            return False
        runtime = self._program.runtime
        assert runtime is not None
        seen = runtime.visible(arguments, cursor.store)
        if seen is None:
            return False
        heap = self.strategy.input_state(cursor.heap)
        return cursor.is_inside((code, arguments, seen), (heap, cursor.path))

    def fail(
        self, cursor: Cursor[H], instruction: ir.Instruction, failure: Failure
    ) -> Leaf[H] | None:
        """An access to the heap has failed: the path ends, or the language throws something."""
        if self._program.thrown_by is None:
            return leaf(cursor, OutcomeKind.RAISED, instruction, failure.value)
        return self.throw(cursor, instruction, self._program.thrown_by(failure.value))

    def throw(self, cursor: Cursor[H], instruction: ir.Instruction, value: Value) -> Leaf[H] | None:
        """To the nearest handler, in this activation or in one that waits for it. A class stands
        for a new object of it."""
        runtime = self._program.runtime
        assert runtime is not None
        if isinstance(value, ClassDecl):
            made = self.strategy.new_object(self.context, cursor.heap, value)[0]
            cursor.heap, value = made.heap, made.value
        library = place(cursor, instruction.at, True) if cursor.code.library else None
        while True:
            at = cursor.at - 1
            for handler in cursor.code.handlers:
                if handler.start <= at < handler.end:
                    caught, _ = _located(runtime, cursor, value, instruction.at)
                    cursor.registers[handler.register] = caught
                    cursor.at = handler.to
                    cursor.forget_calls()
                    return None
            if cursor.activation is not None:
                cursor.put({cursor.activation: None})
                value = runtime.out_of_generator(value)
            frame = cursor.caller
            if self._finaliser is not None and cursor.store.get(OPEN):
                value, _ = _located(runtime, cursor, value, instruction.at)
                end, goes_on = self._finaliser.unwind(self, cursor, instruction, value)
                if goes_on:
                    return end
            if frame is None:
                cls = None
                if isinstance(value, Term) and is_allocated(value):
                    cls = self.strategy.allocated_class(cursor.heap, value)
                violated, detail = runtime.uncaught(value, cls)
                kind = OutcomeKind.VIOLATED if violated else OutcomeKind.RAISED
                _, origin = _located(runtime, cursor, value, instruction.at)
                where = library or origin.place
                return leaf(cursor, kind, instruction, detail, value)._replace(where=where)
            cursor.leave(frame)
            caller = cursor.code.instructions[cursor.at - 1]
            if runtime_only(instruction):
                instruction = caller

    def within_indexes(
        self, cursor: Cursor[H], cases: Sequence[Case[H, T]], array: Term, index: Scalar
    ) -> Sequence[Case[H, T]]:
        """The cases, cut where the path would use more distinct indexes of one input array than
        the bounds on depth (kiasan.txt §3.4) and on length allow."""
        cases = self.within_length(cursor.accesses, cases, array, index)
        limit = self.bounds.max_depth
        if limit is None or len(cursor.accesses) < limit or is_allocated(array):
            return cases
        found: list[Case[H, T]] = []
        for case in cases:
            excess: Scalar = False
            if not isinstance(case.value, Cut | Raised):
                excess = self._index_excess(case.heap, cursor.accesses, array, index, limit)
            found += _split(case, excess, "max-depth")
        return [case for case in found if case.guard is not False]

    def within_length(
        self,
        accesses: Sequence[Access],
        cases: Sequence[Case[H, T]],
        array: Term,
        index: Scalar,
    ) -> Sequence[Case[H, T]]:
        """The cases, cut where the path would look at more elements of one input array than the
        bound on lengths allows. Only what goes by the same name counts."""
        limit = self.bounds.max_length
        if limit is None or is_allocated(array):
            return cases
        keys = [access.key for access in accesses if access.array is array]
        if len(keys) < limit or index in keys:
            return cases
        used: Scalar = 0
        for position, key in enumerate(keys):
            again = or_(*(eq(key, earlier) for earlier in keys[:position]))
            used = add(used, ite(again, 0, 1))
        excess = and_(le(limit, used), *(not_(eq(key, index)) for key in keys))
        found: list[Case[H, T]] = []
        for case in cases:
            is_access = not isinstance(case.value, Cut | Raised)
            found += _split(case, excess if is_access else False, MAX_LENGTH)
        return [case for case in found if case.guard is not False]

    def _index_excess(
        self, heap: H, accesses: Sequence[Access], array: Term, index: Scalar, limit: int
    ) -> Scalar:
        """The condition that `index` is new for this array, and its indexes are used up."""
        same_array = [self._same(heap, array, access.array) for access in accesses]
        used: Scalar = 0
        is_new: Scalar = True
        for position, access in enumerate(accesses):
            earlier = [
                and_(same_array[before], eq(accesses[before].key, access.key))
                for before in range(position)
            ]
            counts = and_(same_array[position], *(not_(condition) for condition in earlier))
            used = add(used, ite(counts, 1, 0))
            is_new = and_(is_new, not_(and_(same_array[position], eq(access.key, index))))
        return and_(is_new, eq(used, limit))

    def _same(self, heap: H, left: Term, right: Term) -> Scalar:
        """The condition that two references are equal, whether or not asking it would fork."""
        cases = self.strategy.ref_equals(self.context, heap, left, right)
        return or_(*(and_(case.guard, _truth(case.value)) for case in cases))

    def resolve(
        self, cursor: Cursor[H], instruction: ir.Instruction, registers: Sequence[int]
    ) -> Step[H] | None:
        """On a path that is resolving: let these registers hold, of all references to an object,
        the one that was looked at first. Where that takes a choice, `cursor` is put back so that
        the instruction is run again."""
        if not cursor.resolving or not self._resolves or self._program.library_decides:
            # Operations in direct style do so when they look at a reference.
            return None
        heap = cursor.heap
        self.context.path = cursor.path
        sighted = self.strategy.sighted(heap)
        for register in registers:
            ref = cursor.registers[register]
            if not isinstance(ref, Term) or ref.sort is not REF or ref is NULL:
                continue
            if is_allocated(ref):
                continue
            others: Scalar = True
            cases: list[Case[H, Term | None]] = []
            for known in sighted:
                if known is ref:
                    break
                same = self._same(heap, ref, known)
                decided = cursor.path.decided(same)
                if decided:
                    cases.append(Case(others, heap, known))
                    others = False
                    break
                if decided is None:
                    cases.append(Case(and_(others, same), heap, known))
                    others = and_(others, not_(same))
            if not cases:
                continue
            if others is not False:
                cases.append(Case(others, heap, None))

            def proceed(at: Cursor[H], known: Term | None, register: int = register) -> None:
                if known is not None:
                    at.registers[register] = known
                at.at -= 1
                at.steps -= 1

            return self.choose(cursor, instruction, cases, proceed)
        return None

    def prolong(
        self, cursor: Cursor[H], streaks: Streaks, key: Code | int, decided: int | None = None
    ) -> Streaks | None:
        """One more iteration or nested call; None if there were too many in a row. It counts only
        if something symbolic was decided since the last one: what is concrete ends by itself, or
        by the bounds on calls and steps. Those of a path that goes on because it must are counted
        apart: they are no more paths, and it may turn out that there is no end to them."""
        last = streaks.get(key)
        if last is not None or isinstance(key, int):
            cursor.make_an_effort()
        limit = self.bounds.max_loops
        decisions = cursor.decisions if decided is None else decided
        materialised = self.strategy.materialised(cursor.heap)
        asserted = cursor.path.asserted
        count, rounds, forced = 1, 0, 0
        if last is not None and last.materialised == materialised:
            count, forced = last.length, last.forced
            rounds = last.rounds + (cursor.decisions > last.asked)
            if decisions > last.decisions:
                if self._resolves and asserted == last.asserted:
                    forced += 1
                else:
                    count += 1
        if limit is not None:
            if count > limit or forced > max(limit, _FORCED):
                return None
            if rounds > self._patience:
                cursor.resolving = True
        asked = cursor.decisions
        streak = Streak(count, materialised, decisions, rounds, asked, forced, asserted)
        return {**streaks, key: streak}


def _located(
    runtime: Runtime, cursor: Cursor[H], value: Value, at: Position
) -> tuple[Value, Position]:
    """What was thrown, and where it was first. Of an object, the path itself remembers that."""
    if not isinstance(value, Term):
        return runtime.located(value, at)
    first = cursor.store.get((_THROWN, value))
    if first is None:
        cursor.put({(_THROWN, value): at})
        first = at
    return value, first


def _split(case: Case[H, T], excess: Scalar, bound: str) -> list[Case[H, T]]:
    """The case, and what of it this bound cuts."""
    if excess is False:
        return [case]
    beyond = Case(and_(case.guard, excess), case.heap, Cut(bound), case.facts)
    return [beyond, case._replace(guard=and_(case.guard, not_(excess)), settled=False)]


def runtime_only(instruction: ir.Instruction) -> bool:
    """Is it from code that the user has not written?"""
    return instruction.at.file.startswith("<")


def _truth(value: Scalar | Raised | Cut) -> Scalar:
    return False if isinstance(value, Raised | Cut) else value
