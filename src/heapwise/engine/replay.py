"""Replays: a witness is run concretely and must take the very path it was made for."""

from __future__ import annotations

from heapwise.engine.bounds import Bounds
from heapwise.engine.explorer import Explorer
from heapwise.engine.state import events
from heapwise.heaps.strategies.concrete import ConcreteStrategy
from heapwise.heaps.view import Snapshot, snapshot, snapshot_after
from heapwise.program import Program, Type
from heapwise.results import Heap, Outcome
from heapwise.solver import Model, PathCondition, SolverStatistics
from heapwise.solver.api import Answer
from heapwise.terms import Term

_STEPS = 5_000_000
TRIED_STEPS = 100_000
"""Of a run that may have an end, to see whether it comes back to the same state."""


class NoSolver:
    """A concrete run has no questions."""

    def __init__(self) -> None:
        self.statistics = SolverStatistics()

    def check(self, path: PathCondition, condition: Term) -> Answer:
        raise AssertionError("a concrete run asked the solver")

    def model(self, path: PathCondition) -> Model | None:
        return Model()


def run_concretely(
    program: Program,
    inputs: dict[str, Type],
    heap: Heap,
    max_calls: int | None,
    max_steps: int = _STEPS,
    is_snapshot: bool = False,
) -> tuple[Outcome, tuple[str, ...], Snapshot] | None:
    """The outcome, the trace and the heaps of a run from `heap`; None if an assumption fails.
    If that `is_snapshot`, what was made by `snapshot`, it is not read again."""
    strategy = ConcreteStrategy(program, heap)
    bounds = Bounds(max_calls=max_calls, max_steps=max_steps, max_loops=None, timeout=None)
    explorer = Explorer(program, strategy, NoSolver(), bounds)
    for leaf in explorer.leaves():
        view = strategy.view(program, leaf.heap, Model())
        if is_snapshot:
            shot = snapshot_after(view, heap, strategy.names(), leaf.scalar)
        else:
            shot = snapshot(view, inputs, leaf.scalar)
        outcome = Outcome(leaf.kind, shot.result, leaf.detail, leaf.where)
        return outcome, events(leaf.trace), shot
    return None
