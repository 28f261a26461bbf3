"""A generator method over a tree, by recursion, with a loop that leaves it early."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(eq=False)
class Tree:
    key: int
    left: Tree | None = None

    def __iter__(self) -> Iterator[int]:
        if self.left is not None and self.left is not self:
            yield from self.left
        yield self.key


def target(tree: Tree, limit: int) -> int:
    if tree.left is not None and tree.left.left is tree:
        return -1
    found = 0
    for key in tree:
        if key > limit:
            break
        found += 1
    return found
