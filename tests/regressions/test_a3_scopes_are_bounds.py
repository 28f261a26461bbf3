"""The scope of a technique is a bound like the others: named, and the run is not exhaustive."""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise import explore
from heapwise.engine.bounds import Bounds

SOURCE = """
from __future__ import annotations


class Sized:
    next: Sized | None
    size: int

    def rep_ok(self) -> bool:
        length, node, seen = 0, self.next, {self}
        while node is not None:
            if node in seen:
                return False
            seen.add(node)
            length += 1
            node = node.next
        return length == self.size


def seven(sized: Sized) -> str:
    return "seven" if sized.size == 7 else "other"


class Number:
    value: int

    def rep_ok(self) -> bool:
        return self.value > 1000


def big(number: Number) -> str:
    return "big" if number.value > 5000 else "small"
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "scopes.py"
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_a_compiled_scope_that_leaves_inputs_out_is_told(module: Path) -> None:
    run = explore(f"{module}:seven", precondition="compiled", bounds=Bounds(max_objects=3))
    summary = run.count()
    assert not summary.exhaustive
    assert summary.verdict == "clean"
    assert summary.account.limits == {"scope": "at most 3 objects of Sized"}


def test_a_large_scope_reaches_what_a_small_one_left_out(module: Path) -> None:
    run = explore(f"{module}:seven", precondition="compiled", bounds=Bounds(max_objects=8))
    assert {path.outcome.value for path in run} == {"seven", "other"}


def test_a_scope_that_has_all_objects_there_are_is_no_limit(module: Path) -> None:
    summary = explore(f"{module}:big", precondition="compiled").count()
    assert summary.exhaustive and summary.verdict == "proved"
    assert summary.counts.paths == 2


def test_the_few_integers_that_symsolve_tries_are_told(module: Path) -> None:
    summary = explore(f"{module}:big", precondition="symsolve").count()
    assert summary.counts.paths == 0
    assert not summary.exhaustive
    assert summary.account.limits["values"] == "integers from 0 to 3 in fields"


def test_restricted_shapes_are_told(module: Path) -> None:
    summary = explore(f"{module}:seven", precondition="none", shapes="tree").count()
    assert summary.account.limits == {"shapes": "no cycles and no sharing"}
    assert summary.verdict == "clean"
