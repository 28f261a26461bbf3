"""Functions that break what they promise, if the structure is large enough: 3, 5, 6 and 7 nodes.

A check has to get there. `benchmarks.proofs --bugs` prints what that takes.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    key: int
    left: Node | None = None
    right: Node | None = None


@dataclass(eq=False)
class Tree:
    root: Node | None = None

    def keys(self) -> list[int]:
        found: list[int] = []

        def collect(node: Node | None) -> None:
            if node is not None:
                collect(node.left)
                found.append(node.key)
                collect(node.right)

        collect(self.root)
        return found

    def rep_ok(self) -> bool:
        keys = self.keys()
        return all(keys[i] < keys[i + 1] for i in range(len(keys) - 1))

    def remove(self, key: int) -> None:
        """post: self.keys() == [each for each in __old__.self.keys() if each != key]"""
        self.root = self._removed(self.root, key)

    def _removed(self, node: Node | None, key: int) -> Node | None:
        if node is None:
            return None
        if key < node.key:
            node.left = self._removed(node.left, key)
        elif key > node.key:
            node.right = self._removed(node.right, key)
        elif node.left is None:
            return node.right
        elif node.right is None:
            return node.left
        else:
            least = node.right
            while least.left is not None:
                least = least.left
            node.key = least.key
            # Bug: the least one stays where it was.
        return node


def is_between(tree: Node | None, low: int | None, high: int | None) -> bool:
    if tree is None:
        return True
    if low is not None and tree.key <= low:
        return False
    if high is not None and tree.key >= high:
        return False
    return is_between(tree.left, low, tree.key) and is_between(tree.right, tree.key, high)


def is_search_tree(tree: Node | None) -> bool:
    seen: set[Node] = set()
    waiting = [] if tree is None else [tree]
    while waiting:
        node = waiting.pop()
        if node in seen:
            return False
        seen.add(node)
        waiting += [child for child in (node.left, node.right) if child is not None]
    return is_between(tree, None, None)


def keys(tree: Node | None) -> set[int]:
    return set() if tree is None else keys(tree.left) | {tree.key} | keys(tree.right)


def remove_that_loses(tree: Node | None, key: int) -> Node | None:
    """
    pre: is_search_tree(tree)
    post: is_search_tree(__return__)
    post: keys(__return__) == keys(__old__.tree) - {key}
    """
    parent = None
    at = tree
    while at is not None and at.key != key:
        parent, at = at, at.left if key < at.key else at.right
    if at is None:
        return tree
    if at.left is not None and at.right is not None:
        above, next_ = at, at.right
        while next_.left is not None:
            above, next_ = next_, next_.left
        at.key = next_.key
        if above is at:
            at.right = next_.right
        else:
            above.left = None  # Bug: what is to the right of the successor is lost.
        return tree
    below = at.left if at.left is not None else at.right
    if parent is None:
        return below
    if parent.left is at:
        parent.left = below
    else:
        parent.right = below
    return tree


def rotation_that_loses(tree: Node | None, key: int) -> Node | None:
    """Moves the node with a key one up.

    pre: is_search_tree(tree)
    post: is_search_tree(__return__)
    post: keys(__return__) == keys(__old__.tree)
    """
    return moved_up(tree, key, 0)


def moved_up(tree: Node | None, key: int, depth: int) -> Node | None:
    if tree is None:
        return None
    if key < tree.key:
        up = tree.left
        if up is None or up.key != key:
            tree.left = moved_up(up, key, depth + 1)
            return tree
        tree.left = up.right if depth != 3 else None  # Bug: that deep, what was between is lost.
        up.right = tree
        return up
    if key > tree.key:
        up = tree.right
        if up is None or up.key != key:
            tree.right = moved_up(up, key, depth + 1)
            return tree
        tree.right, up.left = up.left, tree
        return up
    return tree


@dataclass(eq=False)
class Red:
    key: int
    is_red: bool = True
    left: Red | None = None
    right: Red | None = None


def is_red(tree: Red | None) -> bool:
    return tree is not None and tree.is_red


def is_red_black(tree: Red | None) -> bool:
    seen: set[Red] = set()
    waiting = [] if tree is None else [tree]
    while waiting:
        node = waiting.pop()
        if node in seen or (node.is_red and (is_red(node.left) or is_red(node.right))):
            return False
        seen.add(node)
        waiting += [child for child in (node.left, node.right) if child is not None]
    return not is_red(tree) and black_height(tree) >= 0 and is_within(tree, None, None)


def black_height(tree: Red | None) -> int:
    """-1 if there is none."""
    if tree is None:
        return 0
    left = black_height(tree.left)
    if left < 0 or left != black_height(tree.right):
        return -1
    return left if tree.is_red else left + 1


def is_within(tree: Red | None, low: int | None, high: int | None) -> bool:
    if tree is None:
        return True
    if low is not None and tree.key <= low:
        return False
    if high is not None and tree.key >= high:
        return False
    return is_within(tree.left, low, tree.key) and is_within(tree.right, tree.key, high)


def red_black_keys(tree: Red | None) -> set[int]:
    if tree is None:
        return set()
    return red_black_keys(tree.left) | {tree.key} | red_black_keys(tree.right)


def red_black_insert_that_loses(tree: Red | None, key: int) -> Red:
    """
    pre: is_red_black(tree)
    post: is_red_black(__return__)
    post: red_black_keys(__return__) == red_black_keys(__old__.tree) | {key}
    """
    tree = coloured(tree, key)
    tree.is_red = False
    return tree


def coloured(tree: Red | None, key: int) -> Red:
    if tree is None:
        return Red(key)
    if key < tree.key:
        tree.left = coloured(tree.left, key)
    elif key > tree.key:
        tree.right = coloured(tree.right, key)
    else:
        return tree
    return repaired(tree)


def repaired(tree: Red) -> Red:
    """Without a red node below a red one below this."""
    if tree.is_red:
        return tree
    left, right = tree.left, tree.right
    if is_red(left) and is_red(right):
        if is_red(left.left) or is_red(left.right) or is_red(right.left) or is_red(right.right):
            tree.is_red = True
            left.is_red = right.is_red = False
        return tree
    if is_red(left):
        if is_red(left.right):
            middle = left.right
            left.right, middle.left = middle.left, left
            tree.left = left = middle
        if is_red(left.left):
            tree.left, left.right = None, tree  # Bug: what was between them is lost.
            tree.is_red, left.is_red = True, False
            return left
    elif is_red(right):
        if is_red(right.left):
            middle = right.left
            right.left, middle.right = middle.right, right
            tree.right = right = middle
        if is_red(right.right):
            tree.right, right.left = right.left, tree
            tree.is_red, right.is_red = True, False
            return right
    return tree
