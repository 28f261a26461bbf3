"""Law 1: the guards of an operation are pairwise disjoint and together exhaustive on the path."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from typing import Any, TypeAlias

from checks.typing_facts import typing_facts
from checks.watch import Cases
from heapwise.engine.choices import PathContext
from heapwise.heaps.shared.references import is_not_null
from heapwise.program import Program
from heapwise.solver import Kind, PathCondition, Verdict
from heapwise.solver.z3_backend import Z3Solver
from heapwise.terms import REF, Scalar, Term, and_, not_, or_, show, symbol

Verdicts: TypeAlias = dict[tuple[frozenset[Term], Scalar], Verdict]
"""What was found before, under other strategies too: they often come to the same question."""


class PartitionCheck:
    """A `Watcher`. `judged` counts the operations that had something to judge."""

    def __init__(self, program: Program, verdicts: Verdicts | None = None) -> None:
        self.violations: list[str] = []
        self.judged = 0
        self._program = program
        self._verdicts = {} if verdicts is None else verdicts
        self._solver = Z3Solver()
        self._present: dict[Term, None] = {}

    def __call__(
        self,
        operation: str,
        cx: PathContext,
        heap: object,
        arguments: tuple[Any, ...],
        perform: Callable[[], Cases],
    ) -> Cases:
        cases = perform()
        if operation == "input_value" and not arguments[2]:
            self._assume_present(str(arguments[0]))
        if len(cases) != 1 or cases[0].guard is not True:
            self.judged += 1
            self._judge(operation, [term for term, _ in cx.path.entries()], cases)
        return cases

    def _assume_present(self, name: str) -> None:
        """This input is declared not to be null."""
        fact = is_not_null(symbol(name, REF))
        assert isinstance(fact, Term)
        self._present[fact] = None

    def _judge(self, operation: str, path: Sequence[Term], cases: Cases) -> None:
        guards = [case.guard for case in cases]
        facts = [fact for case in cases for fact in case.facts]
        spoken = [*path, *facts, *(guard for guard in guards if isinstance(guard, Term))]
        context = [*path, *self._present, *typing_facts(self._program, spoken)]

        def complain(what: str) -> None:
            text = ", ".join(show(guard) for guard in guards)
            where = " and ".join(show(term) for term in path)
            self.violations.append(f"{operation}: {what}: [{text}] on path {where or 'true'}")

        if self._verdict(context, True) is not Verdict.SAT:
            complain("the path is not satisfiable")
        both = [
            and_(one.guard, other.guard, *one.facts, *other.facts)
            for one, other in combinations(cases, 2)
        ]
        if self._verdict(context, or_(*both)) is not Verdict.UNSAT:
            complain("two guards hold at once")
        none = not_(or_(*guards))
        if self._verdict([*context, *facts], none) is not Verdict.UNSAT:
            complain("no guard may hold")

    def _verdict(self, context: Iterable[Term], condition: Scalar) -> Verdict:
        """Whether the condition is possible; True asks for the context alone."""
        if condition is False:
            return Verdict.UNSAT
        terms = dict.fromkeys(context)
        key = frozenset(terms), condition
        if key not in self._verdicts:
            self._verdicts[key] = self._ask(terms, condition)
        return self._verdicts[key]

    def _ask(self, context: Iterable[Term], condition: Scalar) -> Verdict:
        path = PathCondition()
        for term in context:
            path = path.extend(term, Kind.FACT, None)
        if isinstance(condition, Term):
            return self._solver.check(path, condition).verdict
        return Verdict.UNSAT if self._solver.model(path) is None else Verdict.SAT
