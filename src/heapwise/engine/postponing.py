"""Branches that nobody has asked about yet, and how they are asked about together.

With a solver that is `Postponing`, a path goes where its model goes. The ways that the model does
not go stay open until the path ends or forks; then one question covers all of them: *can any of
these be taken?* Most often none can, because what the program checks follows from what it was
given, and a single answer has done for many branches. Otherwise the answer is a model of one of
them, and the others are asked about again.

What turns out to have been no choice is taken back out of the condition of the path, so that it
reads as if every branch had been asked about when it was met.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from heapwise.engine.state import Leaf, State
from heapwise.results.prefix import IMPLIED, UNCONFIRMED, Entry, Joined, Link
from heapwise.solver import Kind, PathCondition
from heapwise.solver.api import Postponing, UndecidedError
from heapwise.terms import Scalar

H = TypeVar("H")

MOST = 16
"""Branches that are asked about together; of more, the question gets harder than the answers."""


class OpenBranches(Generic[H]):
    """Those of one path, from the first to the last."""

    def __init__(
        self,
        solver: Postponing,
        look_at_the_clock: Callable[[], None],
        dropped: Callable[[Link, Scalar], None] | None = None,
    ) -> None:
        """`dropped` hears the prefix and the condition of each branch that cannot be taken."""
        self._solver = solver
        self._dropped = dropped
        self._look_at_the_clock = look_at_the_clock
        self._open: list[State[H] | Leaf[H]] = []
        self._implied: set[PathCondition] = set()
        self._implied_after: list[Link] = []
        self._first: Link = None
        self.infeasible = 0

    def __len__(self) -> int:
        return len(self._open)

    def add(self, branch: State[H] | Leaf[H]) -> None:
        self._open.append(branch)

    def give_up(self) -> list[State[H] | Leaf[H]]:
        """All of them, without asking: each finds out by itself whether it can be taken."""
        found = [each._replace(path=_doubted(each.path)) for each in self._open]
        self._open.clear()
        return found

    def resolve(self, taken: Sequence[State[H] | Leaf[H]]) -> list[State[H] | Leaf[H]]:
        """What there is to go on with: what was `taken` of this path, and what else can be, the
        last branch first."""
        if not self._open:
            return list(taken)
        forks = {_fork(each.path): _before(each.path) for each in self._open}
        possible = self._possible()
        found = [possible[index] for index in sorted(possible)]
        self.infeasible += len(self._open) - len(found)
        if self._dropped is not None:
            for index, each in enumerate(self._open):
                if index not in possible and each.path.term is not None:
                    self._dropped(each.path.prefix, each.path.term)
        more = [*found, *taken] if len(taken) > 1 else found
        self._implied = forks.keys() - {_fork(each.path) for each in more}
        self._first = _before(self._open[0].path)
        self._implied_after = [forks[fork] for fork in self._implied]
        self._open.clear()
        going_on = [*taken, *reversed(found)]
        return [each._replace(path=self._settled(each.path)) for each in going_on]

    def _possible(self) -> dict[int, State[H] | Leaf[H]]:
        """By their place among those that are open."""
        waiting = list(enumerate(self._open))
        found: dict[int, State[H] | Leaf[H]] = {}
        start = _fork(self._open[0].path)
        while waiting:
            self._look_at_the_clock()
            try:
                answer = self._solver.possible(start, [each.path for _, each in waiting])
            except UndecidedError:
                for index, each in waiting:
                    found[index] = each._replace(path=_doubted(each.path))
                break
            if answer is None:
                break
            index, branch = waiting.pop(answer[0])
            found[index] = branch._replace(path=branch.path.closed(answer[1]))
        return found

    def _settled(self, path: PathCondition) -> PathCondition:
        """The path without what was implied where it seemed to be a choice."""
        if not self._implied:
            return path
        entries: list[PathCondition] = []
        node = path
        while node.parent is not None:
            entries.append(node)
            node = node.parent
        entries.reverse()
        kept = [
            each.kind is not Kind.CHOICE or _fork(each) not in self._implied for each in entries
        ]
        if all(kept):
            return path
        first = kept.index(False)
        base = entries[first].parent
        assert base is not None
        rest = []
        for entry, is_kept in zip(entries[first:], kept[first:], strict=True):
            if is_kept:
                assert entry.term is not None
                rest.append((entry.term, entry.kind))
        found = path.rebased(base, rest).with_model(path.model).renamed(self._name(path.prefix))
        return found if path.confirmed else found.unconfirmed()

    def _name(self, prefix: Link) -> Link:
        """Which says so too."""
        later: list[Entry] = []
        implied = {id(link) for link in self._implied_after}
        before: Link = None
        while prefix is not None:
            before, entry = prefix
            if id(before) in implied and not isinstance(entry, Joined):
                entry |= IMPLIED
            later.append(entry)
            if before is self._first:
                break
            prefix = before
        for entry in reversed(later):
            before = (before, entry)
        return before


def _doubted(path: PathCondition) -> PathCondition:
    """Nobody knows whether it can be taken."""
    assert path.prefix is not None
    before, entry = path.prefix
    assert not isinstance(entry, Joined)
    return path.closed(None).renamed((before, entry | UNCONFIRMED))


def _before(path: PathCondition) -> Link:
    """The prefix where it left others."""
    assert path.prefix is not None
    return path.prefix[0]


def _fork(path: PathCondition) -> PathCondition:
    found = path.fork()
    assert found is not None
    return found
