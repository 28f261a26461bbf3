"""Counts how many conditions hold, in unary and along a tree: how a scope becomes a formula."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.terms import Scalar, and_, or_

Counted = list[Scalar]
"""At `k`: at least k + 1 of them hold."""


def total(parts: Sequence[Counted], most: int) -> Counted:
    """Of several counts; nothing is said of more than `most`."""
    found: Counted = []
    for part in parts:
        found = _sum(found, part, most)
    return found


def _sum(one: Counted, other: Counted, most: int) -> Counted:
    if not one or not other:
        return one or other
    ways: list[list[Scalar]] = [[] for _ in range(min(len(one) + len(other), most))]
    for a in range(len(one) + 1):
        for b in range(len(other) + 1):
            if a + b:
                left = one[a - 1] if a else True
                right = other[b - 1] if b else True
                if a + b <= len(ways):
                    ways[a + b - 1].append(and_(left, right))
    return [or_(*way) for way in ways]
