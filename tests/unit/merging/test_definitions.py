"""Definitions in a merged run: facts of the path, or clauses if the code must return true."""

from __future__ import annotations

import pytest

from heapwise.engine.bounds import Bounds
from heapwise.engine.run_context import Run
from heapwise.merging.api import Exclude
from heapwise.merging.demand import Demand
from heapwise.solver import Kind, PathCondition
from heapwise.solver.finite import Numbers, Range
from heapwise.solver.z3_finite import Z3FiniteSolver
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.guarded import Names
from heapwise.structure.formula.questions import Questions
from heapwise.structure.formula.universe_heap import UniverseHeap
from heapwise.structure.formula.universe_strategy import UniverseStrategy
from heapwise.terms import BOOL, Scalar, not_, symbol
from tests.unit.engine.programs import NODE, tiny

P = symbol("p", BOOL)


def _demand(exclude: Exclude | None) -> Demand[UniverseHeap]:
    program = tiny(NODE + "(Y0.val)")
    universe = BoundedUniverse(program, {program.classes["Node"]: 1})
    names = Names()
    solver = Z3FiniteSolver(universe.domain, Numbers(0, Range(None)), names)
    strategy = UniverseStrategy(universe, lambda path, condition: None, names, symmetry=False)
    questions = Questions(solver, names, {})
    return Demand(Run(program, strategy, questions, Bounds()), exclude, None)


def test_without_a_demand_it_is_a_fact_of_the_path() -> None:
    demand, start = _demand(None), PathCondition()
    path = demand.define(start, P)
    assert list(path.entries()) == [(P, Kind.FACT)]
    assert path.decided(P) is True
    assert demand.define(start, True) is start
    with pytest.raises(AssertionError):
        demand.define(start, False)


def test_with_a_demand_its_negation_is_excluded_once() -> None:
    excluded: list[tuple[PathCondition, Scalar]] = []
    demand = _demand(lambda path, condition: excluded.append((path, condition)))
    start = PathCondition()
    path = demand.define(start, P)
    assert demand.define(path, P) is path
    assert excluded == [(start, not_(P))]
    assert list(path.entries()) == []
    assert path.decided(P) is True
