"""Unwinding: a question is put to the backend disjunct by disjunct (pose.txt §4, POSE-unwind).

The path and the condition become one decision diagram over atoms without if-then-else; each way
through it to true is a conjunction of literals, and together these are the question. They are
asked one by one until one is satisfiable, and each counts as a query. Their order follows from the
path and the condition alone, not from what was asked before. A conjunction that no values can
satisfy, say one where three references are not equal in a consistent way, is for the backend to
refute. This shows how much work the if-then-else terms save: it is for measuring, not for speed.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from heapwise.solver.api import UNKNOWN, UNSAT, Answer, Solver, Verdict
from heapwise.solver.decisions import START, TRUE, Decisions, ExpansionError, Mark, Node
from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition
from heapwise.terms import Term, not_


class _Held(NamedTuple):
    """A condition, the diagram of it and those before it, and what was known then."""

    term: Term
    diagram: Node
    mark: Mark


class UnwindingSolver:
    """`timeout` is in seconds per question, for all of its disjuncts together; a question whose
    diagram is too large is put as a whole and counted as "not unwound"."""

    def __init__(self, inner: Solver, timeout: float = 10.0) -> None:
        self._inner = inner
        self._timeout = timeout
        self.statistics = inner.statistics
        self._decisions = Decisions()
        self._held: list[_Held] = []
        self._too_large: set[Term] = set()

    def check(self, path: PathCondition, condition: Term) -> Answer:
        started = time.monotonic()
        before = self.statistics.seconds
        diagram = self._diagram([*path.asserted_terms(), condition])
        if diagram is None:
            self.statistics.count("not unwound")
            answer = self._inner.check(path, condition)
        else:
            answer = self._first_satisfiable(diagram)
        self.statistics.seconds = before + time.monotonic() - started
        return answer

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)

    def _first_satisfiable(self, diagram: Node) -> Answer:
        deadline = time.monotonic() + self._timeout
        verdict = UNSAT
        for disjunct in self._decisions.disjuncts(diagram):
            if disjunct.term is None or disjunct.parent is None:
                return Answer(Verdict.SAT, Model())
            if time.monotonic() > deadline:
                self.statistics.unknown += 1
                return UNKNOWN
            answer = self._inner.check(disjunct.parent, disjunct.term)
            if answer.verdict is Verdict.SAT:
                return answer
            if answer.verdict is Verdict.UNKNOWN:
                verdict = UNKNOWN
        return verdict

    def _diagram(self, wanted: list[Term]) -> Node | None:
        """The diagram of a conjunction, or None if it is too large."""
        if not self._too_large.isdisjoint(wanted):
            return None
        while True:
            alone = self._decisions.is_new
            try:
                return self._extend(wanted)
            except ExpansionError:
                failed = wanted[len(self._held)]
                self._forget()
                if alone:  # else what other questions left behind may have been in the way
                    negation = not_(failed)
                    assert isinstance(negation, Term)
                    self._too_large |= {failed, negation}
                    return None

    def _extend(self, wanted: list[Term]) -> Node:
        """From the diagram of the longest prefix at hand."""
        common = 0
        for held, term in zip(self._held, wanted, strict=False):
            if held.term is not term:
                break
            common += 1
        self._drop(common, wanted)
        diagram = self._held[-1].diagram if self._held else TRUE
        for term in wanted[common:]:
            diagram = self._decisions.conjoin(diagram, term)
            self._held.append(_Held(term, diagram, self._decisions.mark()))
        return diagram

    def _drop(self, common: int, wanted: list[Term]) -> None:
        """Keeps that many of the conditions at hand, and only the atoms of these; a condition and
        its negation have the same atoms."""
        if common < len(self._held):
            mark = self._held[common - 1].mark if common else START
            if common < len(wanted) and wanted[common] is not_(self._held[common].term):
                mark = self._held[common].mark
            self._decisions.rewind(mark)
            del self._held[common:]

    def _forget(self) -> None:
        self._held.clear()
        self._decisions = Decisions()
