"""Closes generators that nothing refers to any more, as reference counting does.

An activation is *open* while it waits where a handler would see it closed. As long as a path has
open ones, the language is asked before every instruction whether one of them is lost; if so, what
closes it runs before the path goes on.
"""

from __future__ import annotations

from typing import Any, Protocol, TypeVar, runtime_checkable

from heapwise.engine.machine import (
    EndedError,
    Enter,
    ForkError,
    Machine,
    ThrownError,
    UnsupportedError,
)
from heapwise.engine.state import Cursor, Leaf, Value, leaf
from heapwise.program import Position
from heapwise.program import code as ir
from heapwise.results import OutcomeKind

H = TypeVar("H")


@runtime_checkable
class Finalises(Protocol):
    """A runtime whose language closes activations that are lost."""

    def abandoned(self, m: Machine[Any, Any]) -> Enter | None:
        """What closes an open activation that nothing holds; raises `UnsupportedError` if it is
        not known whether there is one."""
        ...

    def outlives(self, m: Machine[Any, Any]) -> bool:
        """Is an open activation held by variables of the latest activation alone? An exception that
        leaves it keeps them, for as long as something keeps the exception."""
        ...


def _rethrow(m: Machine[Any, Any], value: Value) -> Value:
    raise ThrownError(value)


_NOWHERE = Position("<end>", 0, 0)
_RETHROW = ir.Code("<end>", (ir.Perform(0, _rethrow, (0,), (), at=_NOWHERE),), 1)
"""What runs after the last activation was left by an exception."""


class Finaliser:
    def __init__(self, runtime: Finalises) -> None:
        self._runtime = runtime

    def let_go(self, machine: Machine[H, Any], cursor: Cursor[H]) -> Enter | Leaf[H] | None:
        """What closes what is lost, if anything is; the end of the path if nobody knows."""
        try:
            entry = self._runtime.abandoned(machine)
        except (EndedError, ForkError) as error:
            return _unsupported(cursor, cursor.code.instructions[cursor.at], error)
        if entry is not None:
            machine.commit()
        return entry

    def unwind(
        self, machine: Machine[H, Any], cursor: Cursor[H], instruction: ir.Instruction, value: Value
    ) -> tuple[Leaf[H] | None, bool]:
        """An exception leaves the latest activation. True if the path goes on, or ends, here."""
        if not _is_library(cursor.code):
            try:
                outlives = self._runtime.outlives(machine)
            except (EndedError, ForkError) as error:
                return _unsupported(cursor, instruction, error), True
            if outlives:
                what = "a generator in a variable of a function that an exception leaves"
                return leaf(cursor, OutcomeKind.UNSUPPORTED, instruction, what), True
        if cursor.caller is not None or cursor.code is _RETHROW:
            return None, False
        cursor.code, cursor.at, cursor.registers = _RETHROW, 0, [value]
        return None, True


def _is_library(code: ir.Code) -> bool:
    return code.instructions[0].at.file.startswith("<")


def _unsupported(cursor: Cursor[H], instruction: ir.Instruction, error: Exception) -> Leaf[H]:
    what = "a generator of which it is not known whether something holds it"
    if isinstance(error, UnsupportedError):
        what = error.what
    return leaf(cursor, OutcomeKind.UNSUPPORTED, instruction, what)
