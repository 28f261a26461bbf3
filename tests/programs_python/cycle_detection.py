"""The tortoise and the hare, on lists that may end, go round, or go round from the start."""

from __future__ import annotations


class Cell:
    __slots__ = ("next",)

    def __init__(self, next: Cell | None) -> None:
        self.next = next


def target(head: Cell | None) -> int:
    slow = fast = head
    steps = 0
    while fast is not None and fast.next is not None:
        assert slow is not None
        slow, fast = slow.next, fast.next.next
        steps += 1
        if slow is fast:
            return steps
    return -steps
