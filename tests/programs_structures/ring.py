"""A queue as a ring of nodes; the invariant is a precondition in the docstring of each method."""

from __future__ import annotations


class Node:
    value: int
    next: Node

    def __init__(self, value: int) -> None:
        self.value = value
        self.next = self


def is_ring(last: Node | None) -> bool:
    if last is None:
        return True
    seen = {last}
    node = last.next
    while node is not last:
        if node in seen:
            return False
        seen.add(node)
        node = node.next
    return True


class Queue:
    """
    inv: is_ring(self.last)
    """

    last: Node | None

    def put(self, value: int) -> None:
        node = Node(value)
        if self.last is not None:
            node.next = self.last.next
            self.last.next = node
        self.last = node

    def take(self) -> int:
        if self.last is None:
            raise IndexError("empty")
        first = self.last.next
        if first is self.last:
            self.last = None
        else:
            self.last.next = first.next
        return first.value

    def rotate(self, times: int) -> None:
        """
        pre: 0 <= times <= 3
        """
        while times > 0:
            if self.last is None:
                return
            self.last = self.last.next
            times -= 1
