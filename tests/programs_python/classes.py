"""Plain classes: fields from `__init__`, methods that call each other, objects shared."""

from __future__ import annotations

from typing import Optional


class Lamp:
    def __init__(self, on: bool, level: int) -> None:
        self.on = on
        self.level = level
        self.neighbour: Optional[Lamp] = None

    def toggle(self) -> bool:
        self.on = not self.on
        return self.on

    def dim(self) -> None:
        if self.toggle():
            self.level = 0


def target(lamp: Lamp) -> int:
    lamp.dim()
    other = lamp.neighbour
    if other is not None:
        other.dim()
        if lamp.on:
            return 1
    return 2 if lamp.level == 0 else 3
