"""The solver of an exploration under a compiled invariant: asks little, and puts off what it can.

It answers what it can without asking, and puts off what it cannot (`engine.postponing`).

An invariant leaves few ways to go: of the branches that a path does not take, most cannot be taken
by any valid structure. One question about all of them costs little more than one about the last.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.solver import Answer, Model, PathCondition, SolverStatistics
from heapwise.solver.layers import KnownConditions
from heapwise.structure.run.compiled_solver import PreconditionSolver, ValidModel, ValidModelReuse
from heapwise.terms import Term


class PostponingSolver:
    """A `Solver` that is `Postponing`."""

    def __init__(self, backend: PreconditionSolver) -> None:
        self._backend = backend
        self._inner = KnownConditions(ValidModelReuse(backend))

    @property
    def statistics(self) -> SolverStatistics:
        return self._backend.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)

    def may_wait(self, path: PathCondition, condition: Term) -> bool:
        model = path.model
        if not isinstance(model, ValidModel) or not path.confirmed:
            return False
        if path.decided(condition) is not None or model.satisfies(condition):
            return False
        can_link = self._backend.can_link
        return can_link(condition) and all(map(can_link, path.asserted_terms()))

    def possible(
        self, path: PathCondition, branches: Sequence[PathCondition]
    ) -> tuple[int, Model] | None:
        return self._backend.possible(path, branches)
