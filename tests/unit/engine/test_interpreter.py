"""What paths there are, how they end, and what happens when the solver does not know."""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.engine.state import Cursor
from heapwise.program.code import Code
from heapwise.results import OutcomeKind, PathResult
from heapwise.solver import (
    Answer,
    Model,
    PathCondition,
    SolverStatistics,
    Verdict,
    default_solver,
)
from heapwise.terms import Term
from tests.unit.engine.programs import NODE, RECURSION, STRATEGIES, explore, state_at, tiny

each_strategy = pytest.mark.parametrize("strategy", STRATEGIES)


class Undecided:
    """A solver that never knows whether something can be. If it `finds` models, it can
    tell in the end that a whole path is possible."""

    def __init__(self, finds: bool = False) -> None:
        self.statistics = SolverStatistics()
        self._models = default_solver() if finds else None

    def check(self, path: PathCondition, condition: Term) -> Answer:
        self.statistics.queries += 1
        self.statistics.unknown += 1
        return Answer(Verdict.UNKNOWN)

    def model(self, path: PathCondition) -> Model | None:
        return None if self._models is None else self._models.model(path)


def results(source: str, strategy: str = "fieldmaps", *, ignore: bool = False) -> list[PathResult]:
    run = Exploration(tiny(source), strategy, Bounds(), ignore_null_dereference=ignore)
    found = list(run)
    assert all(path.replayed for path in found)
    return found


def values(source: str) -> list[object]:
    return [path.outcome.value for path in results(source)]


# ---------------------------------------------------------------------------- choices


def test_a_branch_forks_only_if_both_sides_are_feasible() -> None:
    assert values("if (X0 < 0) then 1 else 2") == [1, 2]
    assert values("if (X0 < 0) then if (X0 < 1) then 1 else 2 else 3") == [1, 3]
    assert values("if (0 < 1) then 1 else 2") == [1]


def test_a_condition_that_is_implied_is_not_repeated() -> None:
    first, _ = results("if (X0 < 0) then if (X0 < 1) then 1 else 2 else 3")
    assert first.condition == "X0 < 0"


def test_the_trace_tells_branches_and_calls() -> None:
    source = "class R { int m(int n) := if (n < 0) then 1 else 2; } (Y0 . m [ X0 ])"
    assert [path.trace_texts for path in results(source)] == [
        ("1:55 calls R.m", "1:27 then"),
        ("1:55 calls R.m", "1:27 else"),
    ]


# ---------------------------------------------------------------------------- outcomes


@each_strategy
def test_a_null_dereference_is_a_path_of_its_own(strategy: str) -> None:
    ends = [path.outcome for path in results(NODE + "(Y0.val)", strategy)]
    assert [(end.kind, end.exception) for end in ends] == [
        (OutcomeKind.RAISED, "NullDereference"),
        (OutcomeKind.RETURNED, None),
    ]


@each_strategy
def test_a_null_dereference_may_be_assumed_away(strategy: str) -> None:
    (path,) = results(NODE + "(Y0.val)", strategy, ignore=True)
    assert path.outcome.kind is OutcomeKind.RETURNED
    assert path.input.roots["Y0"] is not None


@each_strategy
def test_a_certain_null_dereference_that_is_assumed_away_leaves_no_path(strategy: str) -> None:
    assert results(NODE + "(null.val)", strategy, ignore=True) == []


def test_an_assumption_that_is_ignored_still_restricts_what_follows() -> None:
    """The dereference says that Y0 is not null, so the test after it has one outcome."""
    source = NODE + "((Y0.val) ; if (Y0 = null) then 1 else 2)"
    assert [path.outcome.value for path in results(source, ignore=True)] == [2]


@each_strategy
def test_an_assertion_that_may_fail_is_violated_on_a_path_of_its_own(strategy: str) -> None:
    ends = [path.outcome for path in results("(assert (X0 < 3) ; X0)", strategy)]
    assert sorted(end.kind.value for end in ends) == ["returned", "violated"]
    violated = next(end for end in ends if end.kind is OutcomeKind.VIOLATED)
    assert violated.exception == "assertion"
    assert str(violated.at) == "test.tiny:1:2"


def test_an_assertion_that_holds_leaves_no_mark() -> None:
    (path,) = results("(assume (X0 < 3) ; (assert (X0 < 4) ; 1))")
    assert path.outcome.value == 1
    assert path.condition == "X0 < 3"


@each_strategy
def test_an_assumption_drops_the_inputs_it_excludes(strategy: str) -> None:
    source = "(assume (X0 < 3) ; if (X0 < 5) then 1 else 2)"
    assert [path.outcome.value for path in results(source, strategy)] == [1]


@each_strategy
def test_an_assumption_that_cannot_hold_ends_the_path_without_a_result(strategy: str) -> None:
    run = explore("(assume ((X0 < 0) && (0 < X0)) ; 1)", strategy)
    assert list(run) == []
    assert run.summary.exhaustive is True
    assert run.summary.counts.paths == 0


def test_an_assumption_that_cannot_hold_is_one_infeasible_alternative() -> None:
    run = explore("(assume ((X0 < 0) && (0 < X0)) ; 1)")
    assert run.count().counts.infeasible == 1


