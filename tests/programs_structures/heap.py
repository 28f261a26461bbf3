"""A binary heap in a list."""

from __future__ import annotations


class Heap:
    items: list[int]

    def rep_ok(self) -> bool:
        return all(self.items[(i - 1) // 2] <= self.items[i] for i in range(1, len(self.items)))

    def push(self, item: int) -> None:
        self.items.append(item)
        at = len(self.items) - 1
        while at > 0:
            parent = (at - 1) // 2
            if self.items[parent] <= self.items[at]:
                break
            self.items[parent], self.items[at] = self.items[at], self.items[parent]
            at = parent

    def pop(self) -> int:
        last = self.items.pop()
        if not self.items:
            return last
        least = self.items[0]
        self.items[0] = last
        at = 0
        while 2 * at + 1 < len(self.items):
            child = 2 * at + 1
            if child + 1 < len(self.items) and self.items[child + 1] < self.items[child]:
                child += 1
            if self.items[at] <= self.items[child]:
                break
            self.items[at], self.items[child] = self.items[child], self.items[at]
            at = child
        return least
