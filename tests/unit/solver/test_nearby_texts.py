"""Texts near that of a model: a guess must satisfy the whole path, and saves the question."""

from __future__ import annotations

import pytest

from heapwise.solver import Kind, Model, PathCondition, Verdict
from heapwise.solver.api import Answer, SolverStatistics
from heapwise.solver.nearby_texts import NearbyTexts
from heapwise.terms import STR, Scalar, Term, eq, le, not_, str_at, str_length, symbol

TEXT = symbol("text", STR)


class Asked:
    """A solver that does not know, and says what it was asked."""

    def __init__(self) -> None:
        self.statistics = SolverStatistics()
        self.questions: list[Term] = []

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.questions.append(condition)
        return Answer(Verdict.UNKNOWN)

    def model(self, path: PathCondition) -> Model | None:
        return None


def path_with(*conditions: Scalar, text: str) -> PathCondition:
    model = Model(values={TEXT: text})
    path = PathCondition(model)
    for condition in conditions:
        assert isinstance(condition, Term) and model.satisfies(condition)
        path = path.extend(condition, Kind.CHOICE, model)
    return path


@pytest.mark.parametrize(
    "condition",
    [
        eq(str_at(TEXT, 1), "x"),
        eq(str_length(TEXT), 2),
        eq(str_length(TEXT), 4),
        eq(str_length(TEXT), 0),
        eq(TEXT, "header"),
    ],
)
def test_a_text_near_by_answers(condition: Scalar) -> None:
    assert isinstance(condition, Term)
    inner = Asked()
    answer = NearbyTexts(inner).check(path_with(text="abc"), condition)
    assert answer.verdict is Verdict.SAT and not inner.questions
    assert answer.model is not None and answer.model.satisfies(condition)
    assert inner.statistics.answered["guess"] == 1


def test_the_guess_keeps_to_the_path() -> None:
    inner = Asked()
    first = eq(str_at(TEXT, 0), "a")
    path = path_with(first, le(3, str_length(TEXT)), text="abc")
    wanted = eq(str_at(TEXT, 1), "x")
    assert isinstance(wanted, Term)
    answer = NearbyTexts(inner).check(path, wanted)
    assert answer.model is not None
    assert answer.model.evaluate(TEXT) == "axc"


def test_what_no_text_near_by_does_is_asked() -> None:
    inner = Asked()
    path = path_with(eq(str_at(TEXT, 0), "a"), text="abc")
    for wanted in (not_(eq(str_at(TEXT, 0), "a")), eq(str_length(TEXT), 40)):
        assert isinstance(wanted, Term)
        assert NearbyTexts(inner).check(path, wanted).verdict is Verdict.UNKNOWN
    assert len(inner.questions) == 2
