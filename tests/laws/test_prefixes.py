"""Every finished path is reached again from its prefix: by another process that has explored
nothing, in every language, strategy and search order, under every precondition, and also if solvers
fail. The same witness is shown there."""

from __future__ import annotations

import json
import multiprocessing
import os
import pickle
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from unittest.mock import patch

import pytest

from checks import prefixes
from heapwise.api import start
from heapwise.engine import search_orders
from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.following import LostError
from heapwise.engine.state import State
from heapwise.engine.stepping import Stepper
from heapwise.heaps import registry
from heapwise.plan import RunPlan
from heapwise.results.account import account_to_json
from heapwise.results.prefix import Prefix
from heapwise.solver.api import UndecidedError
from heapwise.structure.run.compiled_solver import PreconditionSolver

_ROOT = Path(__file__).parents[2]
_TESTS = _ROOT / "tests"
_TREE_MAP = f"{_ROOT}/benchmarks/lissa/tree_map.py:TreeMap.put"
_LIST = f"{_ROOT}/benchmarks/lissa/linked_list.py:LinkedList.remove"
_TINY_TREE = f"{_TESTS}/unit/structure/tree.tiny"
_JAVA = f"{_TESTS}/programs_java/classes"
_BOUNDS = Bounds(max_objects=3, max_length=2, max_loops=3, timeout=None)
_MOST = 8
"""Paths of each run."""

_PROGRAMS = (
    *(
        f"{_TESTS}/programs/{name}.tiny"
        for name in ("avl_insert", "dll_remove", "write_through_choice", "array_two_indexes")
    ),
    *(
        f"{_TESTS}/programs_python/{name}.py:target"
        for name in ("dict_of_objects", "list_methods", "graph_clone", "slices")
    ),
    f"{_TESTS}/conformance/javalite/write_through_alias.javalite",
    f"{_JAVA}:language.Features.sum",
)
_PRECONDITIONS = (
    (_LIST, "assume"),
    (_LIST, "hybrid"),
    (_LIST, "driver"),
    (_TREE_MAP, "assume"),
    (_TREE_MAP, "symsolve"),
    (_TREE_MAP, "symsolve-memo"),
    (_TREE_MAP, "symsolve-nosb"),
    (_TREE_MAP, "compiled"),
    (_TINY_TREE, "compiled"),
    (f"{_TESTS}/programs_compiled/red_black.tiny", "compiled"),
)


def _plans() -> Iterator[RunPlan]:
    """Strategies and search orders take turns."""
    strategies, orders = registry.names(), search_orders.names()
    turn = 0
    for number, target in enumerate(_PROGRAMS):
        for shift in range(2):
            strategy = strategies[(number + 3 * shift) % len(strategies)]
            order = orders[turn % len(orders)]
            turn += 1
            yield RunPlan(target, strategy, _BOUNDS, order, seed=turn, query_seconds=1)
    # One that asks much for itself.
    yield RunPlan(_PROGRAMS[0], "summary", _BOUNDS, orders[0])
    for target, precondition in _PRECONDITIONS:
        order = orders[turn % len(orders)]
        turn += 1
        yield RunPlan(target, None, _BOUNDS, order, precondition=precondition, seed=turn)


def _name(plan: RunPlan) -> str:
    parts = (Path(plan.target).name, plan.strategy, plan.precondition, plan.search)
    return " ".join(part for part in parts if part)


_PLANS = {_name(plan): plan for plan in _plans()}


def test_every_strategy_and_order_has_its_turn() -> None:
    assert {plan.strategy for plan in _PLANS.values()} >= set(registry.names())
    assert {plan.search for plan in _PLANS.values()} == set(search_orders.names())


@pytest.fixture(scope="module")
def stranger() -> Iterator[ProcessPoolExecutor]:
    """Another process, with nothing of this one."""
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(prefixes.process).result() != os.getpid()
        yield pool


_DOUBTS = {"forgetful": (4, None), "both forgetful": (3, 1), "a forgetful stranger": (None, 1)}
"""Every how many questions there is no answer, here and there."""
_RUNS = [
    pytest.param(plan, *known, id=f"{name}-{how}")
    for number, (name, plan) in enumerate(_PLANS.items())
    for how, known in (("certain", (None, None)), [*_DOUBTS.items()][number % len(_DOUBTS)])
]


@pytest.mark.parametrize(("plan", "every", "there"), _RUNS)
def test_a_stranger_reaches_every_leaf(
    stranger: ProcessPoolExecutor, plan: RunPlan, every: int | None, there: int | None
) -> None:
    """What solvers know must not matter, here or there: the three ways not to know take turns."""
    looking = every is None and there is None
    found = prefixes.explored(plan, _MOST if every != 3 else 2 * _MOST, every, looking)
    assert found
    assert len({each.id for each in found}) == len(found)
    wanted = [each.prefix for each in reversed(found)]
    for each in found:
        prefix = Prefix.parse(each.prefix)
        assert (str(prefix), prefix.id) == (each.prefix, each.id)
    reached = stranger.submit(prefixes.reached, plan, wanted, there, looking).result()
    assert reached == found[::-1]


