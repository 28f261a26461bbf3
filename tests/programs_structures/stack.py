"""A stack that knows its size. The invariant walks it with a generator."""

from __future__ import annotations

from collections.abc import Iterator


class Cell:
    value: int
    below: Cell | None

    def __init__(self, value: int, below: Cell | None) -> None:
        self.value = value
        self.below = below


class Stack:
    top: Cell | None
    size: int

    def cells(self) -> Iterator[Cell]:
        """Each once."""
        seen = []
        cell = self.top
        while cell is not None and cell not in seen:
            seen.append(cell)
            yield cell
            cell = cell.below

    def rep_ok(self) -> bool:
        cells = list(self.cells())
        if cells and cells[-1].below is not None:
            return False
        return len(cells) == self.size

    def push(self, value: int) -> int:
        self.top = Cell(value, self.top)
        self.size += 1
        return self.size

    def pop(self) -> int:
        if self.size == 0:
            raise IndexError("pop from an empty stack")
        value = self.top.value
        self.top = self.top.below
        self.size -= 1
        return value

    def largest(self) -> int:
        cell = self.top
        best = 0
        while cell is not None:
            if cell.value > best:
                best = cell.value
            cell = cell.below
        return best
