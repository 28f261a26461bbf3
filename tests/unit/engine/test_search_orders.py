"""Search orders: which path comes first differs, which paths there are does not."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from heapwise.api import Exploration, control_flow
from heapwise.engine import search_orders
from heapwise.engine.bounds import Bounds
from heapwise.engine.search_orders import BreadthFirst, DepthFirst, Fair, Preferring, RandomOrder
from heapwise.frontends.loading import load
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
    found = [sorted(paths(order, strategy, 3, program)) for order in search_orders.names()]
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


class Waiting(NamedTuple):
    effort: int
    name: str = ""


def test_the_fair_order_takes_the_least_effort_first_and_of_those_the_newest() -> None:
    waiting: Fair[Waiting] = Fair()
    waiting.add([Waiting(2), Waiting(1, "first"), Waiting(1, "second")])
    waiting.add([Waiting(1, "third"), Waiting(1, "fourth")])
    taken = [waiting.take() for _ in range(len(waiting))]
    assert [each.name for each in taken] == ["third", "fourth", "first", "second", ""]
    assert len(waiting) == 0


def test_the_fair_order_hands_out_at_once_what_is_done() -> None:
    waiting: Fair[Waiting] = Fair()
    for _ in range(200):
        waiting.add([Waiting(0), Waiting(9), Waiting(-1)])
        assert waiting.take().effort == -1


def test_the_fair_order_spends_a_part_of_its_work_on_what_has_gone_furthest() -> None:
    """Else many states of little effort would keep all others waiting."""
    waiting: Fair[Waiting] = Fair()
    waiting.add([Waiting(0)] * 1_000 + [Waiting(3)] * 1_000)
    taken = [waiting.take().effort for _ in range(800)]
    work = {effort: taken.count(effort) * (1 + effort) for effort in (0, 3)}
    assert 2 <= work[0] / work[3] <= 4


def test_the_fair_order_finishes_something_first_where_very_many_wait() -> None:
    waiting: Fair[Waiting] = Fair()
    waiting.add([Waiting(0)] * 5_000 + [Waiting(3)] * 1_000)
    taken = [waiting.take().effort for _ in range(400)]
    assert taken.count(3) * 4 > taken.count(0)


@pytest.mark.parametrize("order", search_orders.names())
def test_what_is_preferred_comes_next_with_all_that_follows_from_it(order: str) -> None:
    waiting = Preferring(search_orders.create(order))
    waiting.add(Waiting(0, name) for name in "abc")
    assert not waiting.prefer(lambda each: each == Waiting(0, "z"))
    assert waiting.prefer(lambda each: each == Waiting(0, "b"))
    assert len(waiting) == 3 and len(list(waiting)) == 3
    assert waiting.take() == Waiting(0, "b")
    waiting.add([Waiting(5, "b1"), Waiting(9, "b2")])
    assert waiting.take() == Waiting(5, "b1")
    # Another one is preferred: what is left of the first is one of the others again.
    assert waiting.prefer(lambda each: each == Waiting(0, "c"))
    assert waiting.take() == Waiting(0, "c")
    rest = [waiting.take() for _ in range(len(waiting))]
    assert sorted(rest, key=lambda each: each.effort) == [Waiting(0, "a"), Waiting(9, "b2")]


def test_preferring_one_after_the_other_leaves_the_order_of_those_that_wait() -> None:
    waiting = Preferring(DepthFirst[Waiting]())
    every = [Waiting(0, name) for name in "abcd"]
    waiting.add(every)
    assert waiting.prefer(lambda each: each is every[2])
    assert waiting.prefer(lambda each: each is every[3])
    assert [waiting.take() for _ in range(4)] == [every[3], *every[:3]]


def test_a_preferred_prefix_is_explored_first_and_nothing_is_lost_or_found_twice() -> None:
    program = load(PROGRAMS / "list_merge.tiny")
    bounds = Bounds(max_objects=2, max_calls=6)
    all_paths = sorted(leaf.prefix.id for leaf in Exploration(program, "lazy", bounds).leaves())
    run = Exploration(program, "lazy", bounds, "bfs")
    found = [leaf.prefix for _, leaf in zip(range(3), run.leaves(), strict=False)]
    chosen, trace = run.open_paths(1000)[-1]
    assert run.prefer(chosen) and not run.prefer(found[0])
    rest = [leaf.prefix for leaf in run.leaves()]
    inside = [each.entries[: len(chosen.entries)] == chosen.entries for each in rest]
    assert any(inside) and not all(inside) and inside == sorted(inside, reverse=True)
    assert sorted(each.id for each in [*found, *rest]) == all_paths
    assert trace
