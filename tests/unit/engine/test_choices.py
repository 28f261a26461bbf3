"""Which cases of a choice go on, and with which path; every question is counted."""

from __future__ import annotations

import pytest

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.choices import Chooser
from heapwise.engine.following import Guide
from heapwise.heaps.api import Case, Cut, Failure, Raised
from heapwise.results.prefix import Prefix
from heapwise.solver import Answer, Kind, Model, PathCondition, SolverStatistics, Verdict
from heapwise.terms import BOOL, Term, not_, symbol

P, Q, R = (symbol(name, BOOL) for name in "pqr")
MODEL = Model(values={P: True, Q: True, R: False})
NULL_DEREFERENCE = Raised(Failure.NULL_DEREFERENCE)
SAT, UNSAT, UNKNOWN = Verdict.SAT, Verdict.UNSAT, Verdict.UNKNOWN


class Scripted:
    """Answers as it is told, in turn, and remembers what it was asked."""

    def __init__(self, *verdicts: Verdict) -> None:
        self.statistics = SolverStatistics()
        self.asked: list[tuple[list[Term], Term]] = []
        self._verdicts = list(verdicts)
        self.excluded = -1

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.statistics.queries += 1
        self.asked.append((path.asserted_terms(), condition))
        verdict = self._verdicts.pop(0)
        return Answer(verdict, MODEL if verdict is SAT else None, self.excluded)

    def model(self, path: PathCondition) -> Model | None:
        return None


def case(guard: object, value: object = None, **rest: object) -> Case[None, object]:
    return Case(guard, None, value, **rest)  # type: ignore[arg-type]


def test_every_case_that_can_happen_goes_on_under_its_guard() -> None:
    solver = Scripted(SAT, SAT)
    chooser = Chooser(solver, False)
    first, second = chooser.feasible(PathCondition(), [case(P, 1), case(not_(P), 2)])
    assert (first[0].value, second[0].value) == (1, 2)
    assert list(first[1].entries()) == [(P, Kind.CHOICE)]
    assert list(second[1].entries()) == [(not_(P), Kind.CHOICE)]
    assert first[1].model is MODEL and first[1].confirmed
    assert chooser.infeasible == 0
    assert (solver.statistics.queries, solver.statistics.assumption_queries) == (2, 0)


def test_the_case_that_is_left_is_implied() -> None:
    """It is known on the path from now on, and no part of its condition."""
    solver = Scripted(SAT, UNSAT)
    chooser = Chooser(solver, False)
    ((chosen, path),) = chooser.feasible(PathCondition(), [case(P, 1), case(not_(P), 2)])
    assert chosen.value == 1
    assert list(path.entries()) == []
    assert path.decided(P) is True
    assert path.model is MODEL
    assert chooser.infeasible == 1


def test_the_last_case_is_not_asked_about_if_no_other_can_happen() -> None:
    solver = Scripted(UNSAT)
    chooser = Chooser(solver, False)
    ((chosen, path),) = chooser.feasible(PathCondition(), [case(P, 1), case(not_(P), 2)])
    assert chosen.value == 2
    assert list(path.entries()) == []
    assert path.decided(P) is False
    assert len(solver.asked) == 1 and chooser.infeasible == 1


def test_what_need_not_happen_is_asked_about_and_is_a_choice() -> None:
    solver = Scripted(UNSAT, SAT)
    chooser = Chooser(solver, False)
    found = chooser.feasible(PathCondition(), [case(P, 1), case(Q, 2)], exhaustive=False)
    ((chosen, path),) = found
    assert chosen.value == 2
    assert list(path.entries()) == [(Q, Kind.CHOICE)]


@pytest.mark.parametrize(("ignores", "named"), [(True, [False]), (False, [True, True])])
def test_what_is_out_of_the_question_makes_no_choice(ignores: bool, named: list[bool]) -> None:
    """Where one case is left whatever a solver says, there is nothing to be told again."""
    cases = [case(False, 1), case(P, NULL_DEREFERENCE), case(not_(P), 2)]
    found = Chooser(Scripted(SAT, SAT), ignores).feasible(PathCondition(), cases)
    assert [path.prefix is not None for _, path in found] == named


def test_a_single_case_that_need_not_happen_is_an_assumption() -> None:
    solver = Scripted(SAT)
    chooser = Chooser(solver, False)
    ((_, path),) = chooser.feasible(PathCondition(), [case(P, 1)], exhaustive=False)
    assert list(path.entries()) == [(P, Kind.CHOICE)]
    assert (solver.statistics.queries, solver.statistics.assumption_queries) == (0, 1)


