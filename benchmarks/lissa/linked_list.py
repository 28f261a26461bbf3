"""A circular doubly linked list with a header: the fields and the invariant of the linked list of
java.util, which lissa.txt §4 uses."""

from __future__ import annotations


class Entry:
    element: int
    next: Entry | None
    previous: Entry | None

    def __init__(self, element: int) -> None:
        self.element = element
        self.next = None
        self.previous = None


class LinkedList:
    header: Entry | None
    size: int

    def __init__(self) -> None:
        header = Entry(0)
        header.next = header
        header.previous = header
        self.header = header
        self.size = 0

    def add(self, element: int) -> bool:
        """At the end."""
        header = self.header
        last = header.previous
        entry = Entry(element)
        entry.next = header
        entry.previous = last
        last.next = entry
        header.previous = entry
        self.size += 1
        return True

    def remove(self, element: int) -> bool:
        """The first that is equal."""
        entry = self.header.next
        while entry is not self.header:
            if entry.element == element:
                entry.previous.next = entry.next
                entry.next.previous = entry.previous
                self.size -= 1
                return True
            entry = entry.next
        return False

    def rep_ok(self) -> bool:
        """A ring through the header, the same in both directions."""
        if self.header is None:
            return False
        visited = {self.header}
        entry = self.header
        while True:
            following = entry.next
            if following is None or following.previous is not entry:
                return False
            if following is self.header:
                break
            if following in visited:
                return False
            visited.add(following)
            entry = following
        return True
