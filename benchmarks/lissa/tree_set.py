"""A set in a red-black tree map, as in java.util: the fields and the invariant of lissa.txt §4."""

from __future__ import annotations

from tree_map import TreeMap

PRESENT = 1


class TreeSet:
    map: TreeMap | None

    def __init__(self) -> None:
        self.map = TreeMap()

    def add(self, element: int) -> bool:
        return self.map.put(element, PRESENT)

    def remove(self, element: int) -> bool:
        return self.map.remove(element)

    def rep_ok(self) -> bool:
        return self.map is not None and self.map.rep_ok()
