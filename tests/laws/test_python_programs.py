"""Laws 3 to 6 for Python programs: CPython is the oracle, for witnesses and for enumerated
inputs."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from checks.strategies import LATE, STRATEGIES, path_optimal
from python_checks import (
    DEPENDS_ON_STACK,
    NAMES,
    PARTIAL,
    REPEATED,
    SUMMARY_FORKS,
    UNSUPPORTED,
    brute_ends,
    difference,
    explored,
    failed_replays,
)

COMPLETE = [name for name in NAMES if name not in UNSUPPORTED.keys() | DEPENDS_ON_STACK.keys()]


def paths(name: str, strategy: str) -> int:
    return len(explored(name, strategy).paths)


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_law_3_every_witness_takes_its_path_in_cpython(name: str, strategy: str) -> None:
    completed, failed = failed_replays(name, strategy)
    assert completed > 0
    assert failed == []


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", NAMES)
def test_only_what_is_listed_is_unsupported(name: str, strategy: str) -> None:
    unsupported = explored(name, strategy).unsupported
    assert [text.partition(": ")[2] for text in unsupported[:1]] == [
        UNSUPPORTED[each] for each in UNSUPPORTED if each == name
    ], unsupported


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", COMPLETE)
def test_law_4_every_path_that_a_small_input_takes_is_explored(name: str, strategy: str) -> None:
    assert difference(brute_ends(name), explored(name, strategy).ends) == []


@pytest.mark.parametrize("strategy", path_optimal())
@pytest.mark.parametrize("name", COMPLETE)
def test_law_5_each_path_is_found_once(name: str, strategy: str) -> None:
    counts = Counter(explored(name, strategy).paths)
    repeated = {path: count for path, count in counts.items() if count > 1}
    if name in REPEATED or (strategy == "summary" and name in SUMMARY_FORKS):
        assert repeated, f"{name} need not be excused"
    else:
        assert repeated == {}


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
    assert paths(name, "pose") == paths(name, "fieldmaps")
    if name in SUMMARY_FORKS:
        assert paths(name, "pose") < paths(name, "summary") <= paths(name, "lazier-sharp")
    else:
        assert paths(name, "pose") == paths(name, "summary")


def test_law_6_is_strict_somewhere() -> None:
    for earlier, later in pairwise(["lazy", "lazier", "lazier-sharp", "pose"]):
        assert any(paths(name, earlier) > paths(name, later) for name in COMPLETE)
