"""A list is reversed in place; input shapes with cycles are refused."""

from __future__ import annotations

from typing import Optional


class Node:
    __slots__ = ("next", "value")

    def __init__(self, value: int, next: Optional[Node] = None) -> None:
        self.value = value
        self.next = next


def target(head: Optional[Node]) -> Optional[Node]:
    seen: set[Node] = set()
    node = head
    while node is not None:
        if node in seen:
            return None
        seen.add(node)
        node = node.next
    previous: Optional[Node] = None
    while head is not None:
        head.next, previous, head = previous, head, head.next
    return previous
