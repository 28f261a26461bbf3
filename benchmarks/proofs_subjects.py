"""Functions with invariants and functional promises, for `benchmarks.proofs`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    key: int
    left: Node | None = None
    right: Node | None = None


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


def is_between(tree: Node | None, low: int | None, high: int | None) -> bool:
    if tree is None:
        return True
    if low is not None and tree.key <= low:
        return False
    if high is not None and tree.key >= high:
        return False
    return is_between(tree.left, low, tree.key) and is_between(tree.right, tree.key, high)


def keys(tree: Node | None) -> set[int]:
    return set() if tree is None else keys(tree.left) | {tree.key} | keys(tree.right)


def tree_find(tree: Node | None, key: int) -> bool:
    """
    pre: is_search_tree(tree)
    post: is_search_tree(tree)
    post: __return__ == (key in keys(tree))
    """
    while tree is not None:
        if key == tree.key:
            return True
        tree = tree.left if key < tree.key else tree.right
    return False


def tree_insert(tree: Node | None, key: int) -> Node:
    """
    pre: is_search_tree(tree)
    post: is_search_tree(__return__)
    post: keys(__return__) == keys(__old__.tree) | {key}
    """
    new = Node(key)
    if tree is None:
        return new
    at = tree
    while at.key != key:
        below = at.left if key < at.key else at.right
        if below is None:
            if key < at.key:
                at.left = new
            else:
                at.right = new
            return tree
        at = below
    return tree


def tree_keeps_order(tree: Node | None, key: int) -> Node:
    """
    pre: is_search_tree(tree)
    post: is_search_tree(__return__)
    """
    if tree is None:
        return Node(key)
    if key < tree.key:
        tree.left = insert_below(tree.left, key)
    elif key > tree.key:
        tree.right = insert_below(tree.right, key)
    return tree


def insert_below(tree: Node | None, key: int) -> Node:
    if tree is None:
        return Node(key)
    if key < tree.key:
        tree.left = insert_below(tree.left, key)
    elif key > tree.key:
        tree.right = insert_below(tree.right, key)
    return tree


@dataclass(eq=False)
class Cell:
    value: int
    next: Cell | None = None


def is_sorted(cell: Cell | None) -> bool:
    seen: set[Cell] = set()
    while cell is not None:
        if cell in seen or (cell.next is not None and cell.next.value < cell.value):
            return False
        seen.add(cell)
        cell = cell.next
    return True


def values(cell: Cell | None) -> list[int]:
    found: list[int] = []
    while cell is not None:
        found.append(cell.value)
        cell = cell.next
    return found


def list_insert(first: Cell | None, value: int) -> Cell:
    """
    pre: is_sorted(first)
    post: is_sorted(__return__)
    post: len(values(__return__)) == len(values(__old__.first)) + 1
    """
    if first is None or value <= first.value:
        return Cell(value, first)
    at = first
    while at.next is not None and at.next.value < value:
        at = at.next
    at.next = Cell(value, at.next)
    return first


def list_reverse(first: Cell | None) -> Cell | None:
    """
    pre: is_sorted(first)
    post: values(__return__) == values(__old__.first)[::-1]
    """
    done = None
    while first is not None:
        first.next, done, first = done, first, first.next
    return done
