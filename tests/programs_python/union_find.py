"""Union of two sets whose representatives are found by following parents."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Element:
    parent: Element | None
    rank: int = 0


def find(element: Element) -> Element:
    for _ in range(2):
        if element.parent is None:
            return element
        element = element.parent
    raise ValueError("too high")


def target(a: Element, b: Element) -> Element:
    one, other = find(a), find(b)
    if one is other:
        return one
    if one.rank < other.rank:
        one, other = other, one
    other.parent = one
    if one.rank == other.rank:
        one.rank += 1
    return one
