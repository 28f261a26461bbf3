"""A path that a bound cuts is a result that names the bound; a run that ends early says why."""

from __future__ import annotations

import time

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.program import INT, Program
from heapwise.program.code import (
    Branch,
    Constant,
    GetField,
    Input,
    Jump,
    Operation,
    Operator,
    RefEquals,
    Return,
)
from heapwise.results import OutcomeKind
from tests.unit.engine.programs import AT, NODE, RECURSION, STRATEGIES, explore, made, tiny

each_strategy = pytest.mark.parametrize("strategy", STRATEGIES)


def endings(program: str | Program, strategy: str, bounds: Bounds) -> list[tuple[str, str | None]]:
    run = explore(program, strategy, bounds)
    return [(leaf.kind.value, leaf.detail) for leaf in run.leaves()]


def cut_by(program: str | Program, strategy: str, bounds: Bounds) -> set[str | None]:
    """The bounds that cut, and `endless` if a path was seen to have no end."""
    run = explore(program, strategy, bounds)
    cut, endless = set[str | None](), 0
    for leaf in run.leaves():
        endless += leaf.kind is OutcomeKind.ENDLESS
        if leaf.kind is OutcomeKind.BOUNDED:
            cut.add(leaf.detail)
    assert run.summary.counts.endless == run.account.endless == endless
    assert run.summary.exhaustive is (not cut)
    assert run.summary.stopped is None
    return cut | ({"endless"} if endless else set())


def counting_loop() -> Program:
    """i = 0; while (i < X0) i = i + 1; return i"""
    return made(
        Constant(0, 0, at=AT),
        Constant(1, 1, at=AT),
        Input(2, "X0", INT, at=AT),
        Operation(3, Operator.LESS, (0, 2), at=AT),
        Branch(3, 5, 7, "in", "out", at=AT),
        Operation(0, Operator.ADD, (0, 1), at=AT),
        Jump(3, loops=True, at=AT),
        Return(0, at=AT),
        registers=4,
    )


def walking_loop() -> Program:
    """n = Y0; while (n != null) n = n.next; return null"""
    base = tiny(NODE + "1")
    node = base.classes["Node"]
    return made(
        Input(0, "Y0", node, at=AT),
        Constant(1, None, at=AT),
        RefEquals(2, 0, 1, at=AT),
        Branch(2, 6, 4, "end", "on", at=AT),
        GetField(0, 0, node.own_fields["next"], at=AT),
        Jump(2, loops=True, at=AT),
        Return(1, at=AT),
        registers=3,
        base=base,
    )


@each_strategy
def test_max_objects_cuts_the_path_that_looks_at_one_more(strategy: str) -> None:
    source = NODE + "(((Y0.next).next).val)"
    assert cut_by(source, strategy, Bounds(max_objects=2)) == {"max-objects"}
    assert ("bounded", "max-objects") not in endings(source, strategy, Bounds(max_objects=3))


@each_strategy
def test_max_objects_of_one_class_leaves_the_others_alone(strategy: str) -> None:
    source = (
        NODE + "class Box { Box inner; } if ((Y0.inner) = null) then 1 else (((Y1.next).next).val)"
    )
    assert cut_by(source, strategy, Bounds(max_objects_of={"Node": 1})) == {"max-objects"}
    assert ("bounded", "max-objects") not in endings(
        source, strategy, Bounds(max_objects_of={"Node": 3})
    )


@each_strategy
def test_max_depth_cuts_a_long_chain_of_fields(strategy: str) -> None:
    source = NODE + "(((Y0.next).next).val)"
    assert cut_by(source, strategy, Bounds(max_depth=1)) == {"max-depth"}
    assert ("bounded", "max-depth") not in endings(source, strategy, Bounds(max_depth=2))


@each_strategy
def test_max_calls_cuts_nested_calls(strategy: str) -> None:
    source = RECURSION + "((new R) . forever [ 0 ])"
    assert cut_by(source, strategy, Bounds(max_calls=10)) == {"max-calls"}


def test_max_calls_allows_so_many() -> None:
    source = RECURSION + "((new R) . down [ 10 ])"
    assert endings(source, "fieldmaps", Bounds(max_calls=11)) == [("returned", None)]
    assert endings(source, "fieldmaps", Bounds(max_calls=10)) == [("bounded", "max-calls")]


@each_strategy
def test_max_steps_cuts_a_long_path(strategy: str) -> None:
    source = RECURSION + "((new R) . forever [ 0 ])"
    assert cut_by(source, strategy, Bounds(max_steps=100)) == {"max-steps"}


@each_strategy
def test_max_loops_cuts_a_loop_that_looks_at_nothing_new(strategy: str) -> None:
    found = endings(counting_loop(), strategy, Bounds(max_loops=5))
    assert found.count(("returned", None)) == 6  # no, one, … five iterations
    assert found.count(("bounded", "max-loops")) == 1


@each_strategy
def test_max_loops_does_not_count_iterations_that_look_at_new_objects(strategy: str) -> None:
    found = endings(walking_loop(), strategy, Bounds(max_loops=2, max_depth=6))
    assert ("bounded", "max-depth") in found
    assert found.count(("returned", None)) >= 6


