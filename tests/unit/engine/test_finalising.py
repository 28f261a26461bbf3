"""What nobody holds any more is finalised at once, between two operations of the program."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.results import OutcomeKind

SOURCE = """
def numbers(log: list[str]):
    try:
        yield 1
        yield 2
    finally:
        log.append("closed")

def left_early(n: int) -> str:
    log: list[str] = []
    for number in numbers(log):
        if number == n:
            break
    log.append("after")
    return " ".join(log)

def dropped(n: int) -> str:
    log: list[str] = []
    held = numbers(log)
    next(held)
    if n > 0:
        held = None
    log.append("after")
    return " ".join(log)

def held_on_to(n: int) -> str:
    log: list[str] = []
    held = numbers(log)
    next(held)
    log.append("after")
    return " ".join(log)

def first_of(held) -> int:
    return next(held)

def in_a_lambda(n: int) -> str:
    log: list[str] = []
    first = lambda: first_of(numbers(log))
    return str(first()) + " " + " ".join(log)
"""
EXPECTED = {
    "left_early": {"closed after"},
    "dropped": {"closed after", "after"},
    "held_on_to": {"after"},
    "in_a_lambda": {"1 closed"},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_generator_is_closed_when_the_last_reference_is_gone(tmp_path: Path, name: str) -> None:
    file = tmp_path / "generators.py"
    file.write_text(SOURCE, encoding="utf-8")
    leaves = list(explore(f"{file}:{name}", bounds=Bounds(max_loops=5)).leaves())
    assert {leaf.kind for leaf in leaves} == {OutcomeKind.RETURNED}
    assert {leaf.value for leaf in leaves} == EXPECTED[name]
