"""What nobody holds any more is finalised at once, between two operations of the program."""

from __future__ import annotations

from pathlib import Path
from typing import Any, cast

import pytest

from heapwise import Bounds, explore
from heapwise.engine.instructions import HANDLERS
from heapwise.engine.state import DISCARDED, Cursor, Frame, State
from heapwise.program.code import Return
from heapwise.results import OutcomeKind
from heapwise.solver import PathCondition
from tests.unit.engine.programs import AT, made

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


@pytest.mark.parametrize(("target", "registers"), [(1, [1, 5, 3]), (DISCARDED, [1, 2, 3])])
def test_what_a_finaliser_returns_is_written_nowhere(target: int, registers: list[int]) -> None:
    """Other calls write to the register that their caller has named."""
    program = made(Return(0, at=AT), registers=3)
    assert program.main is not None
    waiting = Frame(program.main, 0, (1, 2, 3), target, {}, {}, 0, None)
    start = State(program.main, 0, (5,), {}, {}, waiting, 1, None, PathCondition(), None, 0, 0)
    cursor = Cursor(start)
    HANDLERS[Return](cast("Any", None), cursor, program.main.instructions[0])
    assert cursor.registers == registers
