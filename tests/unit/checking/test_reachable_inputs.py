"""A failure counts if its objects can be made: as they are written, or by public calls."""

from __future__ import annotations

import functools
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise.checking.check import CheckOptions, check
from heapwise.checking.suites import tests as made_tests
from heapwise.cli.app import app
from heapwise.frontends.test_options import TestOptions
from heapwise.results.checks import (
    BY_CALLS,
    DIRECT,
    UNSEEN,
    FunctionReport,
    report_from_json,
    report_to_json,
)
from heapwise.testgen import write_tests

TREE = """
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
        elif key < self.root.key:
            self.root.left = Node(key)
        else:
            self.root.right = Node(key)

    def with_both(self) -> int:
        if self.root is not None and self.root.left is not None and self.root.right is not None:
            return 1 // (self.size - 3)
        return 0

    def with_wrong_size(self) -> int:
        if self.root is None:
            return 1 // (self.size == 0)
        return 0

    def rounds(self) -> None:
        node = self.root
        while node is not None:
            node = node.left


def smallest(tree: Tree) -> int:
    return tree.root.key
"""


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("reachable") / "tree_of_nodes.py"
    file.write_text(TREE)
    return file


@functools.cache
def checked(file: Path, name: str, inputs: str = "reachable") -> FunctionReport:
    options = CheckOptions(seconds=20.0, max_objects=2, inputs=inputs, find_invariants=False)
    (report,) = check(f"{file}:{name}", options)
    return report


def test_calls_that_lead_to_the_failure_are_the_code_that_shows_it(tree: Path) -> None:
    report = checked(tree, "Tree.with_both")
    assert report.verdict == "violated"
    (finding,) = report.findings
    assert finding.built == BY_CALLS
    assert finding.replayed
    assert finding.snippet.count(".insert(") == 3
    assert "__new__" not in finding.snippet and ".size =" not in finding.snippet
    told: dict[str, object] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(tree.parent))
        with pytest.raises(ZeroDivisionError):
            exec(finding.snippet, told)


def test_what_no_calls_build_is_told_but_does_not_count(tree: Path) -> None:
    report = checked(tree, "Tree.with_wrong_size")
    assert report.verdict == "unreached"
    (finding,) = report.findings
    assert (finding.built, finding.counts) == (UNSEEN, False)
    assert finding.tried > 100
    assert report_from_json(report_to_json(report)).findings == report.findings


def test_any_input_counts_if_the_user_wants_so(tree: Path) -> None:
    report = checked(tree, "Tree.with_wrong_size", inputs="any")
    assert report.verdict == "violated"
    assert [finding.built for finding in report.findings] == [DIRECT]


def test_a_loop_over_a_cycle_that_cannot_be_made_does_not_count(tree: Path) -> None:
    (finding,) = checked(tree, "Tree.rounds").findings
    assert (finding.kind, finding.built) == ("endless", UNSEEN)


def test_other_failures_of_the_function_count_as_before(tree: Path) -> None:
    report = checked(tree, "smallest")
    assert report.verdict == "violated"
    assert [finding.built for finding in report.findings] == [DIRECT]


def test_the_command_says_so_and_exits_with_0(tree: Path) -> None:
    arguments = ["check", f"{tree}:Tree.with_wrong_size", "--max-objects", "2", "--no-cache"]
    arguments.append("--no-find-invariants")
    told = CliRunner().invoke(app, arguments)
    assert told.exit_code == 0
    assert "for objects that the public methods were not seen to build (" in told.stdout
    assert "calls tried)" in told.stdout
    assert CliRunner().invoke(app, [*arguments, "--inputs", "any"]).exit_code == 1
    assert CliRunner().invoke(app, [*arguments, "--inputs", "some"]).exit_code == 2


DIRECTLY = """
from __future__ import annotations
from dataclasses import dataclass


@dataclass
class Account:
    balance: int
    backup: Account | None = None

    def share(self) -> int:
        return 100 // self.balance


class Cell:
    def __init__(self, value: int) -> None:
        self.value = value
        self.next: Cell | None = None


class Counter:
    def __init__(self) -> None:
        self.count = 0

    def step(self) -> None:
        self.count += 1

    def per_step(self) -> int:
        return 10 // (self.count + 5)


def link(one: Cell, other: Cell) -> None:
    one.next = other


def value_after(cell: Cell) -> int:
    following = cell.next
    assert following is not cell
    return 0


class Link:
    def __init__(self, next: Link | None = None) -> None:
        self.next = next


def is_round(link: Link) -> int:
    return 1 // (link.next is not link)


@dataclass(frozen=True)
class Fixed:
    next: Fixed | None = None


def is_round_for_ever(fixed: Fixed) -> int:
    return 1 // (fixed.next is not fixed)


class Limited:
    def __init__(self) -> None:
        self.most = 0

    def rep_ok(self) -> bool:
        return self.most >= 0

    def rest(self) -> int:
        return 1 // (self.most - 7)
"""


