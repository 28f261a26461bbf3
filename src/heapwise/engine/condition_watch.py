"""Watches invariants and contracts while they run: they must only look.

A condition means the same however it is used (docs/invariants.md). One that raises, or that does
not end, does not hold. One that changes an object of the input is refused, because techniques that
run it, compile it or ask it about many candidates could not agree on what the program gets to see.
"""

from __future__ import annotations

from typing import TypeVar

from heapwise.engine.run_context import Run
from heapwise.engine.state import Cursor, Store, StoreKey
from heapwise.program import InputError, Position
from heapwise.program.events import ASSUMPTION_BEGINS, CONDITION_ENDS, CONDITIONS
from heapwise.terms import Term

H = TypeVar("H")

_RUNNING: StoreKey[str] = StoreKey("condition")
"""In the store of a path: the event with which the condition that is running has begun."""


def note(cursor: Cursor[H], event: str) -> None:
    if event in CONDITIONS:
        cursor.put({_RUNNING: event})


def is_assumption(store: Store) -> bool:
    """Is what runs a condition that inputs must satisfy?"""
    return store.get(_RUNNING) == ASSUMPTION_BEGINS


def check_write(run: Run[H], cursor: Cursor[H], ref: Term, cell: str) -> None:
    """Raises `InputError` if a condition is about to change an object of the input."""
    if cursor.store.get(_RUNNING, CONDITION_ENDS) == CONDITION_ENDS:
        return
    run.context.path = cursor.path
    if run.strategy.targets(run.context, cursor.heap, ref).initial:
        raise impure(cell, cursor.code.instructions[cursor.at - 1].at)


def impure(cell: str, at: Position | None = None) -> InputError:
    return InputError(
        f"the invariant or contract writes to `{cell}` of the structure that it checks: "
        "it must only look",
        at,
    )
