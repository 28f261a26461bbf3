"""Fields without a hint are what has the attributes that methods use of them."""

from __future__ import annotations

from pathlib import Path

from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.fields import fields_of
from tests.unit.frontends.python.exploring import explore

_TREE = """
class Part:
    def __init__(self, start: int) -> None:
        self.start = start

class Leaf(Part):
    def end(self) -> int:
        return self.start + 1

class Longer(Leaf):
    pass

class Node:
    __slots__ = ("children", "by_name", "start")

    def __init__(self, children, by_name, start: int) -> None:
        self.children = children
        self.by_name = by_name
        self.start = start

    def first(self) -> int:
        return min(child.start for child in self.children)

    def end(self) -> int:
        return self.children[-1].end()

    def named(self, name: str) -> int:
        return self.by_name["a"].start
"""
_STREAM = """
class Log:
    def __init__(self, stream, key) -> None:
        self._stream = stream
        self.key = key

    def write(self, text: str) -> int:
        self._stream.flush()
        return self._stream.write(text)

    def shown(self) -> str:
        return self.key.strip().lower()

def target(log: Log) -> str:
    return "none" if log.write("a") == 0 else "some"
"""


def _shapes(path: Path, source: str, cls: str) -> dict[str, str]:
    path.write_text(source)
    fields = fields_of(vars(load_file(path).module)[cls])
    return {name: str(info.shape) for name, info in fields.items()}


def test_what_is_inside_is_of_the_classes_that_have_all_the_attributes(tmp_path: Path) -> None:
    shapes = _shapes(tmp_path / "used_tree.py", _TREE, "Node")
    assert shapes["children"] == "list[Leaf | Node]"
    assert shapes["start"] == "int"


def test_a_builtin_type_may_have_them_or_something_stands_in(tmp_path: Path) -> None:
    shapes = _shapes(tmp_path / "used_stream.py", _STREAM, "Log")
    assert shapes["key"] == "str"
    assert shapes["_stream"] not in ("Any", "Log")


def test_what_stands_in_is_explored(tmp_path: Path) -> None:
    assert {path.result for path in explore(tmp_path, _STREAM)} == {"none", "some"}
