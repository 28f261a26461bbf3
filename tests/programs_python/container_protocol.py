"""A user's `__len__`, `__bool__`, `__contains__`, `__iter__`, `__getitem__`, `__setitem__`."""

from __future__ import annotations

from collections.abc import Iterator


class Bag:
    def __init__(self, items: list[int], open: bool) -> None:
        self.items = items
        self.open = open

    def __len__(self) -> int:
        return len(self.items)

    def __contains__(self, item: int) -> bool:
        return self.open and any(item == other for other in self.items)

    def __iter__(self) -> Iterator[int]:
        yield from self.items

    def __getitem__(self, index: int) -> int:
        return self.items[index]

    def __setitem__(self, index: int, value: int) -> None:
        self.items[index] = value


class Door:
    def __init__(self, locked: bool) -> None:
        self.locked = locked

    def __bool__(self) -> bool:
        return not self.locked


def target(bag: Bag, door: Door, item: int) -> int:
    if not bag:
        return 0
    if not door:
        return -1
    if item in bag:
        return 1
    bag[0] = item
    return sum(1 for other in bag if other == bag[-1])
