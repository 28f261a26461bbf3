"""Invariants that are found: kept, refuted by calls, not preserved, broken by one method alone."""

from __future__ import annotations

import functools
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

from heapwise.checking.effort import Effort
from heapwise.checking.invariant_search import FoundInvariant, InvariantSearch, find_invariant
from heapwise.cli.app import app
from heapwise.frontends.registry import claiming

SOURCE = """
from __future__ import annotations


class Node:
    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Node | None = None
        self.right: Node | None = None


class Tree:
    def __init__(self) -> None:
        self.root: Node | None = None
        self.size = 0

    def insert(self, key: int) -> None:
        self.size += 1
        if self.root is None:
            self.root = Node(key)
            return
        node = self.root
        while True:
            if key == node.key:
                self.size -= 1
                return
            following = node.left if key < node.key else node.right
            if following is None:
                if key < node.key:
                    node.left = Node(key)
                else:
                    node.right = Node(key)
                return
            node = following


class Cell:
    def __init__(self, next: Cell | None) -> None:
        self.next = next


class Leaky:
    def __init__(self) -> None:
        self.head: Cell | None = None
        self.size = 0

    def push(self) -> None:
        self.head = Cell(self.head)
        self.size += 1

    def pop(self) -> None:
        if self.head is not None:
            self.head = self.head.next
            self.size -= 1

    def drop(self) -> None:
        if self.head is not None:
            self.head = self.head.next


class Far:
    def __init__(self) -> None:
        self.count = 0

    def set(self, count: int) -> None:
        if count > 1000 or count >= 0:
            self.count = count
        if count == 123456:
            self.count = -1
"""


