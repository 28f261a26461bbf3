"""Models of paths that depend on the conditions of the path alone, and on their order.

Paths have beginnings in common, and a draft of what they begin with is the draft to go on with. So
the drafts of a run are kept as a tree: that of a path is the one above it, with its last condition
put right. Where that does not succeed, a solver is asked that was asked nothing before, and what it
says is the draft to go on with. What is kept is what would be found again: a path has the same
model whoever asks, in whatever order.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from heapwise.solver.api import Answer, Solver, SolverStatistics, Verdict
from heapwise.solver.drafting import Draft, drafted, drafted_model
from heapwise.solver.model import Model
from heapwise.solver.path import Kind, PathCondition
from heapwise.solver.readable import readable_model
from heapwise.terms import Term

_MOST = 20_000
"""Drafts that are kept: some 2 kB each."""


class _Node:
    __slots__ = ("below", "draft")

    def __init__(self, draft: Draft | None) -> None:
        self.draft = draft
        self.below: dict[Term, _Node] = {}


class Drafts:
    """Those of one run, by the conditions of its paths."""

    def __init__(self) -> None:
        self._root = _Node(Draft())
        self._kept = 0

    def of(
        self,
        entries: Sequence[tuple[Term, Kind]],
        solved: Callable[[Sequence[tuple[Term, Kind]], Draft | None], Model | None],
    ) -> Draft | None:
        """A draft of all these conditions; None if nobody knows one. What cannot be drafted is to
        be `solved`; all but the last of its conditions hold in the draft that it is given."""
        if self._kept > _MOST:
            self._root = _Node(Draft())
            self._kept = 0
        node, begun = self._root, 0
        for term, _ in entries:
            below = node.below.get(term)
            if below is None:
                break
            node = below
            begun += 1
        if begun == len(entries):
            return node.draft
        wanted = [term for term, _ in entries]
        draft = None if node.draft is None else node.draft.copy()
        for at in range(begun, len(wanted)):
            if draft is None or not draft.adds(wanted, at):
                draft = drafted(wanted[: at + 1], forwards=False)
            if draft is None:
                model = solved(entries[: at + 1], node.draft)
                draft = None if model is None else Draft.of(model, wanted[: at + 1])
            below = node.below[wanted[at]] = _Node(None if draft is None else draft.copy())
            node = below
            self._kept += 1
        return node.draft


class Drafting:
    """A solver that is asked only what a draft does not show. `solvers` makes those that were asked
    nothing yet."""

    def __init__(self, drafts: Drafts, solvers: Callable[[], Solver]) -> None:
        self._drafts = drafts
        self._solvers = solvers
        self._own: Solver | None = None
        self._asked: list[Solver] = []

    @property
    def statistics(self) -> SolverStatistics:
        """Of what was not drafted, as questions about witnesses."""
        found = SolverStatistics()
        for each in self._asked:
            found.witness_queries += each.statistics.queries + each.statistics.witness_queries
            found.seconds += each.statistics.seconds
        return found

    def check(self, path: PathCondition, condition: Term) -> Answer:
        model = drafted_model([*path.asserted_terms(), condition])
        if model is None:
            return self._inner().check(path, condition)
        return Answer(Verdict.SAT, model)

    def model(self, path: PathCondition) -> Model | None:
        if path.model is not None:
            return path.model
        entries = [entry for entry in path.entries() if entry[1] is not Kind.SETTLED]
        draft = self._drafts.of(entries, self._solved)
        return self._inner().model(path) if draft is None else draft.model()

    def _inner(self) -> Solver:
        if self._own is None:
            self._own = self._new()
        return self._own

    def _new(self) -> Solver:
        self._asked.append(self._solvers())
        return self._asked[-1]

    def _solved(self, entries: Sequence[tuple[Term, Kind]], before: Draft | None) -> Model | None:
        """By a solver of its own, which nobody has asked about other paths."""
        path = PathCondition()
        for term, kind in entries[:-1]:
            path = path.extend(term, kind, None)
        term, kind = entries[-1]
        solver = self._new()
        known = None if before is None else before.model()
        found = solver.check(path.with_model(known), term).model
        if found is None:
            return None
        return readable_model(solver, path.extend(term, kind, found))
