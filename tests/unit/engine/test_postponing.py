"""Whether branches are asked about one by one or together, the paths are the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

import pytest

from heapwise import Bounds, explore
from heapwise.engine.faults import STRICT
from heapwise.engine.postponing import OpenBranches
from heapwise.engine.state import State, Step
from heapwise.engine.stepping import Stepper
from heapwise.program.code import Code
from heapwise.results import OutcomeKind
from heapwise.results.prefix import IMPLIED, UNCONFIRMED
from heapwise.solver import Kind, Model, PathCondition
from heapwise.solver.api import UndecidedError
from heapwise.structure.run.postponing_solver import PostponingSolver
from heapwise.terms import BOOL, Term, not_, symbol
from tests.unit.engine.programs import state_at

PROGRAMS = Path(__file__).parents[2] / "programs_compiled"


def paths(target: Path, strategy: str) -> tuple[list[tuple[str, tuple[str, ...], str]], int, int]:
    """What the paths are, how many branches cannot be taken, and how many questions that took."""
    run = explore(
        target,
        strategy=strategy,
        precondition="compiled",
        bounds=Bounds(max_objects=4, timeout=1200),
    )
    found = sorted((path.outcome.kind.value, path.trace_texts, path.condition) for path in run)
    counts = run.summary.counts
    return found, counts.infeasible, counts.queries


@pytest.mark.parametrize(
    ("call", "strategy"), [("has", "pose"), ("put", "summary"), ("remove", "fieldmaps")]
)
def test_conditions_are_those_of_asking_at_every_branch(
    call: str, strategy: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (PROGRAMS / "red_black.tiny").read_text()
    target = tmp_path / "subject.tiny"
    target.write_text(f"{text[: text.rindex('(Y0')]}(Y0 . {call} [X0])\n")
    together, infeasible, questions = paths(target, strategy)
    monkeypatch.setattr(PostponingSolver, "may_wait", lambda *_: False)
    one_by_one, rejected, more = paths(target, strategy)
    assert together == one_by_one
    assert infeasible == rejected
    assert questions <= more


def test_what_had_branched_off_from_a_path_that_fails_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every path of a run without the fault is found, or goes through where it happened."""
    text = (PROGRAMS / "search_tree.tiny").read_text()
    target = tmp_path / "subject.tiny"
    target.write_text(f"{text[: text.rindex('(Y0')]}(Y0 . has [X0])\n")
    bounds = Bounds(max_objects=2)
    whole = {path.trace_texts for path in explore(target, precondition="compiled", bounds=bounds)}
    usual, faults = Stepper.run, [ZeroDivisionError()]

    def run(self: Stepper[Any], state: State[Any]) -> Step[Any]:
        if faults and len(state.path.asserted_terms()) == 2:
            raise faults.pop()
        return usual(self, state)

    monkeypatch.delenv(STRICT, raising=False)
    monkeypatch.setattr(Stepper, "run", run)
    faulty = explore(target, precondition="compiled", bounds=bounds)
    found = list(faulty)
    assert len(faulty.account.failures) == 1
    [failed] = (path.trace_texts for path in found if path.outcome.kind is OutcomeKind.FAILED)
    ways = {path.trace_texts for path in found}
    missing = {way for way in whole - ways if way[: len(failed)] != failed}
    assert missing == set() and len(whole & ways) > 3


class Patient:
    """A solver that answers as it was told to, one question after the other."""

    def __init__(self, *answers: tuple[int, Model] | Exception | None) -> None:
        self._answers = list(answers)

    def possible(
        self, start: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        answer = self._answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer


P, Q = symbol("p", BOOL), symbol("q", BOOL)


def branches(*answers: tuple[int, Model] | Exception | None) -> OpenBranches[Any]:
    """Two ways that were left open: not p, and not q after p."""
    found: OpenBranches[Any] = OpenBranches(cast(Any, Patient(*answers)), lambda: None)
    state = state_at(Code("main", (), 1))
    start = PathCondition()
    after = start.extend(P, Kind.CHOICE, None)
    for path in (
        start.extend(_not(P), Kind.CHOICE, None),
        after.extend(_not(Q), Kind.CHOICE, None),
    ):
        found.add(state._replace(path=path.opened().renamed((None, 1))))
    return found


def _not(term: Term) -> Term:
    negation = not_(term)
    assert isinstance(negation, Term)
    return negation


def test_what_cannot_be_decided_goes_on_unconfirmed() -> None:
    going_on = branches(UndecidedError()).resolve([])
    assert [each.path.confirmed for each in going_on] == [False, False]
    assert all(not each.path.is_open for each in going_on)


def test_what_has_a_model_goes_on_and_the_rest_does_not() -> None:
    open_branches = branches((1, Model(values={P: True, Q: False})), None)
    (found,) = open_branches.resolve([])
    assert found.path.confirmed and found.path.model is not None
    assert open_branches.infeasible == 1 and len(open_branches) == 0
    assert [
        each.path.confirmed for each in branches((0, Model()), UndecidedError()).resolve([])
    ] in (
        [True, False],
        [False, True],
    )


def test_giving_up_leaves_every_branch_to_itself() -> None:
    open_branches = branches()
    assert [each.path.confirmed for each in open_branches.give_up()] == [False, False]
    assert len(open_branches) == 0


def test_the_name_of_a_branch_that_was_not_decided_says_so() -> None:
    for found in (branches(UndecidedError()).resolve([]), branches().give_up()):
        assert [each.path.prefix for each in found] == [(None, 1 | UNCONFIRMED)] * 2


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([None], (True, True)),
        ([(0, Model()), None], (False, True)),
        ([(1, Model()), None], (True, False)),
        ([(0, Model()), (0, Model())], (False, False)),
    ],
)
def test_what_was_no_choice_is_neither_in_the_condition_nor_in_the_name(
    answers: list[tuple[int, Model] | None], expected: tuple[bool, bool]
) -> None:
    """The path took p and then q; whether it could have left there was asked in the end."""
    state = state_at(Code("main", (), 1))
    start = PathCondition(Model())
    first, second = (None, 0), ((None, 0), 0)
    after = start.extend(P, Kind.CHOICE, None).renamed(first)
    taken = after.extend(Q, Kind.CHOICE, None).renamed((first, 0))
    found: OpenBranches[Any] = OpenBranches(cast(Any, Patient(*answers)), lambda: None)
    for path, name in (
        (start.extend(_not(P), Kind.CHOICE, None), (None, 4)),
        (after.extend(_not(Q), Kind.CHOICE, None), (first, 4)),
    ):
        found.add(state._replace(path=path.opened().renamed(name)))
    going_on = found.resolve([state._replace(path=taken)])[0].path
    marks = [IMPLIED if is_implied else 0 for is_implied in expected]
    assert second == taken.prefix
    assert going_on.prefix == ((None, marks[0]), marks[1])
    shown = [term for term, kind in going_on.entries() if kind is Kind.CHOICE]
    assert shown == [term for term, gone in zip((P, Q), expected, strict=True) if not gone]
