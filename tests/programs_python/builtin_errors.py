"""Exceptions that Python raises by itself, where it raises them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    value: int
    next: Node | None = None


def target(node: Node, items: list[int], table: dict[int, int]) -> int:
    if node.value == 0:
        return node.next.value  # type: ignore[union-attr]
    if node.value == 1:
        return items[1]
    if node.value == 2:
        return table[2]
    return 2 // (node.value + 1)
