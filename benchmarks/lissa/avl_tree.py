"""An AVL tree: heights are kept in the nodes."""

from __future__ import annotations


class Node:
    key: int
    height: int
    left: Node | None
    right: Node | None

    def __init__(self, key: int) -> None:
        self.key = key
        self.height = 1
        self.left = None
        self.right = None


def height_of(node: Node | None) -> int:
    return 0 if node is None else node.height


def update(node: Node) -> None:
    left, right = height_of(node.left), height_of(node.right)
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


def balanced(node: Node) -> Node:
    """The root of the same nodes, in balance again."""
    update(node)
    balance = height_of(node.left) - height_of(node.right)
    if balance > 1:
        if height_of(node.left.left) < height_of(node.left.right):
            node.left = rotate_left(node.left)
        return rotate_right(node)
    if balance < -1:
        if height_of(node.right.right) < height_of(node.right.left):
            node.right = rotate_right(node.right)
        return rotate_left(node)
    return node


class AvlTree:
    root: Node | None

    def __init__(self) -> None:
        self.root = None

    def insert(self, key: int) -> None:
        self.root = self.inserted(self.root, key)

    def inserted(self, node: Node | None, key: int) -> Node:
        if node is None:
            return Node(key)
        if key == node.key:
            return node
        if key < node.key:
            node.left = self.inserted(node.left, key)
        else:
            node.right = self.inserted(node.right, key)
        return balanced(node)

    def remove(self, key: int) -> None:
        self.root = self.removed(self.root, key)

    def removed(self, node: Node | None, key: int) -> Node | None:
        if node is None:
            return None
        if key < node.key:
            node.left = self.removed(node.left, key)
        elif key > node.key:
            node.right = self.removed(node.right, key)
        else:
            if node.left is None:
                return node.right
            if node.right is None:
                return node.left
            least = node.right
            while least.left is not None:
                least = least.left
            node.key = least.key
            node.right = self.removed(node.right, least.key)
        return balanced(node)

    def find(self, key: int) -> bool:
        node = self.root
        while node is not None:
            if key == node.key:
                return True
            node = node.left if key < node.key else node.right
        return False

    def rep_ok(self) -> bool:
        """A tree in balance, whose heights are right."""
        if self.root is None:
            return True
        visited = {self.root}
        order = [self.root]
        worklist = [self.root]
        while worklist:
            node = worklist.pop(0)
            for child in (node.left, node.right):
                if child is not None:
                    if child in visited:
                        return False
                    visited.add(child)
                    order.append(child)
                    worklist.append(child)
        heights: dict[Node, int] = {}
        for node in reversed(order):
            left = 0 if node.left is None else heights[node.left]
            right = 0 if node.right is None else heights[node.right]
            if left - right > 1 or right - left > 1:
                return False
            heights[node] = max(left, right) + 1
            if node.height != heights[node]:
                return False
        return True
