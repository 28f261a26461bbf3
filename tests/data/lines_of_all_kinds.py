"""Lines that are reached, cannot be, fail, and are not supported."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    value: int
    next: Node | None = None


def never(node: Node) -> int:
    if node.value > 3:
        if node.value < 2:  # reached
            node.value = 7  # never
            return 2  # never
        return 1  # reached
    return 0  # reached


def allowed(node: Node) -> int:
    """pre: _is_small(node)"""
    return node.value


def _is_small(node: Node) -> bool:
    if node.value > 10:
        node = Node(0)  # not allowed
        return node.next is not None  # not allowed
    return node.value < 11


def divide(node: Node, by: int) -> int:
    if by > 10:
        return 1
    return node.value // by  # violated


def unsupported(number: int) -> int:
    if number == 7:
        size = ctypes.sizeof(ctypes.c_long)  # not supported
        return size  # who knows
    return number
