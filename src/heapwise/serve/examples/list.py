"""Two nodes trade what comes after them. How many paths are there?"""

from __future__ import annotations


class Node:
    def __init__(self, value: int, next: Node | None) -> None:
        self.value = value
        self.next = next


def trade(first: Node, second: Node) -> Node:
    first.next, second.next = second.next, first.next
    if first.next is None:
        return first
    return first.next if first.next.value > 0 else second
