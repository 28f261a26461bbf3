"""Running to a state whose prefix is known: every choice is told, none is asked about.

While a `Guide` leads, the `Chooser` takes from it which alternatives are possible and how they are
taken, and what is answered to questions that a strategy asks for itself (`HeapContext.may_hold`).
So neither a solver nor its luck has a say in what is reached.

`Exploration.at(prefix)` runs to a state like this, `begin_at` explores only what begins with given
prefixes, and `open_prefixes` is what a run has left.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Generic, TypeVar

from heapwise.results.prefix import NO, YES, Choice, Entry, Joined, Prefix, index_of

S = TypeVar("S")

_MOST = 1_000
"""States that are kept of runs that others may go on with."""


class LostError(Exception):
    """There is no such place in the tree: the prefix is one of another program, or was made with
    other options."""


class Guide:
    """Leads along a prefix, of which so many entries have been `passed`. It `has_arrived` after the
    last."""

    def __init__(self, prefix: Prefix, passed: int = 0) -> None:
        self._prefix = prefix
        self.passed = passed
        self._asked = 0
        self.has_arrived = passed == len(prefix.entries)

    def possible(self, most: int) -> tuple[Choice, ...]:
        """The alternatives that are possible at the next choice, which has so many."""
        found = self._next()
        if any(index_of(each) >= most or each in (YES, NO) for each in found):
            raise LostError(f"there is no such alternative: {self._prefix}")
        return found

    def answer(self) -> bool:
        """What a strategy was told that asks something for itself."""
        found = self._next()
        if found not in ((YES,), (NO,)):
            raise LostError("a strategy asks what it did not")
        return found == (YES,)

    def _next(self) -> tuple[Choice, ...]:
        entry = self._entry()
        if not isinstance(entry, Joined):
            self._pass()
            return (entry,)
        if self._asked == len(entry.answers):
            raise LostError("an operation asks more than it did")
        self._asked += 1
        return entry.answers[self._asked - 1]

    def joined(self, most: int) -> int:
        """Which of so many states goes on, after an operation that was run for all its answers."""
        entry = self._entry()
        if not isinstance(entry, Joined) or self._asked != len(entry.answers):
            raise LostError("an operation asks less than it did")
        if entry.which >= most:
            raise LostError(f"an operation has fewer ends than it had: {self._prefix}")
        self._pass()
        return entry.which

    def _entry(self) -> Choice | Joined:
        if self.has_arrived:
            raise LostError("there is a choice where none was")
        return self._prefix.entries[self.passed]

    def _pass(self) -> None:
        self.passed += 1
        self._asked = 0
        self.has_arrived = self.passed == len(self._prefix.entries)


class Trail(Generic[S]):
    """The states on the way to the prefix that was run to last. Others often have the beginning of
    it in common, and need not be run to from the start."""

    def __init__(self) -> None:
        self._entries: tuple[Entry, ...] = ()
        self._states: list[tuple[int, S]] = []

    def nearest(self, prefix: Prefix) -> tuple[int, S] | None:
        """The last state on the way to this prefix too, and how many entries it is past. What is
        added from now on is on the way to this one."""
        old, new = self._entries, prefix.entries
        common = 0
        for one, other in zip(old, new, strict=False):
            if one != other:
                break
            common += 1
        while self._states and self._states[-1][0] > common:
            self._states.pop()
        self._entries = new
        return self._states[-1] if self._states else None

    def add(self, passed: int, state: S) -> None:
        self._states.append((passed, state))

    def clear(self) -> None:
        self._states.clear()


class Kept(Generic[S]):
    """States that earlier runs have left open, the latest of them. Who is to go on from one of
    their prefixes need not run to it, and has the model that was at hand: who is led has none."""

    def __init__(self) -> None:
        self._states: dict[Prefix, S] = {}

    def add(self, states: Iterable[tuple[Prefix, S]]) -> None:
        for prefix, state in states:
            self._states.pop(prefix, None)  # the latest are last
            self._states[prefix] = state
        for oldest in list(self._states)[: max(0, len(self._states) - _MOST)]:
            del self._states[oldest]

    def take(self, prefix: Prefix) -> S | None:
        return self._states.pop(prefix, None)

    def clear(self) -> None:
        self._states.clear()
