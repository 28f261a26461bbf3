"""Law 1: the guards of every heap operation are disjoint and exhaustive, for every strategy. On the
same runs law 2 is checked: no operation changes a heap (`test_isolation` has the rest of it)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import pytest

from checks.every import every, in_turn
from checks.partition import PartitionCheck, Verdicts
from checks.programs import HIERARCHIES, NAMES, lowered
from checks.runs import UNLIMITED, Limits
from checks.strategies import STRATEGIES
from checks.unchanged import IsolationCheck
from checks.watch import Cases, both, watch
from heapwise.engine.choices import PathContext
from heapwise.heaps import registry
from heapwise.terms import not_, symbol
from heapwise.terms.sorts import BOOL

TIGHT = Limits(max_objects=2, max_depth=1)


def limits_of(name: str, strategy: str) -> list[Limits]:
    """Tight bounds for the programs that are about them; of the others, for two strategies each."""
    is_tight = name in HIERARCHIES or strategy in in_turn(STRATEGIES, 2, name)
    return [UNLIMITED, TIGHT] if is_tight else [UNLIMITED]


@lru_cache(maxsize=1)
def verdicts_on(name: str) -> Verdicts:
    return {}


@every("strategy", STRATEGIES)
@every("limits", limits_of)
@pytest.mark.parametrize("name", [*NAMES, *HIERARCHIES])
def test_guards_are_disjoint_and_exhaustive_and_no_heap_is_changed(
    name: str, strategy: str, limits: Limits
) -> None:
    partition, isolation = PartitionCheck(lowered(name), verdicts_on(name)), IsolationCheck()
    inner = registry.create(strategy, lowered(name))
    watch(lowered(name), inner, both(isolation, partition), limits.bounds())
    isolation.finish()
    assert partition.violations == []
    assert isolation.violations == []


@every("strategy", STRATEGIES)
def test_there_is_something_to_judge(strategy: str) -> None:
    check = PartitionCheck(lowered("write_two_steps_away"))
    program = lowered("write_two_steps_away")
    watch(program, registry.create(strategy, program), check, UNLIMITED.bounds())
    assert check.judged > 0


def without_the_first(cases: Cases) -> Cases:
    return cases[1:]


def with_the_last_twice(cases: Cases) -> Cases:
    return [*cases, cases[-1]]


def with_a_choice_of_its_own(cases: Cases) -> Cases:
    return [case._replace(guard=not_(symbol("X9", BOOL))) for case in cases]


@pytest.mark.parametrize(
    ("spoil", "complaint"),
    [
        (without_the_first, "no guard may hold"),
        (with_the_last_twice, "two guards hold at once"),
        (with_a_choice_of_its_own, "no guard may hold"),
    ],
)
@every("strategy", STRATEGIES)
def test_a_strategy_that_breaks_the_law_is_caught(
    strategy: str, spoil: Callable[[Cases], Cases], complaint: str
) -> None:
    program = lowered("null_receiver")
    check = PartitionCheck(program)

    def spoiled(
        operation: str,
        cx: PathContext,
        heap: object,
        arguments: tuple[Any, ...],
        perform: Callable[[], Cases],
    ) -> Cases:
        """Show the check a spoiled answer, and let the run go on with the right one."""
        cases = perform()
        if len(cases) > 1:
            check(operation, cx, heap, arguments, lambda: spoil(cases))
        return cases

    watch(program, registry.create(strategy, program), spoiled, UNLIMITED.bounds())
    assert any(complaint in violation for violation in check.violations)
