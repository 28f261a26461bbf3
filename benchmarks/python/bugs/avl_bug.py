"""An AVL tree whose nodes keep their height and their parent."""

from __future__ import annotations

from typing import Optional


class Node:
    def __init__(self, key: int, parent: Optional[Node] = None) -> None:
        self.key = key
        self.height: int = 1
        self.parent = parent
        self.left: Optional[Node] = None
        self.right: Optional[Node] = None


def height(node: Optional[Node]) -> int:
    return 0 if node is None else node.height


def keys(node: Optional[Node]) -> list[int]:
    return [] if node is None else keys(node.left) + [node.key] + keys(node.right)


class Tree:
    """
    inv: self.valid()
    """

    def __init__(self) -> None:
        self.root: Optional[Node] = None

    def valid(self) -> bool:
        return self.linked() and self.balanced() and keys(self.root) == sorted(set(keys(self.root)))

    def linked(self) -> bool:
        """Children name their parent, and no node is met twice."""
        seen: set[Node] = set()
        stack: list[tuple[Optional[Node], Optional[Node]]] = [(self.root, None)]
        while stack:
            node, parent = stack.pop()
            if node is None:
                continue
            if node in seen or node.parent is not parent:
                return False
            seen.add(node)
            stack += [(node.left, node), (node.right, node)]
        return True

    def balanced(self) -> bool:
        stack = [self.root]
        while stack:
            node = stack.pop()
            if node is None:
                continue
            low, high = sorted((height(node.left), height(node.right)))
            if node.height != high + 1 or high - low > 1:
                return False
            stack += [node.left, node.right]
        return True

    def insert(self, key: int) -> None:
        """
        post: keys(self.root) == sorted({*keys(__old__.self.root), key})
        """
        parent: Optional[Node] = None
        node = self.root
        while node is not None:
            if node.key == key:
                return
            parent, node = node, node.left if key < node.key else node.right
        added = Node(key, parent)
        if parent is None:
            self.root = added
        elif key < parent.key:
            parent.left = added
        else:
            parent.right = added
        self._rebalance(parent)

    def _rebalance(self, node: Optional[Node]) -> None:
        while node is not None:
            balance = height(node.left) - height(node.right)
            if balance > 1:
                assert node.left is not None
                node = self._rotate_right(node)
            elif balance < -1:
                assert node.right is not None
                if height(node.right.right) < height(node.right.left):
                    self._rotate_right(node.right)
                node = self._rotate_left(node)
            else:
                node.height = 1 + max(height(node.left), height(node.right))
            node = node.parent

    def _rotate_left(self, node: Node) -> Node:
        top = node.right
        assert top is not None
        node.right = top.left
        if top.left is not None:
            top.left.parent = node
        top.left = node
        self._hang(top, node)
        return top

    def _rotate_right(self, node: Node) -> Node:
        top = node.left
        assert top is not None
        node.left = top.right
        if top.right is not None:
            top.right.parent = node
        top.right = node
        self._hang(top, node)
        return top

    def _hang(self, top: Node, node: Node) -> None:
        """Put the node that came up where the one that went down was."""
        top.parent = node.parent
        if node.parent is None:
            self.root = top
        elif node.parent.left is node:
            node.parent.left = top
        else:
            node.parent.right = top
        node.parent = top
        node.height = 1 + max(height(node.left), height(node.right))
        top.height = 1 + max(height(top.left), height(top.right))
