"""Assertions with and without messages, and what they decide."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Range:
    low: int
    high: int


def target(a: Range, b: Range) -> int:
    assert a.low <= a.high
    assert b.low <= b.high, "the second range is empty"
    low, high = max(a.low, b.low), min(a.high, b.high)
    if low > high:
        return -1
    assert a is not b or low == a.low
    return high - low
