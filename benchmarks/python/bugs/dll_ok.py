"""A doubly linked list with both ends."""

from __future__ import annotations

from typing import Optional


class Item:
    def __init__(self, value: int) -> None:
        self.value = value
        self.prev: Optional[Item] = None
        self.next: Optional[Item] = None


class Chain:
    """
    inv: self.consistent()
    """

    def __init__(self) -> None:
        self.first: Optional[Item] = None
        self.last: Optional[Item] = None

    def items(self) -> list[Item]:
        """The items from the first on, each once."""
        found: list[Item] = []
        seen: set[Item] = set()
        item = self.first
        while item is not None and item not in seen:
            seen.add(item)
            found.append(item)
            item = item.next
        return found

    def consistent(self) -> bool:
        before: Optional[Item] = None
        for item in self.items():
            if item.prev is not before:
                return False
            before = item
        return before is self.last and (before is None or before.next is None)

    def append(self, value: int) -> Item:
        """
        post: __return__ is self.last
        post: [i.value for i in self.items()] == [i.value for i in __old__.self.items()] + [value]
        """
        item = Item(value)
        item.prev = self.last
        if self.last is None:
            self.first = item
        else:
            self.last.next = item
        self.last = item
        return item

    def insert_after(self, item: Item, value: int) -> Item:
        """
        pre: item in self.items()
        post: __return__ in self.items()
        post: __return__.prev is item
        """
        added = Item(value)
        added.prev = item
        added.next = item.next
        if item.next is None:
            self.last = added
        else:
            item.next.prev = added
        item.next = added
        return added

    def remove(self, item: Item) -> None:
        """
        pre: item in self.items()
        post: item not in self.items()
        post: len(self.items()) == len(__old__.self.items()) - 1
        """
        if item.prev is None:
            self.first = item.next
        else:
            item.prev.next = item.next
        if item.next is None:
            self.last = item.prev
        else:
            item.next.prev = item.prev
        item.prev = item.next = None
