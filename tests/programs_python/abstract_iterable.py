"""A class whose `__iter__` is a generator over links, and functions that take it as an iterable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(eq=False)
class Link:
    value: int
    next: Link | None = None


@dataclass(eq=False)
class Chain:
    head: Link | None
    limit: int = 2

    def __iter__(self) -> Iterator[int]:
        link = self.head
        for _ in range(2):
            if link is None:
                break
            yield link.value
            link = link.next


def longest_run(values: Iterable[int]) -> int:
    best = run = 0
    last: int | None = None
    for value in values:
        run = run + 1 if value == last else 1
        best = max(best, run)
        last = value
    return best


def target(chain: Chain) -> int:
    if 0 in chain:
        return sum(chain)
    return longest_run(chain)
