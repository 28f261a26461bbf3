"""A property that is computed once and kept, and one that goes through another object."""

from __future__ import annotations


class Circle:
    def __init__(self, radius: int, like: Circle | None = None) -> None:
        self._radius = radius
        self._area: int | None = None
        self.like = like

    @property
    def area(self) -> int:
        if self._area is None:
            self._area = 3 * self.radius
        return self._area

    @property
    def radius(self) -> int:
        return self.like._radius if self.like is not None else self._radius

    @radius.setter
    def radius(self, value: int) -> None:
        if value < 0:
            raise ValueError(value)
        self._radius = value
        self._area = None


def target(circle: Circle, radius: int) -> bool:
    before = circle.area
    circle.radius = radius
    return circle.area == before
