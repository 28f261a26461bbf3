"""Fields without a usable hint: what calls pass and functions return tells what they hold."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from textwrap import dedent

import pytest

from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.assignments import Collector, _Told
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import FunctionInfo

Load = Callable[..., dict[str, str]]


@pytest.fixture
def load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Load]:
    before = set(sys.modules)
    monkeypatch.chdir(tmp_path)

    def loaded(cls: str, text: str) -> dict[str, str]:
        Path("subject.py").write_text(dedent(text).lstrip())
        module = vars(load_file(Path("subject.py")).module)
        outer, _, inner = cls.partition(".")
        found = vars(module[outer])[inner] if inner else module[outer]
        return {name: str(info.shape) for name, info in fields_of(found).items()}

    yield loaded
    for name in set(sys.modules) - before:
        del sys.modules[name]


def test_any_is_what_the_module_passes_if_it_passes_objects(load: Load) -> None:
    text = """
        from typing import Any

        class Node:
            def __init__(self, item: Any, next: Any) -> None:
                self.item = item
                self.next = next

        class Stack:
            def __init__(self) -> None:
                self.head: Node | None = None

            def push(self, item: Any) -> None:
                self.head = Node(item, self.head)

            def second(self, item: Any) -> None:
                self.head.next = Node(item, self.head.next)
    """
    assert load("Node", text) == {"item": "Any", "next": "Node | None"}


def test_a_parameter_without_a_hint_is_what_is_passed_or_its_default(load: Load) -> None:
    text = """
        class Segment:
            def __init__(self, start, end, left=None):
                self.start = start
                self.middle = (start + end) // 2
                self.left = left

        def build(start: int, end: int):
            if start == end:
                return Segment(start, end)
            return Segment(start, end, left=build(start, end - 1))
    """
    assert load("Segment", text) == {"start": "int", "middle": "int", "left": "Segment | None"}


def test_none_alone_says_nothing_if_something_else_is_passed_too(load: Load) -> None:
    text = """
        class Base:
            class _Node:
                def __init__(self, link, element):
                    self._link = link
                    self._element = element

            def __init__(self):
                self._header = self._Node(None, None)

            def insert(self, element):
                self._header._link = self._Node(self._header, element)
    """
    assert load("Base", text) == {"_header": "Base._Node"}
    assert load("Base._Node", text) == {"_link": "Base._Node | None", "_element": "Any | None"}


def test_results_without_a_hint_are_what_is_returned(load: Load) -> None:
    text = """
        class Tree:
            def __init__(self, items: list[int]):
                self.root = self._build(items)
                self.size = count(items)

            def _build(self, items):
                return Leaf(items[0])

        class Leaf:
            def __init__(self, value: int):
                self.value = value

        def count(items):
            return len(items)
    """
    assert load("Tree", text) == {"root": "Leaf", "size": "int"}


def test_bare_containers_hold_what_is_put_into_them(load: Load) -> None:
    text = """
        from typing import Any

        class Heap:
            def __init__(self, size: int):
                self.pairs: list = []
                self.front: Any = None
                self.slots = [None] * size
                self.free: list = []

            def insert(self, item: int, other):
                self.pairs.append([item, item + 1])
                self.front = Heap(3)
                self.slots[item] = other
                self.free.append(item)
    """
    assert load("Heap", text) == {
        "pairs": "list[list[int]]",
        "front": "Heap | None",
        "slots": "list[? | None]",
        "free": "list[Any]",
    }


def test_a_default_for_none_is_not_none(load: Load) -> None:
    text = """
        class Table:
            def __init__(self, factor: int | None = None, limit: float | None = None):
                self.factor = 1 if factor is None else factor
                self.limit = limit if limit is not None else 0.75
                self.twice = factor if factor else 2
    """
    assert load("Table", text) == {"factor": "int", "limit": "float", "twice": "int"}


def test_only_functions_that_know_more_than_before_are_read_again(
    load: Load, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    reading = Collector._read

    def noted(self: Collector, info: FunctionInfo) -> _Told:
        read.append(info.name)
        return reading(self, info)

    monkeypatch.setattr(Collector, "_read", noted)
    text = """
        class Last:
            def __init__(self, held) -> None:
                self.held = held

        class First:
            def __init__(self, number: int) -> None:
                self.number = number

        def link(first: First) -> Last:
            return Last(first.number)
        """
    assert load("Last", text) == {"held": "int"}
    # What `link` passes is known once `number` is; and only then what `Last` keeps.
    assert Counter(read) == {"__init__": 3, "link": 2}


def test_what_is_called_need_not_have_a_hash_though_its_class_has_one(load: Load) -> None:
    """As a mark of pytest that was given arguments."""
    text = """
        from dataclasses import dataclass, field

        @dataclass(frozen=True)
        class Mark:
            words: dict[str, int] = field(default_factory=dict)

            def __call__(self, n: int) -> int:
                return n

        MARK = Mark()

        class Box:
            def __init__(self, n: int) -> None:
                self.value = MARK(n)
    """
    assert list(load("Box", text)) == ["value"]
