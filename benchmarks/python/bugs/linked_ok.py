"""A singly linked list that knows its length."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    value: int
    next: Node | None = None


def chain(node: Node | None) -> list[Node] | None:
    """The nodes from this one on; None when they never end."""
    seen: set[int] = set()
    nodes: list[Node] = []
    while node is not None:
        if id(node) in seen:
            return None
        seen.add(id(node))
        nodes.append(node)
        node = node.next
    return nodes


@dataclass(eq=False)
class LinkedList:
    """
    inv: self.valid()
    """

    head: Node | None = None
    size: int = 0

    def valid(self) -> bool:
        nodes = chain(self.head)
        return nodes is not None and len(nodes) == self.size

    def values(self) -> list[int]:
        return [node.value for node in chain(self.head) or []]

    def reverse(self) -> None:
        """
        post: self.values() == __old__.self.values()[::-1]
        """
        previous: Node | None = None
        node = self.head
        while node is not None:
            following = node.next
            node.next = previous
            previous = node
            node = following
        self.head = previous

    def remove_all(self, value: int) -> int:
        """Remove every node with the value and tell how many there were.

        post: self.values() == [v for v in __old__.self.values() if v != value]
        post: __return__ == __old__.self.size - self.size
        """
        removed = 0
        before: Node | None = None
        node = self.head
        while node is not None:
            if node.value == value:
                removed += 1
                if before is None:
                    self.head = node.next
                else:
                    before.next = node.next
            else:
                before = node
            node = node.next
        self.size -= removed
        return removed

    def insert(self, index: int, value: int) -> None:
        """Insert before a position, as lists do, but with an error out of range.

        raises: IndexError
        post: self.values() == __old__.self.values()[:index] + [value] + __old__.self.values()[index:]
        """  # noqa: E501
        if not 0 <= index <= self.size:
            raise IndexError(index)
        if index == 0:
            self.head = Node(value, self.head)
        else:
            before = self.head
            for _ in range(index - 1):
                assert before is not None
                before = before.next
            assert before is not None
            before.next = Node(value, before.next)
        self.size += 1
