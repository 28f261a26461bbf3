"""Law 2: heaps are values. A strategy changes no heap that it has been given or has handed out,
and remembers nothing that one path could do to another. That no operation changes a heap is checked
in `test_partition`, on the same runs as law 1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from checks.every import every, in_turn
from checks.programs import NAMES, lowered
from checks.runs import UNLIMITED, explored
from checks.strategies import STRATEGIES
from checks.unchanged import IsolationCheck, contents
from checks.watch import Cases, watch
from heapwise.api import Exploration
from heapwise.engine.choices import PathContext
from heapwise.heaps import registry


def strategies_of(name: str) -> list[str]:
    return in_turn(STRATEGIES, 2, name)


@every("strategy", strategies_of)
@pytest.mark.parametrize("name", NAMES)
def test_the_order_of_exploration_changes_no_path(name: str, strategy: str) -> None:
    breadth_first = Exploration(lowered(name), strategy, UNLIMITED.bounds(), search="bfs")
    found = Counter((path.outcome.kind, tuple(path.trace)) for path in breadth_first)
    depth_first = [path.result for path in explored(name, strategy)]
    assert found == Counter((path.outcome.kind, tuple(path.trace)) for path in depth_first)


@every("strategy", STRATEGIES)
def test_looking_at_a_path_changes_no_heap(strategy: str) -> None:
    run = Exploration(lowered("write_through_choice"), strategy, UNLIMITED.bounds())
    for leaf in run.leaves():
        before = contents(leaf.heap)
        run.describe(leaf)
        assert contents(leaf.heap) == before


def test_a_heap_that_is_changed_is_noticed() -> None:
    check = IsolationCheck()
    program = lowered("swap_links")
    strategy = registry.create(registry.DEFAULT, program)
    shared: dict[str, int] = {}

    def careless(
        operation: str,
        cx: PathContext,
        heap: object,
        arguments: tuple[Any, ...],
        perform: Callable[[], Cases],
    ) -> Cases:
        """Every heap holds the same dictionary, and every operation writes to it."""

        def write() -> Cases:
            shared[operation] = len(shared)
            return [case._replace(heap=(case.heap, shared)) for case in perform()]

        given = (heap, shared)
        cases = check(operation, cx, given, arguments, write)
        return [case._replace(heap=case.heap[0]) for case in cases]

    watch(program, strategy, careless, UNLIMITED.bounds())
    check.finish()
    assert any("changed the heap it was given" in each for each in check.violations)
    assert any("was changed later" in each for each in check.violations)
