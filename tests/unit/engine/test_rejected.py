"""Paths that end and are not wanted: they are counted, told to who listens, and not handed out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.state import Leaf
from heapwise.heaps.registry import strategy_named
from heapwise.results.prefix import Prefix
from heapwise.solver import PathCondition, Verdict, default_solver
from heapwise.terms import Scalar, Term
from tests.unit.engine.programs import tiny


class Ends:
    """An observer that listens to ends only."""

    def __init__(self) -> None:
        self.ended_with: list[object] = []
        self.rejected_with: list[object] = []

    def forked(self, node: Prefix, ways: Sequence[Prefix]) -> None: ...

    def pruned(self, node: Prefix, way: Prefix, condition: Scalar) -> None: ...

    def ended(self, node: Prefix, leaf: Leaf[Any]) -> None:
        self.ended_with.append(leaf.value)

    def rejected(self, node: Prefix, leaf: Leaf[Any]) -> None:
        self.rejected_with.append(leaf.value)

    def queried(
        self, node: Prefix, path: PathCondition, condition: Term, verdict: Verdict
    ) -> None: ...


def test_a_path_that_is_not_wanted_is_told_and_not_handed_out() -> None:
    program = tiny("if (X0 < 0) then 1 else if (X0 < 5) then 2 else 3")
    heaps = strategy_named("fieldmaps")(program)
    explorer: Explorer[Any] = Explorer(
        program, heaps, default_solver(), Bounds(), accepts=lambda leaf: leaf.value != 2
    )
    explorer.observer = ends = Ends()
    found = {leaf.value for leaf in explorer.leaves()}
    assert found == {1, 3} == set(ends.ended_with)
    assert ends.rejected_with == [2]
    assert explorer.counts.paths == 2
