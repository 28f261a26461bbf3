"""Enums: identity, iteration, values, methods, an enum field and one that is an int."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, IntEnum


class Colour(Enum):
    RED = "r"
    GREEN = "g"

    def other(self) -> Colour:
        return Colour.GREEN if self is Colour.RED else Colour.RED


class Level(IntEnum):
    LOW = 0
    HIGH = 2


@dataclass(eq=False)
class Signal:
    colour: Colour
    level: Level


def target(signal: Signal, n: int) -> str:
    if signal.level > n:
        return signal.colour.name
    if signal.colour == Colour.GREEN:
        signal.colour = signal.colour.other()
        return signal.colour.value
    return "none" if n > 1 else str(len(list(Colour)))
