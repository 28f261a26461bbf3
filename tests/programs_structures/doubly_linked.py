"""A doubly linked list with both ends. The invariant asserts, and is about sharing by `is`."""

from __future__ import annotations


class Link:
    value: int
    before: Link | None
    after: Link | None

    def __init__(self, value: int) -> None:
        self.value = value
        self.before = None
        self.after = None


class Chain:
    first: Link | None
    last: Link | None

    def rep_ok(self) -> bool:
        if self.first is None:
            return self.last is None
        links = []
        link = self.first
        previous = None
        while link is not None:
            if any(link is other for other in links):
                return False
            links.append(link)
            if link.before is not previous:
                return False
            previous = link
            link = link.after
        return self.last is links[-1]

    def add_first(self, value: int) -> None:
        link = Link(value)
        link.after = self.first
        if self.first is None:
            self.last = link
        else:
            self.first.before = link
        self.first = link

    def remove_last(self) -> int:
        if self.last is None:
            raise IndexError("empty")
        link = self.last
        self.last = link.before
        if self.last is None:
            self.first = None
        else:
            self.last.after = None
        return link.value

    def remove(self, value: int) -> bool:
        link = self.first
        while link is not None and link.value != value:
            link = link.after
        if link is None:
            return False
        if link.before is None:
            self.first = link.after
        else:
            link.before.after = link.after
        if link.after is None:
            self.last = link.before
        else:
            link.after.before = link.before
        return True

    def reverse(self) -> None:
        link = self.first
        self.first, self.last = self.last, self.first
        while link is not None:
            link.before, link.after = link.after, link.before
            link = link.before
