"""Tuples: comparison by order, as keys, named, nested, in fields; indexing and concatenation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Span(NamedTuple):
    low: int
    high: int

    def size(self) -> int:
        return self.high - self.low


@dataclass(eq=False)
class Block:
    span: Span
    mark: tuple[int, bool]


def target(block: Block, at: tuple[int, bool]) -> int:
    if block.mark == at:
        return block.span.size()
    if block.mark < at:
        return block.mark[0]
    low, high = block.span
    if (low, high) in {(0, 0): 1, (0, 1): 2}:
        return (block.span + at)[2]
    return -1 if block.span._replace(low=0).low == low else -2
