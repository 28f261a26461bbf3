"""Finds the invariants of sixteen data structures, and prints them with the CPU time that it took.

`python -m benchmarks.invariants [CLASS…]`. `EXPECTED` is the structural part that a person would
write for each; a class that misses some of it is marked.
"""

from __future__ import annotations

import resource
import sys
from pathlib import Path

from heapwise.checking.invariant_search import find_invariant

CLASSES = Path(__file__).with_name("classes.py")
EXPECTED = {
    "LinkedList": ("along next: a list that ends", "self.size == number of nodes"),
    "Queue": ("along next: a list that ends", "self.last is the last node"),
    "SortedChain": ("along next: a list that ends", "value is ascending along next"),
    "DoublyLinked": ("prev is the inverse of next", "self.count == number", "tail is the last"),
    "ParentTree": ("parent is the inverse of left and right", "self.size ==", "key is strictly"),
    "Avl": (
        "along left and right: a tree",
        "height is the height",
        "key is strictly",
        "differs by",
    ),
    "MinHeap": ("self.items is a heap",),
    "Ring": ("0 <= self.start < len(self.slots)", "0 <= self.count <= len(self.slots)"),
    "UnionFind": ("items of self.parent are indexes", "len(self.parent) == len(self.rank)"),
    "Lru": ("along older: a list that ends", "self.table has every node under its key"),
    "Bank": ("values of self.balances are not negative",),
    "Graph": ("self.neighbours is symmetric",),
    "IntervalMap": ("self.starts is strictly ascending", "len(self.starts) == len(self.values)"),
    "Indexed": ("self.place says where items", "every item of self.items is in self.place"),
    "ChainedMap": ("along next: a list that ends", "self.size == number of nodes"),
    "Person": ("boss is the inverse of reports",),
}


def cpu() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime for each in used)


def main() -> None:
    for name in sys.argv[1:] or EXPECTED:
        before = cpu()
        found = find_invariant(f"{CLASSES}:{name}")
        missing = [each for each in EXPECTED[name] if not any(each in kept for kept in found.kept)]
        told = f"misses {', '.join(missing)}" if missing else "all that is expected"
        opened = f" · open: {', '.join(found.open_methods)}" if found.open_methods else ""
        print(f"{name:14} {cpu() - before:5.1f} s  scope {found.scope}  {told}{opened}", flush=True)
        for kept in found.kept:
            print(f"    {kept}", flush=True)


if __name__ == "__main__":
    main()
