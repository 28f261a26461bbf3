"""Properties with setters, static and class methods, class constants."""

from __future__ import annotations


class Celsius:
    ZERO = 0
    MOST = 2

    def __init__(self, degrees: int) -> None:
        self._degrees = degrees

    @property
    def degrees(self) -> int:
        return self._degrees

    @degrees.setter
    def degrees(self, value: int) -> None:
        if value > self.MOST:
            value = self.MOST
        self._degrees = value

    @staticmethod
    def freezing(degrees: int) -> bool:
        return degrees <= Celsius.ZERO

    @classmethod
    def zero(cls) -> Celsius:
        return cls(cls.ZERO)


def target(t: Celsius, rise: int) -> bool:
    if rise < 0:
        t = Celsius.zero()
    t.degrees += rise
    if Celsius.freezing(t.degrees):
        return True
    return t.degrees == Celsius.MOST
