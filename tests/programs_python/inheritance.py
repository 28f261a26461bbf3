"""Inheritance, super, abstract methods, overriding; a base class stands for its subclasses."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Shape(ABC):
    def __init__(self, size: int) -> None:
        self.size = size

    @abstractmethod
    def area(self) -> int: ...

    def name(self) -> str:
        return "shape"


class Square(Shape):
    def area(self) -> int:
        return self.size * self.size


class Rectangle(Shape):
    def __init__(self, size: int, height: int) -> None:
        super().__init__(size)
        self.height = height

    def area(self) -> int:
        return self.size * self.height

    def name(self) -> str:
        return "rectangular " + super().name()


def target(shape: Shape) -> str:
    if shape.size > 0 and isinstance(shape, Rectangle):
        if shape.height < 0:
            return "negative"
        return shape.name()
    if shape.area() > 1:
        return "large"
    return shape.name()
