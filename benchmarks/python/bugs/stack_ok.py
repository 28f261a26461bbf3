"""A linked stack with contracts by icontract."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional

import icontract


@dataclass(eq=False)
class Frame:
    value: int
    below: Optional[Frame] = None


def depth(frame: Optional[Frame]) -> int:
    """How many frames there are from here down; -1 when they never end."""
    seen: list[int] = []
    while frame is not None:
        if id(frame) in seen:
            return -1
        seen.append(id(frame))
        frame = frame.below
    return len(seen)


@icontract.require(lambda frame: depth(frame) >= 2)
@icontract.snapshot(lambda frame: (frame.value, frame.below and frame.below.value), name="two")
@icontract.snapshot(lambda frame: depth(frame), name="depth")
@icontract.ensure(lambda frame, OLD: (frame.below and frame.below.value, frame.value) == OLD.two)
@icontract.ensure(lambda frame, OLD: depth(frame) == OLD.depth)
def swap_top(frame: Frame) -> None:
    below = frame.below
    assert below is not None
    frame.value, below.value = below.value, frame.value


@icontract.require(lambda frame: depth(frame) >= 0)
@icontract.require(lambda count: count >= 0)
@icontract.ensure(lambda frame, count, result: depth(result) == max(0, depth(frame) - count))
def drop(frame: Optional[Frame], count: int) -> Optional[Frame]:
    while frame is not None and count > 0:
        frame = frame.below
        count -= 1
    return frame
