"""A binary search tree. The invariant: a worklist for the shape, recursion for the order."""

from __future__ import annotations


class Node:
    key: int
    left: Node | None
    right: Node | None

    def __init__(self, key: int) -> None:
        self.key = key
        self.left = None
        self.right = None


class Tree:
    root: Node | None
    size: int

    def rep_ok(self) -> bool:
        visited = set()
        worklist = [self.root] if self.root else []
        while worklist:
            node = worklist.pop()
            if node in visited:
                return False
            visited.add(node)
            worklist += [child for child in (node.left, node.right) if child is not None]
        return len(visited) == self.size and self.is_ordered(self.root, None, None)

    def is_ordered(self, node: Node | None, low: int | None, high: int | None) -> bool:
        if node is None:
            return True
        if low is not None and node.key <= low:
            return False
        if high is not None and node.key >= high:
            return False
        return self.is_ordered(node.left, low, node.key) and self.is_ordered(
            node.right, node.key, high
        )

    def find(self, key: int) -> bool:
        node = self.root
        while node is not None:
            if key == node.key:
                return True
            node = node.left if key < node.key else node.right
        return False

    def insert(self, key: int) -> bool:
        if self.root is None:
            self.root = Node(key)
            self.size += 1
            return True
        node = self.root
        while True:
            if key == node.key:
                return False
            if key < node.key:
                if node.left is None:
                    node.left = Node(key)
                    break
                node = node.left
            else:
                if node.right is None:
                    node.right = Node(key)
                    break
                node = node.right
        self.size += 1
        return True

    def remove(self, key: int) -> bool:
        before = self.size
        self.root = self.without(self.root, key)
        return self.size < before

    def without(self, node: Node | None, key: int) -> Node | None:
        if node is None:
            return None
        if key < node.key:
            node.left = self.without(node.left, key)
            return node
        if key > node.key:
            node.right = self.without(node.right, key)
            return node
        self.size -= 1
        if node.left is None:
            return node.right
        if node.right is None:
            return node.left
        least = node.right
        while least.left is not None:
            least = least.left
        node.key = least.key
        self.size += 1
        node.right = self.without(node.right, least.key)
        return node