@each_strategy
def test_a_walk_around_a_cycle_is_cut(strategy: str) -> None:
    """By the bound on loops, or sooner, where the strategy knows that nothing has changed."""
    cut = cut_by(walking_loop(), strategy, Bounds(max_loops=3, max_objects=1))
    assert cut in ({"max-objects", "max-loops"}, {"max-objects", "endless"})


@each_strategy
def test_recursion_that_decides_something_symbolic_counts_as_a_loop(strategy: str) -> None:
    source = RECURSION + "((new R) . down [ X0 ])"
    assert cut_by(source, strategy, Bounds(max_loops=5)) == {"max-loops"}


@each_strategy
def test_concrete_recursion_does_not_count_as_a_loop(strategy: str) -> None:
    source = RECURSION + "((new R) . down [ 50 ])"
    assert endings(source, strategy, Bounds(max_loops=5)) == [("returned", None)]


@each_strategy
def test_a_path_that_comes_back_to_where_it_was_is_endless(strategy: str) -> None:
    jumping = made(Jump(0, loops=True, at=AT), registers=0)
    assert cut_by(jumping, strategy, Bounds(max_loops=None)) == {"endless"}
    counting = made(
        Constant(0, 0, at=AT),
        Constant(1, 1, at=AT),
        Operation(0, Operator.ADD, (0, 1), at=AT),
        Jump(2, loops=True, at=AT),
        registers=2,
    )
    assert cut_by(counting, strategy, Bounds(max_loops=None)) == {"endless"}
    calling = "class R { int m(R r) := (1 + (r . m [ this ])); } ((new R) . m [ (new R) ])"
    assert cut_by(calling, strategy, Bounds()) == {"endless"}


@each_strategy
def test_a_path_that_only_looks_as_if_it_came_back_goes_on(strategy: str) -> None:
    """The same call with the same arguments, but the first has returned, or the heap has
    changed in between."""
    twice = RECURSION + "let r := (new R) in ((r . down [ 3 ]) + (r . down [ 3 ]))"
    assert endings(twice, strategy, Bounds()) == [("returned", None)]
    counter = (
        "class C { int left; int m() :="
        " if ((this.left) = 0) then 0 else ((this.left := ((this.left) - 1)) ; (this . m [])); }"
        " let c := (new C) in ((c.left := 4) ; (c . m []))"
    )
    assert endings(counter, strategy, Bounds()) == [("returned", None)]


def test_a_bounded_path_says_where_it_was_cut() -> None:
    run = explore(NODE + "(Y0.next)", bounds=Bounds(max_objects=0))
    cut = [path for path in run if path.outcome.kind is OutcomeKind.BOUNDED]
    assert [path.outcome.exception for path in cut] == ["max-objects"]
    assert cut[0].outcome.at is not None
    assert str(cut[0].outcome.at).startswith("test.tiny:1:")
    assert not cut[0].replayed


@each_strategy
def test_max_paths_stops_the_run(strategy: str) -> None:
    run = explore(counting_loop(), strategy, Bounds(max_paths=3))
    kinds = [leaf.kind for leaf in run.leaves()]
    assert kinds.count(OutcomeKind.RETURNED) == 3
    assert run.summary.stopped == "max-paths"
    assert run.summary.exhaustive is False
    assert run.summary.counts.paths == 3


def test_a_run_with_exactly_so_many_paths_is_complete() -> None:
    run = explore("if (X0 < 0) then 1 else 2", bounds=Bounds(max_paths=2))
    assert run.count().stopped is None
    assert run.summary.exhaustive is True


def test_no_paths_at_all_may_be_asked_for() -> None:
    run = explore("1", bounds=Bounds(max_paths=0))
    assert run.count().stopped == "max-paths"
    assert run.summary.counts.paths == 0


def test_a_timeout_stops_the_run_between_paths() -> None:
    run = explore(counting_loop(), bounds=Bounds(max_loops=None, max_steps=None, timeout=0.3))
    started = time.process_time()
    assert run.count().stopped == "timeout"
    assert time.process_time() - started < 5
    assert run.summary.exhaustive is False


def test_a_timeout_stops_a_path_that_never_forks() -> None:
    counting = made(
        Constant(0, 0, at=AT),
        Constant(1, 1, at=AT),
        Constant(2, 10**12, at=AT),
        Operation(0, Operator.ADD, (0, 1), at=AT),
        Operation(3, Operator.LESS, (0, 2), at=AT),
        Branch(3, 6, 7, "in", "out", at=AT),
        Jump(3, loops=True, at=AT),
        Return(0, at=AT),
        registers=4,
    )
    run = explore(counting, bounds=Bounds(max_loops=None, max_steps=None, timeout=0.3))
    started = time.process_time()
    assert run.count().stopped == "timeout"
    assert time.process_time() - started < 5


def test_bounds_are_reported_as_they_were_given() -> None:
    bounds = Bounds(max_objects=3, max_objects_of={"Node": 2}, timeout=None)
    assert bounds.to_json() == {
        "max_objects": 3,
        "max_objects_of": {"Node": 2},
        "max_depth": 50,
        "max_length": None,
        "max_loops": 100,
        "max_calls": 12_000,
        "max_steps": 1_000_000,
        "max_digits": None,
        "max_paths": None,
        "timeout": None,
        "max_memory": None,
    }
