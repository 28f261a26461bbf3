"""The questions of the merging executor, while an invariant is compiled.

Most that can be so are answered by a structure that was found before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from heapwise.solver import Answer, Model, PathCondition, SolverStatistics, Verdict
from heapwise.solver.finite import FiniteSolver
from heapwise.structure.formula.guarded import Names
from heapwise.terms import BOOL, FLOAT, FLOAT32, REF, STR, Concrete, Scalar, Term, evaluate
from heapwise.terms.evaluate import Memo

_DEFAULTS: Mapping[object, Concrete] = {BOOL: False, STR: "", FLOAT: 0.0, FLOAT32: 0.0}
"""Of symbols that no formula has."""

_HARDER = 20
"""Times as many conflicts are spent on what is worth it."""

_REMEMBERED = 8
"""Structures to try before the solver is asked."""


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
        self._found: list[_Found] = []
        self._satisfied = 0
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

    def _verdict(self, path: PathCondition, wanted: list[Term], conflicts: int | None) -> Verdict:
        reached = self._names.path(path)
        if reached is False:
            return Verdict.UNSAT
        if isinstance(reached, Term):
            wanted = [*wanted, reached]
        if len(self._clauses) < len(self._required):
            self._clauses = list(self._required)
        for index, found in enumerate(self._found):
            if found.satisfies(wanted) and found.is_valid(self._clauses):
                self._found.insert(0, self._found.pop(index))
                self.statistics.count("model")
                return Verdict.SAT
        verdict = self._solver.check(wanted, conflicts)
        if verdict is Verdict.SAT and self._is_worth_a_model():
            found = _Found(self._solver, self._names, len(self._clauses))
            self._found = [found, *self._found[: _REMEMBERED - 1]]
        return verdict

    def _is_worth_a_model(self) -> bool:
        """To fetch one costs as much as a question: later ones are soon invalid."""
        self._satisfied += 1
        return self._satisfied <= 2 * _REMEMBERED or self._satisfied % _REMEMBERED == 0

    def model(self, path: PathCondition) -> Model | None:
        return None


class _Found:
    """A structure that satisfied the first `clauses` clauses: an `Assignment`."""

    def __init__(self, solver: FiniteSolver, names: Names, clauses: int) -> None:
        self._model = solver.model()
        self._domain = solver.domain
        self._meaning = names.meaning
        self._checked = clauses
        self._memo: Memo = {}
        self._valid = True

    def satisfies(self, conditions: Iterable[Term]) -> bool:
        try:
            return self._valid and all(evaluate(each, self, self._memo) for each in conditions)
        except RecursionError:
            return False  # names that stand for names; the solver is not afraid of them

    def is_valid(self, clauses: Sequence[Term]) -> bool:
        if self._checked < len(clauses):
            self._valid = self.satisfies(clauses[self._checked :])
            self._checked = len(clauses)
        return self._valid

    def symbol_value(self, symbol: Term) -> Concrete:
        meaning = self._meaning.get(symbol)
        if meaning is not None:
            return evaluate(meaning, self, self._memo)
        value = self._model.symbol(symbol)
        if value is None and symbol.sort is REF:
            value = self._domain(symbol)[0].value
        if value is None:
            return _DEFAULTS.get(symbol.sort, 0)
        return value

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        raise AssertionError("a universe has no maps")
