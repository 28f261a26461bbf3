"""Open prefixes: all come again, the shortest first, whether they were in memory or in a file."""

from __future__ import annotations

import random

import pytest

from heapwise.results.prefix import CHOSEN, IMPLIED, Prefix, choice
from heapwise.workers import division
from heapwise.workers.division import Division, depth_of, finished_part


def _prefixes(count: int) -> list[Prefix]:
    chance = random.Random(1)
    found = {
        tuple(choice(chance.randrange(300)) for _ in range(chance.randrange(9)))
        for _ in range(count)
    }
    return [Prefix(entries) for entries in found]


@pytest.mark.parametrize("in_memory", [8, 40, 100_000])
def test_all_come_in_the_order_of_their_ranks(
    in_memory: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(division, "_IN_MEMORY", in_memory)
    prefixes = _prefixes(500)
    waiting = Division(2)
    for start in range(0, len(prefixes), 10):
        waiting.add(prefixes[start : start + 10], 1.0)
    assert len(waiting) == len(prefixes)
    taken: list[Prefix] = []
    weights = 0.0
    while len(waiting):
        least = waiting.least
        some, _, weight, _ = waiting.take(0.0, 0, 0.0)
        weights += weight
        assert least is not None and least <= some[0].rank
        taken += some
    assert sorted(taken, key=lambda each: each.rank) == sorted(prefixes, key=lambda e: e.rank)
    assert waiting.least is None
    assert weights == pytest.approx(len(range(0, len(prefixes), 10))) and waiting.weight == 0
    waiting.close()


def test_units_grow_with_the_run_and_with_the_number_of_workers() -> None:
    waiting = Division(2)
    waiting.add(_prefixes(1000), 1.0)
    assert waiting.take(0.0, 0, 0.0).seconds == division.FIRST_SLICE
    assert waiting.take(60.0, 0, 0.0).seconds == 3.0
    assert waiting.take(10_000.0, 0, 0.0).seconds == division.LONGEST_SLICE
    many = Division(1_024)
    many.add(_prefixes(12_000), 1.0)
    part = many.take(0.0, 0, 0.0)
    assert part.seconds > 0.5 and part.most is None


def test_few_prefixes_are_given_back_early() -> None:
    few = Division(1_024)
    few.add(_prefixes(40), 1.0)
    part = few.take(1000.0, 0, 0.0)
    assert part.seconds == division.FIRST_SLICE
    assert part.most == len(part.prefixes) + division._FEW
    assert few.take(1000.0, 5_000, 0.0).most is None, "enough is under way"


def test_later_there_are_few_again_and_units_are_short() -> None:
    waiting = Division(64)
    waiting.add(_prefixes(400), 1.0)
    assert waiting.take(60.0, 0, 0.0).seconds == 3.0
    while len(waiting) > 50:
        waiting.take(60.0, 0, 0.0)
    part = waiting.take(60.0, 0, 0.0)
    assert part.seconds == 1.5 and part.most is None


def test_what_a_unit_gave_back_stays_together() -> None:
    waiting = Division(2)
    left, right = ([Prefix((choice(side), *[choice(0)] * n)) for n in range(8)] for side in (0, 1))
    for each in (left, right):
        waiting.add(each, 0.5)
    parts = []
    while len(waiting):
        parts.append(waiting.take(0.0, 40, 1.0).prefixes)
    assert [prefix for part in parts for prefix in part] == [*left, *right]
    assert len(parts) < 8


def test_those_of_little_weight_are_put_together() -> None:
    waiting = Division(2)
    large = [Prefix((choice(0),)), Prefix((choice(1),))]
    small = [Prefix((choice(2), *[choice(0)] * 9, choice(each))) for each in range(50)]
    waiting.add([*large, *small], 1.0)
    parts = []
    while len(waiting):
        parts.append(len(waiting.take(0.0, 0, 0.5).prefixes))
    assert parts == [1, 1, 50]


def test_every_choice_halves_the_weight() -> None:
    assert depth_of((choice(0), choice(1, IMPLIED), choice(0, CHOSEN))) == 2
    waiting = Division(2)
    waiting.add([Prefix((choice(0),)), Prefix((choice(1), choice(0)))], 0.6)
    assert waiting.weight == 0.6
    assert waiting.take(0.0, 0, 0.0).weight == pytest.approx(0.4)
    assert waiting.weight == pytest.approx(0.2)
    assert finished_part([2, 2], [1]) == 0.5
    assert finished_part([2_000], [2_001, 2_002, 2_002]) == 0.5, "no number is too small"
    assert finished_part([], [3]) == 0.0 and finished_part([], []) == 1.0
