"""Open prefixes: all come again, the shortest first, whether they were in memory or in a file."""

from __future__ import annotations

import random

import pytest

from heapwise.results.prefix import Prefix, choice
from heapwise.workers import division
from heapwise.workers.division import Division


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
        waiting.add(prefixes[start : start + 10])
    assert len(waiting) == len(prefixes)
    taken: list[Prefix] = []
    while len(waiting):
        least = waiting.least
        some, _ = waiting.take(0.0)
        assert least is not None and least <= some[0].rank
        taken += some
    assert sorted(taken, key=lambda each: each.rank) == sorted(prefixes, key=lambda e: e.rank)
    assert waiting.least is None
    waiting.close()


def test_units_grow_with_the_run_and_with_the_number_of_workers() -> None:
    waiting = Division(2)
    waiting.add(_prefixes(1000))
    assert waiting.take(0.0)[1] == division.FIRST_SLICE
    assert waiting.take(60.0)[1] == 3.0
    assert waiting.take(10_000.0)[1] == division.LONGEST_SLICE
    many = Division(1_024)
    many.add(_prefixes(12_000))
    assert many.take(0.0)[1] > 2.0
    few = Division(1_024)
    few.add(_prefixes(10))
    assert len(few.take(1000.0)[0]) == 1 and few.take(1000.0)[1] == division.FIRST_SLICE
