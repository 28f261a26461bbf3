"""The one rule for guarded successors: assume facts and guard, drop what is unsatisfiable.

If all alternatives but one are unsatisfiable, the one that is left is implied by the path: it is
remembered as decided and not added to the path condition.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.heaps.api import Case, Failure, Raised
from heapwise.program import ClassDecl, Program
from heapwise.solver import Answer, Kind, PathCondition, Solver, Verdict
from heapwise.solver.api import Postponing
from heapwise.terms import Scalar, Term

H = TypeVar("H")
T = TypeVar("T")

_NULL_DEREFERENCE = Raised(Failure.NULL_DEREFERENCE)


class PathContext:
    """The `HeapContext` of the operation that is being performed on `path`."""

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
        self.scope_conditions: set[Scalar] = set()

    def decided(self, condition: Scalar) -> bool | None:
        return self.path.decided(condition)

    def may_hold(self, condition: Scalar) -> bool:
        if not isinstance(condition, Term):
            return bool(condition)
        return self._solver.check(self.path, condition).verdict is not Verdict.UNSAT

    def note_scope(self, condition: Scalar) -> None:
        self.scope_conditions.add(condition)

    def object_limit(self, family: ClassDecl) -> int | None:
        return self._limits.get(family, self._limit)


class Chooser:
    """`infeasible` counts the alternatives that were dropped."""

    def __init__(self, solver: Solver, ignore_null_dereference: bool) -> None:
        self._solver = solver
        self._postponing = solver if isinstance(solver, Postponing) else None
        self.ignores_null = ignore_null_dereference
        self.infeasible = 0

    def feasible(
        self,
        path: PathCondition,
        cases: Sequence[Case[H, T]],
        *,
        exhaustive: bool = True,
        postpone: bool = False,
    ) -> list[tuple[Case[H, T], PathCondition]]:
        """The cases that can happen, each with its path. `exhaustive` vouches that one must. With
        `postpone` there may be some that cannot: their paths are open."""
        found: list[tuple[Case[H, T], PathCondition]] = []
        only: tuple[PathCondition, PathCondition] | None = None
        ignored = 0
        if self.ignores_null and any(case.value == _NULL_DEREFERENCE for case in cases):
            postpone = False  # the others are not all there is, so that none of them is implied
        for index, case in enumerate(cases):
            if self.ignores_null and case.value == _NULL_DEREFERENCE:
                exhaustive = False
                ignored += 1
                continue
            base = self.with_facts(path, case.facts)
            guard = case.guard
            if not isinstance(guard, Term):
                if guard:
                    found.append((case, base))
                continue
            if case.settled:
                found.append((case, base.extend(guard, Kind.SETTLED, base.model)))
                continue
            if exhaustive and not found and index == len(cases) - 1:
                found.append((case, base.learn(guard, True)))
                continue
            if postpone and self._may_wait(base, guard):
                found.append((case, base.extend(guard, Kind.CHOICE, None).opened()))
                continue
            answer = self._check(base, guard, is_choice=len(cases) - ignored > 1)
            if answer.verdict is Verdict.UNSAT:
                self.infeasible += 1
                continue
            extended = base.extend(guard, Kind.CHOICE, answer.model)
            if answer.verdict is Verdict.UNKNOWN:
                extended = extended.unconfirmed()
            only = (base, extended)
            found.append((case, extended))
        if len(found) == 1 and only is not None and exhaustive and len(cases) > 1:
            case, extended = found[0]
            if extended is only[1] and extended.confirmed and isinstance(case.guard, Term):
                implied = only[0].learn(case.guard, True).with_model(extended.model)
                found[0] = (case, implied)
        return found

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
