"""Operations of a source language, run for all their choices at once.

An operation is written as if every question had one answer (`engine.machine`). Here it is run for
every combination of answers that can be, and the states it leads to wait at the same place: they
are merged before anything else happens. So that the paths of merged states are what they were
before, alternatives are a list of decisions: each but the last is told apart from all that follow,
and what is merged last to first cancels out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from heapwise.engine.machine import CutError, ForkError, HeapFailureError, Machine
from heapwise.engine.merging_values import Either
from heapwise.engine.state import Answered, Cursor, Leaf, State, Value
from heapwise.heaps.api import Case, Cut, Raised
from heapwise.solver import Kind, PathCondition
from heapwise.terms import Scalar, Term, not_

if TYPE_CHECKING:
    from heapwise.engine.merging import MergingExecutor

H = TypeVar("H")
T = TypeVar("T")


class MergingMachine(Machine[H]):
    """Contents that are not the same on all merged paths are chosen when they are looked at."""

    __slots__ = ()
    _run: MergingExecutor[H]

    def __init__(self, run: MergingExecutor[H], cursor: Cursor[H]) -> None:
        super().__init__(run, cursor)

    def decide(self, condition: Scalar) -> bool:
        return super().decide(self._run.simplified(condition))

    def known(self, condition: Scalar) -> bool | None:
        return super().known(self._run.simplified(condition))

    def assume(self, condition: Scalar) -> None:
        self.path = self._run.define(self.path, self._run.simplified(condition))

    def commit(self) -> None:
        self._run.look_at_effects(self._cursor, self.changes, self._cursor.heap, self.heap)
        super().commit()

    def load(self, key: object) -> Value:
        value = super().load(key)
        while type(value) is Either:
            value = self._one_of(value)
        return value

    def stored(self, key: object) -> Value:
        """As it is kept, with all its alternatives."""
        return super().load(key)

    def alternatives(self, value: Scalar) -> dict[Scalar, Scalar] | None:
        """The constants that a value may be, each under its guard."""
        return self._run.strategy.alternatives(value)

    def _one_of(self, either: Either) -> Value:
        """Not a question to the solver: what cannot be was mostly left out when it was made."""
        live: list[tuple[Scalar, Value]] = []
        for guard, value in either.parts:
            known = self.path.decided(guard)
            if known:
                return value
            if known is None:
                live.append((guard, value))
        if len(live) == 1:
            return live[0][1]
        position = self._position
        self._position += 1
        if position >= len(self._log):
            before = tuple(self._log)
            listed = decision_list(self.path, live)
            raise ForkError([(*before, Answered(self.heap, path, value)) for path, value in listed])
        self.heap, self.path, value = self._log[position]
        return value

    def _take(self, ask: Callable[[], Sequence[Case[H, T]]], exhaustive: bool = True) -> T:
        position = self._position
        self._position += 1
        if position < len(self._log):
            self.heap, self.path, value = self._log[position]
        else:
            answers = self._answers(ask(), exhaustive)
            if len(answers) != 1:
                before = tuple(self._log)
                raise ForkError([(*before, answer) for answer in answers])
            self._log.append(answers[0])
            self.heap, self.path, value = answers[0]
        if isinstance(value, Raised):
            raise HeapFailureError(value.failure)
        if isinstance(value, Cut):
            raise CutError(value.bound)
        result: T = value
        return result

    def _answers(self, cases: Sequence[Case[H, T]], exhaustive: bool) -> list[Answered[H]]:
        live: list[tuple[Scalar, Case[H, T]]] = []
        for case in cases:
            guard = self._run.simplified(case.guard)
            known = self.path.decided(guard)
            if known:
                live = [(True, case)]
                break
            if known is None:
                live.append((guard, case))
        if len(live) == 1 and live[0][0] is True:
            return [Answered(live[0][1].heap, self.path, live[0][1].value)]
        feasible = [(guard, case) for guard, case in live if self.may_hold(guard)]
        if len(feasible) == 1 and exhaustive:
            guard, case = feasible[0]
            assert isinstance(guard, Term)
            return [Answered(case.heap, self.path.learn(guard, True), case.value)]
        if not exhaustive:
            return [
                Answered(case.heap, self.path.extend(guard, Kind.CHOICE, None), case.value)
                for guard, case in feasible
                if isinstance(guard, Term)
            ]
        return [
            Answered(case.heap, path, case.value)
            for path, case in decision_list(self.path, feasible)
        ]


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


def common_entries(paths: Sequence[PathCondition], after: int) -> int:
    """How many entries these paths share."""
    first, *others = [list(path.entries()) for path in paths]
    shared = len(first)
    for entries in others:
        count = 0
        for one, other in zip(first, entries, strict=False):
            if one != other:
                break
            count += 1
        shared = min(shared, count)
    return max(shared, after)


def paths_of(states: Sequence[State[Any] | Leaf[Any]]) -> list[PathCondition]:
    return [state.path for state in states]
