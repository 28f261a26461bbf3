"""Insertion into a red-black tree with parent pointers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Colour(Enum):
    RED = "red"
    BLACK = "black"


@dataclass(eq=False)
class Node:
    key: int
    colour: Colour = Colour.RED
    parent: Node | None = None
    left: Node | None = None
    right: Node | None = None


def is_red(node: Node | None) -> bool:
    return node is not None and node.colour is Colour.RED


def keys(node: Node | None) -> list[int]:
    return [] if node is None else [*keys(node.left), node.key, *keys(node.right)]


def black_height(node: Node | None) -> int | None:
    """Black nodes on every way down; None when the ways differ or a red node has a red child."""
    if node is None:
        return 0
    if is_red(node) and (is_red(node.left) or is_red(node.right)):
        return None
    left = black_height(node.left)
    if left is None or left != black_height(node.right):
        return None
    return left if is_red(node) else left + 1


@dataclass(eq=False)
class RedBlackTree:
    """
    inv: self.linked()
    inv: self.ordered()
    inv: self.coloured()
    """

    root: Node | None = None

    def linked(self) -> bool:
        seen: set[int] = set()
        stack: list[tuple[Node | None, Node | None]] = [(self.root, None)]
        while stack:
            node, parent = stack.pop()
            if node is not None:
                if id(node) in seen or node.parent is not parent:
                    return False
                seen.add(id(node))
                stack.append((node.right, node))
                stack.append((node.left, node))
        return True

    def ordered(self) -> bool:
        found = keys(self.root)
        return all(a < b for a, b in zip(found, found[1:], strict=False))

    def coloured(self) -> bool:
        return not is_red(self.root) and black_height(self.root) is not None

    def insert(self, key: int) -> None:
        """
        post: keys(self.root) == sorted({*keys(__old__.self.root), key})
        """
        node = self._attach(key)
        while node is not None and node.parent is not None and is_red(node.parent):
            node = self._repair(node, node.parent)
        if self.root is not None:
            self.root.colour = Colour.BLACK

    def _attach(self, key: int) -> Node | None:
        parent, node = None, self.root
        while node is not None:
            if key == node.key:
                return None
            parent, node = node, (node.left if key < node.key else node.right)
        added = Node(key, parent=parent)
        if parent is None:
            self.root = added
        elif key < parent.key:
            parent.left = added
        else:
            parent.right = added
        return added

    def _repair(self, node: Node, parent: Node) -> Node:
        """One step of the repair of a red node below a red one; returns where to look next."""
        top = parent.parent
        assert top is not None, "a red node is never the root"
        on_left = parent is top.left
        uncle = top.right if on_left else top.left
        if uncle is not None and is_red(uncle):
            parent.colour = uncle.colour = Colour.BLACK
            top.colour = Colour.RED
            return top
        if node is (parent.right if on_left else parent.left):
            self._rotate(parent, left=on_left)
        parent.colour = Colour.BLACK
        top.colour = Colour.RED
        self._rotate(top, left=not on_left)
        return node

    def _rotate(self, node: Node, left: bool) -> None:
        up = node.right if left else node.left
        assert up is not None
        inner = up.left if left else up.right
        if left:
            node.right, up.left = inner, node
        else:
            node.left, up.right = inner, node
        if inner is not None:
            inner.parent = node
        up.parent = node.parent
        if node.parent is None:
            self.root = up
        elif node.parent.left is node:
            node.parent.left = up
        else:
            node.parent.right = up
        node.parent = up
