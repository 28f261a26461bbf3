"""Shortens the trace of a path that goes round for ever to the way into the round, and one round.

A recursion without an end is cut off as soon as it is known to have none, or by the language when
its stack is full. Both are some number of rounds and a part of one; what tells such paths apart is
how they get into the round, and the round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from heapwise.engine.state import Leaf
from heapwise.program import ClassDecl
from heapwise.program.program import Runtime


def once_round(trace: Sequence[str]) -> Sequence[str]:
    """The trace without all but the first round that it ends in; as it is if there are not two."""
    same = _common_with_shifted(trace[::-1])
    best = max(range(1, len(trace)), key=lambda period: same[period], default=0)
    if not best or same[best] < best:
        return trace
    return trace[: len(trace) - same[best]]


def goes_round(trace: Sequence[str]) -> bool:
    """Does it end in three rounds that are the same?"""
    same = _common_with_shifted(trace[::-1])
    return any(same[period] >= 2 * period for period in range(1, len(trace)))


def _common_with_shifted(word: Sequence[str]) -> list[int]:
    """For each shift, how long the word and the shifted word are equal (the Z function)."""
    length = len(word)
    found = [0] * length
    left = right = 0
    for shift in range(1, length):
        count = min(right - shift, found[shift - left]) if shift < right else 0
        while shift + count < length and word[count] == word[shift + count]:
            count += 1
        if shift + count > right:
            left, right = shift, shift + count
        found[shift] = count
    return found


def is_too_deep(leaf: Leaf[Any], runtime: Runtime) -> bool:
    """Is it a recursion without an end, or with one that is too far away?"""
    thrown = runtime.too_deep()
    if isinstance(thrown, ClassDecl):
        return bool(leaf.detail == runtime.uncaught(None, thrown)[1])
    return bool(leaf.value == thrown)
