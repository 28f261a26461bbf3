"""A cache that forgets what was used longest ago: a dict, and its keys in order of use."""

from __future__ import annotations


class Cache:
    entries: dict[int, int]
    order: list[int]
    capacity: int

    def rep_ok(self) -> bool:
        if not 1 <= self.capacity <= 2 or len(self.entries) > self.capacity:
            return False
        if len(self.order) != len(self.entries):
            return False
        if len(set(self.order)) != len(self.order):
            return False
        return all(key in self.entries for key in self.order)

    def get(self, key: int) -> int:
        if key not in self.entries:
            return -1
        self.order.remove(key)
        self.order.append(key)
        return self.entries[key]

    def put(self, key: int, value: int) -> None:
        if key in self.entries:
            self.order.remove(key)
        elif len(self.entries) == self.capacity:
            oldest = self.order.pop(0)
            del self.entries[oldest]
        self.entries[key] = value
        self.order.append(key)
