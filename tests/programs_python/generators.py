"""Generators: yield, yield from, early exit, a generator in a for loop and in next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(eq=False)
class Tree:
    value: int
    left: Tree | None = None
    right: Tree | None = None


def walk(tree: Tree | None, depth: int) -> Iterator[int]:
    if tree is None or depth == 0:
        return
    yield from walk(tree.left, depth - 1)
    yield tree.value
    yield from walk(tree.right, depth - 1)


def target(tree: Tree) -> int:
    values = walk(tree, 2)
    first = next(values)
    for value in values:
        if value < first:
            return value
        first = value
    return next(values, -7)
