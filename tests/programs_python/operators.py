"""Operator and comparison dunders, in place and reflected."""

from __future__ import annotations


class Money:
    def __init__(self, cents: int) -> None:
        self.cents = cents

    def __add__(self, other: Money | int) -> Money:
        return Money(self.cents + (other if isinstance(other, int) else other.cents))

    def __radd__(self, other: int) -> Money:
        return self + other

    def __neg__(self) -> Money:
        return Money(-self.cents)

    def __iadd__(self, other: Money) -> Money:  # type: ignore[misc]
        self.cents += other.cents
        return self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Money) and self.cents == other.cents

    def __lt__(self, other: Money) -> bool:
        return self.cents < other.cents

    def __hash__(self) -> int:
        return hash(self.cents)


def target(a: Money, b: Money) -> int:
    before = a
    a += b
    if a is not before:
        return -1
    if a == b:
        return 0
    if max(a, b) < 1 + -b:
        return 1
    return 2 if a + b == b + a else 3
