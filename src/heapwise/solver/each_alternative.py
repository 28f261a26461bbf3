"""Every alternative is asked about on its own, as the prototype of the POSE paper does.

The paper's rules for `if` and for calls conjoin a condition to the path condition in each
successor, and its prototype prunes the successors whose path condition is unsatisfiable (pose.txt
§3.2, §4): no answer about one of them is drawn from what was said about the others. Elsewhere the
last alternative is known to hold if all others cannot. What decides nothing is not asked: the
refinements of a field access (not null, a class, a fresh value), and conditions without unknowns.
"""

from __future__ import annotations

from heapwise.solver.api import Answer, Solver
from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition
from heapwise.terms import Term


class EachAlternative:
    """What it is asked goes to `inner`; who asks is told to leave out nothing."""

    asks_each_alternative = True

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)
