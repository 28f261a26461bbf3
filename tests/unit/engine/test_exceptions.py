"""Exceptions: where they are said to come from, and whether a program is ready for them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from heapwise import Bounds, explore
from heapwise.engine.state import Leaf
from heapwise.results import OutcomeKind

SOURCE = """
from typing import TypeVar

T = TypeVar("T")

class Box:
    def __init__(self, number: int) -> None:
        self.number = number
    def __eq__(self, other: object) -> bool:
        return isinstance(other, Box) and self.number == other.number

def find(n: int) -> int:
    boxes = [Box(1), Box(2)]
    return boxes.index(Box(n))

def refuse(n: int) -> int:
    raise ValueError(n)

def ask(n: int) -> int:
    return refuse(n) + 1

def walk(x: T) -> int:
    try:
        return steps(x)
    except TypeError:
        return -1

def steps(x: T) -> int:
    for _ in x:
        return 1
    return 0

def elsewhere(x: T) -> int:
    try:
        x = x
    except TypeError:
        return -1
    return steps(x)

def another(x: T) -> int:
    try:
        return steps(x)
    except ValueError:
        return -1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "places.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def _leaves(file: Path, name: str) -> list[Leaf[Any]]:
    return list(explore(f"{file}:{name}", bounds=Bounds(max_loops=5)).leaves())


def _line(text: str) -> int:
    return 1 + [line.strip() for line in SOURCE.splitlines()].index(text)


@pytest.mark.parametrize(
    ("name", "line"), [("find", "return boxes.index(Box(n))"), ("ask", "raise ValueError(n)")]
)
def test_an_exception_comes_from_the_last_line_that_the_user_has_written(
    file: Path, name: str, line: str
) -> None:
    """`index` of objects is code of ours, which calls `__eq__`; `refuse` is not."""
    (raised,) = [leaf for leaf in _leaves(file, name) if leaf.kind is OutcomeKind.RAISED]
    assert raised.where is not None
    assert raised.where.line == _line(line)


def test_a_program_that_is_ready_for_a_value_that_is_not_iterable_gets_one(file: Path) -> None:
    """The handler may be around the call."""
    (caught,) = _leaves(file, "walk")
    assert (caught.kind, caught.value) == (OutcomeKind.RETURNED, -1)


@pytest.mark.parametrize("name", ["steps", "elsewhere", "another"])
def test_one_that_is_not_does_not_get_one(file: Path, name: str) -> None:
    (leaf,) = _leaves(file, name)
    assert leaf.kind is OutcomeKind.UNSUPPORTED
