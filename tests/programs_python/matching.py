"""Match on literals, classes, sequences, or-patterns, captures and guards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Leaf:
    value: int


@dataclass(eq=False)
class Fork:
    left: Leaf
    right: Leaf


def target(tree: Leaf | Fork | None, command: tuple[str, int]) -> int:
    match command:
        case ("a", n) if n > 1:
            return n
        case ("b" | "ab", 0):
            return -1
        case (_, 1):
            return -2
    match tree:
        case None:
            return 0
        case Leaf(value=0):
            return 10
        case Leaf(value):
            return value + 20
        case Fork(left=a, right=b) if a is b:
            return 30
        case _:
            return 40
