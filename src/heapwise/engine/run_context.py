"""What all parts of one run share: strategy, choices, bounds, and the clock."""

from __future__ import annotations

import time
from typing import Generic, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.choices import Chooser, PathContext
from heapwise.heaps.api import Cut, HeapStrategy, Raised
from heapwise.program import Program
from heapwise.solver import Solver
from heapwise.terms import Scalar, Term, and_, or_

H = TypeVar("H")


class StoppedError(Exception):
    """The deadline has passed in the middle of a path."""


class Run(Generic[H]):
    """`context` is told the path before the strategy is asked anything about it.
    `approximations` are those of all paths, also of paths that no input was found to take: that
    may be due to them."""

    def __init__(
        self,
        program: Program,
        strategy: HeapStrategy[H],
        solver: Solver,
        bounds: Bounds,
        ignore_null_dereference: bool = False,
        deadline: float | None = None,
    ) -> None:
        self.program = program
        self.strategy = strategy
        self.context = PathContext(program, solver, bounds)
        self.chooser = Chooser(solver, ignore_null_dereference, bounds.max_length)
        self.bounds = bounds
        self.approximations: dict[str, None] = {}
        self._deadline = deadline

    def look_at_the_clock(self) -> None:
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise StoppedError

    def same(self, heap: H, left: Term, right: Term) -> tuple[Scalar, tuple[Term, ...]]:
        """The condition that two references are equal, whether or not asking it would fork, and
        the facts that it depends on."""
        cases = self.strategy.ref_equals(self.context, heap, left, right)
        condition = or_(*(and_(case.guard, _truth(case.value)) for case in cases))
        return condition, tuple(fact for case in cases for fact in case.facts)


def _truth(value: Scalar | Raised | Cut) -> Scalar:
    return False if isinstance(value, Raised | Cut) else value
