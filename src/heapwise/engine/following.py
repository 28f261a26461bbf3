"""Running to a state whose prefix is known: every choice is told, none is asked about.

While a `Guide` leads, the `Chooser` takes from it which alternatives are possible and how they are
taken. So neither a solver nor its luck has a say in what is reached. Only what a strategy asks for
itself (`HeapContext.may_hold`) is asked again.

`Exploration.at(prefix)` runs to a state like this, `begin_at` explores only what begins with given
prefixes, and `open_prefixes` is what a run has left.
"""

from __future__ import annotations

from heapwise.results.prefix import Choice, Joined, Prefix, index_of


class LostError(Exception):
    """There is no such place in the tree: the prefix is one of another program, or was made with
    other options."""


class Guide:
    """Leads along a prefix. It `has_arrived` after its last entry."""

    def __init__(self, prefix: Prefix) -> None:
        self._prefix = prefix
        self._at = 0
        self._asked = 0
        self.has_arrived = not prefix.entries

    def possible(self, most: int) -> tuple[Choice, ...]:
        """The alternatives that are possible at the next choice, which has so many."""
        entry = self._entry()
        if not isinstance(entry, Joined):
            found: tuple[Choice, ...] = (entry,)
            self._pass()
        else:
            if self._asked == len(entry.answers):
                raise LostError("an operation asks more than it did")
            found = entry.answers[self._asked]
            self._asked += 1
        if any(index_of(each) >= most for each in found):
            raise LostError(f"there is no such alternative: {self._prefix}")
        return found

    @property
    def is_joining(self) -> bool:
        return not self.has_arrived and isinstance(self._entry(), Joined)

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
        return self._prefix.entries[self._at]

    def _pass(self) -> None:
        self._at += 1
        self._asked = 0
        self.has_arrived = self._at == len(self._prefix.entries)
