"""Where only true counts: which way of going on can do nothing but return false.

A run that is about the inputs for which a function returns true need not follow what certainly does
not: such a way is excluded by a clause. What is certain is seen without running anything, in the
code that follows: moves, jumps, negations, branches on what is known, and returns. A call is
*demanded* if its caller returns false whenever the call does; then what the call returns may be
required to be true at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from heapwise.engine.state import Frame, State, Value
from heapwise.program import code as ir

Plain: TypeAlias = Mapping[Callable[..., Any], Callable[[bool], bool]]
"""Operations of the source language that do nothing to a Boolean but turn it into another."""


def returns_false(
    code: ir.Code,
    at: int,
    known: Mapping[int, object] | None = None,
    plain: Plain | None = None,
) -> bool:
    """Does the code from here on do nothing but return false, given what some registers hold?"""
    constants: dict[int, object] = dict(known or {})
    for _ in range(len(code.instructions)):
        instruction: Any = code.instructions[at]
        at += 1
        if isinstance(instruction, ir.Return):
            return constants.get(instruction.source) is False
        if isinstance(instruction, ir.Jump):
            at = instruction.to
        elif isinstance(instruction, ir.Branch):
            truth = constants.get(instruction.condition)
            if type(truth) is not bool:
                return False
            at = instruction.then_to if truth else instruction.else_to
        elif isinstance(instruction, ir.Constant):
            constants[instruction.target] = instruction.value
        elif not isinstance(instruction, ir.Note) and not _follow(instruction, constants, plain):
            return False
    return False


def _follow(instruction: Any, constants: dict[int, object], plain: Plain | None) -> bool:
    """What a move or a plain operation leaves in its target; false if it is neither."""
    if isinstance(instruction, ir.Move):
        constants[instruction.target] = constants.get(instruction.source)
        return True
    change: Callable[[bool], bool] | None = None
    if isinstance(instruction, ir.Operation) and instruction.operator is ir.Operator.NOT:
        change = _opposite
    elif isinstance(instruction, ir.Perform) and plain is not None:
        change = plain.get(instruction.operation)
    if change is None:
        return False
    value = constants.get(instruction.operands[-1])
    constants[instruction.target] = change(value) if type(value) is bool else None
    return type(value) is bool


def _opposite(value: bool) -> bool:
    return not value


def is_demanded(caller: Frame | None, activation: object, plain: Plain | None) -> bool:
    """Does the whole run return false if the activation that `caller` waits for does?"""
    if activation is not None:
        return False
    while caller is not None:
        if caller.finish is not None or caller.activation is not None:
            return False
        if not returns_false(caller.code, caller.at, {caller.target: False}, plain):
            return False
        caller = caller.caller
    return True


def is_refused(state: State[Any], plain: Plain | None) -> bool:
    """Does the state come to a branch, with little before it, on whose side it can only return
    false?"""
    at = state.at
    constants = known_booleans(state.registers)
    while True:
        instruction: Any = state.code.instructions[at]
        if isinstance(instruction, ir.Branch):
            truth = constants.get(instruction.condition)
            if type(truth) is not bool:
                return False
            to = instruction.then_to if truth else instruction.else_to
            return returns_false(state.code, to, constants, plain)
        if not _follow(instruction, constants, plain):
            return False
        at += 1


def known_booleans(
    registers: Sequence[Value], condition: object = None, truth: bool = True
) -> dict[int, object]:
    """The registers whose truth is known, if that of `condition` is `truth`."""
    found: dict[int, object] = {}
    for index, value in enumerate(registers):
        if type(value) is bool:
            found[index] = value
        elif condition is not None and value is condition:
            found[index] = truth
    return found
