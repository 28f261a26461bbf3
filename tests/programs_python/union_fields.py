"""A field that holds an int, a text or another node, and a node that may hold itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Item:
    held: int | str | Item


def target(item: Item) -> int:
    held = item.held
    if isinstance(held, Item):
        if held is item:
            return 0
        held.held = 1
        return 1 if isinstance(held.held, int) else 2
    if isinstance(held, str):
        item.held = len(held)
        return 3 if item.held else 4
    return 5 if held > 0 else 6
