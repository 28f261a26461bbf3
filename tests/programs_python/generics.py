"""PEP 484 generics: a stack of type variables that are only compared."""

from __future__ import annotations

from typing import Generic, Optional, TypeVar

T = TypeVar("T")


class Cell(Generic[T]):
    def __init__(self, value: T, below: Optional[Cell[T]]) -> None:
        self.value = value
        self.below = below


class Stack(Generic[T]):
    def __init__(self) -> None:
        self.top: Optional[Cell[T]] = None

    def push(self, value: T) -> None:
        self.top = Cell(value, self.top)

    def pop(self) -> T:
        if self.top is None:
            raise IndexError("empty")
        value, self.top = self.top.value, self.top.below
        return value


def target(stack: Stack[int], value: int) -> bool:
    stack.push(value)
    first = stack.pop()
    second = stack.pop()
    return first == second
