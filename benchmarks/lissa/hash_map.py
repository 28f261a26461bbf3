"""A hash table with chains, as in java.util: the fields and the invariant of lissa.txt §4. It has
16 buckets; which one a hash belongs to is decided by comparing, so that its index is concrete (the
engine of the paper cannot do otherwise, and its counts are multiples of 16)."""

from __future__ import annotations

CAPACITY = 16


class Entry:
    key: int
    value: int
    hash: int
    next: Entry | None

    def __init__(self, hash: int, key: int, value: int, following: Entry | None) -> None:
        self.key = key
        self.value = value
        self.hash = hash
        self.next = following


def hash_of(key: int) -> int:
    return key + 7


class HashMap:
    table: list[Entry | None]
    size: int

    def __init__(self) -> None:
        self.table = [None] * CAPACITY
        self.size = 0

    def index_for(self, hash: int) -> int:
        bucket = hash % CAPACITY
        for index in range(CAPACITY - 1):
            if bucket == index:
                return index
        return CAPACITY - 1

    def put(self, key: int, value: int) -> bool:
        """True if the key is new."""
        hash = hash_of(key)
        index = self.index_for(hash)
        entry = self.table[index]
        while entry is not None:
            if entry.hash == hash and entry.key == key:
                entry.value = value
                return False
            entry = entry.next
        self.table[index] = Entry(hash, key, value, self.table[index])
        self.size += 1
        return True

    def remove(self, key: int) -> bool:
        """True if the key was there."""
        hash = hash_of(key)
        index = self.index_for(hash)
        previous = self.table[index]
        entry = previous
        while entry is not None:
            following = entry.next
            if entry.hash == hash and entry.key == key:
                self.size -= 1
                if previous is entry:
                    self.table[index] = following
                else:
                    previous.next = following
                return True
            previous = entry
            entry = following
        return False

    def rep_ok(self) -> bool:
        """Chains that end and share nothing."""
        if len(self.table) != CAPACITY:
            return False
        visited: set[Entry] = set()
        for index in range(CAPACITY):
            entry = self.table[index]
            while entry is not None:
                if entry in visited:
                    return False
                visited.add(entry)
                entry = entry.next
        return True
