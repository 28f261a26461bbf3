"""Binary trees by levels, with a queue."""

from __future__ import annotations

from collections import deque
from typing import NamedTuple, Optional


class Node:
    def __init__(self, value: int, left: Optional[Node], right: Optional[Node]) -> None:
        self.value = value
        self.left = left
        self.right = right


class Shape(NamedTuple):
    height: int
    width: int


def levels(layer: list[Node]) -> list[list[Node]]:
    """The layers of a tree, by list concatenation."""
    if not layer:
        return []
    below = [child for n in layer for child in (n.left, n.right) if child is not None]
    return [layer, *levels(below)]


def is_tree(root: Optional[Node]) -> bool:
    seen: set[Node] = set()
    stack = [root]
    while stack:
        node = stack.pop()
        if node is not None:
            if node in seen:
                return False
            seen.add(node)
            stack.extend([node.left, node.right])
    return True


def shape(root: Node) -> Shape:
    """
    pre: is_tree(root)
    post: _.height == len(levels([root]))
    post: _.width == max(len(layer) for layer in levels([root]))
    """
    queue = deque([root])
    height = width = 0
    while queue:
        height += 1
        width = max(width, len(queue))
        for _ in range(len(queue)):
            node = queue.popleft()
            for child in (node.left, node.right):
                if child is not None:
                    queue.append(child)
    return Shape(height, width)


def largest_per_level(root: Node) -> list[int]:
    """
    pre: is_tree(root)
    post: _ == [max(node.value for node in layer) for layer in levels([root])]
    """
    found: list[int] = []
    queue: deque[tuple[Node, int]] = deque([(root, 0)])
    while queue:
        node, level = queue.popleft()
        if level == len(found):
            found.append(node.value)
        else:
            found[level] = max(found[level], node.value)
        queue.extend((c, level + 1) for c in (node.left, node.right) if c is not None)
    return found
