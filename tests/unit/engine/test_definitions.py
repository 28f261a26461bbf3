"""Definitions in a merged run: facts of the path, or clauses if the code must return true."""

from __future__ import annotations

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.merging import Exclude, MergingExecutor
from heapwise.solver import Kind, PathCondition
from heapwise.solver.finite import Numbers, Range
from heapwise.solver.z3_finite import Z3FiniteSolver
from heapwise.structure.compiled import Questions
from heapwise.structure.guarded import Names
from heapwise.structure.universe import Universe
from heapwise.structure.universe_heap import UniverseHeap, UniverseStrategy
from heapwise.terms import BOOL, Scalar, not_, symbol
from tests.unit.engine.programs import NODE, tiny

P = symbol("p", BOOL)


def _executor(demand: Exclude | None) -> MergingExecutor[UniverseHeap]:
    program = tiny(NODE + "(Y0.val)")
    universe = Universe(program, {program.classes["Node"]: 1})
    names = Names()
    solver = Z3FiniteSolver(universe.domain, Numbers(0, Range(None)), names)
    strategy = UniverseStrategy(universe, lambda path, condition: None, names, symmetry=False)
    questions = Questions(solver, names, {})
    return MergingExecutor(program, strategy, questions, Bounds(), None, demand)


def test_without_a_demand_it_is_a_fact_of_the_path() -> None:
    executor, start = _executor(None), PathCondition()
    path = executor.define(start, P)
    assert list(path.entries()) == [(P, Kind.FACT)]
    assert path.decided(P) is True
    assert executor.define(start, True) is start
    with pytest.raises(AssertionError):
        executor.define(start, False)


def test_with_a_demand_its_negation_is_excluded_once() -> None:
    excluded: list[tuple[PathCondition, Scalar]] = []
    executor = _executor(lambda path, condition: excluded.append((path, condition)))
    start = PathCondition()
    path = executor.define(start, P)
    assert executor.define(path, P) is path
    assert excluded == [(start, not_(P))]
    assert list(path.entries()) == []
    assert path.decided(P) is True
