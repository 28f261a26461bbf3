"""What there is to choose about a check."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.engine.bounds import Bounds
from heapwise.heaps.shape_names import ANY
from heapwise.plan import RunPlan

_QUERY_SECONDS = 5.0
"""One question to the solver must not eat up the time of a function."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`max_objects` is where deepening ends; `seconds` is the time for one function. Without
    `endless`, a loop that has no end is no finding; without `digits`, integers of more digits than
    CPython writes are beyond a bound. With `lines`, it is found out which lines are reached, which
    takes a little longer. The rest is as in `RunPlan`."""

    seconds: float = 30.0
    max_objects: int = 5
    strategy: str | None = None
    shapes: str = ANY
    by_contract: tuple[str, ...] = ()
    endless: bool = True
    digits: bool = False
    precondition: str | None = None
    leading_asserts: bool = False
    language_options: object | None = None
    lines: bool = False

    def plan(self, target: str, bounds: Bounds) -> RunPlan:
        """Of an exploration of one function."""
        return RunPlan(
            target,
            self.strategy,
            bounds,
            query_seconds=min(_QUERY_SECONDS, max(self.seconds / 10, 0.5)),
            leading_asserts=self.leading_asserts,
            by_contract=self.by_contract,
            precondition=self.precondition,
            automatic=False,
            keeps_invariants=True,
            tries_loops=self.endless,
            language_options=self.language_options,
            strategy_options={} if self.shapes == ANY else {"shapes": self.shapes},
        )
