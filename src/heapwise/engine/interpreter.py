"""Runs one state up to its next choice, or to its end.

One handler per instruction, found in a table by the type of the instruction. A handler changes the
cursor and returns None to go on, or ends the run by returning the successors or the finished path.
Nothing here knows a heap strategy or a source language.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Generic, TypeAlias, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import Chooser, PathContext
from heapwise.engine.state import Access, Cursor, Frame, Leaf, State, Streak, Streaks
from heapwise.heaps.api import Case, Cut, HeapStrategy, Raised
from heapwise.program import MethodDecl, Program
from heapwise.program import code as ir
from heapwise.program.code import Code
from heapwise.results import OutcomeKind
from heapwise.solver import Model, PathCondition, Solver
from heapwise.terms import (
    NULL,
    REF,
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    ite,
    lt,
    not_,
    or_,
    sort_of,
    sub,
)

H = TypeVar("H")
T = TypeVar("T")

_CLOCK_EVERY = 2_048
"""Instructions between two looks at the clock."""


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
    ) -> None:
        self.strategy = strategy
        self.context = PathContext(program, solver, bounds)
        self.chooser = Chooser(solver, ignore_null_dereference)
        self.bounds = bounds
        self._program = program
        self._deadline = deadline
        self._max_steps = bounds.max_steps or (1 << 62)

    def start(self) -> State[H]:
        code = self._program.main
        assert code is not None
        path = PathCondition(Model())
        registers = (0,) * code.registers
        return State(code, 0, registers, {}, {}, None, 0, self.strategy.empty(), path, None, 0, 0)

    def run(self, state: State[H]) -> Step[H]:
        """The successors at the next choice (there may be none), or the finished path."""
        cursor = Cursor(state)
        handlers = _HANDLERS
        while True:
            instruction = cursor.code.instructions[cursor.at]
            cursor.at += 1
            cursor.steps += 1
            if cursor.steps % _CLOCK_EVERY == 0:
                self._look_at_the_clock()
            if cursor.steps > self._max_steps:
                return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-steps")
            step: Step[H] | None = handlers[type(instruction)](self, cursor, instruction)
            if step is not None:
                return step

    def _look_at_the_clock(self) -> None:
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
        survivors = self.chooser.feasible(cursor.path, cases)
        if len(survivors) == 1:
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

    @staticmethod
    def _apply(
        cursor: Cursor[H],
        instruction: ir.Instruction,
        case: Case[H, T],
        proceed: Callable[[Cursor[H], T], Leaf[H] | None],
    ) -> Leaf[H] | None:
        value = case.value
        if isinstance(value, Raised):
            return leaf(cursor, OutcomeKind.RAISED, instruction, value.failure.value)
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

    def enter(self, cursor: Cursor[H], instruction: ir.Call, method: MethodDecl) -> Leaf[H] | None:
        limit = self.bounds.max_calls
        if limit is not None and cursor.depth >= limit:
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-calls")
        code = method.code
        assert code is not None
        registers = cursor.registers
        arguments = [registers[instruction.receiver]]
        arguments += [registers[argument] for argument in instruction.arguments]
        if cursor.has_been_here((code, *arguments)):
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, ENDLESS)
        calls = self.prolong(cursor, cursor.calls, code)
        if calls is None:
            return leaf(cursor, OutcomeKind.BOUNDED, instruction, "max-loops")
        following = cursor.code.instructions[cursor.at]
        if not (type(following) is ir.Return and following.source == instruction.target):
            # A caller that would only pass the result on need not wait for it.
            cursor.caller = Frame(
                cursor.code,
                cursor.at,
                tuple(registers),
                instruction.target,
                cursor.loops,
                cursor.calls,
                cursor.depth,
                cursor.caller,
            )
        cursor.registers = arguments + [0] * (code.registers - len(arguments))
        cursor.code = code
        cursor.at = 0
        cursor.loops = {}
        cursor.calls = calls
        cursor.depth += 1
        cursor.trace = (cursor.trace, f"{instruction.event} calls {method}")
        return None

    def within_indexes(
        self, cursor: Cursor[H], cases: Sequence[Case[H, T]], array: Term, index: Scalar
    ) -> Sequence[Case[H, T]]:
        """The cases, cut where the path would use more distinct indexes of one input array than
        the bound on depth allows (kiasan.txt §3.4)."""
        limit = self.bounds.max_depth
        if limit is None or len(cursor.accesses) < limit or is_allocated(array):
            return cases
        found: list[Case[H, T]] = []
        for case in cases:
            excess: Scalar = False
            if not isinstance(case.value, Cut | Raised):
                excess = self._index_excess(case.heap, cursor.accesses, array, index, limit)
            if excess is False:
                found.append(case)
            else:
                cut = Cut("max-depth")
                found.append(Case(and_(case.guard, excess), case.heap, cut, case.facts))
                within = and_(case.guard, not_(excess))
                found.append(case._replace(guard=within, settled=False))
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

    def prolong(self, cursor: Cursor[H], streaks: Streaks, key: Code | int) -> Streaks | None:
        """One more iteration or nested call; None if there were too many in a row. It counts only
        if something symbolic was decided since the last one: what is concrete ends by itself, or
        by the bounds on calls and steps."""
        limit = self.bounds.max_loops
        if limit is None:
            return streaks
        materialised = self.strategy.materialised(cursor.heap)
        count = 1
        last = streaks.get(key)
        if last is not None and last.materialised == materialised:
            count = last.length + (cursor.decisions > last.decisions)
        if count > limit:
            return None
        return {**streaks, key: Streak(count, materialised, cursor.decisions)}


ENDLESS = "endless"
"""Not a bound that was set, but proof that the path would exceed any."""

Step: TypeAlias = "list[State[H] | Leaf[H]] | Leaf[H]"


def leaf(
    cursor: Cursor[H],
    kind: OutcomeKind,
    instruction: ir.Instruction,
    detail: str | None,
    value: Scalar | None = None,
) -> Leaf[H]:
    where = None if kind is OutcomeKind.RETURNED else str(instruction.at)
    return Leaf(kind, value, detail, where, cursor.heap, cursor.path, cursor.trace)


# ---------------------------------------------------------------------------- handlers


def note_access(cursor: Cursor[H], array: Term, index: Scalar) -> None:
    access = Access(array, index)
    if not is_allocated(array) and access not in cursor.accesses:
        cursor.accesses = (*cursor.accesses, access)


def is_allocated(ref: Term) -> bool:
    return ref.op == Op.CONST and isinstance(ref.value, int) and ref.value < 0


def _truth(value: Scalar | Raised | Cut) -> Scalar:
    return False if isinstance(value, Raised | Cut) else value


def _reference(value: Scalar) -> Term:
    assert isinstance(value, Term) and value.sort is REF, value
    return value


def _into(target: int) -> Callable[[Cursor[H], Scalar], None]:
    def proceed(cursor: Cursor[H], value: Scalar) -> None:
        cursor.registers[target] = value

    return proceed


def _done(cursor: Cursor[H], value: None) -> None:
    return None


def _constant(run: Interpreter[H], cursor: Cursor[H], ins: ir.Constant) -> None:
    cursor.registers[ins.target] = NULL if ins.value is None else ins.value


def _move(run: Interpreter[H], cursor: Cursor[H], ins: ir.Move) -> None:
    cursor.registers[ins.target] = cursor.registers[ins.source]


def _input(run: Interpreter[H], cursor: Cursor[H], ins: ir.Input) -> Step[H] | None:
    run.context.path = cursor.path
    cases = run.strategy.input_value(run.context, cursor.heap, ins.name, ins.type, ins.nullable)
    return run.choose(cursor, ins, cases, _into(ins.target))


_OPERATORS: dict[ir.Operator, Callable[..., Scalar]] = {
    ir.Operator.ADD: add,
    ir.Operator.SUB: sub,
    ir.Operator.LESS: lt,
    ir.Operator.EQUAL: eq,
    ir.Operator.AND: and_,
    ir.Operator.OR: or_,
    ir.Operator.NOT: not_,
}


def _operation(run: Interpreter[H], cursor: Cursor[H], ins: ir.Operation) -> None:
    registers = cursor.registers
    operands = [registers[operand] for operand in ins.operands]
    registers[ins.target] = _OPERATORS[ins.operator](*operands)


def _new_object(run: Interpreter[H], cursor: Cursor[H], ins: ir.NewObject) -> Step[H] | None:
    run.context.path = cursor.path
    cases = run.strategy.new_object(run.context, cursor.heap, ins.cls)
    return run.choose(cursor, ins, cases, _into(ins.target))


def _new_array(run: Interpreter[H], cursor: Cursor[H], ins: ir.NewArray) -> Step[H] | None:
    run.context.path = cursor.path
    length = cursor.registers[ins.length]
    cases = run.strategy.new_array(run.context, cursor.heap, ins.cls, length)
    return run.choose(cursor, ins, cases, _into(ins.target))


def _get_field(run: Interpreter[H], cursor: Cursor[H], ins: ir.GetField) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.object])
    cases = run.strategy.read_field(run.context, cursor.heap, ref, ins.field)
    return run.choose(cursor, ins, cases, _into(ins.target))


def _put_field(run: Interpreter[H], cursor: Cursor[H], ins: ir.PutField) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.object])
    value = cursor.registers[ins.source]
    cases = run.strategy.write_field(run.context, cursor.heap, ref, ins.field, value)
    return run.choose(cursor, ins, cases, _done)


def _array_load(run: Interpreter[H], cursor: Cursor[H], ins: ir.ArrayLoad) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.array])
    index = cursor.registers[ins.index]
    cases = run.strategy.array_load(run.context, cursor.heap, ins.cls, ref, index)

    def proceed(at: Cursor[H], value: Scalar) -> None:
        at.registers[ins.target] = value
        note_access(at, ref, index)

    return run.choose(cursor, ins, run.within_indexes(cursor, cases, ref, index), proceed)


def _array_store(run: Interpreter[H], cursor: Cursor[H], ins: ir.ArrayStore) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.array])
    index = cursor.registers[ins.index]
    value = cursor.registers[ins.source]
    cases = run.strategy.array_store(run.context, cursor.heap, ins.cls, ref, index, value)

    def proceed(at: Cursor[H], value: None) -> None:
        note_access(at, ref, index)

    return run.choose(cursor, ins, run.within_indexes(cursor, cases, ref, index), proceed)


def _array_length(run: Interpreter[H], cursor: Cursor[H], ins: ir.ArrayLength) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.array])
    cases = run.strategy.array_length(run.context, cursor.heap, ins.cls, ref)
    return run.choose(cursor, ins, cases, _into(ins.target))


def _ref_equals(run: Interpreter[H], cursor: Cursor[H], ins: ir.RefEquals) -> Step[H] | None:
    left, right = cursor.registers[ins.left], cursor.registers[ins.right]
    sort = sort_of(left)
    if sort is not sort_of(right):
        cursor.registers[ins.target] = False
        return None
    if sort is not REF:
        cursor.registers[ins.target] = eq(left, right)
        return None
    run.context.path = cursor.path
    cases = run.strategy.ref_equals(run.context, cursor.heap, _reference(left), _reference(right))
    return run.choose(cursor, ins, cases, _into(ins.target))


def _instance_of(run: Interpreter[H], cursor: Cursor[H], ins: ir.InstanceOf) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.object])
    cases = run.strategy.instance_of(run.context, cursor.heap, ref, ins.cls)
    return run.choose(cursor, ins, cases, _into(ins.target))


def _fail(run: Interpreter[H], cursor: Cursor[H], ins: ir.Fail) -> Leaf[H]:
    return leaf(cursor, OutcomeKind.RAISED, ins, ins.exception)


def _call(run: Interpreter[H], cursor: Cursor[H], ins: ir.Call) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.receiver])
    cases = run.strategy.dispatch(run.context, cursor.heap, ref, ins.cls, ins.method)
    return run.choose(cursor, ins, cases, lambda at, method: run.enter(at, ins, method))


def _branch(run: Interpreter[H], cursor: Cursor[H], ins: ir.Branch) -> Step[H] | None:
    def proceed(at: Cursor[H], truth: bool) -> None:
        at.at = ins.then_to if truth else ins.else_to
        event = ins.then_event if truth else ins.else_event
        if event:
            at.trace = (at.trace, event)

    return run.split(cursor, ins, cursor.registers[ins.condition], proceed)


def _jump(run: Interpreter[H], cursor: Cursor[H], ins: ir.Jump) -> Leaf[H] | None:
    if ins.loops:
        if cursor.has_been_here((cursor.code, cursor.at, *cursor.registers)):
            return leaf(cursor, OutcomeKind.BOUNDED, ins, ENDLESS)
        loops = run.prolong(cursor, cursor.loops, cursor.at)
        if loops is None:
            return leaf(cursor, OutcomeKind.BOUNDED, ins, "max-loops")
        cursor.loops = loops
    cursor.at = ins.to
    return None


def _return(run: Interpreter[H], cursor: Cursor[H], ins: ir.Return) -> Leaf[H] | None:
    value = cursor.registers[ins.source]
    frame = cursor.caller
    if frame is None:
        return leaf(cursor, OutcomeKind.RETURNED, ins, None, value)
    cursor.code = frame.code
    cursor.at = frame.at
    cursor.registers = list(frame.registers)
    cursor.registers[frame.target] = value
    cursor.loops = frame.loops
    cursor.calls = frame.calls
    cursor.caller = frame.caller
    cursor.depth = frame.depth
    cursor.forget_calls()
    return None


def _assume(run: Interpreter[H], cursor: Cursor[H], ins: ir.Assume) -> Step[H] | None:
    condition = cursor.registers[ins.condition]
    known = cursor.path.decided(condition)
    if known is None:
        case = Case(condition, cursor.heap, None)
        survivors = run.chooser.feasible(cursor.path, [case], exhaustive=False)
        if survivors:
            cursor.path = survivors[0][1]
        return None if survivors else []
    if known:
        return None
    run.chooser.infeasible += 1
    return []


def _assert(run: Interpreter[H], cursor: Cursor[H], ins: ir.Assert) -> Step[H] | None:
    def proceed(at: Cursor[H], truth: bool) -> Leaf[H] | None:
        return None if truth else leaf(at, OutcomeKind.VIOLATED, ins, ins.text)

    return run.split(cursor, ins, cursor.registers[ins.condition], proceed)


def _note(run: Interpreter[H], cursor: Cursor[H], ins: ir.Note) -> None:
    cursor.trace = (cursor.trace, ins.event)


# Each handler takes its own type of instruction, which no type for a table can express.
_HANDLERS: dict[type[ir.Instruction], Callable[..., Any]] = {
    ir.Constant: _constant,
    ir.Move: _move,
    ir.Input: _input,
    ir.Operation: _operation,
    ir.NewObject: _new_object,
    ir.NewArray: _new_array,
    ir.GetField: _get_field,
    ir.PutField: _put_field,
    ir.ArrayLoad: _array_load,
    ir.ArrayStore: _array_store,
    ir.ArrayLength: _array_length,
    ir.RefEquals: _ref_equals,
    ir.InstanceOf: _instance_of,
    ir.Fail: _fail,
    ir.Call: _call,
    ir.Branch: _branch,
    ir.Jump: _jump,
    ir.Return: _return,
    ir.Assume: _assume,
    ir.Assert: _assert,
    ir.Note: _note,
}