def test_an_undecided_case_goes_on_unconfirmed() -> None:
    chooser = Chooser(Scripted(UNKNOWN, SAT), False)
    first, second = chooser.feasible(PathCondition(), [case(P, 1), case(not_(P), 2)])
    assert not first[1].confirmed and first[1].model is None
    assert second[1].confirmed
    assert chooser.infeasible == 0


def test_an_undecided_case_that_is_left_alone_is_not_implied() -> None:
    chooser = Chooser(Scripted(UNKNOWN, UNSAT), False)
    ((_, path),) = chooser.feasible(PathCondition(), [case(P, 1), case(not_(P), 2)])
    assert list(path.entries()) == [(P, Kind.CHOICE)]
    assert not path.confirmed


@pytest.mark.parametrize("most", [None, 4, 5])
def test_an_undecided_case_is_cut_if_it_needs_texts_that_are_too_long(most: int | None) -> None:
    solver = Scripted(UNKNOWN, UNSAT)
    solver.excluded = 4
    chooser = Chooser(solver, False, max_length=most)
    cases = [case(P, 1), case(not_(P), 2)]
    ((chosen, path),) = chooser.feasible(PathCondition(), cases)
    assert chosen.value == (Cut(MAX_LENGTH) if most == 4 else 1)
    assert not path.confirmed and list(path.entries()) == [(P, Kind.CHOICE)]
    # Whoever follows the prefix comes to the same end without asking.
    guided = Chooser(Scripted(), False, max_length=most)
    guided.guide = Guide(Prefix.of(path.prefix))
    ((told, _),) = guided.feasible(PathCondition(), cases)
    assert told == chosen


def test_guards_without_a_question_are_not_asked_about() -> None:
    solver = Scripted()
    chooser = Chooser(solver, False)
    ((chosen, path),) = chooser.feasible(PathCondition(), [case(False, 1), case(True, 2)])
    assert chosen.value == 2
    assert list(path.entries()) == []
    assert solver.asked == [] and chooser.infeasible == 0


def test_what_the_heap_has_settled_is_listed_and_not_asked_about() -> None:
    solver = Scripted()
    start = PathCondition(MODEL)
    cases = [case(P, 1, settled=True), case(not_(P), 2, settled=True)]
    first, second = Chooser(solver, False).feasible(start, cases)
    assert list(first[1].entries()) == [(P, Kind.SETTLED)]
    assert list(second[1].entries()) == [(not_(P), Kind.SETTLED)]
    assert first[1].model is MODEL
    assert solver.asked == []


def test_the_facts_of_a_case_are_assumed_before_its_guard() -> None:
    solver = Scripted(SAT, SAT)
    cases = [case(P, 1, facts=(Q,)), case(not_(P), 2, facts=(R,))]
    first, second = Chooser(solver, False).feasible(PathCondition(MODEL), cases)
    assert solver.asked == [([Q], P), ([R], not_(P))]
    assert list(first[1].entries()) == [(Q, Kind.FACT), (P, Kind.CHOICE)]
    assert list(second[1].entries()) == [(R, Kind.FACT), (not_(P), Kind.CHOICE)]


def test_facts_keep_a_model_that_satisfies_them_and_are_not_repeated() -> None:
    chooser = Chooser(Scripted(), False)
    start = PathCondition(MODEL)
    kept = chooser.with_facts(start, (P, P))
    assert kept.model is MODEL and kept.asserted_terms() == [P]
    lost = chooser.with_facts(start, (R,))
    assert lost.model is None and lost.asserted_terms() == [R]


def test_ignoring_null_leaves_the_others_as_they_are() -> None:
    """They are not all there is, so that none of them is implied."""
    solver = Scripted(UNSAT, SAT)
    chooser = Chooser(solver, True)
    cases = [case(P, NULL_DEREFERENCE), case(Q, 1), case(R, 2)]
    ((chosen, path),) = chooser.feasible(PathCondition(), cases)
    assert chosen.value == 2
    assert list(path.entries()) == [(R, Kind.CHOICE)]
    assert [condition for _, condition in solver.asked] == [Q, R]
    assert chooser.infeasible == 1, "what is ignored does not count"


def test_what_is_left_beside_an_ignored_null_is_an_assumption() -> None:
    solver = Scripted(SAT)
    chooser = Chooser(solver, True)
    ((_, path),) = chooser.feasible(PathCondition(), [case(P, NULL_DEREFERENCE), case(Q, 1)])
    assert list(path.entries()) == [(Q, Kind.CHOICE)]
    assert (solver.statistics.queries, solver.statistics.assumption_queries) == (0, 1)
