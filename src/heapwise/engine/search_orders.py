"""Search orders: which of the waiting states to run next. No order changes which paths there are.

The default is `fair`. It goes by the `effort` of a state: how often its path has gone round and
learned something on the way, by a turn of a loop, a nested call of the same method, or one more
question of a single operation (the length of a string, the digits of a number). Every path without
an end makes more and more effort, so the least effort first finishes small inputs first, whatever
it is that grows. A state whose effort has grown gives way even if it had no choice: a path round a
cycle may ask a solver hundreds of times without branching.
"""

from __future__ import annotations

import random
from bisect import insort
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Generic, Protocol, TypeVar

DEFAULT = "fair"


class Weighed(Protocol):
    """What waits: `effort` says how far it has gone round, and is negative where nothing is left
    to do."""

    @property
    def effort(self) -> int: ...


S = TypeVar("S")
W = TypeVar("W", bound=Weighed)


class Searcher(Protocol[S]):
    def add(self, states: Iterable[S]) -> None: ...

    def take(self) -> S: ...

    def __len__(self) -> int: ...

    def __iter__(self) -> Iterator[S]:
        """All that wait, in no particular order."""
        ...


class DepthFirst(Generic[S]):
    """The newest state first: few states wait, and the solver moves little."""

    def __init__(self) -> None:
        self._waiting: list[S] = []

    def add(self, states: Iterable[S]) -> None:
        self._waiting.extend(reversed(list(states)))

    def take(self) -> S:
        return self._waiting.pop()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[S]:
        return iter(self._waiting)


class BreadthFirst(Generic[S]):
    """The oldest state first: short paths come first."""

    def __init__(self) -> None:
        self._waiting: deque[S] = deque()

    def add(self, states: Iterable[S]) -> None:
        self._waiting.extend(states)

    def take(self) -> S:
        return self._waiting.popleft()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[S]:
        return iter(self._waiting)


class RandomOrder(Generic[S]):
    """Any state, reproducibly from a seed."""

    def __init__(self, seed: int = 0) -> None:
        self._waiting: list[S] = []
        self._random = random.Random(seed)

    def add(self, states: Iterable[S]) -> None:
        self._waiting.extend(states)

    def take(self) -> S:
        index = self._random.randrange(len(self._waiting))
        self._waiting[index], self._waiting[-1] = self._waiting[-1], self._waiting[index]
        return self._waiting.pop()

    def __len__(self) -> int:
        return len(self._waiting)

    def __iter__(self) -> Iterator[S]:
        return iter(self._waiting)


_SHARE = 3
"""How much of the work goes to the least effort, for each part that goes to the most."""
_SLICE = 64
"""Work after which it is the turn of the other: neighbours have more to share than strangers."""
_CROWD = 4_000
"""So many states waiting take so much memory that finishing some comes first."""


class Fair(Generic[W]):
    """The least effort first, and the newest of those: a path that goes round and round does not
    keep short ones waiting, and small inputs are finished before large ones are begun.

    Where every path is long, that alone would finish none before all have come half their way. So
    a part of the work goes to the other end, to the states that have gone furthest. Work is
    reckoned by effort, not by the clock, so that a run can be repeated."""

    def __init__(self) -> None:
        self._levels: list[int] = []
        self._waiting: dict[int, list[W]] = {}
        self._count = 0
        self._balance = 0
        self._is_deep = False

    def add(self, states: Iterable[W]) -> None:
        for state in reversed(list(states)):
            level = self._waiting.get(state.effort)
            if level is None:
                insort(self._levels, state.effort)
                level = self._waiting[state.effort] = []
            level.append(state)
            self._count += 1

    def take(self) -> W:
        lowest = self._levels[0]
        index = 0 if lowest < 0 or not self._is_turn_of_the_deepest() else -1
        effort = self._levels[index]
        level = self._waiting[effort]
        state = level.pop()
        if not level:
            del self._levels[index], self._waiting[effort]
        self._count -= 1
        return state

    def _is_turn_of_the_deepest(self) -> bool:
        """Keeps the books too. With a single level, there is nothing to divide."""
        if len(self._levels) == 1:
            return False
        low, high = (1, _SHARE) if self._count < _CROWD else (_SHARE, 1)
        if self._is_deep:
            self._balance += high * (1 + self._levels[-1])
            self._is_deep = self._balance < _SLICE
        else:
            self._balance -= low * (1 + self._levels[0])
            self._is_deep = self._balance < -_SLICE
        return self._is_deep

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[W]:
        return chain.from_iterable(self._waiting.values())


class Preferring(Generic[S]):
    """Any order, but what somebody prefers comes before all others: it, and what follows from it
    (what is added until something else is taken), the newest first. What was preferred stays where
    it was among the others, and is skipped there."""

    def __init__(self, others: Searcher[S]) -> None:
        self._others = others
        self._preferred: list[S] = []
        self._skipped: set[int] = set()
        self._is_preferred = False

    def prefer(self, test: Callable[[S], bool]) -> bool:
        """Those that pass the test come next; False if none does."""
        chosen = [each for each in self if test(each)]
        if not chosen:
            return False
        wanted, before = set(map(id, chosen)), self._preferred
        for each in before:
            if id(each) in self._skipped - wanted:
                self._skipped.remove(id(each))
            elif id(each) not in wanted:
                self._others.add([each])
        self._skipped |= wanted - set(map(id, before))
        self._preferred = chosen
        return True

    def add(self, states: Iterable[S]) -> None:
        if self._is_preferred:
            self._preferred.extend(reversed(list(states)))
        else:
            self._others.add(states)

    def take(self) -> S:
        self._is_preferred = bool(self._preferred)
        if self._is_preferred:
            return self._preferred.pop()
        state = self._others.take()
        while id(state) in self._skipped:
            self._skipped.remove(id(state))
            state = self._others.take()
        return state

    def __len__(self) -> int:
        return len(self._preferred) + len(self._others) - len(self._skipped)

    def __iter__(self) -> Iterator[S]:
        others = (each for each in self._others if id(each) not in self._skipped)
        return chain(self._preferred, others)


_ORDERS: dict[str, Callable[[int], Searcher[Weighed]]] = {
    DEFAULT: lambda seed: Fair(),
    "dfs": lambda seed: DepthFirst(),
    "bfs": lambda seed: BreadthFirst(),
    "random": RandomOrder,
}


def names() -> tuple[str, ...]:
    return tuple(_ORDERS)


def create(name: str, seed: int = 0) -> Searcher[Weighed]:
    return _ORDERS[name](seed)
