"""Parameters without a hint are objects of the module's classes that have the attributes used."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.frontends.python.program import parameters_of
from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import function_named, functions_of, name_of

_TREES = """
from collections import namedtuple

Pair = namedtuple("Pair", "low high")

class TreeNode:
    def __init__(self, val, left=None, right=None):
        self.val = val
        self.left = left
        self.right = right

class Leaf:
    def __init__(self, val):
        self.val = val

class Failed(Exception):
    val = left = right = None

def total(node):
    return node.val + total(node.left) + total(node.right)

def depth(node):
    return 0 if node is None else 1 + max(depth(node.left), depth(node.right))

def rightmost(node):
    while node.right:
        node = node.right
    return node.val

def either(thing):
    return thing.val

def other(node):
    node = node[0]
    return node.val

def text(node):
    return node.strip()

def edges(graph):
    return [(v, w) for v in graph for w in graph[v]]

def price(prices, names):
    return sum(prices[name] for name in names)
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("trees") / "trees.py"
    path.write_text(_TREES)
    return path


@pytest.mark.parametrize(
    ("function", "told"),
    [
        ("rightmost", {"node": "TreeNode"}),
        ("depth", {"node": "TreeNode | None"}),
        ("total", {"node": "TreeNode"}),
        ("either", {"thing": "TreeNode | Leaf"}),
        ("other", {"node": "list[Any]"}),
        ("text", {"node": "str"}),
        ("edges", {"graph": "dict[Any, list[Any]]"}),
        ("price", {"prices": "dict[Any, Any]", "names": "list[Any]"}),
    ],
)
def test_a_parameter_is_what_the_body_uses(
    module: Path, function: str, told: dict[str, str]
) -> None:
    shapes = parameters_of(function_named(load_file(module), function))
    assert {name: str(shape) for name, shape in shapes.items()} == told


def test_what_is_passed_on_or_gone_on_to_is_of_the_same_class(module: Path) -> None:
    loaded = vars(load_file(module).module)
    fields = fields_of(loaded["TreeNode"])
    assert str(fields["left"].shape) == str(fields["right"].shape) == "TreeNode | None"
    assert str(fields_of(loaded["Pair"])["low"].shape) == "Any"


def test_what_fails_for_every_object_is_a_finding(module: Path) -> None:
    (report,) = check(f"{module}:total", CheckOptions(seconds=1200, max_objects=2))
    assert "AttributeError: 'NoneType' object has no attribute 'val'" in {
        finding.message for finding in report.possible
    }


def test_a_text_of_what_a_view_looks_at_ends_one_path_alone(tmp_path: Path) -> None:
    path = tmp_path / "refusing.py"
    path.write_text(
        "class Odd:\n    def __repr__(self):\n        return 'odd'\n\n"
        "def refuse(**more):\n    if more:\n        raise TypeError('%r' % more.keys())\n"
        "    return 1\n"
    )
    (report,) = check(f"{path}:refuse", CheckOptions(seconds=1200, max_objects=2))
    assert [what for what, _ in report.account.unsupported] == [
        "the text of a dict_keys of what has one of its own"
    ]


_LINKED = """
class Linked:
    @property
    def parent(self):
        return self.__parent

    @parent.setter
    def parent(self, value):
        self.__check(value)
        self.__attach(value)

    def __check(self, node):
        if any(each is self for each in node.way_up()):
            raise ValueError("a circle")

    def __attach(self, above):
        if above is not None:
            kids = above.__kids_or_none()
            kids.append(self)
            above.notes.append(1)
            self.__parent = above

    def __kids_or_none(self):
        if not hasattr(self, "_Linked__kids"):
            self.__kids = []
        return self.__kids

    @property
    def notes(self):
        if not hasattr(self, "_notes"):
            self._notes = []
        return self._notes

    def way_up(self):
        return [self]
"""


def test_a_private_name_tells_the_class_that_the_code_stands_in(tmp_path: Path) -> None:
    path = tmp_path / "linked.py"
    path.write_text(_LINKED)
    loaded = load_file(path)
    fields = fields_of(vars(loaded.module)["Linked"])
    assert str(fields["_Linked__parent"].shape) == "Linked | None"
    named = {name_of(info): info for info in functions_of(loaded)}
    assert str(parameters_of(named["Linked.parent.setter"])["value"]) == "Linked"


def test_what_a_method_or_a_property_gives_is_the_field_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "linked.py"
    path.write_text(_LINKED)
    fields = fields_of(vars(load_file(path).module)["Linked"])
    assert str(fields["_Linked__kids"].shape) == "list[Linked]"
    assert str(fields["_notes"].shape) == "list[int]"


def test_a_class_of_the_package_that_has_all_attributes_is_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "meant_package"
    folder.mkdir()
    (folder / "__init__.py").write_text("from .nodes import Node, Other\n")
    (folder / "nodes.py").write_text(
        "class Node:\n"
        "    @property\n    def path(self):\n        return (self,)\n"
        "    @property\n    def root(self):\n        return self\n"
        "class Other:\n    path = ()\n"
    )
    (folder / "walking.py").write_text(
        "def walk(start):\n    return start.path, start.root\n"
        "def one(start):\n    return start.path\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    loaded = load_file(folder / "walking.py")
    assert str(parameters_of(function_named(loaded, "walk"))["start"]) == "Node"
    assert "With__path" in str(parameters_of(function_named(loaded, "one"))["start"])
