"""Heaps that merge: leftist and skew."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Optional


@dataclass(eq=False)
class Heap:
    value: int
    rank: int = 1
    left: Optional[Heap] = None
    right: Optional[Heap] = None


def nodes(*heaps: Optional[Heap]) -> list[Heap]:
    """Every node as often as it is reached, though a node is left only once."""
    found: list[Heap] = []
    left: set[int] = set()
    stack = list(heaps)
    while stack:
        heap = stack.pop()
        if heap is None:
            continue
        found.append(heap)
        if id(heap) not in left:
            left.add(id(heap))
            stack.extend((heap.left, heap.right))
    return found


def apart(*heaps: Optional[Heap]) -> bool:
    found = nodes(*heaps)
    return len({id(node) for node in found}) == len(found)


def contents(*heaps: Optional[Heap]) -> list[int]:
    return sorted(node.value for node in nodes(*heaps))


def ordered(heap: Optional[Heap]) -> bool:
    return all(
        child is None or node.value <= child.value
        for node in nodes(heap)
        for child in (node.left, node.right)
    )


def rank(heap: Optional[Heap]) -> int:
    return heap.rank if heap is not None else 0


def leftist(heap: Optional[Heap]) -> bool:
    return ordered(heap) and all(
        rank(node.left) >= rank(node.right) and node.rank == rank(node.right) + 1
        for node in nodes(heap)
    )


def merge(a: Optional[Heap], b: Optional[Heap]) -> Optional[Heap]:
    """Merge two leftist heaps.

    pre: apart(a, b)
    pre: leftist(a) and leftist(b)
    post: apart(_) and leftist(_)
    post: contents(_) == contents(__old__.a, __old__.b)
    """
    if a is None:
        return b
    if b is None:
        return a
    if b.value < a.value:
        a, b = b, a
    a.right = merge(a.right, b)
    if rank(a.left) < rank(a.right):
        a.left, a.right = a.right, a.left
    a.rank = rank(a.right) + 1
    return a


def meld(a: Optional[Heap], b: Optional[Heap]) -> Optional[Heap]:
    """Merge two skew heaps (ranks mean nothing to them), iteratively.

    pre: apart(a, b)
    pre: ordered(a) and ordered(b)
    post: apart(_) and ordered(_)
    post: Counter(contents(_)) == Counter(contents(__old__.a)) + Counter(contents(__old__.b))
    """
    path: list[Heap] = []
    while a is not None and b is not None:
        if b.value < a.value:
            a, b = b, a
        path.append(a)
        a = a.right
    merged = b if a is None else a
    for heap in reversed(path):
        heap.left, heap.right = merged, heap.left
        merged = heap
    return merged
