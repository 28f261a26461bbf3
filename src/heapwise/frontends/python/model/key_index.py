"""Where known keys are in dicts and sets that the program makes.

An index is shared by all versions of a container that grew from one another: positions are only
ever added at its end, and a version of n items ignores positions from n on. Whoever adds to it when
it is longer than its own version takes a copy.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence


class KeyIndex:
    """`positions` of known keys, `vague` positions of the others (None); `count` of both."""

    __slots__ = ("count", "positions", "vague")

    def __init__(self, keys: Iterable[Hashable | None] = ()) -> None:
        self.positions: dict[Hashable, int] = {}
        self.vague: list[int] = []
        self.count = 0
        for key in keys:
            self._append(key)

    def _append(self, known: Hashable | None) -> None:
        if known is None:
            self.vague.append(self.count)
        else:
            self.positions[known] = self.count
        self.count += 1

    def candidates(self, known: Hashable | None, length: int) -> Sequence[int]:
        """Where a key may be in the version of this length."""
        if known is None:
            return range(length)
        at = self.positions.get(known)
        if at is not None and at < length:
            return (at,)
        return [position for position in self.vague if position < length]

    def extended(self, known: Hashable | None, length: int) -> KeyIndex:
        """With a key at position `length`, which no key before it equals."""
        index = self if self.count == length else self._prefix(length)
        index._append(known)
        return index

    def _prefix(self, length: int) -> KeyIndex:
        index = KeyIndex()
        index.positions = {key: at for key, at in self.positions.items() if at < length}
        index.vague = [at for at in self.vague if at < length]
        index.count = length
        return index
