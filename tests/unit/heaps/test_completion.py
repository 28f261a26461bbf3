"""What an input holds where a path never looked: as little as can be, and nothing twice."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import Bounds, explore
from heapwise.heaps import registry
from heapwise.results import PathResult

SOURCE = """
from __future__ import annotations

class Tree:
    root: Node

class Node:
    value: int
    tree: Tree

def root_value(tree: Tree) -> int:
    return tree.root.value

class Box:
    size: int
    items: list[int]

def first_item(items: list[int], box: Box) -> int:
    return items[0] + box.size if items else box.size

def first_key(counts: dict[int, int]) -> bool:
    if len(counts) == 2:
        for key in counts:
            if key > 5:
                return True
            break
    return False
"""


def paths(directory: Path, name: str, strategy: str) -> list[PathResult]:
    file = directory / "subject.py"
    file.write_text(SOURCE, encoding="utf-8")
    run = explore(f"{file}:{name}", strategy=strategy, bounds=Bounds(max_objects=2, max_length=2))
    found = list(run)
    run.close()
    return found


@pytest.mark.parametrize("strategy", registry.names())
def test_an_object_of_the_input_does_where_one_must_be(tmp_path: Path, strategy: str) -> None:
    """The tree of the root is that of the input: no path has looked, and no other is made."""
    (path,) = paths(tmp_path, "root_value", strategy)
    assert path.replayed and len(path.input.objects) == 2


@pytest.mark.parametrize("strategy", registry.names())
def test_a_container_that_is_made_is_none_that_was_looked_at(tmp_path: Path, strategy: str) -> None:
    for path in paths(tmp_path, "first_item", strategy):
        box = path.input.objects[path.input.roots["box"]]  # type: ignore[index]
        assert path.replayed and box.fields["items"] != path.input.roots["items"]


@pytest.mark.parametrize("strategy", ["lazy", "lazier", "fieldmaps"])
def test_a_key_that_nobody_looked_at_is_another_than_one_that_was(
    tmp_path: Path, strategy: str
) -> None:
    found = paths(tmp_path, "first_key", strategy)
    assert all(path.replayed for path in found)
    entries = [next(iter(path.input.objects.values())).entries or () for path in found]
    assert all(len({key for key, _ in each}) == len(each) for each in entries)
    assert [len(each) for each in entries].count(2) == 2
