"""Listening to an exploration: what it asks, where it forks, what it drops and how paths end.

The explorer tells an `Observer` everything that makes up the tree of paths. Its nodes are named by
their prefixes (`results.prefix`), the same in every run; `prefix.id` is short. If nobody listens,
none of this is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from heapwise.engine.state import Leaf, State
from heapwise.results.prefix import Link, Prefix
from heapwise.solver import Answer, Model, PathCondition, Solver, SolverStatistics, Verdict
from heapwise.solver.api import Postponing, postponing
from heapwise.terms import Scalar, Term


class Observer(Protocol):
    """`node` is always the state that was being run: the parent of what is told. The first one has
    the empty prefix."""

    def forked(self, node: Prefix, ways: Sequence[Prefix]) -> None:
        """The state goes on in these ways. None: it was a dead end, because an assumption cannot
        hold. One: it has come further, and waits for its turn."""
        ...

    def pruned(self, node: Prefix, way: Prefix, condition: Scalar) -> None:
        """An alternative that no input takes. The condition is what would have to hold."""
        ...

    def ended(self, node: Prefix, leaf: Leaf[Any]) -> None:
        """A path has come to its end, and is handed out."""
        ...

    def rejected(self, node: Prefix, leaf: Leaf[Any]) -> None:
        """A path has come to its end, but no input takes the whole of it, or none that the
        precondition allows."""
        ...

    def queried(self, node: Prefix, path: PathCondition, condition: Term, verdict: Verdict) -> None:
        """It was asked whether the condition can hold on this path, which starts in the node."""
        ...


class Reporter:
    """Tells an observer what happens while the state `running` is run."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self._node = Prefix()

    def running(self, state: State[Any] | Leaf[Any]) -> None:
        self._node = Prefix.of(state.link)

    def forked(self, ways: Sequence[State[Any] | Leaf[Any]]) -> None:
        found = [Prefix.of(way.link) for way in ways]
        if found != [self._node]:
            self._observer.forked(self._node, found)

    def pruned(self, prefix: Link, condition: Scalar) -> None:
        self._observer.pruned(self._node, Prefix.of(prefix), condition)

    def ended(self, leaf: Leaf[Any]) -> None:
        self._observer.ended(self._node, leaf)

    def rejected(self, leaf: Leaf[Any]) -> None:
        self._observer.rejected(self._node, leaf)

    def queried(self, path: PathCondition, condition: Term, verdict: Verdict) -> None:
        self._observer.queried(self._node, path, condition, verdict)


class ObservedSolver:
    """A `Solver` that tells what it is asked."""

    def __init__(self, inner: Solver, reporter: Reporter) -> None:
        self._inner = inner
        self._reporter = reporter

    @property
    def statistics(self) -> SolverStatistics:
        return self._inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        answer = self._inner.check(path, condition)
        self._reporter.queried(path, condition, answer.verdict)
        return answer

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)


class ObservedPostponingSolver(ObservedSolver):
    """One that is `Postponing`. A question about several branches is told as one about the branch
    that was found, or about each of them if none was."""

    def __init__(self, inner: Solver, postponing: Postponing, reporter: Reporter) -> None:
        super().__init__(inner, reporter)
        self._postponing = postponing

    def may_wait(self, path: PathCondition, condition: Term) -> bool:
        return self._postponing.may_wait(path, condition)

    def possible(
        self, path: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        found = self._postponing.possible(path, branches)
        asked = branches if found is None else [branches[found[0]]]
        verdict = Verdict.UNSAT if found is None else Verdict.SAT
        for branch in asked:
            assert branch.parent is not None and branch.term is not None
            self._reporter.queried(branch.parent, branch.term, verdict)
        return found


def observed(solver: Solver, reporter: Reporter) -> Solver:
    patient = postponing(solver)
    if patient is not None:
        return ObservedPostponingSolver(solver, patient, reporter)
    return ObservedSolver(solver, reporter)