@pytest.fixture(scope="module")
def module(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("invariants") / "with_invariants.py"
    file.write_text(SOURCE)
    return file


@functools.cache
def found(file: Path, name: str) -> FoundInvariant:
    return find_invariant(f"{file}:{name}", most=2, seconds=20.0)


def test_the_invariant_of_a_search_tree_is_found(module: Path) -> None:
    tree = found(module, "Tree")
    walk = "from self.root along left and right: a tree"
    assert tree.kept == [
        walk,
        f"self.size == number of nodes ({walk})",
        f"key is strictly in order: left before right ({walk})",
    ]
    assert (tree.scope, tree.open_methods) == (2, [])
    assert any("tree.insert(0)" in calls for calls in tree.refuted.values())


def test_what_is_printed_is_a_method_that_holds_of_objects_and_of_no_others(module: Path) -> None:
    space: dict[str, object] = {}
    exec(SOURCE + "\n" + found(module, "Tree").text, space)
    rep_ok, tree_class, node_class = space["rep_ok"], space["Tree"], space["Node"]
    assert callable(rep_ok) and callable(tree_class) and callable(node_class)
    tree = tree_class()
    for key in (5, 2, 8, 2, 6):
        tree.insert(key)
        assert rep_ok(tree)
    tree.root.left.left = tree.root
    assert not rep_ok(tree)
    tree.root.left.left = node_class(9)
    tree.size = 5
    assert not rep_ok(tree)


def test_a_method_that_alone_breaks_a_count_is_told(module: Path) -> None:
    leaky = found(module, "Leaky")
    assert [(method, text.partition(" (")[0]) for method, text, _ in leaky.breaks] == [
        ("drop", "self.size == number of nodes")
    ]
    assert leaky.breaks[0][2].endswith("leaky.push(); leaky.drop()")


def test_the_only_method_that_adds_nodes_breaks_nothing_alone(tmp_path: Path) -> None:
    file = tmp_path / "stacks.py"
    file.write_text(
        "from __future__ import annotations\n"
        "class Node:\n"
        "    def __init__(self, key: int, next: Node | None) -> None:\n"
        "        self.key = key\n        self.next = next\n"
        "class Stack:\n"
        "    def __init__(self) -> None:\n"
        "        self.first: Node | None = None\n        self.looked = 0\n"
        "    def push(self, key: int) -> None:\n"
        "        self.first = Node(key, self.first)\n"
        "    def look(self) -> int:\n"
        "        self.looked += 1\n        return self.looked\n"
    )
    stack = find_invariant(f"{file}:Stack", most=1, seconds=20.0)
    assert any("ascending along next" in text for text in stack.refuted)
    assert stack.breaks == []


TOGETHER = """
class Window:
    def __init__(self, most: int) -> None:
        if most < 1:
            raise ValueError
        self.most = most
        self.items: list[int] = []
        self.total = 0

    def add(self, x: int) -> None:
        self.items.append(x)
        self.total += x
        if len(self.items) > self.most:
            self.total -= self.items.pop(0)

    def drop(self) -> None:
        if len(self.items) > 1:
            self.items.pop()


class Pool:
    def __init__(self, n: int) -> None:
        if n < 0:
            raise ValueError
        self.capacity = n
        self.free: list[int] = list(range(n))
        self.used: list[int] = []

    def take(self) -> None:
        if self.free:
            self.used.append(self.free.pop())

    def give(self) -> None:
        if self.used:
            self.free.append(self.used.pop())


class Door:
    def __init__(self) -> None:
        self.is_open = False
        self.holder: str | None = None

    def open(self, who: str) -> None:
        self.is_open, self.holder = True, who

    def close(self) -> None:
        self.is_open, self.holder = False, None

    def force(self) -> None:
        self.is_open = True
"""


@pytest.mark.parametrize(
    ("name", "kept", "breaks"),
    [
        ("Window", "len(self.items) <= self.most", [("drop", "self.total == sum(self.items)")]),
        # That `take` alone changes the lengths says nothing: without it, nobody else does.
        ("Pool", "self.capacity == len(self.free) + len(self.used)", []),
        (
            "Door",
            "self.is_open or self.holder is None",
            [("force", "self.is_open != (self.holder is None)")],
        ),
    ],
)
def test_what_changes_together_is_kept_or_broken_by_one_method(
    tmp_path: Path, name: str, kept: str, breaks: list[tuple[str, str]]
) -> None:
    file = tmp_path / "together.py"
    file.write_text(TOGETHER)
    found = find_invariant(f"{file}:{name}", most=2, seconds=1200.0)
    assert kept in found.kept
    assert [(method, text) for method, text, _ in found.breaks] == breaks


def test_what_no_calls_refute_the_engine_does(module: Path) -> None:
    far = found(module, "Far")
    assert "self.count >= 0" not in far.kept
    assert far.dropped["self.count >= 0"] == "Far.set"


def test_the_command_prints_it(module: Path) -> None:
    told = CliRunner().invoke(app, ["invariants", f"{module}:Far", "--max-objects", "1"])
    assert told.exit_code == 0
    assert "not preserved by Far.set: self.count >= 0" in told.stdout
    assert CliRunner().invoke(app, ["invariants", str(module)]).exit_code == 2


# ---------------------------------------------------------------------------- effort


def _with(file: Path, name: str, effort: Effort) -> tuple[int, list[str]]:
    with closing(claiming(f"{file}:{name}").invariant_trial(f"{file}:{name}")) as trial:
        found = InvariantSearch(trial, effort).run(2)
    return found.scope, found.kept


def test_a_search_ends_after_the_same_steps_whatever_the_clock_says(
    module: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = []
    for hurry in (1, 20):
        ticks = time.process_time
        monkeypatch.setattr(
            "heapwise.checking.effort.time",
            SimpleNamespace(process_time=lambda ticks=ticks, hurry=hurry: hurry * ticks()),
        )
        few, many = Effort(10_000.0, 200), Effort(10_000.0, 20_000)
        seen.append((_with(module, "Far", few), _with(module, "Far", many)))
        assert few.is_up and not many.is_up
        assert not (few.overdue or many.overdue)
    assert seen[0] == seen[1]
    assert seen[0][0] != seen[0][1]


def test_what_ends_by_the_clock_is_overdue_if_steps_were_to_end_it(module: Path) -> None:
    effort = Effort(0.0, 20_000)
    assert _with(module, "Far", effort)[0] == 0
    assert effort.overdue
    by_time = Effort(0.0)
    assert _with(module, "Far", by_time)[0] == 0
    assert not by_time.overdue


class _Interrupted(InvariantSearch):
    """Out of steps with two objects, after something was dropped."""

    def _is_inductive(self, scope: int) -> bool:
        if scope == 1:
            return super()._is_inductive(scope)
        self._drop({self._kept[0]})
        return False


def test_what_is_left_in_the_middle_of_dropping_is_not_said_to_be_kept(module: Path) -> None:
    with closing(claiming(f"{module}:Tree").invariant_trial(f"{module}:Tree")) as trial:
        assert _Interrupted(trial, Effort(20.0)).run(2).scope == 0
