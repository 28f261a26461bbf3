"""Mixin methods of the standard library are interpreted from their source."""

from __future__ import annotations

import collections.abc as abc
import json
from pathlib import Path

import pytest

from heapwise.frontends.python.source.library_source import code_of
from heapwise.frontends.python.typing.library_classes import needed_by
from tests.unit.frontends.python.exploring import explore, results

_MAPPING = """
from collections.abc import Iterator, MutableMapping

class Table(MutableMapping[int, int]):
    data: dict[int, int]

    def __getitem__(self, key: int) -> int:
        return self.data[key]

    def __setitem__(self, key: int, value: int) -> None:
        self.data[key] = value

    def __delitem__(self, key: int) -> None:
        del self.data[key]

    def __iter__(self) -> Iterator[int]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)
"""

_SEQUENCE = """
from collections.abc import MutableSequence

class Row(MutableSequence[int]):
    items: list[int]

    def __getitem__(self, index):
        return self.items[index]

    def __setitem__(self, index, value):
        self.items[index] = value

    def __delitem__(self, index):
        del self.items[index]

    def __len__(self):
        return len(self.items)

    def insert(self, index, value):
        self.items.insert(index, value)
"""

_SET = """
from collections.abc import MutableSet

class Bag(MutableSet[int]):
    items: list[int]

    def __init__(self, items=()):
        self.items = list(items)

    def __contains__(self, item):
        return item in self.items

    def __iter__(self):
        return iter(self.items)

    def __len__(self):
        return len(self.items)

    def add(self, item):
        self.items.append(item)

    def discard(self, item):
        if item in self.items:
            self.items.remove(item)
"""


def _target(parameters: str, *lines: str) -> str:
    body = "".join(f"    {line}\n" for line in lines)
    return f"\ndef target({parameters}):\n{body}"


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        (_MAPPING + _target("t: Table, k: int", "return 1 if k in t else t.get(k, 5)"), {1, 5}),
        (_MAPPING + _target("t: Table", "return 1 if t.items() else 0"), {0, 1}),
        (_MAPPING + _target("t: Table, k: int", "return 0 * t.pop(k)"), {0, "KeyError"}),
        (_MAPPING + _target("t: Table", "t.clear()", "return len(t)"), {0}),
        (_MAPPING + _target("t: Table, u: Table", "return 1 if t == u else 0"), {0, 1}),
        (_SEQUENCE + _target("r: Row, x: int", "return r.index(x) >= 0"), {True, "ValueError"}),
        (_SEQUENCE + _target("r: Row", "r.append(3)", "return 3 in r"), {True}),
        (_SEQUENCE + _target("r: Row", "return [*reversed(r)] == r.items[::-1]"), {True}),
        (_SET + _target("a: Bag, x: int", "a.remove(x)", "return 0"), {0, "KeyError"}),
        (_SET + _target("a: Bag, b: Bag", "return 1 if a.isdisjoint(b) else 0"), {0, 1}),
    ],
)
def test_abstract_collections_bring_their_methods(
    tmp_path: Path, program: str, expected: set[object]
) -> None:
    found = results(explore(tmp_path, program))
    assert expected <= found


def test_views_of_a_mapping_are_objects_that_can_be_walked(tmp_path: Path) -> None:
    program = _MAPPING + _target(
        "t: Table",
        "total = sum(t.values())",
        "for key, value in t.items():",
        "    total -= value",
        "return total",
    )
    assert results(explore(tmp_path, program)) == {0}


def test_user_dict_and_user_list_keep_their_data_in_a_field(tmp_path: Path) -> None:
    paths = explore(
        tmp_path,
        """
        from collections import UserDict, UserList

        class Names(UserDict[int, int]):
            writes: int

            def __setitem__(self, key: int, value: int) -> None:
                self.writes += 1
                super().__setitem__(key, value)

        class Row(UserList[int]):
            pass

        def target(names: Names, row: Row, key: int) -> bool:
            if key not in names:
                names[key] = 1
            row.append(key)
            return key in names and key in row
        """,
    )
    assert results(paths) == {True}


def test_other_functions_of_the_library_are_not_looked_into() -> None:
    assert code_of(vars(json)["dumps"]) is None
    assert code_of(vars(abc.Mapping)["get"]) is not None
    assert needed_by(int) == ()
    assert abc.ItemsView in needed_by(abc.Mapping)
