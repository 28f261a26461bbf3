"""What an observer hears of questions about several branches at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from heapwise.engine.observing import ObservedPostponingSolver, Reporter, observed
from heapwise.engine.state import Leaf
from heapwise.results.prefix import Prefix
from heapwise.solver import Answer, Model, PathCondition, SolverStatistics, Verdict
from heapwise.solver.path import Kind
from heapwise.terms import BOOL, Scalar, Term, symbol

A, B = symbol("a", BOOL), symbol("b", BOOL)


class Asked:
    """An observer that listens to questions only."""

    def __init__(self) -> None:
        self.heard: list[tuple[PathCondition, Term, Verdict]] = []

    def forked(self, node: Prefix, ways: Sequence[Prefix]) -> None: ...

    def pruned(self, node: Prefix, way: Prefix, condition: Scalar) -> None: ...

    def ended(self, node: Prefix, leaf: Leaf[Any]) -> None: ...

    def rejected(self, node: Prefix, leaf: Leaf[Any]) -> None: ...

    def queried(self, node: Prefix, path: PathCondition, condition: Term, verdict: Verdict) -> None:
        self.heard.append((path, condition, verdict))


class Deciding:
    """A solver that postpones, and finds what it is told to find."""

    def __init__(self, found: tuple[int, Model] | None) -> None:
        self._found = found
        self.statistics = SolverStatistics()

    def check(self, path: PathCondition, condition: Term) -> Answer:
        return Answer(Verdict.UNKNOWN)

    def model(self, path: PathCondition) -> Model | None:
        return None

    def may_wait(self, path: PathCondition, condition: Term) -> bool:
        return condition is A

    def possible(
        self, path: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        return self._found


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (None, [(A, Verdict.UNSAT), (B, Verdict.UNSAT)]),
        ((1, Model()), [(B, Verdict.SAT)]),
        ((0, Model()), [(A, Verdict.SAT)]),
    ],
)
def test_of_several_branches_the_one_that_was_found_is_told(
    found: tuple[int, Model] | None, expected: list[tuple[Term, Verdict]]
) -> None:
    observer = Asked()
    solver = observed(Deciding(found), Reporter(observer))
    assert isinstance(solver, ObservedPostponingSolver)
    path = PathCondition()
    branches = [path.extend(term, Kind.CHOICE, None) for term in (A, B)]
    assert solver.possible(path, branches) is found
    assert observer.heard == [(path, term, verdict) for term, verdict in expected]


def test_a_question_is_told_with_its_answer() -> None:
    observer = Asked()
    solver = observed(Deciding(None), Reporter(observer))
    assert isinstance(solver, ObservedPostponingSolver)
    path = PathCondition()
    assert solver.check(path, A).verdict is Verdict.UNKNOWN
    assert observer.heard == [(path, A, Verdict.UNKNOWN)]
    assert (solver.may_wait(path, A), solver.may_wait(path, B)) == (True, False)
