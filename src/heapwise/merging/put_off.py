"""Recursive calls that need not be run when they are met: put off, or left out.

`merging.recursive_calls` says why that pays and when it is right. Here is what becomes of the
states: a call that was just begun is taken out of its state, and the outermost activation of the
recursion begins again with the calls that were put off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from heapwise.engine.run_context import Run
from heapwise.engine.state import Cursor, Frame, Leaf, State
from heapwise.merging.api import MergingStrategy, simplified
from heapwise.merging.demand import Demand
from heapwise.merging.paths import Merge
from heapwise.merging.progress import Caller
from heapwise.merging.recursive_calls import (
    Call,
    EffectError,
    OrderError,
    Pending,
    add_call,
    changing_reference,
    enclosing,
    has_effects,
    is_protected,
    pending_key,
)
from heapwise.program import InputError, MethodDecl, Type
from heapwise.program import code as ir
from heapwise.program.registers import written
from heapwise.solver import Kind
from heapwise.terms import NULL, Scalar, Term, and_, not_, or_

H = TypeVar("H")

_RESTARTS = 20
"""How many calls that were put off may be run, per round that a loop may go."""


class PutOffCalls(Generic[H]):
    """Calls of the code `in_order` are run when they are met; others may be put off. The recursion
    may not begin again too often if there is a limit to rounds, `most_rounds`."""

    def __init__(
        self,
        run: Run[H],
        strategy: MergingStrategy[H],
        demand: Demand[H],
        merge: Merge,
        most_rounds: int | None,
        in_order: frozenset[ir.Code],
    ) -> None:
        self._run = run
        self._context = run.context
        self._strategy = strategy
        self._demand = demand
        self._merge = merge
        self._most_rounds = most_rounds
        self._in_order = in_order
        self._put_off: dict[ir.Code, int] = {}
        self._about: dict[ir.Code, int] = {}
        self._results: dict[ir.Code, Type] = {}
        self._restarts = 0

    @property
    def there_are_some(self) -> bool:
        return bool(self._put_off)

    def recurs(self, method: MethodDecl) -> None:
        """A method calls itself, by way of others perhaps."""
        if method.code is not None:
            self._results[method.code] = method.result

    # -- a call that was just begun

    def spread(self, state: State[H] | Leaf[H], caller: Caller) -> Iterable[State[H] | Leaf[H]]:
        """A state that a step has led to, or what becomes of it if the step was a call."""
        if isinstance(state, Leaf) or state.depth <= caller.depth:
            return (state,)
        found = self.begun(Cursor(state), caller)
        return (state,) if found is None else found

    def begun(self, cursor: Cursor[H], caller: Caller) -> list[State[H] | Leaf[H]] | None:
        """What becomes of a call that was just begun, if it can be put off: a state that goes on
        without it, and the call itself where it is about nothing."""
        called = cursor.code
        without = self._left_out(cursor, caller)
        if without is not None:
            return without
        if (
            not self._demand.is_made
            or cursor.at
            or called in self._in_order
            or cursor.activation is not None
        ):
            return None
        around = enclosing(called, cursor.caller)
        if (around is None and caller.code is not called) or not self._demand.is_on(cursor):
            return None
        if is_protected(cursor.caller):
            return None
        index = self._about.get(called)
        if index is None:
            before = caller.registers if around is None else around.registers
            index = changing_reference(cursor.registers, before)
        if index is None or index >= len(cursor.registers):
            return None
        about = cursor.registers[index]
        table = self._strategy.alternatives(about) if isinstance(about, Term) else None
        if table is None:
            return None
        self._about[called] = index
        return self._apart(cursor, caller, index, table)

    def _left_out(self, cursor: Cursor[H], caller: Caller) -> list[State[H] | Leaf[H]] | None:
        """What becomes of a recursive call that was just begun, if it is about an object that need
        not be looked at: a state in which it has returned anything, and the call itself where it
        is about another object."""
        called = cursor.code
        if cursor.at or called not in self._results:
            return None
        given = [value for value in cursor.registers if isinstance(value, Term)]
        outside = self._simplified(or_(*(self._strategy.beyond(value) for value in given)))
        if outside is False or cursor.path.decided(outside) is False:
            return None
        self._context.path = cursor.path
        if not self._context.may_hold(outside):
            return None
        if has_effects(called, self._run.program):
            raise EffectError
        without = Cursor(cursor.freeze())
        frame = waiting_frame(cursor, caller)
        must_be_true = self._demand.is_on(cursor)
        without.leave(frame)
        result = True if must_be_true else self._strategy.anything(self._results[called])
        without.registers[frame.target] = result
        if not isinstance(outside, Term) or cursor.path.decided(outside):
            return [without.freeze()]
        without.path = cursor.path.extend(outside, Kind.CHOICE, None)
        inside = not_(outside)
        assert isinstance(inside, Term)
        cursor.path = cursor.path.extend(inside, Kind.CHOICE, None)
        return [without.freeze(), *self.spread(cursor.freeze(), caller)]

    def _apart(
        self, cursor: Cursor[H], caller: Caller, index: int, table: Mapping[Scalar, Scalar]
    ) -> list[State[H] | Leaf[H]]:
        found: list[State[H] | Leaf[H]] = []
        self._context.path = cursor.path
        is_null = self._simplified(table.get(NULL, False))
        if self._context.may_hold(is_null):
            nothing = Cursor(cursor.freeze())
            nothing.registers[index] = NULL
            nothing.caller = waiting_frame(cursor, caller)
            if isinstance(is_null, Term) and cursor.path.decided(is_null) is None:
                nothing.path = cursor.path.extend(is_null, Kind.CHOICE, None)
            found.append(nothing.freeze())
        present = not_(is_null)
        if not self._context.may_hold(present):
            return found
        if isinstance(present, Term) and cursor.path.decided(present) is None:
            cursor.path = cursor.path.extend(present, Kind.CHOICE, None)
        self._context.path = cursor.path
        key = pending_key(cursor.code)
        pending = key.of(cursor.store) or Pending()
        for constant, guard in table.items():
            guard = self._simplified(guard)
            if constant is NULL or cursor.path.decided(guard) is False:
                continue
            assert isinstance(constant, Term)
            arguments = list(cursor.registers)
            arguments[index] = constant
            call = Call(True if cursor.path.decided(guard) else guard, tuple(arguments))
            more = add_call(
                pending, constant, call, self._exclude_each_other, self._merge, self._simplified
            )
            if more is None:
                raise OrderError(cursor.code)
            pending = more
        if cursor.code not in self._put_off:
            self._put_off[cursor.code] = self._strategy.mark_allocations()
        cursor.put({key: pending})
        frame = waiting_frame(cursor, caller)
        cursor.leave(frame)
        cursor.registers[frame.target] = True
        return [cursor.freeze(), *found]

    def _simplified(self, condition: Scalar) -> Scalar:
        return simplified(self._strategy, condition)

    def _exclude_each_other(self, a: Scalar, b: Scalar) -> bool:
        return not self._context.may_hold(and_(a, b))

    # -- the calls that were put off

    def begin_again(self, cursor: Cursor[H], instruction: ir.Instruction) -> list[State[H]] | None:
        """At the return of the outermost activation: the states that begin again with a call that
        was put off, and those to which that call does not apply. None if no call is left."""
        if type(instruction) is not ir.Return or cursor.code not in self._put_off:
            return None
        if enclosing(cursor.code, cursor.caller) is not None:
            return None
        key = pending_key(cursor.code)
        pending = key.of(cursor.store)
        while pending is not None and pending.calls:
            constant, calls, pending = pending.first()
            self._context.path = cursor.path
            feasible = [call for call in calls if self._context.may_hold(call.guard)]
            if feasible:
                cursor.put({key: pending.with_calls(constant, tuple(feasible[1:]))})
                return self._again(cursor, feasible[0])
        if pending is not None:
            cursor.put({key: Pending()})
        return None

    def _again(self, cursor: Cursor[H], call: Call) -> list[State[H]]:
        self._restarts += 1
        if self._most_rounds is not None and self._restarts > _RESTARTS * self._most_rounds:
            raise InputError(f"`{cursor.code.name}` calls itself without end")
        found: list[State[H]] = []
        again = Cursor(cursor.freeze())
        again.at = 0
        again.registers = list(call.registers)
        self._context.path = cursor.path
        guard = call.guard
        if isinstance(guard, Term) and cursor.path.decided(guard) is None:
            again.path = cursor.path.extend(guard, Kind.CHOICE, None)
            rest = not_(guard)
            assert isinstance(rest, Term)
            if self._context.may_hold(rest):
                other = Cursor(cursor.freeze())
                other.at = cursor.at - 1
                other.path = cursor.path.extend(rest, Kind.CHOICE, None)
                found.append(other.freeze())
            else:
                again.path = cursor.path.learn(guard, True)
        self._put_off[cursor.code] = self._strategy.mark_allocations()
        return [*found, again.freeze()]

    # -- effects

    def look_at_effects(
        self, cursor: Cursor[H], changes: Iterable[object], before: H, after: H
    ) -> None:
        """Raises `OrderError` if code whose calls are put off changes what was there before:
        `changes` are the places in the store that are written to."""
        if not self._put_off or (before is after and not changes):
            return
        running = cursor.code if cursor.code in self._put_off else None
        frame = cursor.caller
        while frame is not None and running is None:
            running = frame.code if frame.code in self._put_off else None
            frame = frame.caller
        if running is None:
            return
        owners = list(self._strategy.written_owners(before, after))
        owners += [
            key.value
            for key in changes
            if isinstance(key, Term) and isinstance(key.value, int) and key in cursor.store
        ]
        if any(owner >= -self._put_off[running] for owner in owners):
            raise OrderError(running)


def waiting_frame(cursor: Cursor[H], caller: Caller) -> Frame:
    """The caller, which must wait even if it would only pass the result on: it is there that
    states meet again."""
    frame = cursor.caller
    if frame is not None and frame.code is caller.code and frame.depth == caller.depth:
        return frame
    (target,) = written(caller.code.instructions[caller.at])
    return Frame(
        caller.code,
        caller.at + 1,
        tuple(caller.registers),
        target,
        {},
        {},
        caller.depth,
        frame,
    )
