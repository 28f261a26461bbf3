"""Parameters without a hint are objects of the module's classes that have the attributes used."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.frontends.python.program import parameters_of
from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import function_named

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
