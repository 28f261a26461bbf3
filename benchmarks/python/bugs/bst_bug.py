"""A binary search tree with distinct keys."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    key: int
    left: Node | None = None
    right: Node | None = None


@dataclass(eq=False)
class Tree:
    """
    inv: self.is_search_tree()
    """

    root: Node | None = None

    def is_search_tree(self) -> bool:
        """Every node is met once, between the bounds its ancestors set."""
        seen: set[int] = set()
        stack: list[tuple[Node | None, int | None, int | None]] = [(self.root, None, None)]
        while stack:
            node, low, high = stack.pop()
            if node is None:
                continue
            if id(node) in seen:
                return False
            seen.add(id(node))
            if (low is not None and node.key <= low) or (high is not None and node.key >= high):
                return False
            stack.append((node.left, low, node.key))
            stack.append((node.right, node.key, high))
        return True

    def keys(self) -> list[int]:
        return in_order(self.root)

    def insert(self, key: int) -> bool:
        """
        post: self.keys() == sorted({*__old__.self.keys(), key})
        post: __return__ == (key not in __old__.self.keys())
        """
        if self.root is None:
            self.root = Node(key)
            return True
        node = self.root
        while node.key != key:
            child = node.left if key < node.key else node.right
            if child is None:
                if key < self.root.key:
                    node.left = Node(key)
                else:
                    node.right = Node(key)
                return True
            node = child
        return False

    def remove(self, key: int) -> None:
        """
        post: self.keys() == [k for k in __old__.self.keys() if k != key]
        """
        self.root = without(self.root, key)


def in_order(node: Node | None) -> list[int]:
    if node is None:
        return []
    return [*in_order(node.left), node.key, *in_order(node.right)]


def without(node: Node | None, key: int) -> Node | None:
    if node is None:
        return None
    if key < node.key:
        node.left = without(node.left, key)
    elif key > node.key:
        node.right = without(node.right, key)
    elif node.left is None:
        return node.right
    elif node.right is None:
        return node.left
    else:
        following = node.right
        while following.left is not None:
            following = following.left
        node.key = following.key
        node.right = following.right
    return node
