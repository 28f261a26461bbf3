"""Law 6: the later a strategy decides, the fewer paths it has; path-optimal ones have equally
many, and no strategy has fewer."""

from __future__ import annotations

from itertools import pairwise

import pytest

from checks.programs import NAMES
from checks.runs import explored
from checks.strategies import STRATEGIES, ordered, path_optimal


def paths(name: str, strategy: str) -> int:
    return len(explored(name, strategy))


@pytest.mark.parametrize("name", NAMES)
def test_a_later_rank_has_no_more_paths(name: str) -> None:
    for earlier, later in pairwise(ordered()):
        assert min(paths(name, each) for each in earlier) >= max(
            paths(name, each) for each in later
        )


@pytest.mark.parametrize("name", NAMES)
def test_strategies_of_one_rank_have_equally_many_paths(name: str) -> None:
    for rank in ordered():
        assert len({paths(name, each) for each in rank}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_no_strategy_has_fewer_paths_than_a_path_optimal_one(name: str) -> None:
    fewest = min(paths(name, each) for each in STRATEGIES)
    assert all(paths(name, each) == fewest for each in path_optimal())


def test_the_order_is_strict_somewhere() -> None:
    for earlier, later in pairwise(ordered()):
        assert any(paths(name, earlier[0]) > paths(name, later[0]) for name in NAMES)
