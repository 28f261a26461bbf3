"""Truth of None, numbers, strings, containers and objects."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Holder:
    count: int
    name: str
    items: list[int]
    other: Holder | None = None


def target(holder: Holder) -> int:
    if not holder.count:
        return 0
    if holder.name and not holder.items:
        return 1
    if holder.other:
        return 2 if holder.other.count else 3
    return 4 if not holder.name else 5
