"""Joining the ends of operations changes nothing: every input that a run without joins finds is
accepted by exactly one state of the run with them, which takes it to the same end."""

from __future__ import annotations

import pytest

from checks.every import every, in_turn
from checks.strategies import path_optimal
from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.frontends.loading import load
from heapwise.heaps.view import Snapshot
from heapwise.results import COMPLETED
from heapwise.solver import default_solver
from heapwise.testgen.against_prediction import Expectation, same_outcome
from heapwise.testgen.cpython_replay import Observation, Status
from python_checks import FOLDER, NAMES


def exploration(name: str, strategy: str, joins: bool) -> Exploration:
    bounds = Bounds(max_objects=2, max_length=2)
    program = load(f"{FOLDER / name}.py:target", bounds.max_length)
    return Exploration(program, strategy, bounds, joins=joins)


def differences(mine: Snapshot, theirs: Snapshot) -> list[str]:
    observed = Observation(Status.RETURNED, value=theirs.result, output=theirs.output)
    return same_outcome(Expectation(None, mine.result, mine.output), observed, mine.input)


def strategy_of(name: str) -> list[str]:
    """They take turns: what is joined, and when, is the same under all of them."""
    return in_turn(path_optimal(), 1, name, "joins")


@every("strategy", strategy_of)
@pytest.mark.parametrize("name", NAMES)
def test_an_input_is_accepted_by_one_joined_state_with_the_same_end(
    name: str, strategy: str
) -> None:
    apart = exploration(name, strategy, joins=False)
    together = exploration(name, strategy, joins=True)
    joined = [leaf for leaf in together.leaves() if leaf.kind in COMPLETED]
    solver = default_solver()
    inputs = 0
    for leaf in apart.leaves():
        model = solver.model(leaf.path) if leaf.kind in COMPLETED else None
        if model is None:
            continue
        inputs += 1
        accepting = [
            other for other in joined if all(map(model.satisfies, other.path.asserted_terms()))
        ]
        assert len(accepting) == 1
        other = accepting[0]
        assert (other.kind, other.detail, other.where) == (leaf.kind, leaf.detail, leaf.where)
        assert together.witnesses.trace(other) == apart.witnesses.trace(leaf)
        assert not differences(apart.snapshot(leaf, model), together.snapshot(other, model))
    assert inputs >= len(joined) > 0