@pytest.fixture(scope="module")
def directly(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("direct") / "made_directly.py"
    file.write_text(DIRECTLY)
    return file


@pytest.mark.parametrize(
    ("name", "built"),
    [
        pytest.param("Account.share", [DIRECT], id="the-constructor-takes-the-fields"),
        pytest.param("value_after", [DIRECT], id="the-module-assigns-the-field-from-outside"),
        pytest.param("is_round", [DIRECT], id="a-class-without-methods-is-assigned-to"),
        pytest.param("is_round_for_ever", [UNSEEN], id="unless-it-forbids-that"),
        pytest.param("Counter.per_step", [UNSEEN], id="only-the-class-assigns-the-field"),
        pytest.param("Limited.rest", [DIRECT], id="the-invariant-says-what-is-valid"),
    ],
)
def test_what_can_be_written_down_as_it_is_counts(
    directly: Path, name: str, built: list[str]
) -> None:
    assert [finding.built for finding in checked(directly, name).findings] == built


EFFECTS = """
import pathlib


class Log:
    def __init__(self) -> None:
        self._lines = 0
        self._ready = False

    def write(self) -> None:
        pathlib.Path({path!r}).write_text("written")
        self._lines += 1

    def wait(self) -> None:
        while True:
            pass

    def ready(self) -> None:
        self._ready = True

    def lines(self) -> int:
        return 1 // (self._lines == 0 or not self._ready)

    def asked(self) -> int:
        return 1 // (not self._ready)
"""


def test_calls_that_are_tried_have_no_effects_and_come_to_an_end(tmp_path: Path) -> None:
    file, other = tmp_path / "log_with_effects.py", tmp_path / "written.txt"
    file.write_text(EFFECTS.format(path=str(other)))
    (unseen,) = checked(file, "Log.lines").findings
    assert unseen.built == UNSEEN
    (found,) = checked(file, "Log.asked").findings
    assert found.built == BY_CALLS
    assert "log.ready(); log.asked()" in found.snippet
    assert not other.exists()


def test_tests_make_their_inputs_by_public_calls_and_leave_out_what_none_make(tree: Path) -> None:
    (found,) = made_tests(f"{tree}:Tree.with_both", TestOptions(max_objects=2))
    made = [case for case in found.cases if case.recipe is not None]
    assert made
    assert len(found.cases) + found.unreached <= len(
        next(
            iter(made_tests(f"{tree}:Tree.with_both", TestOptions(max_objects=2, inputs="any")))
        ).cases
    )
    text = write_tests(found.cases)
    assert "tree.insert(" in text
    assert "__new__" not in text and ".size = " not in text


def test_paths_of_objects_that_no_calls_make_get_no_test(tree: Path) -> None:
    options = TestOptions(max_objects=2, find_invariants=False)
    (found,) = made_tests(f"{tree}:Tree.with_wrong_size", options)
    assert found.unreached >= 1
    assert all(case.observed.exception is None for case in found.cases)


PATHS = """
from __future__ import annotations


class Stack:
    def __init__(self) -> None:
        self._size = 0
        self._top: int | None = None

    def push(self, x: int) -> None:
        self._top = x
        self._size += 1

    def check(self) -> bool:
        if self._top is None:
            assert self._size == 0
            return True
        return self._size > 1
"""


def test_explore_tells_which_calls_make_the_input_of_a_path(tmp_path: Path) -> None:
    file = tmp_path / "stacks.py"
    file.write_text(PATHS)
    arguments = ["explore", f"{file}:Stack.check"]
    assert CliRunner().invoke(app, arguments).exit_code == 1
    told = CliRunner().invoke(app, [*arguments, "--inputs", "reachable"])
    assert told.exit_code == 0
    assert "by public calls: from stacks import Stack; stack = Stack(); stack.push(" in told.stdout
    assert "for objects that the public methods were not seen to build (" in told.stdout
    assert CliRunner().invoke(app, [*arguments, "--inputs", "some"]).exit_code == 2


def test_other_languages_have_no_public_calls_to_look_for() -> None:
    told = CliRunner().invoke(app, ["explore", "examples/list.tiny", "--inputs", "reachable"])
    assert told.exit_code == 2
