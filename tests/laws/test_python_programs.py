"""Laws 3 to 6 for Python programs: CPython is the oracle, for witnesses and for enumerated
inputs."""

from __future__ import annotations

from itertools import pairwise

import pytest

from checks.every import every
from checks.strategies import LATE, STRATEGIES, path_optimal
from python_checks import (
    DEPENDS_ON_STACK,
    NAMES,
    PARTIAL,
    SEVERAL_CASES,
    SUMMARY_CASES,
    brute_ends,
    difference,
    explored,
)

COMPLETE = [name for name in NAMES if name not in DEPENDS_ON_STACK]


def paths(name: str, strategy: str) -> int:
    return explored(name, strategy).paths


@every("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_law_3_every_witness_takes_its_path_in_cpython(name: str, strategy: str) -> None:
    assert explored(name, strategy).cases
    assert explored(name, strategy).failed == ()


@every("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_unsupported(name: str, strategy: str) -> None:
    assert explored(name, strategy).unsupported == ()


@every("strategy", STRATEGIES)
@pytest.mark.parametrize("name", COMPLETE)
def test_law_4_every_path_that_a_small_input_takes_is_explored(name: str, strategy: str) -> None:
    assert difference(brute_ends(name), explored(name, strategy).ends) == []


@every("strategy", path_optimal())
@pytest.mark.parametrize("name", [name for name in COMPLETE if name not in PARTIAL])
def test_law_5_there_are_as_many_paths_as_small_inputs_take(name: str, strategy: str) -> None:
    assert paths(name, strategy) == len(brute_ends(name))


@every("strategy", path_optimal())
@pytest.mark.parametrize("name", COMPLETE)
def test_only_library_code_that_is_listed_leaves_cases(name: str, strategy: str) -> None:
    found = explored(name, strategy)
    if name in SEVERAL_CASES or (strategy == "summary" and name in SUMMARY_CASES):
        assert len(found.cases) > found.paths, f"{name} need not be listed"
    else:
        assert len(found.cases) == found.paths


@pytest.mark.parametrize("name", [name for name in COMPLETE if name not in PARTIAL])
def test_law_5_small_inputs_take_every_path_that_is_explored(name: str) -> None:
    found = explored(name, path_optimal()[0]).ends
    assert difference(found, brute_ends(name)) == []


@pytest.mark.parametrize("name", COMPLETE)
def test_law_5_all_strategies_find_the_same_control_flow_paths(name: str) -> None:
    first = explored(name, "lazy").ends
    for strategy in STRATEGIES:
        found = explored(name, strategy).ends
        assert difference(first, found) == []
        if strategy not in LATE:
            assert difference(found, first) == []


@pytest.mark.parametrize("name", COMPLETE)
def test_law_6_the_later_a_strategy_decides_the_fewer_paths_it_has(name: str) -> None:
    order = ["lazy", "lazier", "lazier-sharp", "pose"]
    for earlier, later in pairwise(order):
        assert paths(name, earlier) >= paths(name, later), (earlier, later)
    assert paths(name, "pose") == paths(name, "fieldmaps") == paths(name, "summary")


def test_law_6_is_strict_somewhere() -> None:
    for earlier, later in pairwise(["lazy", "lazier", "lazier-sharp", "pose"]):
        assert any(paths(name, earlier) > paths(name, later) for name in COMPLETE)
