"""How much a search may do: in CPU time, or in steps, which are the same on every machine.

Steps are what an exploration tells its observer (a question, a fork, a path that ends), and calls
that are tried out, of which ten count as one. A thousand steps take about a second.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from heapwise.engine.run_context import StoppedError
from heapwise.engine.state import Leaf
from heapwise.results.prefix import Prefix
from heapwise.solver import PathCondition, Verdict
from heapwise.terms import Scalar, Term

_CALLS = 10
"""Calls that count as one step."""


class Effort:
    """An observer of explorations, which it ends when there were so many `steps`. Then `seconds` of
    CPU time only keep a search from taking forever: what ends by them is `overdue`, and nothing
    should follow from where it was."""

    def __init__(self, seconds: float, steps: int | None = None) -> None:
        self._until = time.process_time() + seconds
        self._left = steps
        self._overdue = False

    @property
    def is_up(self) -> bool:
        if self._left is not None and self._left <= 0:
            return True
        if time.process_time() <= self._until:
            return False
        self.end_early()
        return True

    @property
    def overdue(self) -> bool:
        return self._overdue

    @property
    def seconds(self) -> float:
        """What is left."""
        return max(self._until - time.process_time(), 0.5)

    def end_early(self) -> None:
        """Something else than the steps has ended a part of the search."""
        self._overdue = self._left is not None

    def called(self, calls: int) -> None:
        self._spend(calls // _CALLS)

    def _spend(self, steps: int) -> None:
        if self._left is not None:
            self._left -= steps

    # ------------------------------------------------------------------ as an observer

    def forked(self, node: Prefix, ways: Sequence[Prefix]) -> None:
        self._spend(1)

    def pruned(self, node: Prefix, way: Prefix, condition: Scalar) -> None:
        self._spend(1)

    def ended(self, node: Prefix, leaf: Leaf[Any]) -> None:
        self._spend(1)

    def rejected(self, node: Prefix, leaf: Leaf[Any]) -> None:
        self._spend(1)

    def queried(self, node: Prefix, path: PathCondition, condition: Term, verdict: Verdict) -> None:
        """Here a long path can be left in the middle."""
        self._spend(1)
        if self._left is not None and self._left <= 0:
            raise StoppedError
