"""All valid structures up to a size, made directly: neither the engine nor any invariant is used.

Keys matter only by their order. The keys of a structure of n nodes are even numbers, and a number
to look for is tried at and between all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TypeAlias

from heapwise.results import Heap, HeapObject, Ref, Value

Shape: TypeAlias = "tuple[Shape, Shape] | None"


def sorted_lists(most: int) -> Iterator[Heap]:
    for size in range(most + 1):
        nodes = [Ref(f"Node#{index}") for index in range(size)]
        objects = {
            ref: HeapObject("Node", {"key": 2 * at, "next": _at(nodes, at + 1)})
            for at, ref in enumerate(nodes)
        }
        yield _rooted("List", {"head": _at(nodes, 0), "size": size}, objects)


def stacks(most: int) -> Iterator[Heap]:
    for size in range(most + 1):
        items = [Ref(f"Item#{index}") for index in range(size)]
        for values in _orders(size):
            objects = {
                ref: HeapObject("Item", {"value": values[at], "next": _at(items, at + 1)})
                for at, ref in enumerate(items)
            }
            yield _rooted("Stack", {"top": _at(items, 0)}, objects)


def deques(most: int) -> Iterator[Heap]:
    for size in range(most + 1):
        cells = [Ref(f"Cell#{index}") for index in range(size)]
        for keys in _orders(size):
            objects = {
                ref: HeapObject(
                    "Cell",
                    {"key": keys[at], "next": _at(cells, at + 1), "prev": _at(cells, at - 1)},
                )
                for at, ref in enumerate(cells)
            }
            ends: dict[str, Value] = {"head": _at(cells, 0), "tail": _at(cells, size - 1)}
            yield _rooted("Deque", ends, objects)


def search_trees(most: int) -> Iterator[Heap]:
    for size in range(most + 1):
        for shape in shapes(size):
            objects: dict[Ref, HeapObject] = {}
            root = _node(shape, 0, objects)
            yield _rooted("Tree", {"root": root}, objects)


def shapes(size: int) -> Iterator[Shape]:
    if size == 0:
        yield None
    for left in range(size):
        yield from product(shapes(left), shapes(size - 1 - left))


def nodes_of(shape: Shape) -> int:
    return 0 if shape is None else 1 + nodes_of(shape[0]) + nodes_of(shape[1])


def red_black_maps(most: int) -> Iterator[Heap]:
    for size in range(most + 1):
        for shape in shapes(size):
            for colours in product((False, True), repeat=size):
                if _is_red_black(shape, colours):
                    objects: dict[Ref, HeapObject] = {}
                    root = _entry(shape, 0, None, colours, objects)
                    yield _rooted("TreeMap", {"root": root, "size": size}, objects)


def families(most: int) -> Iterator[Heap]:
    for size in range(most + 1):
        for shape in shapes(size):
            for ripe in product((False, True), repeat=size):
                objects: dict[Ref, HeapObject] = {}
                root = _relative(shape, 0, None, ripe, objects)
                lasts = [each.fields["last"] for each in objects.values()]
                if not any(isinstance(at, Ref) and objects[at].fields["ripened"] for at in lasts):
                    yield _rooted("Family", {"root": root}, objects)


def _relative(
    shape: Shape,
    start: int,
    parent: Ref | None,
    ripe: Sequence[bool],
    objects: dict[Ref, HeapObject],
) -> Ref | None:
    if shape is None:
        return None
    at = start + nodes_of(shape[0])
    ref = Ref(f"Node#{at}")
    fields: dict[str, Value] = {
        "ripened": ripe[at],
        "first": _relative(shape[0], start, ref, ripe, objects),
        "last": _relative(shape[1], at + 1, ref, ripe, objects),
        "parent": parent,
    }
    objects[ref] = HeapObject("Node", fields)
    return ref


def avl_trees(most: int) -> Iterator[Heap]:
    for size in range(most + 1):
        for shape in shapes(size):
            if _height(shape) is not None:
                objects: dict[Ref, HeapObject] = {}
                root = _balanced(shape, 0, None, objects)
                yield _rooted("Avl", {"root": root}, objects)


def _height(shape: Shape) -> int | None:
    """None if the heights of two children differ by more than one."""
    if shape is None:
        return 0
    left, right = _height(shape[0]), _height(shape[1])
    if left is None or right is None or abs(left - right) > 1:
        return None
    return 1 + max(left, right)


def _balanced(
    shape: Shape, start: int, parent: Ref | None, objects: dict[Ref, HeapObject]
) -> Ref | None:
    if shape is None:
        return None
    at = start + nodes_of(shape[0])
    ref = Ref(f"Node#{at}")
    left = _balanced(shape[0], start, ref, objects)
    right = _balanced(shape[1], at + 1, ref, objects)
    fields: dict[str, Value] = {
        "key": 2 * at,
        "height": _height(shape),
        "left": left,
        "right": right,
        "parent": parent,
    }
    objects[ref] = HeapObject("Node", fields)
    return ref


def _is_red_black(shape: Shape, colours: tuple[bool, ...]) -> bool:
    """`colours` tells of each node, in order of keys, whether it is black."""

    def height(shape: Shape, start: int, parent_black: bool) -> int | None:
        if shape is None:
            return 0
        at = start + nodes_of(shape[0])
        black = colours[at]
        if not black and not parent_black:
            return None
        left = height(shape[0], start, black)
        right = height(shape[1], at + 1, black)
        if left is None or left != right:
            return None
        return left + black

    return shape is None or (colours[nodes_of(shape[0])] and height(shape, 0, False) is not None)


def _entry(
    shape: Shape,
    start: int,
    parent: Ref | None,
    colours: tuple[bool, ...],
    objects: dict[Ref, HeapObject],
) -> Ref | None:
    if shape is None:
        return None
    at = start + nodes_of(shape[0])
    ref = Ref(f"Entry#{at}")
    left = _entry(shape[0], start, ref, colours, objects)
    right = _entry(shape[1], at + 1, ref, colours, objects)
    fields: dict[str, Value] = {
        "key": 2 * at,
        "black": colours[at],
        "left": left,
        "right": right,
        "parent": parent,
    }
    objects[ref] = HeapObject("Entry", fields)
    return ref


def _node(shape: Shape, start: int, objects: dict[Ref, HeapObject]) -> Ref | None:
    if shape is None:
        return None
    at = start + nodes_of(shape[0])
    ref = Ref(f"Node#{at}")
    left = _node(shape[0], start, objects)
    right = _node(shape[1], at + 1, objects)
    objects[ref] = HeapObject("Node", {"key": 2 * at, "left": left, "right": right})
    return ref


def _orders(size: int) -> Iterator[tuple[int, ...]]:
    """Enough values to have every order of `size` numbers, equal ones included."""
    return product(range(0, 2 * size, 2), repeat=size)


def _at(refs: list[Ref], index: int) -> Ref | None:
    return refs[index] if 0 <= index < len(refs) else None


def _rooted(cls: str, fields: dict[str, Value], objects: dict[Ref, HeapObject]) -> Heap:
    root = Ref(f"{cls}#0")
    return Heap({"Y0": root}, {root: HeapObject(cls, fields), **objects})
