"""An invariant that collects what it meets by a recursive function, and looks for no circles."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.checking.check import check
from heapwise.checking.check_options import CheckOptions
from heapwise.results import Verdict
from heapwise.results.checks import FunctionReport

SOURCE = """
from __future__ import annotations


class Node:
    key: int
    left: Node | None
    right: Node | None


class Tree:
    root: Node | None

    def keys(self) -> list[int]:
        found: list[int] = []

        def collect(node: Node | None) -> None:
            if node is not None:
                collect(node.left)
                found.append(node.key)
                collect(node.right)

        collect(self.root)
        return found

    def rep_ok(self) -> bool:
        keys = self.keys()
        return all(keys[i] < keys[i + 1] for i in range(len(keys) - 1))

    def has(self, key: int) -> bool:
        \"\"\"post: __return__ == (key in self.keys())\"\"\"
        at = self.root
        while at is not None and at.key != key:
            at = at.left if key < at.key else at.right
        return at is not None

    def drop_least(self) -> None:
        \"\"\"post: self.keys() == __old__.self.keys()[1:]\"\"\"
        above, at = None, self.root
        while at is not None and at.left is not None:
            above, at = at, at.left
        if above is not None:
            above.left = None  # what is to the right of the least is lost
        elif at is not None:
            self.root = at.right

    def turn(self) -> None:
        if self.root is not None:
            self.root.right = self.root
"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("usual") / "trees.py"
    found.write_text(SOURCE)
    return found


def checked(file: Path, name: str, count: int, engine: str) -> FunctionReport:
    (report,) = check(f"{file}:Tree.{name}", CheckOptions(60.0, count, engine=engine))
    return report


def test_that_an_invariant_has_no_end_is_no_failure(file: Path) -> None:
    assert not checked(file, "drop_least", 2, "paths").findings


def test_it_is_proved_but_for_circles_which_is_told(file: Path) -> None:
    report = checked(file, "has", 3, "merged")
    assert (report.verdict, report.engine, report.unmerged) == (Verdict.CLEAN, "merged", "")
    assert "`collect` does not call itself in a circle" in report.account.limits["circles"]


def test_a_failure_that_needs_three_nodes_is_found(file: Path) -> None:
    (finding,) = checked(file, "drop_least", 3, "merged").findings
    assert finding.replayed and finding.objects == 4


def test_circles_that_a_function_makes_are_not_left_out(file: Path) -> None:
    """What inputs look like is known of what is promised, and nothing else: nothing is proved."""
    report = checked(file, "turn", 1, "merged")
    assert report.engine == "paths" and "nested" in report.unmerged
