"""Conditions of paths speak of values as Python does: Python evaluates them for the inputs of all
paths of a function, and the one that is true is that of the path which takes the input."""

from __future__ import annotations

import datetime
import inspect
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from heapwise import Bounds, explore
from heapwise.results import PathResult
from heapwise.testgen import read_module, snippet

_SOURCE = """
from __future__ import annotations
import enum
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction
from typing import Literal, Optional, TypedDict, Union

class Color(enum.Enum):
    RED = 1
    GREEN = 2
    BLUE = 3

class Server(TypedDict, total=False):
    retries: int
    owner: Optional[str]

@dataclass
class Node:
    value: Optional[int]
    kind: Union[int, str, None]
    color: Color
    since: Optional[date]
    next: Optional[Node]

def optional(x: Optional[int]):
    return 1 if x is None else 2 if x > 3 else 3

def union(x: Union[int, str, bytes]):
    if isinstance(x, str):
        return x == "a"
    return len(x) if isinstance(x, bytes) else -x if x > 0 else x

def number(x: Union[bool, int, None]):
    if isinstance(x, bool):
        return not x
    return 1 if x is None else 2 if x > 3 else 3

def color(c: Color):
    if c is Color.RED:
        return 1
    return 2 if c != Color.BLUE else 3

def maybe_color(c: Optional[Color]):
    return 1 if c is None else 2 if c is Color.RED else 3

def mode(m: Literal["r", "w", 3]):
    return 1 if m == "r" else 2 if m == 3 else 3

def field(n: Node):
    if n.value is None:
        return 1 if isinstance(n.kind, str) else 2 if n.kind is None else 3
    return 4 if n.value > 3 and n.color is not Color.GREEN else 5

def item(xs: list[Optional[int]], pair: tuple[int, Optional[str]]):
    if xs and xs[0] is None:
        return 1
    return 2 if pair[0] > 3 else 3 if pair[1] is None else 4

def day(d: date, other: Optional[date]):
    if d.month == 2 and d.day > 28:
        return 1
    return 2 if other is None else 3 if d < other else 4

def moment(t: timedelta, a: datetime, b: time):
    if t > timedelta(hours=1):
        return 1
    return 2 if a > datetime(2000, 1, 1) else 3 if b.hour < 3 else 4

def fraction(a: Fraction, d: Decimal, c: complex):
    if a > 3:
        return 1
    return 2 if d < 0 else 3 if c.imag > c.real else 4

def searched(d: dict[str, int], s: set[int], k: str):
    if "a" in d and d["a"] > 3:
        return 1
    return 2 if 3 in s else 3 if d.get(k, 0) > 1 else 4

def typed(s: Server):
    if "retries" in s and s["retries"] > 3:
        return 1
    return 2 if s.get("owner") is None else 3
"""
_FUNCTIONS = (
    *("optional", "union", "number", "color", "maybe_color", "mode", "field", "item", "day"),
    *("moment", "fraction", "searched", "typed"),
)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("meanings") / "spoken_of.py"
    found.write_text(_SOURCE)
    return found


def _microseconds(value: Any) -> int:
    if isinstance(value, datetime.time):
        value = datetime.datetime.combine(datetime.datetime.min, value)
    if isinstance(value, datetime.datetime):
        value -= datetime.datetime.min
    return int(value // datetime.timedelta(microseconds=1))


def _arguments(file: Path, function: str, path: PathResult) -> Mapping[str, object]:
    """The input of a path, as the statements build it that a report shows."""
    text = snippet(function, path.input, read_module(file))
    space: dict[str, Any] = {}
    exec(compile(_SOURCE, str(file), "exec"), space)
    found: dict[str, object] = {}
    signature = inspect.signature(space[function])

    def seen(*args: object, **keywords: object) -> None:
        found.update(signature.bind(*args, **keywords).arguments)

    space[function] = seen
    exec("; ".join(each for each in text.split("; ") if "spoken_of" not in each), space)
    return {**space, **found, "microseconds": _microseconds}


@pytest.mark.parametrize("function", _FUNCTIONS)
def test_a_condition_is_true_of_the_inputs_of_its_path_alone(file: Path, function: str) -> None:
    bounds = Bounds(max_objects=1, max_length=2)
    paths = [each for each in explore(f"{file}:{function}", bounds=bounds) if each.replayed]
    assert len(paths) > 1
    for path in paths:
        space = dict(_arguments(file, function, path))
        true = [each for each in paths if eval(each.condition, space)]
        assert true == [path], [each.condition for each in true]


@pytest.mark.parametrize("strategy", ["lazy", "lazier-sharp", "pose", "summary"])
def test_fields_are_spoken_of_under_every_strategy(file: Path, strategy: str) -> None:
    bounds = Bounds(max_objects=1, max_length=1)
    conditions = [
        each.condition for each in explore(f"{file}:field", bounds=bounds, strategy=strategy)
    ]
    assert conditions
    assert not any(":" in each for each in conditions)


def test_what_is_left_of_two_alternatives_is_said_of_the_other(file: Path) -> None:
    conditions = {each.condition for each in explore(f"{file}:optional")}
    assert conditions == {"x is None", "x is not None and 3 < x", "x is not None and 3 >= x"}


def test_alternatives_that_another_one_excludes_are_not_told(file: Path) -> None:
    (blue,) = (each for each in explore(f"{file}:color") if each.outcome.value == 3)
    assert blue.condition == "c is Color.BLUE"


def test_a_number_that_stands_for_something_is_not_said_to_be_one(file: Path) -> None:
    assert not any("2" in each.condition for each in explore(f"{file}:typed"))
