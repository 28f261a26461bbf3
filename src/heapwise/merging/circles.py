"""Recursions of a precondition that come back to an object that they are at.

A recursive function that collects what it meets, as `keys` of a tree often does, looks for no
circles: on an input that has one it never comes to its end, as far as anyone can see. Run for all
inputs at once, it would go round every circle that there may be. So a call about an object that a
call of the same code is about already, with all other arguments the same, is excluded, and the
path knows from then on that there is none.

That a precondition has no value there is not proved: it may have changed something else on the way.
Such inputs are left out, and whoever asked for the run is told so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeAlias, TypeVar

from heapwise.engine.run_context import Run
from heapwise.engine.state import Cursor, Frame, Leaf, State, Value
from heapwise.merging.api import MergingStrategy, simplified
from heapwise.merging.demand import Demand
from heapwise.merging.progress import Caller
from heapwise.merging.recursive_calls import are_alike, is_protected, only_change
from heapwise.program import code as ir
from heapwise.program.registers import written
from heapwise.terms import NULL, Scalar, Term, and_, or_

H = TypeVar("H")

Told: TypeAlias = Callable[[str], None]
"""Told the name of code whose circles are left out."""


class Circles(Generic[H]):
    def __init__(
        self, run: Run[H], strategy: MergingStrategy[H], demand: Demand[H], told: Told
    ) -> None:
        self._context = run.context
        self._strategy = strategy
        self._demand = demand
        self._told = told
        self._kept: dict[ir.Code, frozenset[int]] = {}

    def spread(self, state: State[H] | Leaf[H], caller: Caller) -> Sequence[State[H] | Leaf[H]]:
        """A state that a step has led to, or what is left of it if the step was a call."""
        if isinstance(state, Leaf) or state.depth <= caller.depth:
            return (state,)
        cursor = Cursor(state)
        return (cursor.freeze(),) if self.leave_out(cursor, caller) else ()

    def leave_out(self, cursor: Cursor[H], caller: Caller) -> bool:
        """Of a call that was just begun. Is anything left of it?"""
        code = cursor.code
        if cursor.at or cursor.activation is not None or is_protected(cursor.caller):
            return True
        around = [each for each in _activations(cursor, caller) if each.code is code]
        if not around:
            return True
        index = only_change(code, cursor.registers, around[0].registers)
        if index is None or index in self._written(code):
            return True
        circle = self._is_one_of(
            cursor.registers[index],
            [
                each.registers[index]
                for each in around
                if are_alike(code, cursor.registers, each.registers, index)
            ],
        )
        if circle is False or cursor.path.decided(circle) is False:
            return True
        self._context.path = cursor.path
        if not self._context.may_hold(circle):
            return True
        self._told(code.name)
        if not self._demand.rule_out(cursor, circle):
            return False
        cursor.heap, narrowed = self._strategy.narrow(
            cursor.path, cursor.heap, [cursor.registers[index]]
        )
        cursor.registers[index] = narrowed[0]
        return True

    def _is_one_of(self, value: Value, others: Sequence[Value]) -> Scalar:
        """Is it an object, and one of the others?"""
        table = self._strategy.alternatives(value) if isinstance(value, Term) else None
        found: Scalar = False
        for other in others:
            known = self._strategy.alternatives(other) if isinstance(other, Term) else None
            for constant, guard in (known or {}).items():
                if table is not None and constant is not NULL and constant in table:
                    found = or_(found, and_(guard, table[constant]))
        return simplified(self._strategy, found)

    def _written(self, code: ir.Code) -> frozenset[int]:
        """The registers that do not keep what a call was given."""
        found = self._kept.get(code)
        if found is None:
            found = frozenset(at for each in code.instructions for at in written(each))
            self._kept[code] = found
        return found


def _activations(cursor: Cursor[H], caller: Caller) -> Iterator[Caller | Frame]:
    """Those around a call that was just begun, the nearest first."""
    frame = cursor.caller
    if frame is None or frame.depth != caller.depth:
        yield caller
    while frame is not None:
        yield frame
        frame = frame.caller
