"""Small integers are tried where products and quotients make a question hard."""

from __future__ import annotations

from heapwise.solver import Kind, Model, PathCondition, Verdict
from heapwise.solver.api import Answer, SolverStatistics
from heapwise.solver.small_numbers import SmallNumbers
from heapwise.terms import INT, Scalar, Term, add, eq, floordiv, lt, mul, not_, symbol

A, B, C, D = (symbol(name, INT) for name in "abcd")
SQUARES = eq(add(mul(A, A), mul(B, B)), mul(C, C))


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


def asked(condition: Scalar, *before: Scalar) -> tuple[Answer, int]:
    assert isinstance(condition, Term)
    model = Model(values={A: 0, B: 0, C: 0, D: 0})
    path = PathCondition(model)
    for each in before:
        assert isinstance(each, Term) and model.satisfies(each)
        path = path.extend(each, Kind.CHOICE, model)
    inner = Asked()
    return SmallNumbers(inner).check(path, condition), len(inner.questions)


def test_a_product_is_answered_by_small_factors() -> None:
    answer, questions = asked(eq(mul(A, B), 35))
    assert (answer.verdict, questions) == (Verdict.SAT, 0)
    assert answer.model is not None
    assert answer.model.number(A) * answer.model.number(B) == 35


def test_a_guess_keeps_to_what_the_path_says() -> None:
    positive = lt(-1, A), lt(-1, B)
    answer, _ = asked(eq(mul(A, B), 35), *positive, lt(A, 6))
    assert answer.model is not None
    assert (answer.model.number(A), answer.model.number(B)) == (5, 7)


def test_an_easy_question_about_what_a_product_has_tied_is_answered_too() -> None:
    answer, questions = asked(not_(eq(A, 0)), SQUARES)
    assert (answer.verdict, questions) == (Verdict.SAT, 0)


def test_a_quotient_by_an_unknown_is_hard() -> None:
    answer, _ = asked(eq(floordiv(A, B), -1))
    assert answer.verdict is Verdict.SAT


def test_what_is_easy_has_many_numbers_or_no_small_ones_is_asked() -> None:
    assert asked(eq(A, 5)) == (Answer(Verdict.UNKNOWN), 1)
    assert asked(eq(mul(A, B), 1001)) == (Answer(Verdict.UNKNOWN), 1)
    assert asked(eq(mul(A, B), add(mul(C, D), 1))) == (Answer(Verdict.UNKNOWN), 1)
