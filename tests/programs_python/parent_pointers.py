"""A node is taken out of a tree with parent pointers, which may be wrong or go round."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    left: Node | None = None
    right: Node | None = None
    parent: Node | None = None


def target(node: Node) -> int:
    parent = node.parent
    if parent is None:
        return 0
    if parent.left is node:
        parent.left = None
    elif parent.right is node:
        parent.right = None
    else:
        return -1
    node.parent = None
    if parent.parent is not None:
        return 1
    return 2 if node.left is parent or node.right is parent else 3
