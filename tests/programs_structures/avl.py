"""An AVL tree. The invariant is one recursion, whose results are tuples."""

from __future__ import annotations


class Node:
    key: int
    left: Node | None
    right: Node | None
    height: int

    def __init__(self, key: int) -> None:
        self.key = key
        self.left = None
        self.right = None
        self.height = 1


def height(node: Node | None) -> int:
    return 0 if node is None else node.height


def update(node: Node) -> None:
    left, right = height(node.left), height(node.right)
    node.height = (left if left > right else right) + 1


def rotate_right(node: Node) -> Node:
    top = node.left
    node.left = top.right
    top.right = node
    update(node)
    update(top)
    return top


def rotate_left(node: Node) -> Node:
    top = node.right
    node.right = top.left
    top.left = node
    update(node)
    update(top)
    return top


class AvlTree:
    root: Node | None

    def rep_ok(self) -> bool:
        valid, _ = self.checked(self.root, set())
        return valid and self.is_ordered(self.root, None, None)

    def checked(self, node: Node | None, seen: set[Node]) -> tuple[bool, int]:
        if node is None:
            return True, 0
        if node in seen:
            return False, 0
        seen.add(node)
        left_valid, left = self.checked(node.left, seen)
        if not left_valid:
            return False, 0
        right_valid, right = self.checked(node.right, seen)
        if not right_valid:
            return False, 0
        own = max(left, right) + 1
        return abs(left - right) <= 1 and node.height == own, own

    def is_ordered(self, node: Node | None, low: int | None, high: int | None) -> bool:
        if node is None:
            return True
        if low is not None and not low < node.key:
            return False
        if high is not None and not node.key < high:
            return False
        return self.is_ordered(node.left, low, node.key) and self.is_ordered(
            node.right, node.key, high
        )

    def insert(self, key: int) -> None:
        self.root = self.inserted(self.root, key)

    def inserted(self, node: Node | None, key: int) -> Node:
        if node is None:
            return Node(key)
        if key < node.key:
            node.left = self.inserted(node.left, key)
        elif key > node.key:
            node.right = self.inserted(node.right, key)
        else:
            return node
        update(node)
        balance = height(node.left) - height(node.right)
        if balance > 1:
            if key > node.left.key:
                node.left = rotate_left(node.left)
            return rotate_right(node)
        if balance < -1:
            if key < node.right.key:
                node.right = rotate_right(node.right)
            return rotate_left(node)
        return node

    def find(self, key: int) -> bool:
        node = self.root
        while node is not None:
            if key == node.key:
                return True
            node = node.left if key < node.key else node.right
        return False
