"""Search orders: which of the waiting states to run next."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Generic, Protocol, TypeVar

S = TypeVar("S")


class Searcher(Protocol[S]):
    def add(self, states: Iterable[S]) -> None: ...

    def take(self) -> S: ...

    def __len__(self) -> int: ...


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


_ORDERS: dict[str, Callable[[int], Searcher[object]]] = {
    "dfs": lambda seed: DepthFirst(),
    "bfs": lambda seed: BreadthFirst(),
    "random": RandomOrder,
}


def names() -> tuple[str, ...]:
    return tuple(_ORDERS)


def create(name: str, seed: int = 0) -> Searcher[object]:
    return _ORDERS[name](seed)
