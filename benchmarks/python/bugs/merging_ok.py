"""Sorted chains of cells: merge two of them, and join two of them that may share cells."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(eq=False)
class Cell:
    value: int
    next: Optional[Cell] = None


def cells(cell: Optional[Cell]) -> list[Cell]:
    """The cells from this one on; a cell met again ends the list and is in it twice."""
    found: list[Cell] = []
    while cell is not None:
        repeated = any(cell is other for other in found)
        found.append(cell)
        if repeated:
            break
        cell = cell.next
    return found


def values(cell: Optional[Cell]) -> list[int]:
    return [each.value for each in cells(cell)]


def separate(*chains: Optional[Cell]) -> bool:
    """No cell is reached twice."""
    everything = [id(cell) for chain in chains for cell in cells(chain)]
    return len(everything) == len(set(everything))


def ascending(cell: Optional[Cell]) -> bool:
    return values(cell) == sorted(values(cell))


def merge(a: Optional[Cell], b: Optional[Cell]) -> Optional[Cell]:
    """Merge two sorted chains by relinking their cells.

    pre: separate(a, b)
    pre: ascending(a) and ascending(b)
    post: values(__return__) == sorted(values(__old__.a) + values(__old__.b))
    """
    start = end = Cell(0)
    while a is not None and b is not None:
        if b.value < a.value:
            end.next, b = b, b.next
        else:
            end.next, a = a, a.next
        assert end.next is not None
        end = end.next
    end.next = a if b is None else b
    return start.next


def join(a: Cell, b: Optional[Cell]) -> None:
    """Put a copy of the second chain after the first one.

    pre: separate(a) and separate(b)
    post: separate(a)
    post: values(a) == values(__old__.a) + values(__old__.b)
    """
    tail = cells(a)[-1]
    for value in values(b):
        tail.next = Cell(value)
        tail = tail.next
