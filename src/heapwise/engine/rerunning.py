"""Runs an operation of the source language, once or for every answer that it may get.

This is the only place where operations are called. An operation that asks something with several
answers ends in a `ForkError` and is run again from its start for each of them (`engine.machine`).
An exploration makes states of that, or joins what it ends in (`engine.joining`); the merging
executor takes every end.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from heapwise.engine.machine import EndedError, Enter, ForkError, Machine, Result
from heapwise.engine.state import VALUES, Access, Answered, Cursor, State, Store, Value, as_value
from heapwise.program.code import Perform
from heapwise.solver import PathCondition

H = TypeVar("H")

_RESULTS = (Enter, *VALUES)

Log: TypeAlias = tuple[Answered[H], ...]
"""What an operation was told."""


@dataclass(frozen=True, slots=True)
class End(Generic[H]):
    """How a run of an operation ended: with a value or an error, and with what it leaves. If it is
    `partial`, it has left out inputs on the way; if it `resolves`, what it has decided must stay
    decided."""

    value: Result | EndedError
    heap: H
    path: PathCondition
    changes: Store
    accesses: tuple[Access, ...]
    decisions: int
    partial: bool
    resolves: bool
    confirmed: bool


@dataclass(slots=True)
class Fork(Generic[H]):
    """A question with several answers: the path before it, the answers still to be tried (the next
    one last), and how the runs with the others ended, if all of them did."""

    path: PathCondition
    logs: list[Log[H]]
    ends: list[End[H]] = field(default_factory=list)
    complete: bool = True


def attempt(
    machine: Machine[H, Any], instruction: Perform, registers: Sequence[Value]
) -> Result | EndedError | ForkError:
    """What the operation gives, or with which error it stops."""
    operands = [registers[operand] for operand in instruction.operands]
    try:
        found = instruction.operation(machine, *instruction.static, *operands)
    except (ForkError, EndedError) as error:
        # Where it was raised is of no use, and would keep all frames from there to here.
        error.__context__ = None
        return error.with_traceback(None)
    return found if isinstance(found, _RESULTS) else as_value(found)


def all_ends(
    machine_for: Callable[[Cursor[H]], Machine[H, Any]],
    state: State[H],
    instruction: Perform,
    fork: ForkError,
    follows: Callable[[ForkError], bool] = lambda fork: True,
    combined: Callable[[Fork[H]], list[End[H]]] = lambda fork: fork.ends,
    most_runs: int | None = None,
) -> tuple[list[End[H]], list[Log[H]]]:
    """How the operation ends from `state`, where it has come to `fork`, in the order of the
    answers; and the logs of what was not run: the answers of a fork that `follows` refuses, and
    what is left after `most_runs`. What is made of the ends of one fork is up to `combined`."""
    left: list[Log[H]] = []
    stack: list[Fork[H]] = []
    runs = 0
    error: ForkError | None = fork
    while True:
        if error is not None and follows(error):
            stack.append(Fork(error.path, list(reversed(error.logs))))
        elif error is not None:
            left += error.logs
            for each in stack:
                each.complete = False
        error = None
        if not stack:
            return [], left
        top = stack[-1]
        if runs == most_runs and top.logs:
            ends = [end for each in stack for end in each.ends]
            return ends, [*(log for each in stack for log in reversed(each.logs)), *left]
        if not top.logs:
            found = combined(stack.pop())
            if not stack:
                return found, left
            stack[-1].ends += found
            continue
        runs += 1
        cursor = Cursor(state)
        cursor.log = top.logs.pop()
        machine = machine_for(cursor)
        value = attempt(machine, instruction, state.registers)
        if isinstance(value, ForkError):
            error = value
        else:
            top.ends.append(_end(machine, value))


def _end(machine: Machine[H, Any], value: Result | EndedError) -> End[H]:
    path = machine.path
    return End(
        value,
        machine.heap,
        path,
        machine.changes,
        machine.accesses,
        machine.decisions,
        machine.partial,
        machine.resolves,
        path.confirmed,
    )
