"""What the solver cannot decide is neither violated nor clean."""

from __future__ import annotations

import pytest

from heapwise import OutcomeKind
from heapwise.solver import (
    MODES,
    Answer,
    Model,
    PathCondition,
    SolverStatistics,
    Verdict,
    default_solver,
)
from heapwise.terms import STRINGS, Term
from java_paths import ends, explored, needs_jvm, replayed

pytestmark = needs_jvm


class Unlettered:
    """A solver that knows nothing of texts."""

    def __init__(self, timeout: float) -> None:
        self._solver = default_solver(timeout)

    @property
    def statistics(self) -> SolverStatistics:
        return self._solver.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        if condition.theories & STRINGS:
            return Answer(Verdict.UNKNOWN)
        return self._solver.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        if any(term.theories & STRINGS for term in path.asserted_terms()):
            return None
        return self._solver.model(path)


def test_an_undecided_path_is_neither_violated_nor_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(MODES, "default", Unlettered)
    paths, summary = explored("Mirror.check")
    kinds = {path.outcome.kind for path in paths}
    assert kinds == {OutcomeKind.RETURNED, OutcomeKind.UNDECIDED}
    would_be = {path.outcome.exception for path in paths if path.outcome.exception is not None}
    assert any("AssertionError" in each for each in would_be)
    assert (summary.verdict, summary.exhaustive) == ("undecided", False)
    assert summary.counts.violated == 0


def test_a_solver_that_can_decide_it_finds_no_violation() -> None:
    assert ends(replayed("Mirror.check")) == ["returned None"] * 4
    _, summary = explored("Mirror.check")
    assert summary.exhaustive and summary.verdict == "clean"
