"""Functions without hints: types from docstrings, defaults, calls, and runs of the tests."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from heapwise.checking.check import CheckOptions, check
from heapwise.frontends.python.program import parameters_of
from heapwise.frontends.python.source.modules import load_file
from heapwise.frontends.python.typing.documented_types import documented_type
from heapwise.frontends.python.typing.functions import function_named
from heapwise.results.checks import FunctionReport

SOURCE = """
class Point:
    def __init__(self, x, y=0):
        self.x, self.y = x, y

    def moved(self, other):
        return other.x


def documented(n, names, who=None):
    '''
    :param int n: how many
    :param names: of whom
    :type names: list of str
    :type who: Point
    '''


def by_default(flag=False, items=(), text="a", nothing=None):
    pass


def called_below(point):
    return point


def caller():
    return called_below(Point(1))


def anything(x):
    return x
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("hints") / "without_hints.py"
    file.write_text(SOURCE)
    return file


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("documented", {"n": "int", "names": "list[str]", "who": "Point | None"}),
        (
            "by_default",
            {"flag": "bool", "items": "tuple[Any, ...]", "text": "str", "nothing": "Any | None"},
        ),
        ("called_below", {"point": "Point"}),
        ("anything", {"x": "Any"}),
        ("Point.moved", {"self": "Point", "other": "Point"}),
    ],
)
def test_what_has_no_hint_is_told_elsewhere_or_may_be_anything(
    module: Path, name: str, expected: dict[str, str]
) -> None:
    found = parameters_of(function_named(load_file(module), name))
    assert {key: str(shape) for key, shape in found.items()} == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (":param int key: the key", "int"),
        (":type key: str, optional", "str | None"),
        ("Args:\n    key (list of int): the keys", "list[int]"),
        ("    key : int or None\n        The key.", "int | None"),
        (":param key: the key of the item", None),
        ("key (whatever it may be): …", None),
    ],
)
def test_docstrings_tell_types_in_three_notations(text: str, expected: str | None) -> None:
    assert documented_type(text, "key") == expected


def _reports(file: Path) -> dict[str, FunctionReport]:
    return {each.name: each for each in check(file, CheckOptions(seconds=5.0, max_objects=2))}


SHOP = """
class Item:
    def __init__(self, price):
        self.price = price


class Shelf:
    def __init__(self, items):
        self.items = items

    def cheapest(self):
        return min(item.price for item in self.items)
"""

RUN = """
from stock_of_items import Item, Shelf

assert Shelf([Item(3), Item(4)]).cheapest() == 3
"""


def test_types_that_runs_have_shown_are_used(tmp_path: Path) -> None:
    file = tmp_path / "stock_of_items.py"
    file.write_text(SHOP)
    (tmp_path / "run.py").write_text(RUN)
    command = [sys.executable, "-m", "heapwise", "learn", "--", sys.executable, "run.py"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "types of 2 parameters and 2 fields" in told.stdout
    learned = json.loads((tmp_path / ".heapwise" / "types.json").read_text())
    assert learned["functions"]["stock_of_items.py:Item.__init__"] == {"price": "int"}
    assert learned["fields"]["stock_of_items.Shelf"] == {"items": "list[stock_of_items.Item]"}
    reports = _reports(file)
    assert reports["Item.__init__"].account.approximations == ("`price` as runs have shown it",)
    (finding,) = reports["Shelf.cheapest"].findings
    assert finding.unless == "len(self.items) > 0"
    assert not reports["Shelf.cheapest"].account.unsupported
