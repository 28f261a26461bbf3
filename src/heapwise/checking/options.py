"""What there is to choose about a check."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.heaps import registry


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """`max_objects` is where deepening ends; `seconds` is the time for one function. Without
    `endless`, a loop that has no end is no finding."""

    seconds: float = 30.0
    max_objects: int = 5
    strategy: str = registry.DEFAULT
    shapes: str = "any"
    by_contract: tuple[str, ...] = ()
    endless: bool = True
