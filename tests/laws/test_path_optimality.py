"""Law 5: all strategies find the same control-flow paths, and the path-optimal ones find each of
them once."""

from __future__ import annotations

import pytest

from checks.every import every
from checks.programs import NAMES, subject_named
from checks.runs import explored, oracle_ends
from checks.strategies import STRATEGIES, path_optimal


@every("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_the_paths_found_are_those_that_inputs_take(name: str, strategy: str) -> None:
    found = {path.end for path in explored(name, strategy)}
    if subject_named(name).partial:
        assert oracle_ends(name) < found
    else:
        assert oracle_ends(name) == found


@pytest.mark.parametrize("name", NAMES)
def test_all_strategies_find_the_same_control_flow_paths(name: str) -> None:
    found = {strategy: {path.end for path in explored(name, strategy)} for strategy in STRATEGIES}
    first = found[STRATEGIES[0]]
    assert found == dict.fromkeys(STRATEGIES, first)


@every("strategy", path_optimal())
@pytest.mark.parametrize("name", NAMES)
def test_a_path_optimal_strategy_finds_each_path_once(name: str, strategy: str) -> None:
    ends = [path.end for path in explored(name, strategy)]
    assert len(ends) == len(set(ends))
    if not subject_named(name).partial:
        assert len(ends) == len(oracle_ends(name))


def test_there_are_path_optimal_strategies() -> None:
    assert "pose" in path_optimal()
