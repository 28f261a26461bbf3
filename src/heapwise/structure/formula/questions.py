"""The questions of the merging executor: what can be on a path.

Most that can be so are answered by a structure that was found before.
"""

from __future__ import annotations

from collections.abc import Mapping

from heapwise.solver import Answer, Model, PathCondition, SolverStatistics, Verdict
from heapwise.solver.finite import FiniteSolver
from heapwise.structure.formula.found_structures import FoundStructures
from heapwise.structure.formula.guarded import Names
from heapwise.terms import Scalar, Term

_HARDER = 20
"""Times as many conflicts are spent on what is worth it."""


class Questions:
    """Under what is required so far. Up to so many `conflicts` are spent on one, and the first of
    them, `patience` many, are not asked at all: what they ask about is taken to be possible."""

    def __init__(
        self,
        solver: FiniteSolver,
        names: Names,
        required: Mapping[Term, None],
        conflicts: int | None = None,
        patience: int = 0,
    ) -> None:
        self._conflicts = conflicts
        self._patience = patience
        self._solver = solver
        self._names = names
        self._required = required
        self._clauses: list[Term] = []
        self.found = FoundStructures(names)
        self.statistics = SolverStatistics()

    def decide_all(self) -> None:
        """From now on no question is left open."""
        self._conflicts, self._patience = None, 0

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.statistics.queries += 1
        known = path.decided(condition)
        if known is not None:
            return Answer(Verdict.SAT if known else Verdict.UNSAT)
        if self._patience > 0:
            self._patience -= 1
            return Answer(Verdict.SAT)
        verdict = self._verdict(path, [condition], self._conflicts)
        if verdict is Verdict.UNKNOWN and self._conflicts is not None:
            # Not refuted: the run goes on as if it could be.
            verdict = Verdict.SAT
        return Answer(verdict)

    def refutes(self, path: PathCondition, *conditions: Scalar, hard: bool = False) -> bool:
        """Can the conditions not all hold on the path? False if that takes too long to find
        out."""
        wanted: list[Term] = []
        for condition in conditions:
            known = path.decided(condition)
            if known is False:
                return True
            if known is None:
                assert isinstance(condition, Term)
                wanted.append(condition)
        limit = self._conflicts
        if hard and limit is not None:
            limit *= _HARDER
        return bool(wanted) and self._verdict(path, wanted, limit) is Verdict.UNSAT

    def shows(self, path: PathCondition, condition: Scalar) -> bool:
        """Is a structure at hand that takes the path, of which the condition holds?"""
        wanted = [each for each in (condition, self._names.path(path)) if isinstance(each, Term)]
        if condition is False or self._names.path(path) is False:
            return False
        return self._are_shown(wanted)

    def _are_shown(self, wanted: list[Term]) -> bool:
        if len(self._clauses) < len(self._required):
            self._clauses = list(self._required)
        return self.found.satisfy(wanted, self._clauses)

    def _verdict(self, path: PathCondition, wanted: list[Term], conflicts: int | None) -> Verdict:
        reached = self._names.path(path)
        if reached is False:
            return Verdict.UNSAT
        if isinstance(reached, Term):
            wanted = [*wanted, reached]
        if self._are_shown(wanted):
            self.statistics.count("model")
            return Verdict.SAT
        verdict = self._solver.check(wanted, conflicts)
        if verdict is Verdict.SAT:
            self.found.add(self._solver)
        return verdict

    def model(self, path: PathCondition) -> Model | None:
        return None
