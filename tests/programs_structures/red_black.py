"""A red-black tree with parent pointers and colours that are an enum."""

from __future__ import annotations

from collections import deque
from enum import Enum


class Color(Enum):
    RED = 0
    BLACK = 1


class Node:
    key: int
    color: Color
    left: Node | None
    right: Node | None
    parent: Node | None

    def __init__(self, key: int, parent: Node | None) -> None:
        self.key = key
        self.color = Color.RED
        self.left = None
        self.right = None
        self.parent = parent


class RedBlackTree:
    root: Node | None

    def rep_ok(self) -> bool:
        if self.root is None:
            return True
        if self.root.parent is not None or self.root.color is not Color.BLACK:
            return False
        seen = {self.root}
        queue = deque([self.root])
        while queue:
            node = queue.popleft()
            for child in (node.left, node.right):
                if child is None:
                    continue
                if child in seen or child.parent is not node:
                    return False
                if node.color is Color.RED and child.color is Color.RED:
                    return False
                seen.add(child)
                queue.append(child)
        return self.black_height(self.root) >= 0 and self.is_ordered(self.root, None, None)

    def black_height(self, node: Node | None) -> int:
        """-1 if there is none."""
        if node is None:
            return 0
        left = self.black_height(node.left)
        if left < 0 or left != self.black_height(node.right):
            return -1
        return left + 1 if node.color is Color.BLACK else left

    def is_ordered(self, node: Node | None, low: int | None, high: int | None) -> bool:
        if node is None:
            return True
        if low is not None and node.key <= low or high is not None and node.key >= high:
            return False
        return self.is_ordered(node.left, low, node.key) and self.is_ordered(
            node.right, node.key, high
        )

    def has(self, key: int) -> bool:
        node = self.root
        while node is not None and node.key != key:
            node = node.left if key < node.key else node.right
        return node is not None

    def insert(self, key: int) -> bool:
        parent, node = None, self.root
        while node is not None:
            if key == node.key:
                return False
            parent, node = node, node.left if key < node.key else node.right
        new = Node(key, parent)
        if parent is None:
            self.root = new
        elif key < parent.key:
            parent.left = new
        else:
            parent.right = new
        self.repair(new)
        return True

    def repair(self, node: Node) -> None:
        while node.parent is not None and node.parent.color is Color.RED:
            parent = node.parent
            above = parent.parent
            uncle = above.right if parent is above.left else above.left
            if uncle is not None and uncle.color is Color.RED:
                parent.color = uncle.color = Color.BLACK
                above.color = Color.RED
                node = above
                continue
            if parent is above.left:
                if node is parent.right:
                    self.rotate(parent, left=True)
                    parent = node
                self.rotate(above, left=False)
            else:
                if node is parent.left:
                    self.rotate(parent, left=False)
                    parent = node
                self.rotate(above, left=True)
            parent.color = Color.BLACK
            above.color = Color.RED
            break
        self.root.color = Color.BLACK

    def rotate(self, node: Node, left: bool) -> None:
        if left:
            top = node.right
            node.right = top.left
            if top.left is not None:
                top.left.parent = node
            top.left = node
        else:
            top = node.left
            node.left = top.right
            if top.right is not None:
                top.right.parent = node
            top.right = node
        top.parent = node.parent
        if node.parent is None:
            self.root = top
        elif node.parent.left is node:
            node.parent.left = top
        else:
            node.parent.right = top
        node.parent = top
