"""Random numbers are inputs, which replays give to the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontends.python.exploring import explore, reasons, results


def test_every_number_that_may_be_drawn_is_explored(tmp_path: Path) -> None:
    source = """
    import random
    from random import random as draw

    def target(p: float) -> str:
        if draw() < p:
            return "below"
        if random.random() >= 1.0 or draw() < 0.0:
            return "never"
        return "above"
    """
    assert results(explore(tmp_path, source)) == {"below", "above"}


def test_integers_and_choices(tmp_path: Path) -> None:
    source = """
    import random

    def target(items: list[int], low: int, high: int) -> int:
        number = random.randint(low, high)
        if number == low:
            return 1 if random.choice([True, False]) else 2
        if number > high:
            return -1
        return 3 if random.choice(items) == 7 else 4
    """
    assert results(explore(tmp_path, source)) == {1, 2, 3, 4, "ValueError", "IndexError"}


@pytest.mark.parametrize("call", ["random.shuffle(pair)", "pair = random.sample(pair, 2)"])
def test_any_order_may_come_of_shuffling(tmp_path: Path, call: str) -> None:
    source = f"""
    import random

    def target(n: int) -> str:
        random.seed(n)
        pair = ["a", "b"]
        {call}
        if pair[0] == "a":
            return "same"
        return "other"
    """
    assert results(explore(tmp_path, source)) == {"same", "other"}


def test_numbers_between_bounds(tmp_path: Path) -> None:
    source = """
    import random

    def target(n: int) -> bool:
        if random.uniform(2, 4) > 3.5:
            return random.randrange(0, 10, 5) == 5
        return random.getrandbits(1) > 1
    """
    assert results(explore(tmp_path, source)) <= {True, False}


def test_a_generator_of_the_programs_own_follows_its_seed(tmp_path: Path) -> None:
    source = """
    import random

    def target(n: int) -> float:
        return random.Random(7).random()
    """
    (found,) = reasons(explore(tmp_path, source))
    assert found is not None
    assert "random.Random()" in found


def test_clocks_never_go_back(tmp_path: Path) -> None:
    source = """
    import time

    def target(limit: float) -> str:
        started = time.monotonic()
        time.sleep(limit)
        spent = time.monotonic() - started
        if spent < 0:
            return "never"
        return "late" if spent > 3600 else "early"
    """
    found = results(explore(tmp_path, source))
    assert found == {"late", "early", "ValueError", "OverflowError", "OSError"}
