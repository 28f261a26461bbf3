"""Search orders: which path comes first differs, which paths there are does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.api import Exploration, control_flow
from heapwise.engine import search
from heapwise.engine.bounds import Bounds
from heapwise.engine.search import BreadthFirst, DepthFirst, RandomOrder
from heapwise.frontends.api import load
from tests.unit.engine.programs import STRATEGIES

PROGRAMS = Path(__file__).parents[2] / "programs"


def paths(order: str, strategy: str, seed: int = 0, program: str = "list_merge") -> list[bytes]:
    """The paths in the order in which they are found."""
    loaded = load(PROGRAMS / f"{program}.tiny")
    run = Exploration(loaded, strategy, Bounds(max_objects=2, max_calls=6), order, seed)
    return [control_flow(leaf) for leaf in run.leaves()]


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("program", ["list_merge", "list_remove", "override", "red_black_recolour"])
def test_every_order_finds_the_same_paths(strategy: str, program: str) -> None:
    found = [sorted(paths(order, strategy, 3, program)) for order in search.names()]
    assert found[0]
    assert all(other == found[0] for other in found[1:])


def test_a_random_order_is_reproducible_from_its_seed() -> None:
    assert paths("random", "lazy", 7) == paths("random", "lazy", 7)
    orders = {tuple(paths("random", "lazy", seed)) for seed in range(5)}
    assert len(orders) > 1


def test_depth_first_goes_on_with_the_first_of_the_newest() -> None:
    waiting: DepthFirst[int] = DepthFirst()
    waiting.add([1, 2])
    assert waiting.take() == 1
    waiting.add([3, 4])
    assert [waiting.take() for _ in range(len(waiting))] == [3, 4, 2]


def test_breadth_first_goes_on_with_the_oldest() -> None:
    waiting: BreadthFirst[int] = BreadthFirst()
    waiting.add([1, 2])
    assert waiting.take() == 1
    waiting.add([3, 4])
    assert [waiting.take() for _ in range(len(waiting))] == [2, 3, 4]


def test_random_order_takes_each_once() -> None:
    waiting: RandomOrder[int] = RandomOrder(5)
    waiting.add(range(20))
    assert sorted(waiting.take() for _ in range(20)) == list(range(20))
    assert len(waiting) == 0