@pytest.mark.parametrize(
    ("target", "strategy"),
    [
        (_PROGRAMS[0], "lazy"),
        (_PROGRAMS[0], "pose"),
        (_PROGRAMS[2], "fieldmaps"),
        (_LIST, "lazy"),
        (_LIST, "partition"),
    ],
)
def test_what_a_solver_does_not_know_shifts_no_name(target: str, strategy: str) -> None:
    """A branch that it would have pruned is explored in addition; the others keep their names.
    (Not so the ends of operations that are joined, which are named by what went into them.)"""
    plan = RunPlan(target, strategy, _BOUNDS, precondition="none")
    certain = {each.id: each for each in prefixes.explored(plan, 400)}
    doubtful = {each.id: each for each in prefixes.explored(plan, 400, every=5)}
    assert 1 < len(certain) <= len(doubtful) < 400
    for name, each in certain.items():
        assert doubtful[name].trace == each.trace


def _bisected(plan: RunPlan, most: int) -> tuple[set[str], list[str]]:
    """The leaves that a run finds first, and the open prefixes that it leaves, as JSON."""
    run = start(plan)
    found = {leaf.prefix.id for leaf in islice(run.leaves(), most)}
    left = [prefix.to_json() for prefix in run.open_prefixes()]
    run.close()
    return found, json.loads(json.dumps(left))


@pytest.mark.parametrize("name", list(_PLANS)[::5])
def test_a_run_is_continued_by_others_from_its_open_prefixes(name: str) -> None:
    plan = _PLANS[name]
    whole, _ = _bisected(plan, 60)
    found, left = _bisected(plan, 3)
    while left and len(found) < len(whole):
        run = start(pickle.loads(pickle.dumps(plan)))
        run.begin_at([left.pop()])
        more = {leaf.prefix.id for leaf in islice(run.leaves(), 60)}
        assert not more & found, "a path was found twice"
        found |= more
        run.close()
    assert found == whole or (len(whole) == 60 <= len(found))


@pytest.mark.parametrize("text", ["9.8.7!", "0*40!", "[0+1]0:0!"])
def test_a_prefix_of_another_program_is_told(text: str) -> None:
    run = start(RunPlan(_PROGRAMS[0], "pose", _BOUNDS))
    with pytest.raises(LostError):
        run.at(text)


def test_postponed_branches_that_nobody_decides_are_reached_again() -> None:
    """Questions about single branches are answered, those about several at once are not."""
    plan = RunPlan(_TREE_MAP, None, _BOUNDS, precondition="compiled")
    with patch.object(PreconditionSolver, "possible", side_effect=UndecidedError):
        found = prefixes.explored(plan, 40)
    assert any("?" in each.prefix for each in found), "none was postponed"
    assert prefixes.reached(plan, [each.prefix for each in found]) == found


@pytest.mark.parametrize("name", list(_PLANS)[2::6])
def test_paths_are_described_in_any_order_and_more_than_once(name: str) -> None:
    """It is the same every time."""
    run = start(_PLANS[name])
    leaves = list(islice(run.leaves(), 8))
    shown = [prefixes.witness(run, leaf, closely=True) for leaf in leaves]
    first = [run.describe(leaf) for leaf in leaves]
    account = account_to_json(run.account)
    assert [run.describe(leaf) for leaf in reversed(leaves)] == first[::-1]
    again = [prefixes.witness(run, leaf, closely=True) for leaf in reversed(leaves)]
    assert again == shown[::-1]
    assert account_to_json(run.account) == account
    run.close()


def test_what_prefixes_have_in_common_is_run_once() -> None:
    """Whoever runs to many places of one tree goes on from where the ways part."""
    plan = RunPlan(f"{_ROOT}/benchmarks/pose/fig_1c_max10.tiny", "lazy")
    places = sorted((leaf.prefix for leaf in start(plan).leaves()), key=lambda each: each.indexes)
    runs = 0
    run_on = Stepper.run

    def counted(stepper: Stepper[object], state: State[object]) -> object:
        nonlocal runs
        runs += 1
        return run_on(stepper, state)

    with patch.object(Stepper, "run", counted):
        reached = start(plan)
        for place in places:
            assert reached.at(place).prefix == place
        together, runs = runs, 0
        for place in places:
            assert start(plan).at(place).prefix == place
    assert len(places) > 20 and together < runs / 2


def test_who_goes_on_from_what_it_has_left_open_runs_to_nothing_again() -> None:
    """Nor does it ask more than if it had not been interrupted: it has its models still."""
    plan = RunPlan(f"{_ROOT}/benchmarks/pose/fig_1c_max10.tiny", "lazy")
    whole = start(plan)
    wanted = {leaf.prefix for leaf in whole.leaves()}
    run = start(plan)
    found: set[Prefix] = set()
    with patch.object(Explorer, "at", side_effect=AssertionError("it was run to again")):
        while not run.account.finished:
            found |= {leaf.prefix for leaf in islice(run.leaves(), 10)}
            if not run.account.finished:
                run.restart(run.open_prefixes(), None, "dfs")
    assert found == wanted
    assert run.summary.counts.queries == whole.summary.counts.queries
