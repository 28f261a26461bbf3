"""A client of two maps, after the TransportStats of lissa.txt §4: what was read and written is
counted by size, in two red-black trees that share nothing."""

from __future__ import annotations

from tree_map import Entry, TreeMap


class TransportStats:
    read_sizes: TreeMap | None
    write_sizes: TreeMap | None
    total_read: int
    total_written: int

    def __init__(self) -> None:
        self.read_sizes = TreeMap()
        self.write_sizes = TreeMap()
        self.total_read = 0
        self.total_written = 0

    def bytes_read(self, number: int) -> None:
        self.total_read += number
        self.count(self.read_sizes, number)

    def bytes_written(self, number: int) -> None:
        self.total_written += number
        self.count(self.write_sizes, number)

    def count(self, sizes: TreeMap | None, number: int) -> None:
        entry = sizes.get_entry(number)
        if entry is None:
            sizes.put(number, 1)
        else:
            entry.value += 1

    def rep_ok(self) -> bool:
        reads, writes = self.read_sizes, self.write_sizes
        if reads is None or writes is None or reads is writes:
            return False
        if not reads.rep_ok() or not writes.rep_ok():
            return False
        return entries_of(reads).isdisjoint(entries_of(writes))


def entries_of(tree: TreeMap) -> set[Entry]:
    found: set[Entry] = set()
    worklist = [tree.root]
    while worklist:
        entry = worklist.pop(0)
        if entry is not None:
            found.add(entry)
            worklist.append(entry.left)
            worklist.append(entry.right)
    return found
