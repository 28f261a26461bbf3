"""The interpreter of the IR: choices, branches, calls, exceptions, and the bounds of a path.

The instructions themselves are in `engine.instructions`, and the loop that runs them in
`engine.stepping`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.finalising import Finaliser, Finalises
from heapwise.engine.joining import Joiner
from heapwise.engine.machine import Enter, Machine
from heapwise.engine.run_context import Run
from heapwise.engine.state import (
    COMES_BACK,
    OPEN,
    RUNNING,
    UNDEFINED,
    Cursor,
    Key,
    Leaf,
    State,
    Step,
    StoreKey,
    Streak,
    Streaks,
    Value,
    as_value,
    is_allocated,
    is_made,
    leaf,
    place,
)
from heapwise.heaps.api import Case, Cut, Failure, HeapStrategy, Raised
from heapwise.program import ClassDecl, MethodDecl, Position, Program
from heapwise.program import code as ir
from heapwise.program.code import Code
from heapwise.program.program import Runtime
from heapwise.results import OutcomeKind
from heapwise.solver import Solver
from heapwise.terms import NULL, REF, Scalar, Term, and_, eq, is_number, not_

H = TypeVar("H")
T = TypeVar("T")

_ROUNDS = 2
"""How often a path may go round all objects before it has to say which is which."""
_FORCED = 100
"""Iterations in a row, on a path that has no other way to go, before it is given up."""
_FIRST_TURNS = 8
"""Of those on a path that has no other way to go; later ones are looked at more rarely."""
_MANY = 8
"""Objects that an exploration without a bound on them is taken to have."""


_THROWN = "thrown"
"""The kind of key in the store of a path that says where an object was first thrown."""

_DEEP = 40
"""Nested calls from which on it is worth asking whether they go in circles."""


class Rules(Protocol[H]):
    """What a run does in another way than an exploration, which follows all that is possible."""

    def machine(self, cursor: Cursor[H]) -> Machine[H, Any]:
        """What an operation runs on."""
        ...

    def wanted(self, cursor: Cursor[H], cases: Sequence[Case[H, T]]) -> Sequence[Case[H, T]]:
        """The cases to be followed."""
        ...

    def sides(
        self, cursor: Cursor[H], branch: ir.Branch, condition: Scalar
    ) -> Sequence[bool] | None:
        """The sides of a branch to be followed, one or none; None if that is open."""
        ...

    def given(self, cursor: Cursor[H], method: MethodDecl, arguments: list[Value]) -> list[Value]:
        """What a call that is about to begin is given."""
        ...

    def code_for(self, method: MethodDecl) -> ir.Code | None:
        """What is run in place of the code of a method, if something is."""
        ...


class Interpreter(Run[H]):
    """`joiner` makes one state of what operations end in, if it can be. `rules` are for runs that
    are no explorations."""

    def __init__(
        self,
        program: Program,
        strategy: HeapStrategy[H],
        solver: Solver,
        bounds: Bounds,
        ignore_null_dereference: bool = False,
        deadline: float | None = None,
    ) -> None:
        super().__init__(program, strategy, solver, bounds, ignore_null_dereference, deadline)
        self.joiner: Joiner[H] | None = None
        self.rules: Rules[H] | None = None
        runtime = program.runtime
        self.finaliser: Finaliser | None = None
        # A protocol takes long to tell that None is not of its kind, and replays are many.
        if runtime is not None and isinstance(runtime, Finalises):
            self.finaliser = Finaliser(runtime)
        self._resolves = runtime is not None
        self._patience = _ROUNDS * (bounds.max_objects or _MANY) + _ROUNDS
        if bounds.max_loops is not None:
            self._patience = min(self._patience, max(bounds.max_loops // 2, _ROUNDS))

    def machine(self, cursor: Cursor[H]) -> Machine[H, Any]:
        """What the next operation runs on."""
        return Machine(self, cursor) if self.rules is None else self.rules.machine(cursor)

    def choose(
        self,
        cursor: Cursor[H],
        instruction: ir.Instruction,
        cases: Sequence[Case[H, T]],
        proceed: Callable[[Cursor[H], T], Leaf[H] | None],
    ) -> Step[H] | None:
        """Go on in place if only one case is feasible, else return the successors."""
        if self.rules is not None:
            cases = self.rules.wanted(cursor, cases)
            if not cases:
                return []
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
        if self.rules is not None and isinstance(instruction, ir.Branch):
            sides = self.rules.sides(cursor, instruction, condition)
            if sides is not None:
                return proceed(cursor, sides[0]) if sides else []
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
        if self.rules is not None:
            arguments = self.rules.given(cursor, method, arguments)
            code = self.rules.code_for(method) or code
        if code is None:
            assert self.program.body is not None, f"{method} has no code"
            code = self.program.body(method)
        limit = self.bounds.max_calls
        if limit is not None and cursor.depth >= limit:
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-calls")
        runtime = self.program.runtime
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
        runtime = self.program.runtime
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
        changes: dict[Key, object] = {entry.activation: RUNNING}
        opened = OPEN.of(cursor.store) or ()
        if entry.activation in opened:
            changes[OPEN] = tuple(each for each in opened if each is not entry.activation)
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
        runtime = self.program.runtime
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
        if self.program.thrown_by is None:
            return leaf(cursor, OutcomeKind.RAISED, instruction, failure.value)
        return self.throw(cursor, instruction, self.program.thrown_by(failure.value))

    def throw(
        self, cursor: Cursor[H], instruction: ir.Instruction, thrown: object
    ) -> Leaf[H] | None:
        """To the nearest handler, in this activation or in one that waits for it. A class stands
        for a new object of it."""
        runtime = self.program.runtime
        assert runtime is not None
        if isinstance(thrown, ClassDecl):
            made = self.strategy.new_object(self.context, cursor.heap, thrown)[0]
            cursor.heap, thrown = made.heap, made.value
        value = as_value(thrown)
        library = None
        if cursor.code.library or runtime_only(instruction):
            found = place(cursor, instruction.at, True)
            library = found if cursor.code.library or found.inside is not None else None
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
                made_by = self.strategy.allocated_class(cursor.heap, cursor.activation)
                value = as_value(runtime.out_of_generator(value, made_by))
            frame = cursor.caller
            if self.finaliser is not None and cursor.store.get(OPEN):
                value, _ = _located(runtime, cursor, value, instruction.at)
                end, goes_on = self.finaliser.unwind(
                    self.machine(cursor), cursor, instruction, value
                )
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

    def resolve(
        self, cursor: Cursor[H], instruction: ir.Instruction, registers: Sequence[int]
    ) -> Step[H] | None:
        """On a path that is resolving: let these registers hold, of all references to an object,
        the one that was looked at first. Where that takes a choice, `cursor` is put back so that
        the instruction is run again."""
        if not cursor.resolving or not self._resolves or self.program.library_decides:
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
            needed: tuple[Term, ...] = ()
            cases: list[Case[H, Term | None]] = []
            for known in sighted:
                if known is ref:
                    break
                same, facts = self.same(heap, ref, known)
                decided = cursor.path.decided(same)
                if decided:
                    cases.append(Case(others, heap, known, needed))
                    others = False
                    break
                if decided is None:
                    needed = tuple(dict.fromkeys((*needed, *facts)))
                    cases.append(Case(and_(others, same), heap, known, needed))
                    others = and_(others, not_(same))
            if not cases:
                continue
            if others is not False:
                cases.append(Case(others, heap, None, needed))

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
        held = last.held if last is not None and forced else ()
        streak = Streak(count, materialised, decisions, rounds, asked, forced, asserted, held)
        return {**streaks, key: streak}

    def keep_terms(
        self, cursor: Cursor[H], loops: Streaks, key: int, registers: Sequence[int]
    ) -> Streaks:
        """On a path that goes round because it must: a register that holds what it held one turn
        ago, by another term, gets the term of then. So terms do not grow from turn to turn, and a
        state that comes back is seen to. It is asked in few turns: most registers do change."""
        streak = loops[key]
        if not streak.forced:
            return loops
        if streak.forced <= _FIRST_TURNS or streak.forced & (streak.forced - 1) == 0:
            self.context.path = cursor.path
            for register, before in zip(registers, streak.held, strict=False):
                now = cursor.registers[register]
                if now is before or not (isinstance(now, Term) and isinstance(before, Term)):
                    continue
                same = now.sort is before.sort and is_number(now.sort)
                if same and not self.context.may_hold(not_(eq(now, before))):
                    cursor.registers[register] = before
        held = tuple(cursor.registers[register] for register in registers)
        return {**loops, key: streak._replace(held=held)}


def _located(
    runtime: Runtime, cursor: Cursor[H], value: Value, at: Position
) -> tuple[Value, Position]:
    """What was thrown, and where it was first. Of an object, the path itself remembers that."""
    if not isinstance(value, Term):
        located, first_at = runtime.located(value, at)
        return as_value(located), first_at
    key: StoreKey[Position] = StoreKey(_THROWN, value)
    first = key.of(cursor.store)
    if first is None:
        cursor.put({key: at})
        first = at
    return value, first


def runtime_only(instruction: ir.Instruction) -> bool:
    """Is it from code that the user has not written?"""
    return is_made(instruction.at)
