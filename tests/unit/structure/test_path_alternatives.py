"""Which alternatives of a value are left on a path, by what is refuted there."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path
from typing import Any, cast

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import PathContext
from heapwise.frontends.tiny import load_program
from heapwise.heaps.shared.cells import field_kind
from heapwise.program import Program
from heapwise.solver import Kind, PathCondition, default_solver
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.guarded import Names, Table, Tables
from heapwise.structure.formula.path_alternatives import PathAlternatives
from heapwise.structure.formula.symmetry import LeastNumberRule
from heapwise.structure.run.compiled_solver import roots_of, scope_of
from heapwise.terms import BOOL, NULL, Scalar, Term, and_, not_, subterms, symbol

LIST = Path(__file__).parents[2] / "programs_compiled" / "sorted_list.tiny"


class Refuting:
    """Knows the guards that can hold: what is about none of them is refuted."""

    def __init__(self) -> None:
        self.possible: list[Scalar] = []

    def __call__(self, path: PathCondition, *conditions: Scalar, hard: bool = False) -> bool:
        return any(self._cannot_be(condition) for condition in conditions)

    def _cannot_be(self, condition: Scalar) -> bool:
        parts = set(subterms(condition)) if isinstance(condition, Term) else {condition}
        return not any(guard in parts for guard in self.possible)


class Counting:
    """In place of the rule: every number counts objects, of which there are so many."""

    def __init__(self, limit: int | None) -> None:
        self._limit = limit

    def limit(self, number: Term) -> int | None:
        return self._limit


@pytest.fixture
def program() -> Program:
    return load_program(LIST)


def context(program: Program, *conditions: Scalar) -> PathContext:
    found = PathContext(program, default_solver(), Bounds())
    found.path = PathCondition()
    for condition in conditions:
        assert isinstance(condition, Term)
        found.path = found.path.extend(condition, Kind.CHOICE, None)
    return found


@pytest.mark.parametrize(
    ("possible", "left"), [({2}, {2}), ({1, 3}, {1, 2, 3}), ({1, 2, 3}, {1, 2, 3}), (set(), None)]
)
def test_a_reference_is_the_only_object_that_it_can_still_be(
    program: Program, possible: Collection[int], left: Collection[int] | None
) -> None:
    """If it can be several, nothing is gained; if it can be none, no input comes here."""
    universe = BoundedUniverse(program, scope_of(program, roots_of(program), 3, {}))
    tables, refutes = Tables(universe.domain, Names()), Refuting()
    rule = LeastNumberRule(universe, tables, lambda *_: None, refutes)
    alternatives = PathAlternatives(universe, tables, rule, refutes)
    [owner], nodes = (universe.members[program.classes[name]] for name in ("List", "Node"))
    head = universe.initial(field_kind(program.classes["List"].fields()["head"]), owner)
    guards = tables.references(head)
    refutes.possible = [guards[nodes[number - 1]] for number in possible]
    cx = context(program, not_(guards[NULL]))
    for _ in range(2):
        found = alternatives.owners(cx, head, False)
        assert alternatives.is_never_taken(cx.path) is (left is None)
        if left is not None:
            assert set(found) == {nodes[number - 1] for number in left}


@pytest.mark.parametrize(
    ("limit", "possible", "left"),
    [
        (None, {1, 3}, {1, 3}),
        (None, {2}, {2}),
        (None, {0, 1, 2, 3}, {0, 1, 2, 3}),
        (2, {0, 2}, {0, 1, 2}),
        (2, {0, 3}, {0, 1, 2, 3}),
        (3, {0}, {0, 1, 2, 3}),
    ],
)
def test_an_index_is_what_it_can_still_be(
    program: Program, limit: int | None, possible: Collection[int], left: Collection[int]
) -> None:
    """Of what counts objects, only that it is no more than there are is asked, all at once."""
    universe = BoundedUniverse(program, scope_of(program, roots_of(program), 3, {}))
    tables, refutes = Tables(universe.domain, Names()), Refuting()
    rule = cast(Any, Counting(limit))
    alternatives = PathAlternatives(universe, tables, rule, refutes)
    high, odd = symbol("high", BOOL), symbol("odd", BOOL)
    index = tables.term(
        {n: and_(high if n > 1 else not_(high), odd if n % 2 else not_(odd)) for n in range(4)}
    )
    table: Table = alternatives.numbers(index, "an index")
    refutes.possible = [table[number] for number in possible]
    for _ in range(2):
        assert alternatives.indexes(context(program), index) == {n: table[n] for n in left}
