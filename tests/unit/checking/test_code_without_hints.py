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
from heapwise.frontends.python.typing.fields import fields_of
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


def documented_function(key, stop=None):
    '''
    :param callable key: how to sort
    :param stop: function that says where to stop
    '''


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
        ("documented_function", {"key": "Callable", "stop": "Callable | None"}),
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
        ("Keyword Args:\n    key: function called with every item", "typing.Callable"),
        (":param key: an optional callable that says how to sort", "typing.Callable"),
        ("    key: function name to look for", None),
        ("    keys: function called with every item", None),
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


USES = """
from itertools import islice


def called(f, x):
    return f(x)


def passed_to_the_library(n, seq):
    return list(islice(seq, n))


def passed_on(rows):
    return called_on_each(len, rows)


def called_on_each(f, rows):
    return [f(row) for row in rows]


def keyed(table, key):
    return table[key]


def asked_for(x):
    return x.lower() if isinstance(x, str) else x


def at_default(x, turn=abs, scale=1):
    return turn(x) * scale


class Keeper:
    def __init__(self, key):
        self.key = key

    def of(self, x):
        return self.key(x)


class Slotted:
    __slots__ = ("a",)
    shared: "Slotted"

    def __init__(self, a: int) -> None:
        self.a = a


def doubled(hex):
    if isinstance(hex, bytes):
        hex = hex.decode("latin-1")
    return hex.startswith("0x")


def none_left(items):
    best = None
    for item in items:
        best = item
    return best + 1


class Box:
    def __init__(self, items: list[int]) -> None:
        self.items = items

    def __getitem__(self, i: int) -> int:
        return self.items[i]

    def __truediv__(self, n: int) -> float:
        return 1 / n

    def item(self, i: int) -> int:
        return self.items[i]
"""


@pytest.fixture(scope="module")
def uses(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("uses") / "uses.py"
    file.write_text(USES)
    return file


@pytest.mark.parametrize(
    ("name", "shapes"),
    [
        ("called", {"f": "Callable", "x": "Any"}),
        ("passed_to_the_library", {"n": "int", "seq": "list[Any]"}),
        ("passed_on", {"rows": "list[Any]"}),
        ("called_on_each", {"f": "Callable", "rows": "list[Any]"}),
        ("keyed", {"table": "dict[Any, Any]", "key": "Any"}),
        ("asked_for", {"x": "str"}),
        ("at_default", {"x": "Any", "scale": "int"}),
        ("Keeper.__init__", {"key": "Callable"}),
    ],
)
def test_what_a_body_does_with_a_parameter_tells_what_it_is(
    uses: Path, name: str, shapes: dict[str, str]
) -> None:
    found = parameters_of(function_named(load_file(uses), name))
    assert {each: str(shape) for each, shape in found.items()} == shapes


def test_a_function_that_is_a_default_is_no_input_and_replays_leave_it_out(uses: Path) -> None:
    (report,) = check(f"{uses}:at_default", CheckOptions(max_objects=1))
    assert report.verdict.value in ("proved", "clean"), report.account
    assert "`turn` left at its default" in report.account.approximations


def test_the_verdict_names_fields_that_were_guessed(uses: Path) -> None:
    (report,) = check(f"{uses}:Keeper.of", CheckOptions(max_objects=1))
    assert "fields of Keeper as the code uses them" in report.account.approximations
    assert report.verdict.value == "clean"


def test_a_class_with_slots_has_no_other_fields(uses: Path) -> None:
    cls = vars(load_file(uses).module)["Slotted"]
    assert list(fields_of(cls)) == ["a"]


def test_types_that_nobody_declared_are_what_a_function_asks_for(uses: Path) -> None:
    (report,) = check(f"{uses}:doubled", CheckOptions(max_objects=1))
    assert not report.findings
    for needed, finding in report.needs.items():
        assert needed.startswith("`hex` must not be of type")
        assert "AttributeError" in finding.message


def test_none_that_the_function_made_is_its_own_fault(uses: Path) -> None:
    (report,) = check(f"{uses}:none_left", CheckOptions(max_objects=2))
    (finding,) = report.findings
    assert "NoneType" in finding.message
    assert finding.unless == "len(items) > 0"


@pytest.mark.parametrize(
    ("name", "count"), [("Box.__getitem__", 0), ("Box.__truediv__", 0), ("Box.item", 1)]
)
def test_what_protocols_of_python_raise_is_wanted(uses: Path, name: str, count: int) -> None:
    (report,) = check(f"{uses}:{name}", CheckOptions(max_objects=2))
    assert len(report.findings) == count


def test_calls_that_bring_another_type_where_nobody_has_declared_one_tell_what_is_needed(
    tmp_path: Path,
) -> None:
    path = tmp_path / "words.py"
    path.write_text(
        "class Node:\n"
        "    def __init__(self, key):\n"
        "        self.key = key\n"
        "    def free(self):\n"
        "        self.key = None\n"
        "class Words:\n"
        "    def __init__(self):\n"
        "        self._last = None\n"
        "    def put(self, key):\n"
        "        self._last = Node(key)\n"
        "    def is_before(self, key):\n"
        "        return self._last is not None and self._last.key <= key\n",
        encoding="utf-8",
    )
    found = {each.name: each for each in check(str(path), CheckOptions(seconds=1200))}
    assert not [each for each in found["Words.is_before"].findings if each.counts]


CHAIN = """
class Node:
    def __init__(self, key):
        self.key = key
        self._next = None
    def put(self, node):
        self._next = node
    def spoil(self):
        self._next = self
    def depth(self):
        return 1 + self._next.depth() if self._next is not None else 1
"""


def _depth_of(folder: Path, source: str) -> FunctionReport:
    path = folder / "chains.py"
    path.write_text(source, encoding="utf-8")
    (found,) = check(f"{path}:Node.depth", CheckOptions(seconds=1200, max_objects=2))
    return found


def test_a_circle_that_the_caller_closes_is_told_as_what_is_needed(tmp_path: Path) -> None:
    found = _depth_of(tmp_path, CHAIN.replace("        self._next = self\n", "        pass\n"))
    assert not found.findings
    assert list(found.needs) == ["`Node._next` must not lead back to its object"]


def test_a_circle_that_a_method_closes_is_a_finding(tmp_path: Path) -> None:
    (finding,) = _depth_of(
        tmp_path,
        CHAIN.replace("def put(self, node)", "def put(self)").replace("self._next = node", "pass"),
    ).findings
    assert finding.counts and finding.message.startswith("RecursionError")
