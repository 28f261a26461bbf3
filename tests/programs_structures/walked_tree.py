"""A binary search tree whose invariant is two recursions that leave traces: a set of what was seen,
and a list of keys in order."""

from __future__ import annotations


class Node:
    key: int
    left: Node | None
    right: Node | None


class Tree:
    root: Node | None

    def rep_ok(self) -> bool:
        return self.walk(self.root, set()) and self.inorder(self.root, [])

    def walk(self, node: Node | None, seen: set) -> bool:
        if node is None:
            return True
        if node in seen:
            return False
        seen.add(node)
        return self.walk(node.left, seen) and self.walk(node.right, seen)

    def inorder(self, node: Node | None, keys: list[int]) -> bool:
        if node is None:
            return True
        if not self.inorder(node.left, keys):
            return False
        if keys and keys[-1] >= node.key:
            return False
        keys.append(node.key)
        return self.inorder(node.right, keys)

    def find(self, key: int) -> bool:
        node = self.root
        while node is not None:
            if key == node.key:
                return True
            node = node.left if key < node.key else node.right
        return False
