"""A bound on depth is also one on the distinct indexes of an input array, under every strategy."""

from __future__ import annotations

import pytest

from heapwise.api import Exploration
from heapwise.engine.bounds import Bounds
from heapwise.heaps import registry
from heapwise.results import OutcomeKind
from tests.unit.engine.programs import tiny
from tests.unit.heaps.subjects import method

TWO = method(
    "int[] a, int i, int j",
    "Y0, X0, X1",
    "if ((a [ i ]) = 5) then if (i = j) then 1 else (a [ j ]) else 2",
)
NEW = method("int i, int j", "X0, X1", "let a := (new int [ 3 ]) in ((a [ i ]) + (a [ j ]))")


def ends(source: str, strategy: str, depth: int) -> dict[str, int]:
    found: dict[str, int] = {}
    for path in Exploration(tiny(source), strategy, Bounds(max_depth=depth)):
        assert path.replayed or path.outcome.kind is OutcomeKind.BOUNDED
        key = path.outcome.kind.value
        found[key] = found.get(key, 0) + 1
    return found


@pytest.mark.parametrize("strategy", registry.names())
def test_another_index_of_an_input_is_cut(strategy: str) -> None:
    one, two = ends(TWO, strategy, 1), ends(TWO, strategy, 2)
    assert two["returned"] == one["returned"] + 1
    assert "bounded" not in two and one["bounded"] >= 1
    assert one["raised"] == two["raised"]


@pytest.mark.parametrize("strategy", registry.names())
def test_indexes_of_a_new_array_are_not_counted(strategy: str) -> None:
    assert "bounded" not in ends(NEW, strategy, 1)
