"""Trees that share a part: a write through one is seen through the other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Leaf:
    value: int


@dataclass(eq=False)
class Pair:
    first: Leaf
    second: Leaf


def target(a: Pair, b: Pair) -> str:
    if a is b:
        return "one pair"
    a.first.value = 1
    b.second.value = 2
    if a.first.value == 2:
        return "crossed"
    if a.second.value == b.first.value:
        return "shared" if a.second is b.first else "equal"
    return "apart"
