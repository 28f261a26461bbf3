"""A sorted list without duplicates. The invariant remembers nodes by `id`."""

from __future__ import annotations


class Node:
    value: int
    next: Node | None

    def __init__(self, value: int, following: Node | None) -> None:
        self.value = value
        self.next = following


class SortedList:
    head: Node | None

    def rep_ok(self) -> bool:
        seen: set[int] = set()
        node = self.head
        while node is not None:
            if id(node) in seen:
                return False
            seen.add(id(node))
            if node.next is not None and node.value >= node.next.value:
                return False
            node = node.next
        return True

    def has(self, value: int) -> bool:
        node = self.head
        while node is not None and node.value < value:
            node = node.next
        return node is not None and node.value == value

    def insert(self, value: int) -> None:
        if self.head is None or value < self.head.value:
            self.head = Node(value, self.head)
            return
        node = self.head
        while node.next is not None and node.next.value <= value:
            node = node.next
        if node.value != value:
            node.next = Node(value, node.next)

    def remove(self, value: int) -> bool:
        previous = None
        node = self.head
        while node is not None:
            if node.value == value:
                if previous is None:
                    self.head = node.next
                else:
                    previous.next = node.next
                return True
            previous, node = node, node.next
        return False
