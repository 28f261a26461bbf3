"""Law 4: every concrete input is accepted by exactly one path, and it is the one it takes."""

from __future__ import annotations

import pytest

from checks.every import every
from checks.programs import NAMES, lowered
from checks.runs import concrete_runs, explored
from checks.strategies import STRATEGIES
from checks.table import end_of
from heapwise.results import Heap, HeapObject, Ref
from heapwise.selfcheck.acceptance import Acceptance, HeapAssignment

MOST_INPUTS = 3_000
"""Of those that are enumerated, evenly spread ones where there are more."""


@pytest.mark.parametrize("name", NAMES)
def test_exactly_the_path_taken_accepts_an_input(name: str) -> None:
    """Under every strategy: what one of them has asked an input, it need not be asked again."""
    program = lowered(name)
    judges = {
        strategy: Acceptance(program, (path.assumed for path in explored(name, strategy)))
        for strategy in STRATEGIES
    }
    runs = concrete_runs(name)
    for heap, result in runs[:: 1 + len(runs) // MOST_INPUTS]:
        expected = [] if result.kind == "assumed" else [end_of(result)]
        assignment = HeapAssignment(program, heap)
        for strategy, judge in judges.items():
            paths = explored(name, strategy)
            accepting = [paths[number] for number in judge.accepting_under(assignment)]
            assert [path.end for path in accepting] == expected, (
                f"{heap} is accepted by {[path.result.condition for path in accepting]}"
                f" under {strategy}"
            )


@every("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_every_path_accepts_its_own_witness(name: str, strategy: str) -> None:
    paths = explored(name, strategy)
    acceptance = Acceptance(lowered(name), (path.assumed for path in paths))
    for number, path in enumerate(paths):
        assert acceptance.accepting(path.result.input) == [number]


@every("strategy", STRATEGIES)
def test_different_inputs_are_accepted_by_different_paths(strategy: str) -> None:
    one, other = Ref("Node#1"), Ref("Node#2")
    paths = explored("self_loop", strategy)
    acceptance = Acceptance(lowered("self_loop"), (path.assumed for path in paths))
    loop = Heap({"Y0": one}, {one: HeapObject("Node", {"next": one})})
    chain = Heap(
        {"Y0": one},
        {one: HeapObject("Node", {"next": other}), other: HeapObject("Node", {"next": None})},
    )
    assert acceptance.accepting(loop) != acceptance.accepting(chain)
