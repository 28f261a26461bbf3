"""The one rule for guarded successors: assume facts and guard, drop what is unsatisfiable.

If all alternatives but one are unsatisfiable, the one that is left is implied by the path: it is
remembered as decided and not added to the path condition.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from heapwise.engine.bounds import MAX_LENGTH, Bounds
from heapwise.engine.following import Guide, LostError
from heapwise.heaps.api import Case, Cut, Failure, Raised
from heapwise.program import ClassDecl, Program
from heapwise.results.prefix import (
    CHOSEN,
    IMPLIED,
    NO,
    TOO_LONG,
    UNCONFIRMED,
    YES,
    Choice,
    Link,
    choice,
    how_taken,
    index_of,
)
from heapwise.solver import Answer, Kind, PathCondition, Solver, Verdict
from heapwise.solver.api import asks_each, postponing
from heapwise.terms import Scalar, Term

H = TypeVar("H")
T = TypeVar("T")

_NULL_RAISED = Raised(Failure.NULL_DEREFERENCE)


class PathContext:
    """The `HeapContext` of the operation that is being performed on `path`. Where paths have names,
    there is a `chooser`, which answers so that others who follow them are told the same."""

    def __init__(self, program: Program, solver: Solver, bounds: Bounds) -> None:
        self.program = program
        self.path = PathCondition()
        self._solver = solver
        self._limits = {
            program.family(program.classes[name]): limit
            for name, limit in bounds.max_objects_of.items()
        }
        self._limit = bounds.max_objects
        self.depth_limit = bounds.max_depth
        self._noted: list[Scalar] = []
        self._noted_on: PathCondition | None = None
        self.chooser: Chooser | None = None

    def decided(self, condition: Scalar) -> bool | None:
        return self.path.decided(condition)

    def may_hold(self, condition: Scalar) -> bool:
        if not isinstance(condition, Term):
            return bool(condition)
        if self.chooser is not None:
            return self.chooser.may_hold(self.path, condition)
        return self._solver.check(self.path, condition).verdict is not Verdict.UNSAT

    def note_scope(self, condition: Scalar) -> None:
        if self._noted_on is not self.path:
            self._noted_on = self.path
            self._noted.clear()
        self._noted.append(condition)

    def noted_scope(self, path: PathCondition) -> tuple[Scalar, ...]:
        """What was noted on this path since it has last learned something."""
        if self._noted_on is not path:
            return ()
        return tuple(each for each in dict.fromkeys(self._noted) if each not in path.hidden)

    def object_limit(self, family: ClassDecl) -> int | None:
        return self._limits.get(family, self._limit)


class Chooser:
    """`infeasible` counts the alternatives that were dropped. Where there is a `guide`, it is not
    asked but told which are possible. On a `tape` is kept which were, choice by choice. `dropped`
    hears the prefix and the condition of each alternative that is not. One that nobody knows to be
    possible is cut if no texts of at most `max_length` characters lead there."""

    def __init__(
        self, solver: Solver, ignore_null_dereference: bool, max_length: int | None = None
    ) -> None:
        self._solver = solver
        self._max_length = max_length
        self._postponing = postponing(solver)
        self._asks_each = asks_each(solver)
        self.ignores_null = ignore_null_dereference
        self.infeasible = 0
        self.guide: Guide | None = None
        self.tape: list[tuple[Choice, ...]] | None = None
        self.dropped: Callable[[Link, Scalar], None] | None = None

    @property
    def has_arrived(self) -> bool:
        """Has the guide led to the state that is wanted?"""
        return self.guide is not None and self.guide.has_arrived

    def feasible(
        self,
        path: PathCondition,
        cases: Sequence[Case[H, T]],
        *,
        exhaustive: bool = True,
        postpone: bool = False,
        hidden: tuple[Scalar, ...] = (),
    ) -> list[tuple[Case[H, T], PathCondition]]:
        """The cases that can happen, each with its path. `exhaustive` vouches that one must. With
        `postpone` there may be some that cannot: their paths are open. `hidden` are conditions that
        need not be shown."""
        # Of a single alternative nothing is to be remembered, unless it may be impossible.
        is_named = not exhaustive or (len(cases) > 1 and self._is_choice(cases))
        if is_named and self.guide is not None:
            found, taken = self._told(path, cases, self.guide)
        else:
            found, taken = self._asked(path, cases, exhaustive, postpone)
        if is_named:
            for index, (case, way) in enumerate(found):
                if way is path:
                    found[index] = case, path.renamed((path.prefix, taken[index]))
                else:
                    way.prefix = (path.prefix, taken[index])  # it was made here
            if self.tape is not None:
                self.tape.append(tuple(taken))
        if hidden:
            for _, way in found:
                if way is not path:
                    way.hidden = (*path.hidden, *hidden)
        return found

    def may_hold(self, path: PathCondition, condition: Term) -> bool:
        """Asked by a strategy for itself. Who follows the path is told the same: it may depend on
        the time that a solver has, and what alternatives there are, on the answer."""
        if self.guide is not None and not self.guide.has_arrived:
            found = self.guide.answer()
        else:
            found = self._solver.check(path, condition).verdict is not Verdict.UNSAT
        entry = YES if found else NO
        if self.tape is None:
            path.prefix = (path.prefix, entry)
        else:
            self.tape.append((entry,))
        return found

    def _is_choice(self, cases: Sequence[Case[H, T]]) -> bool:
        """Is there more than one that is not out of the question, whatever the solver says?"""
        ignores = self.ignores_null
        left = 0
        for case in cases:
            if case.guard is not False and not (ignores and case.value == _NULL_RAISED):
                left += 1
        return left > 1

    def _told(
        self, path: PathCondition, cases: Sequence[Case[H, T]], guide: Guide
    ) -> tuple[list[tuple[Case[H, T], PathCondition]], Sequence[Choice]]:
        """What `_asked` has found when the prefix was made, but for the models."""
        found: list[tuple[Case[H, T], PathCondition]] = []
        taken = guide.possible(len(cases))
        for each in taken:
            case, how = cases[index_of(each)], how_taken(each)
            way = self.with_facts(path, case.facts)
            guard = case.guard
            if not isinstance(guard, Term):
                if not guard:
                    raise LostError("an alternative is out of the question")
            elif case.settled:
                way = way.extend(guard, Kind.SETTLED, way.model)
            else:
                model = way.model
                keeps = model is not None and model.satisfies(guard)
                if how & IMPLIED:
                    way = way.learn(guard, True).with_model(model if keeps else None)
                else:
                    way = way.extend(guard, Kind.CHOICE, model if keeps else None)
                if how & (UNCONFIRMED | TOO_LONG):
                    way = way.unconfirmed()
            found.append((_too_long(case) if how & TOO_LONG else case, way))
        return found, taken

    def _asked(
        self,
        path: PathCondition,
        cases: Sequence[Case[H, T]],
        exhaustive: bool,
        postpone: bool,
    ) -> tuple[list[tuple[Case[H, T], PathCondition]], list[Choice]]:
        """The feasible cases, and what is to be remembered of each."""
        found: list[tuple[Case[H, T], PathCondition]] = []
        taken: list[Choice] = []
        only: tuple[PathCondition, PathCondition] | None = None
        ignored = 0
        if self.ignores_null and any(case.value == _NULL_RAISED for case in cases):
            postpone = False  # the others are not all there is, so that none of them is implied
        for index, case in enumerate(cases):
            if self.ignores_null and case.value == _NULL_RAISED:
                exhaustive = False
                ignored += 1
                continue
            base = self.with_facts(path, case.facts)
            guard = case.guard
            if not isinstance(guard, Term):
                if guard:
                    found.append((case, base))
                    taken.append(choice(index))
                continue
            if case.settled:
                found.append((case, base.extend(guard, Kind.SETTLED, base.model)))
                taken.append(choice(index))
                continue
            is_left = exhaustive and not found and index == len(cases) - 1
            if is_left and not (self._asks_each and len(cases) > 1):
                found.append((case, base.learn(guard, True)))
                taken.append(choice(index, IMPLIED))
                continue
            if postpone and self._may_wait(base, guard):
                found.append((case, base.extend(guard, Kind.CHOICE, None).opened()))
                taken.append(choice(index))
                continue
            answer = self._check(base, guard, is_choice=len(cases) - ignored > 1)
            if answer.verdict is Verdict.UNSAT:
                self.drop(path, index, guard)
                continue
            extended = base.extend(guard, Kind.CHOICE, answer.model)
            how = CHOSEN
            if answer.verdict is Verdict.UNKNOWN:
                extended = extended.unconfirmed()
                how = UNCONFIRMED
                if self._max_length is not None and self._max_length <= answer.excluded:
                    case, how = _too_long(case), TOO_LONG
            only = (base, extended)
            found.append((case, extended))
            taken.append(choice(index, how))
        if len(found) == 1 and only is not None and exhaustive and len(cases) > 1:
            case, extended = found[0]
            if extended is only[1] and extended.confirmed and isinstance(case.guard, Term):
                implied = only[0].learn(case.guard, True).with_model(extended.model)
                found[0] = (case, implied)
                taken[0] = choice(index_of(taken[0]), IMPLIED)
        return found, taken

    def drop(self, path: PathCondition, index: int, condition: Scalar) -> None:
        """No input takes this alternative."""
        self.infeasible += 1
        if self.dropped is not None:
            self.dropped((path.prefix, choice(index)), condition)

    def _may_wait(self, path: PathCondition, condition: Term) -> bool:
        return self._postponing is not None and self._postponing.may_wait(path, condition)

    def _check(self, path: PathCondition, condition: Term, *, is_choice: bool) -> Answer:
        statistics = self._solver.statistics
        before = statistics.queries
        answer = self._solver.check(path, condition)
        if not is_choice:
            statistics.assumption_queries += statistics.queries - before
            statistics.queries = before
        return answer

    def with_facts(self, path: PathCondition, facts: Sequence[Term]) -> PathCondition:
        for fact in facts:
            if path.decided(fact) is not True:
                model = path.model
                keeps = model is not None and model.satisfies(fact)
                path = path.extend(fact, Kind.FACT, model if keeps else None)
        return path


def _too_long(case: Case[H, T]) -> Case[H, T]:
    return case._replace(value=Cut(MAX_LENGTH))