def test_a_constant_assumption_that_fails_is_one_infeasible_alternative() -> None:
    assert explore("(assume false ; 1)").count().counts.infeasible == 1


def test_a_failed_cast_raises() -> None:
    source = "class A { A link; } class B extends A { int b; } ((Y0.link).b)"
    ends = {path.outcome.exception for path in results(source)}
    assert ends == {"NullDereference", "ClassCast", None}


# ---------------------------------------------------------------------------- sorts


def test_values_of_different_sorts_are_not_equal() -> None:
    flags = "class Node { int val; bool flag; Node next; } "
    never = [
        "if ((Y0.val) = true) then 1 else 2",
        "if ((Y0.flag) = 1) then 1 else 2",
        "if ((Y0.next) = 0) then 1 else 2",
        "if ((Y0.val) = (Y0.flag)) then 1 else 2",
        "let x := if (X0 < 0) then 1 else true in if (x = X0) then 1 else 2",
    ]
    for source in never:
        run = Exploration(tiny(flags + source), "fieldmaps", Bounds(), ignore_null_dereference=True)
        ends = [(path.outcome.value, path.replayed) for path in run]
        expected = {(2, True), (1, True)} if "let" in source else {(2, True)}
        assert set(ends) <= expected, source
        assert (2, True) in ends, source


# ---------------------------------------------------------------------------- not knowing


@each_strategy
def test_an_undecided_path_is_explored_and_never_called_clean_or_violated(strategy: str) -> None:
    source = "if (X0 < 0) then assert (0 = 1) else 2"
    run = Exploration(tiny(source), strategy, Bounds(), solvers=Undecided)
    found = list(run)
    assert {path.outcome.kind for path in found} == {OutcomeKind.UNDECIDED}
    assert {(path.outcome.exception or "").split()[0] for path in found} == {"returned", "violated"}
    assert not any(path.confirmed for path in found)
    assert not any(path.replayed for path in found)
    summary = run.summary
    assert summary.exhaustive is False
    assert summary.verdict == "undecided"
    assert (summary.counts.paths, summary.counts.undecided) == (0, 2)


@each_strategy
@pytest.mark.parametrize("finds", [False, True])
def test_what_follows_an_undecided_branch_is_undecided_unless_there_is_a_model(
    strategy: str, finds: bool
) -> None:
    program = tiny("if (X0 < 0) then if (Y0 = Y1) then 1 else 2 else 3")
    leaves = list(
        Exploration(program, strategy, Bounds(), solvers=lambda: Undecided(finds)).leaves()
    )
    assert {leaf.value for leaf in leaves} == {1, 2, 3}
    assert {leaf.path.confirmed for leaf in leaves} == {finds}
    expected = OutcomeKind.RETURNED if finds else OutcomeKind.UNDECIDED
    assert {leaf.kind for leaf in leaves} == {expected}


@each_strategy
def test_an_undecided_dereference_takes_every_case(strategy: str) -> None:
    run = Exploration(tiny(NODE + "((Y0.next).val)"), strategy, Bounds(), solvers=Undecided)
    ends = {(leaf.detail or "").removeprefix("raised ") for leaf in run.leaves()}
    assert ends in ({"NullDereference", "returned"}, {"NullDereference", ""})


# ---------------------------------------------------------------------------- depth


@each_strategy
def test_ten_thousand_nested_calls_run_within_the_default_bounds(strategy: str) -> None:
    run = explore(RECURSION + "((new R) . down [ 10000 ])", strategy)
    (path,) = list(run)
    assert path.outcome.value == 10_000
    assert path.replayed
    assert len(path.trace) == 20_002


@pytest.mark.slow
def test_a_hundred_thousand_nested_calls_do_not_exhaust_the_stack() -> None:
    bounds = Bounds(max_calls=None, max_steps=None)
    (leaf,) = list(explore(RECURSION + "((new R) . down [ 100000 ])", bounds=bounds).leaves())
    assert leaf.value == 100_000


def test_three_hundred_nested_calls_on_a_symbolic_number_can_be_described() -> None:
    source = RECURSION + "(assume (299 < X0) ; (assume (X0 < 301) ; ((new R) . down [ X0 ])))"
    (path,) = list(explore(source, bounds=Bounds(max_loops=None)))
    assert path.outcome.value == 300
    assert path.replayed


def test_a_call_is_inside_one_like_it_only_in_the_same_world() -> None:
    cursor = Cursor(state_at(Code("main", (), 1)))
    heap, other, path, longer = object(), object(), PathCondition(), PathCondition()

    def ask(call: str, depth: int, *world: object) -> bool:
        cursor.depth = depth
        return cursor.is_inside(call, (world[0], world[1]))

    assert not ask("f", 1, heap, path)
    assert not ask("f", 2, other, path)
    assert not ask("f", 3, heap, longer)
    assert not ask("g", 4, heap, path)
    assert ask("f", 5, heap, path)
    assert ask("g", 5, heap, path)
    assert not ask("g", 4, heap, path)  # the one before has ended
    assert not ask("f", 1, heap, path)
