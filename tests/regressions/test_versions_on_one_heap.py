"""`heapwise diff` of Python runs both versions on the same objects, as it does for Java.

Every input was copied for the second version, so all of it was looked at: of trees and of whatever
else has two fields of its own class nothing was decided beyond two objects. And of a generator that
fails, only that it does was compared, not what it had given before.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from contextlib import chdir
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from heapwise.cli.app import app

CLASSES = """\
from __future__ import annotations
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

class Side(Enum):
    LEFT = 1
    RIGHT = 2

class Missing(Exception):
    pass

class Node:
    limit = 3

    def __init__(self, key: int, left: Node | None, right: Node | None) -> None:
        self.key = key
        self.left = left
        self.right = right
"""
BEFORE = """\
    @property
    def size(self) -> int:
        return self.key + self.limit

    def turn(self) -> None:
        kept = self.left
        self.left = self.right
        self.right = kept

    def child(self, side: Side) -> Node:
        found = self.left if side is Side.LEFT else self.right
        if found is None:
            raise Missing(side)
        return found

class Leaf(Node):
    def turn(self) -> None:
        super().turn()
        self.key = 0

@dataclass(frozen=True)
class Point:
    x: int

FACTOR = 2
KNOWN = [Point(1)]

def equal_size(node: Node) -> int:
    return node.size

def equal_child(node: Node, side: Side) -> Node:
    try:
        return node.child(side)
    except Missing:
        return Node(0, node, node)

def equal_points(node: Node) -> list[Point]:
    node.key = node.key + node.key
    return [*KNOWN, Point(node.key)]

def equal_entries(points: dict[int, list[int]], key: int) -> None:
    points[key].append(key)

def equal_pair(pair: tuple[int, Node]) -> tuple[int, Node]:
    return pair

def turned(node: Node) -> None:
    node.turn()

def constant(n: int) -> int:
    return n * FACTOR

def given_before(numbers: list[int]) -> Iterator[int]:
    for each in numbers:
        yield 10 // each

def alike(a: Point, b: Point) -> bool:
    return a == b

def items_kept(numbers: list[int]) -> list[int]:
    numbers.append(1)
    return numbers

def as_set(a: int, b: int) -> set[int]:
    return {a, b}
"""
NOW = """\
    def _with(self, n: int) -> int:
        return n + self.key

    @property
    def size(self) -> int:
        return self._with(self.limit)

    def turn(self) -> None:
        self.left, self.right = self.right, self.left

    def child(self, side: Side) -> Node:
        match side:
            case Side.LEFT if self.left is not None:
                return self.left
            case Side.RIGHT if self.right is not None:
                return self.right
        raise Missing(side, self)

class Leaf(Node):
    def turn(self) -> None:
        self.key = 1
        super().turn()

@dataclass(frozen=True)
class Point:
    x: int

FACTOR = 3
KNOWN = [Point(1)]

def equal_size(node: Node) -> int:
    return node.key + Node.limit

def equal_child(node: Node, side: Side) -> Node:
    try:
        found = node.child(side)
    except Missing:
        found = Node(0, None, None)
        found.left = found.right = node
    return found

def equal_points(node: Node) -> list[Point]:
    node.key *= 2
    return [KNOWN[0]] + [Point(x=node.key)]

def equal_entries(points: dict[int, list[int]], key: int) -> None:
    held = points[key]
    held += [key]

def equal_pair(pair: tuple[int, Node]) -> tuple[int, Node]:
    number, node = pair
    return number, node

def turned(node: Node) -> None:
    node.turn()

def constant(n: int) -> int:
    return n * FACTOR

def given_before(numbers: list[int]) -> Iterator[int]:
    yield from [10 // each for each in numbers]

def alike(a: Point, b: Point) -> bool:
    return a is b

def items_kept(numbers: list[int]) -> list[int]:
    return [*numbers, 1]

def as_set(a: int, b: int) -> set[int]:
    return {b + 1, a}
"""


DIFFERENT = {
    *("Leaf.turn", "turned"),  # which calls that of a leaf, if it gets one
    *("constant", "given_before", "alike", "items_kept", "as_set"),
}


def test_trees_are_equal_for_all_inputs_and_what_differs_is_found(tmp_path: Path) -> None:
    (tmp_path / "before.py").write_text(CLASSES + BEFORE)
    (tmp_path / "now.py").write_text(CLASSES + NOW)
    options = ("--max-objects", "3", "--timeout", "300", "--test", "test_versions.py")
    with chdir(tmp_path):
        told = CliRunner().invoke(app, ["diff", "before.py", "now.py", *options, "--json", "-"])
    found: dict[str, Any] = {each["name"]: each for each in json.loads(told.stdout)["functions"]}
    assert {name for name, each in found.items() if each["equal"] is False} == DIFFERENT
    assert all(each["equal"] is not None for each in found.values())
    proved = {name for name, each in found.items() if each["claim"] == "equal for all inputs"}
    assert {
        "Node.size",
        "Node.child",
        "Node.turn",
        "equal_child",
        "equal_points",
        "equal_pair",
    } <= proved
    # Each test passes before and fails now: of the generator, because of what it gave.
    text = (tmp_path / "test_versions.py").read_text()
    failed = {version: _failed(text, tmp_path, version) for version in ("before", "now")}
    assert failed["before"] == set()
    assert len(failed["now"]) == len(DIFFERENT)


def _failed(text: str, folder: Path, version: str) -> set[str]:
    """The tests that do not pass where `now` is this version."""
    spec = importlib.util.spec_from_file_location("now", folder / f"{version}.py")
    assert spec is not None and spec.loader is not None
    sys.modules["now"] = module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    tests: dict[str, Any] = {}
    exec(text, tests)
    found = set()
    for name in [each for each in tests if each.startswith("test_")]:
        try:
            tests[name]()
        except (Exception, pytest.fail.Exception):
            found.add(name)
    del sys.modules["now"]
    return found
