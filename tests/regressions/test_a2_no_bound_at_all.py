"""`--max-length none --max-objects none` was read as 3 and 3."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest
from typer.testing import CliRunner

from heapwise import Bounds, InputError, explore
from heapwise.cli.app import app
from heapwise.cli.limits import Limits, bounds_of
from heapwise.frontends.loading import bounds_for
from heapwise.results import OutcomeKind

NODES = """\
from __future__ import annotations


class Node:
    next: Node | None


def long(node: Node | None) -> int:
    count = 0
    while node is not None:
        node = node.next
        count += 1
        if count == 6:
            return count
    return 0


def items(xs: list[int]) -> int:
    count = 0
    for x in xs:
        count += 1
        if count == 7:
            return count
    return 0


def keys(d: dict[str, int]) -> int:
    return 8 if len([key for key in d]) == 8 else 0
"""


HELD = """\
class Held:
    xs: list[int]

    def rep_ok(self) -> bool:
        return len(self.xs) == 2


def use(held: Held) -> int:
    return len(held.xs)
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "subject.py"
    path.write_text(NODES)
    return path


def test_what_is_not_said_is_not_what_is_unlimited() -> None:
    said = bounds_for("x.py:f", bounds_of(Limits(max_objects=["none"], max_length="none")))
    assert (said.max_objects, said.max_length) == (None, None)
    zero = bounds_for("x.py:f", bounds_of(Limits(max_objects=["0"], max_length="0")))
    assert (zero.max_objects, zero.max_length) == (None, None)
    default = bounds_for("x.py:f", bounds_of(Limits()))
    assert (default.max_objects, default.max_length) == (3, 3)
    half = bounds_for("x.py:f", bounds_of(Limits(max_objects=["2"], max_length="none")))
    assert (half.max_objects, half.max_length) == (2, None)
    java = bounds_for("app.jar:a.B.m", bounds_of(Limits(max_length="none")))
    assert (java.max_objects, java.max_length) == (3, None)


@pytest.mark.parametrize(("name", "wanted"), [("long", 6), ("items", 7), ("keys", 8)])
def test_nothing_is_cut_by_a_bound_that_nobody_set(module: Path, name: str, wanted: int) -> None:
    bounds = Bounds(unlimited=frozenset({"max_objects", "max_length"}))
    run = explore(f"{module}:{name}", bounds=bounds)
    found = []
    for leaf in islice(run.leaves(), 60):
        assert leaf.kind is OutcomeKind.RETURNED
        found.append(run.describe(leaf))
        if found[-1].outcome.value == wanted:
            break
    run.close()
    assert found[-1].outcome.value == wanted and found[-1].replayed


def test_a_scope_needs_a_length(module: Path) -> None:
    module.write_text(HELD)
    bounds = Bounds(unlimited=frozenset({"max_length"}))
    with pytest.raises(InputError, match="--max-length N"):
        explore(f"{module}:use", bounds=bounds, precondition="compiled")


def test_the_header_says_so(module: Path) -> None:
    options = ["--max-length", "none", "--max-objects", "none", "--max-paths", "3"]
    shown = CliRunner().invoke(app, ["explore", f"{module}:items", *options]).output
    assert "any number of objects" in shown and "containers of any length" in shown
