"""Laws 3 to 6 for Python programs: CPython is the oracle, for witnesses and for enumerated
inputs. The strategies take turns (`python_checks.strategies_of`)."""

from __future__ import annotations

from collections import Counter

import pytest

from checks.every import every
from checks.strategies import LATE, STRATEGIES, path_optimal
from python_checks import (
    DEPENDS_ON_STACK,
    NAMES,
    PAIRS,
    PARTIAL,
    SEVERAL_CASES,
    SUMMARY_CASES,
    brute_ends,
    difference,
    explored,
    some_of,
    strategies_of,
)

COMPLETE = [name for name in NAMES if name not in DEPENDS_ON_STACK]


def paths(name: str, strategy: str) -> int:
    return explored(name, strategy).paths


def optimal_of(name: str) -> list[str]:
    return [strategy for strategy in strategies_of(name) if strategy in path_optimal()]


def test_every_strategy_has_its_turn() -> None:
    taken = Counter(strategy for name in COMPLETE for strategy in strategies_of(name))
    assert min(taken[strategy] for strategy in STRATEGIES) >= len(COMPLETE) // 6
    assert all(map(optimal_of, NAMES))


@every("strategy", strategies_of)
@pytest.mark.parametrize("name", NAMES)
def test_law_3_every_witness_takes_its_path_in_cpython(name: str, strategy: str) -> None:
    assert explored(name, strategy).cases
    assert explored(name, strategy).failed == ()


@every("strategy", strategies_of)
@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_unsupported(name: str, strategy: str) -> None:
    assert explored(name, strategy).unsupported == ()


@every("strategy", strategies_of)
@pytest.mark.parametrize("name", COMPLETE)
def test_law_4_every_path_that_a_small_input_takes_is_explored(name: str, strategy: str) -> None:
    assert difference(brute_ends(name), explored(name, strategy).ends) == []


@every("strategy", optimal_of)
@pytest.mark.parametrize("name", [name for name in COMPLETE if name not in PARTIAL])
def test_law_5_there_are_as_many_paths_as_small_inputs_take(name: str, strategy: str) -> None:
    assert paths(name, strategy) == len(brute_ends(name))


@every("strategy", optimal_of)
@pytest.mark.parametrize("name", COMPLETE)
def test_only_library_code_that_is_listed_leaves_cases(name: str, strategy: str) -> None:
    found = explored(name, strategy)
    if name in SEVERAL_CASES or (strategy == "summary" and name in SUMMARY_CASES):
        assert len(found.cases) > found.paths, f"{name} need not be listed"
    else:
        assert len(found.cases) == found.paths


@pytest.mark.parametrize("name", [name for name in COMPLETE if name not in PARTIAL])
def test_law_5_small_inputs_take_every_path_that_is_explored(name: str) -> None:
    found = explored(name, optimal_of(name)[0]).ends
    assert difference(found, brute_ends(name)) == []


@every("strategy", strategies_of)
@pytest.mark.parametrize("name", COMPLETE)
def test_law_5_all_strategies_find_the_same_control_flow_paths(name: str, strategy: str) -> None:
    first, found = explored(name, optimal_of(name)[0]).ends, explored(name, strategy).ends
    assert difference(first, found) == []
    if strategy not in LATE:
        assert difference(found, first) == []


@pytest.mark.parametrize("name", [name for name in COMPLETE if some_of(name) in PAIRS])
def test_law_6_the_later_a_strategy_decides_the_fewer_paths_it_has(name: str) -> None:
    earlier, later = some_of(name)
    assert paths(name, earlier) >= paths(name, later)


@pytest.mark.parametrize(
    ("name", "pair"),
    list(zip(("parent_pointers", "abstract_iterable", "parent_pointers"), PAIRS, strict=True)),
)
def test_law_6_is_strict_somewhere(name: str, pair: tuple[str, str]) -> None:
    earlier, later = pair
    assert paths(name, earlier) > paths(name, later)
