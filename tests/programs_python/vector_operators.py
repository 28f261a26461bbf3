"""Arithmetic dunders on objects that may be aliased: `+=`, `==`, `[]`, `in`, `len`, `-`."""

from __future__ import annotations


class Vector:
    def __init__(self, x: int, y: int) -> None:
        self.x = x
        self.y = y

    def __iadd__(self, other: Vector) -> Vector:
        self.x += other.x
        self.y += other.y
        return self

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.x - other.x, self.y - other.y)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Vector):
            return NotImplemented
        return (self.x, self.y) == (other.x, other.y)

    def __getitem__(self, index: int) -> int:
        if index == 0:
            return self.x
        if index == 1:
            return self.y
        raise IndexError(index)

    def __len__(self) -> int:
        return 2


def target(a: Vector, b: Vector, index: int) -> int:
    old = a[index]
    a += b
    if a - b == a:
        return len(a)
    if a[index] == 2 * old:
        return 0 if a is b else 1
    return 3 if 0 in a else 4  # type: ignore[operator]
