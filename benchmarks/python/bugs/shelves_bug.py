"""Goods on shelves, checked by plain assertions: the leading ones say what callers must see to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Shelf:
    stock: int
    spare: Shelf | None = None


def move(src: Shelf, dst: Shelf, amount: int) -> None:
    assert 0 <= amount <= src.stock
    before = src.stock + dst.stock
    remaining = src.stock - amount
    dst.stock += amount
    src.stock = remaining
    assert src.stock + dst.stock == before


def refill(shelf: Shelf) -> int:
    """Take everything from the spare shelf, if there is one."""
    assert shelf.stock >= 0
    had = shelf.stock
    spare = shelf.spare
    if spare is None or spare.stock <= 0:
        return 0
    moved = spare.stock
    spare.stock = 0
    shelf.stock += moved
    assert shelf.stock == had + moved
    return moved
