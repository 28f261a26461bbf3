"""Finitizations in the style of Korat: how many objects there are, and what fields refer to.

    def fin_tree(nodes: int) -> Finitization:
        found = Finitization(Tree)
        some = found.objects(Node, nodes)
        found.set("root", some)
        found.set("Node.left", some)
        found.set("Node.key", found.integers(0, nodes))
        return found

A field that may be None and is not set is None, as in Korat; numbers that are not set are any.
"""

from __future__ import annotations

from typing import NamedTuple


class ObjectSet(NamedTuple):
    """Objects of a class, and None unless it is left out."""

    cls: type
    null: bool


class IntegerSet(NamedTuple):
    low: int
    high: int


class Finitization:
    """Of the objects of `root`, of which there is one."""

    def __init__(self, root: type) -> None:
        self.root = root
        self.counts: dict[type, int] = {root: 1}
        self.fields: dict[str, ObjectSet | IntegerSet] = {}

    def objects(self, cls: type, count: int, null: bool = True) -> ObjectSet:
        """So many objects more of a class."""
        self.counts[cls] = self.counts.get(cls, 0) + count
        return ObjectSet(cls, null)

    def integers(self, low: int, high: int) -> IntegerSet:
        """Both included."""
        return IntegerSet(low, high)

    def set(self, field: str, domain: ObjectSet | IntegerSet) -> None:
        """What a field holds: `Class.field`, or a field of the root."""
        self.fields[field if "." in field else f"{self.root.__qualname__}.{field}"] = domain
