"""Operations of a source language, run for all their choices at once.

An operation is written as if every question had one answer (`engine.machine`). Here it is run for
every combination of answers that can be, and the states it leads to wait at the same place: they
are merged before anything else happens. So that the paths of merged states are what they were
before, alternatives are a list of decisions: each but the last is told apart from all that follow,
and what is merged last to first cancels out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar, overload

from heapwise.engine.instructions import conclude, finish
from heapwise.engine.interpreter import Interpreter
from heapwise.engine.machine import Answers, ForkError, Machine
from heapwise.engine.rerunning import all_ends, attempt
from heapwise.engine.run_context import Run
from heapwise.engine.state import Answered, Cursor, Key, Leaf, State, Step, StoreKey
from heapwise.heaps.api import Case
from heapwise.merging.api import MergingStrategy, simplified
from heapwise.merging.demand import Demand
from heapwise.merging.meeting_values import Either
from heapwise.merging.put_off import PutOffCalls
from heapwise.program import code as ir
from heapwise.solver import Kind, PathCondition
from heapwise.terms import BOOL, Scalar, Term, not_

H = TypeVar("H")
T = TypeVar("T")


class Operations(Generic[H]):
    """Performs operations; each has a `MergingMachine` of its own."""

    def __init__(
        self,
        run: Run[H],
        strategy: MergingStrategy[H],
        demand: Demand[H],
        put_off: PutOffCalls[H],
        orders_sets: bool = True,
    ) -> None:
        self._run = run
        self._strategy = strategy
        self._demand = demand
        self._put_off = put_off
        self._orders_sets = orders_sets

    def machine(self, cursor: Cursor[H]) -> Machine[H, Any]:
        return MergingMachine(
            self._run, cursor, self._strategy, self._demand, self._put_off, self._orders_sets
        )

    def perform(self, run: Interpreter[H], cursor: Cursor[H], ins: ir.Perform) -> Step[H] | None:
        """The operation, for every choice that it makes."""
        code, at = cursor.code, cursor.at
        path = cursor.path
        machine = self.machine(cursor)
        value = attempt(machine, ins, cursor.registers)
        if not isinstance(value, ForkError):
            end = finish(run, cursor, ins, machine, value)
            if end is None and cursor.code is code and cursor.at == at:
                self._name_result(cursor, ins.target)
            return end
        waiting = cursor.freeze()
        ends, _ = all_ends(self.machine, waiting, ins, value)
        done: list[State[H] | Leaf[H]] = []
        for each in ends:
            branch = Cursor(waiting)
            self._put_off.look_at_effects(branch, each.changes, branch.heap, each.heap)
            end = conclude(run, branch, ins, each)
            if end is not None:
                done.append(end)
                continue
            if branch.code is code and branch.at == at:
                self._name_result(branch, ins.target)
            branch.trace = None
            done.append(branch.freeze())
        return self._demand.settled(path, done)

    def _name_result(self, cursor: Cursor[H], target: int) -> None:
        value = cursor.registers[target]
        if isinstance(value, Term) and value.sort is BOOL:
            cursor.registers[target] = simplified(self._strategy, value)


class MergingMachine(Machine[H, object]):
    """Contents that are not the same on all merged paths are chosen when they are looked at."""

    __slots__ = ("_demand", "_orders_sets", "_put_off", "_strategy")

    def __init__(
        self,
        run: Run[H],
        cursor: Cursor[H],
        strategy: MergingStrategy[H],
        demand: Demand[H],
        put_off: PutOffCalls[H],
        orders_sets: bool,
    ) -> None:
        super().__init__(run, cursor)
        self._orders_sets = orders_sets
        self._strategy = strategy
        self._demand = demand
        self._put_off = put_off

    @property
    def orders_sets(self) -> bool:
        return self._orders_sets

    def decide(self, condition: Scalar) -> bool:
        return super().decide(simplified(self._strategy, condition))

    def known(self, condition: Scalar) -> bool | None:
        return super().known(simplified(self._strategy, condition))

    def assume(self, condition: Scalar) -> None:
        self.path = self._demand.define(self.path, simplified(self._strategy, condition))

    def commit(self) -> None:
        cursor = self._cursor
        self._put_off.look_at_effects(cursor, self.changes, cursor.heap, self.heap)
        super().commit()

    @overload
    def load(self, key: StoreKey[T]) -> T | None: ...

    @overload
    def load(self, key: Term) -> object: ...

    def load(self, key: Key) -> object:
        value: object = super().load(key)
        while isinstance(value, Either):
            value = self._one_of(value)
        return value

    def alternatives(self, value: Scalar) -> dict[Scalar, Scalar] | None:
        """The constants that a value may be, each under its guard."""
        return self._strategy.alternatives(value)

    def cases(self, number: Scalar) -> Mapping[Scalar, Scalar]:
        return self._strategy.cases(number)

    def looked_at(self, ref: Term) -> Mapping[Scalar, Scalar]:
        """What a reference may be, null and objects, each under its guard."""
        context = self._run.context
        context.path = self.path
        self.heap, found = self._strategy.looked_at(context, self.heap, ref)
        return found

    def named(self, condition: Scalar) -> Scalar:
        return simplified(self._strategy, condition)

    def _one_of(self, either: Either) -> object:
        """Not a question to the solver: what cannot be was mostly left out when it was made."""
        live: list[tuple[Scalar, object]] = []
        for guard, value in either.parts:
            known = self.path.decided(guard)
            if known:
                return value
            if known is None:
                live.append((guard, value))
        if len(live) == 1:
            return live[0][1]
        if self._position < len(self._log):
            return self._told_before()
        ways = decision_list(self.path, live)
        return self._told_one(Answers([Answered(self.heap, path, value) for path, value in ways]))

    def _answers(self, cases: Sequence[Case[H, T]], exhaustive: bool) -> Answers[H]:
        live: list[tuple[Scalar, Case[H, T]]] = []
        for case in cases:
            guard = simplified(self._strategy, case.guard)
            known = self.path.decided(guard)
            if known:
                live = [(True, case)]
                break
            if known is None:
                live.append((guard, case))
        if len(live) == 1 and live[0][0] is True:
            return Answers([Answered(live[0][1].heap, self.path, live[0][1].value)])
        feasible = [(guard, case) for guard, case in live if self.may_hold(guard)]
        if len(feasible) == 1 and exhaustive:
            guard, case = feasible[0]
            assert isinstance(guard, Term)
            return Answers([Answered(case.heap, self.path.learn(guard, True), case.value)])
        if not exhaustive:
            return Answers(
                [
                    Answered(case.heap, self.path.extend(guard, Kind.CHOICE, None), case.value)
                    for guard, case in feasible
                    if isinstance(guard, Term)
                ]
            )
        return Answers(
            [
                Answered(case.heap, path, case.value)
                for path, case in decision_list(self.path, feasible)
            ]
        )


def decision_list(
    path: PathCondition, alternatives: Sequence[tuple[Scalar, T]]
) -> list[tuple[PathCondition, T]]:
    """The path of each alternative, whose guards are disjoint and exhaustive on `path`."""
    found: list[tuple[PathCondition, T]] = []
    for index, (guard, value) in enumerate(alternatives):
        assert isinstance(guard, Term)
        if index == len(alternatives) - 1:
            found.append((path.learn(guard, True), value))
            break
        found.append((path.extend(guard, Kind.CHOICE, None), value))
        other = not_(guard)
        assert isinstance(other, Term)
        path = path.extend(other, Kind.CHOICE, None)
    return found
