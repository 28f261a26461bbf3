"""An assertion that only one kind of input violates is violated in the smallest scope that has one.

A witness that lacks anything that the conditions need does not get there when it is replayed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from heapwise.api import Exploration, explore
from heapwise.engine.bounds import Bounds
from heapwise.heaps import registry
from heapwise.results import OutcomeKind
from tests.unit.engine.programs import tiny
from tests.unit.heaps.subjects import SUBJECTS


@pytest.mark.parametrize("strategy", registry.names())
@pytest.mark.parametrize("name", SUBJECTS)
def test_the_only_input_that_gets_there_is_found(name: str, strategy: str) -> None:
    source, objects = SUBJECTS[name]
    run = Exploration(tiny(source), strategy, Bounds(max_objects=objects))
    found = [path for path in run if path.outcome.kind is OutcomeKind.VIOLATED]
    assert found
    assert all(path.replayed for path in found)
    assert min(len(path.input.objects) for path in found) >= objects


@pytest.mark.parametrize("strategy", ["fieldmaps", "partition", "pose", "summary"])
def test_that_an_input_is_never_null_is_no_choice_of_a_path(strategy: str, tmp_path: Path) -> None:
    file = tmp_path / "nodes.py"
    file.write_text(
        "class Node:\n"
        "    def __init__(self, value: int) -> None:\n"
        "        self.value = value\n"
        "def read(one: Node, other: Node) -> int:\n"
        "    one.value = 1\n"
        "    return other.value\n"
    )
    run = explore(f"{file}:read", strategy=strategy)
    try:
        assert [path.condition for path in run] == ["true"]
    finally:
        run.close()
