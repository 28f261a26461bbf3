"""What each instruction does: one handler per type of instruction, found in a table.

A handler changes the cursor and returns None to go on, or ends the run by returning the
successors or the finished path. Nothing here knows a heap strategy or a source language.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from heapwise.engine import condition_watch
from heapwise.engine.index_bounds import within_indexes
from heapwise.engine.interpreter import Interpreter
from heapwise.engine.machine import (
    CutError,
    EndedError,
    Enter,
    ForkError,
    HeapFailureError,
    Machine,
    Result,
    ThrownError,
    UnsupportedError,
)
from heapwise.engine.rerunning import End, attempt
from heapwise.engine.rounds import matters
from heapwise.engine.state import (
    COMES_BACK,
    DISCARDED,
    OPEN,
    Cursor,
    Exhausted,
    Key,
    Leaf,
    State,
    Step,
    Suspended,
    Value,
    leaf,
    noted,
)
from heapwise.heaps.api import Case
from heapwise.program import MethodDecl
from heapwise.program import code as ir
from heapwise.results import OutcomeKind
from heapwise.terms import (
    NULL,
    REF,
    SCALARS,
    Scalar,
    Term,
    add,
    and_,
    eq,
    lt,
    not_,
    or_,
    sort_of,
    sub,
)

H = TypeVar("H")


def _reference(value: Value) -> Term:
    assert isinstance(value, Term) and value.sort is REF, value
    return value


def _scalar(value: Value) -> Scalar:
    assert isinstance(value, SCALARS), value
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
    length = _scalar(cursor.registers[ins.length])
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
    value = _scalar(cursor.registers[ins.source])
    condition_watch.check_write(run, cursor, ref, ins.field.name)
    cases = run.strategy.write_field(run.context, cursor.heap, ref, ins.field, value)
    return run.choose(cursor, ins, cases, _done)


def _array_load(run: Interpreter[H], cursor: Cursor[H], ins: ir.ArrayLoad) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.array])
    index = _scalar(cursor.registers[ins.index])
    cases = run.strategy.array_load(run.context, cursor.heap, ins.cls, ref, index)

    def proceed(at: Cursor[H], value: Scalar) -> None:
        at.registers[ins.target] = value
        at.accesses = noted(at.accesses, ref, index)

    return run.choose(cursor, ins, within_indexes(run, cursor, cases, ref, index), proceed)


def _array_store(run: Interpreter[H], cursor: Cursor[H], ins: ir.ArrayStore) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.array])
    index = _scalar(cursor.registers[ins.index])
    value = _scalar(cursor.registers[ins.source])
    condition_watch.check_write(run, cursor, ref, ins.cls.name)
    cases = run.strategy.array_store(run.context, cursor.heap, ins.cls, ref, index, value)

    def proceed(at: Cursor[H], value: None) -> None:
        at.accesses = noted(at.accesses, ref, index)

    return run.choose(cursor, ins, within_indexes(run, cursor, cases, ref, index), proceed)


def _array_length(run: Interpreter[H], cursor: Cursor[H], ins: ir.ArrayLength) -> Step[H] | None:
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.array])
    cases = run.strategy.array_length(run.context, cursor.heap, ins.cls, ref)
    return run.choose(cursor, ins, cases, _into(ins.target))


def _ref_equals(run: Interpreter[H], cursor: Cursor[H], ins: ir.RefEquals) -> Step[H] | None:
    left, right = _scalar(cursor.registers[ins.left]), _scalar(cursor.registers[ins.right])
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
    at = cursor.at
    step = run.resolve(cursor, ins, (ins.receiver, *ins.arguments))
    if step is not None or cursor.at != at:
        return step
    run.context.path = cursor.path
    ref = _reference(cursor.registers[ins.receiver])
    cases = run.strategy.dispatch(run.context, cursor.heap, ref, ins.cls, ins.method)

    def proceed(at: Cursor[H], method: MethodDecl) -> Leaf[H] | None:
        registers = at.registers
        arguments = [registers[ins.receiver], *(registers[each] for each in ins.arguments)]
        at.trace = (at.trace, f"{ins.event} calls {method}")
        return run.enter(at, ins, method, arguments)

    return run.choose(cursor, ins, cases, proceed)


def _invoke(run: Interpreter[H], cursor: Cursor[H], ins: ir.Invoke) -> Step[H] | None:
    at = cursor.at
    step = run.resolve(cursor, ins, ins.arguments)
    if step is not None or cursor.at != at:
        return step
    registers = cursor.registers
    return run.enter(cursor, ins, ins.method, [registers[each] for each in ins.arguments])


def _compute(run: Interpreter[H], cursor: Cursor[H], ins: ir.Compute) -> None:
    registers = cursor.registers
    value = ins.function(*[registers[operand] for operand in ins.operands])
    assert isinstance(value, SCALARS), value
    registers[ins.target] = value


def _branch(run: Interpreter[H], cursor: Cursor[H], ins: ir.Branch) -> Step[H] | None:
    condition = cursor.registers[ins.condition]
    assert isinstance(condition, SCALARS), condition

    def proceed(at: Cursor[H], truth: bool) -> None:
        at.at = ins.then_to if truth else ins.else_to
        event = ins.then_event if truth else ins.else_event
        if event:
            at.trace = (at.trace, event)

    return run.split(cursor, ins, condition, proceed)


def _jump(run: Interpreter[H], cursor: Cursor[H], ins: ir.Jump) -> Step[H] | None:
    if ins.loops:
        at = cursor.at
        known = matters(cursor.code, at - 1)
        step = run.resolve(cursor, ins, known.registers)
        if step is not None or cursor.at != at:
            return step
        values = known.of(cursor.registers)
        if cursor.has_been_here((cursor.code, cursor.at, cursor.depth, *values)):
            return leaf(cursor, OutcomeKind.ENDLESS, ins, COMES_BACK)
        loops = run.prolong(cursor, cursor.loops, cursor.at)
        if loops is None:
            return leaf(cursor, OutcomeKind.BOUNDED, ins, "max-loops")
        cursor.loops = run.keep_terms(cursor, loops, at, known.registers)
    cursor.at = ins.to
    return None


def _return(run: Interpreter[H], cursor: Cursor[H], ins: ir.Return) -> Leaf[H] | None:
    value = cursor.registers[ins.source]
    if cursor.activation is not None:
        cursor.put({cursor.activation: None})
        value = Exhausted(value)
    if cursor.caller is None:
        return leaf(cursor, OutcomeKind.RETURNED, ins, None, value)
    return _give_back(run, cursor, ins, value)


def _give_back(
    run: Interpreter[H], cursor: Cursor[H], ins: ir.Return | ir.Yield, value: Value
) -> Leaf[H] | None:
    """To the caller, which goes on."""
    frame = cursor.caller
    assert frame is not None
    cursor.leave(frame)
    if frame.finish is not None:
        try:
            value = frame.finish(value)
        except EndedError as error:
            return _ended(run, cursor, cursor.code.instructions[cursor.at - 1], error)
    if frame.target != DISCARDED:
        cursor.registers[frame.target] = value
    cursor.forget_calls()
    return None


def _perform(run: Interpreter[H], cursor: Cursor[H], ins: ir.Perform) -> Step[H] | None:
    machine = run.machine(cursor)
    value = attempt(machine, ins, cursor.registers)
    if isinstance(value, Exception | Enter):  # far most operations just have a value
        if isinstance(value, ForkError):
            return _forked(run, cursor, ins, value)
        return finish(run, cursor, ins, machine, value)
    machine.commit()
    cursor.log = ()
    cursor.registers[ins.target] = value
    return None


def finish(
    run: Interpreter[H],
    cursor: Cursor[H],
    ins: ir.Perform,
    machine: Machine[H, Any],
    value: Result | EndedError,
) -> Leaf[H] | None:
    """An operation has come to its end without a fork."""
    machine.commit()
    cursor.log = ()
    return _resulting(run, cursor, ins, value)


def _ended(
    run: Interpreter[H], cursor: Cursor[H], ins: ir.Instruction, error: EndedError
) -> Leaf[H] | None:
    match error:
        case ThrownError():
            return run.throw(cursor, ins, error.value)
        case HeapFailureError():
            return run.fail(cursor, ins, error.failure)
        case CutError():
            return leaf(cursor, OutcomeKind.BOUNDED, ins, error.bound)
        case UnsupportedError():
            return leaf(cursor, OutcomeKind.UNSUPPORTED, ins, error.what)
    raise error


def _forked(
    run: Interpreter[H], cursor: Cursor[H], ins: ir.Perform, fork: ForkError
) -> Step[H] | None:
    """The operation once more, for each answer that it may get; as one where it can be."""
    if cursor.log:
        cursor.effort += 1
    joiner = run.joiner
    if joiner is None or not joiner.is_useful(fork):
        cursor.at -= 1
        cursor.steps -= 1
        waiting = cursor.freeze()
        return [waiting._replace(log=log) for log in fork.logs]
    waiting = cursor.freeze()
    ends, logs = joiner.ends(run, waiting, ins, fork)
    guide = run.chooser.guide
    if guide is None and len(ends) == 1 and not logs:
        return conclude(run, cursor, ins, ends[0])
    successors: list[State[H] | Leaf[H]] = []
    for end in ends:
        branch = Cursor(waiting)
        finished = conclude(run, branch, ins, end)
        successors.append(branch.freeze() if finished is None else finished)
    again = waiting._replace(at=waiting.at - 1, steps=waiting.steps - 1)
    successors += (again._replace(log=log) for log in logs)
    return successors if guide is None else [successors[guide.joined(len(successors))]]


def conclude(
    run: Interpreter[H], cursor: Cursor[H], ins: ir.Perform, end: End[H]
) -> Leaf[H] | None:
    """An operation that was run for several answers has come to this end."""
    cursor.heap = end.heap
    cursor.path = end.path
    cursor.accesses = end.accesses
    cursor.decisions += end.decisions
    cursor.log = ()
    if end.changes:
        cursor.put(end.changes)
    return _resulting(run, cursor, ins, end.value)


def _resulting(
    run: Interpreter[H], cursor: Cursor[H], ins: ir.Perform, value: Result | EndedError
) -> Leaf[H] | None:
    if isinstance(value, EndedError):
        return _ended(run, cursor, ins, value)
    if isinstance(value, Enter):
        return run.begin(cursor, ins, value, ins.target)
    cursor.registers[ins.target] = value
    return None


def _yield(run: Interpreter[H], cursor: Cursor[H], ins: ir.Yield) -> Leaf[H] | None:
    value = cursor.registers[ins.source]
    assert cursor.activation is not None
    waiting = Suspended(cursor.code, cursor.at, tuple(cursor.registers), ins.target, cursor.loops)
    changes: dict[Key, object] = {cursor.activation: waiting}
    if cursor.code.is_protected(cursor.at - 1):
        changes[OPEN] = (*(OPEN.of(cursor.store) or ()), cursor.activation)
    cursor.put(changes)
    return _give_back(run, cursor, ins, value)


def _assume(run: Interpreter[H], cursor: Cursor[H], ins: ir.Assume) -> Step[H] | None:
    condition = _scalar(cursor.registers[ins.condition])
    known = cursor.path.decided(condition)
    if known is None:
        case = Case(condition, cursor.heap, None)
        survivors = run.chooser.feasible(cursor.path, [case], exhaustive=False)
        if not survivors:
            return []
        cursor.path = survivors[0][1]
        return [cursor.freeze()] if run.chooser.has_arrived else None
    if known:
        return None
    run.chooser.drop(cursor.path, 0, condition)
    return []


def _assert(run: Interpreter[H], cursor: Cursor[H], ins: ir.Assert) -> Step[H] | None:
    def proceed(at: Cursor[H], truth: bool) -> Leaf[H] | None:
        if truth:
            return None
        value = None if ins.result is None else at.registers[ins.result]
        return leaf(at, OutcomeKind.VIOLATED, ins, ins.text, value)

    return run.split(cursor, ins, _scalar(cursor.registers[ins.condition]), proceed)


def _note(run: Interpreter[H], cursor: Cursor[H], ins: ir.Note) -> None:
    cursor.trace = (cursor.trace, ins.event)
    condition_watch.note(cursor, ins.event)


# Each handler takes its own type of instruction, which no type for a table can express.
HANDLERS: dict[type[ir.Instruction], Callable[..., Any]] = {
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
    ir.Invoke: _invoke,
    ir.Compute: _compute,
    ir.Branch: _branch,
    ir.Jump: _jump,
    ir.Return: _return,
    ir.Perform: _perform,
    ir.Yield: _yield,
    ir.Assume: _assume,
    ir.Assert: _assert,
    ir.Note: _note,
}
