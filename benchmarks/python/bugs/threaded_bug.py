"""Search tree nodes that know their parent: walk to the next key."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Optional


class Node:
    def __init__(self, key: int, parent: Optional[Node]) -> None:
        self.key = key
        self.parent = parent
        self.left: Optional[Node] = None
        self.right: Optional[Node] = None


def walk(node: Optional[Node]) -> Iterator[Node]:
    if node is not None:
        yield from walk(node.left)
        yield node
        yield from walk(node.right)


def linked(node: Optional[Node], parent: Optional[Node]) -> bool:
    """Children name their parent; so no node can be met twice."""
    if node is None:
        return True
    if node.parent is not parent:
        return False
    return linked(node.left, node) and linked(node.right, node)


def is_tree(root: Node) -> bool:
    if root.parent is not None or not linked(root, None):
        return False
    keys = [node.key for node in walk(root)]
    return keys == sorted(set(keys))


def successor(root: Node, node: Node) -> Optional[Node]:
    """The node with the next greater key.

    pre: is_tree(root)
    pre: node in list(walk(root))
    post: __return__ is next((n for n in walk(root) if n.key > node.key), None)
    """
    if node.right is not None:
        node = node.right
        while node.left is not None:
            node = node.left
        return node
    child, parent = node, node.parent
    if parent is not None and child is parent.right:
        child, parent = parent, parent.parent
    return parent


def predecessor(root: Node, node: Node) -> Optional[Node]:
    """The node with the next smaller key.

    pre: is_tree(root)
    pre: node in list(walk(root))
    post: __return__ is max((n for n in walk(root) if n.key < node.key), key=lambda n: n.key, default=None)
    """  # noqa: E501
    if node.left is not None:
        node = node.left
        while node.right is not None:
            node = node.right
        return node
    child, parent = node, node.parent
    while child is parent.left:  # type: ignore[union-attr]
        child, parent = parent, parent.parent  # type: ignore
    return parent
