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


def tree_remove(tree: Node | None, key: int) -> Node | None:
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
        parent, at = above, next_
    below = at.left if at.left is not None else at.right
    if parent is None:
        return below
    if parent.left is at:
        parent.left = below
    else:
        parent.right = below
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


def are_apart(one: Cell | None, other: Cell | None) -> bool:
    seen: set[Cell] = set()
    while one is not None:
        seen.add(one)
        one = one.next
    while other is not None:
        if other in seen:
            return False
        other = other.next
    return True


def length(cell: Cell | None) -> int:
    count = 0
    while cell is not None:
        count += 1
        cell = cell.next
    return count


def list_merge(one: Cell | None, other: Cell | None) -> Cell | None:
    """
    pre: is_sorted(one) and is_sorted(other) and are_apart(one, other)
    post: is_sorted(__return__)
    post: length(__return__) == length(__old__.one) + length(__old__.other)
    """
    first = last = None
    while one is not None or other is not None:
        if other is None or (one is not None and one.value <= other.value):
            taken, one = one, one.next
        else:
            taken, other = other, other.next
        if last is None:
            first = taken
        else:
            last.next = taken
        last = taken
    return first


@dataclass(eq=False)
class Link:
    value: int
    before: Link | None = None
    after: Link | None = None


def is_chain(first: Link | None) -> bool:
    if first is not None and first.before is not None:
        return False
    seen: set[Link] = set()
    while first is not None:
        if first in seen or (first.after is not None and first.after.before is not first):
            return False
        seen.add(first)
        first = first.after
    return True


def chain(first: Link | None) -> list[int]:
    found: list[int] = []
    while first is not None:
        found.append(first.value)
        first = first.after
    return found


def chain_remove(first: Link | None, value: int) -> Link | None:
    """
    pre: is_chain(first)
    post: is_chain(__return__)
    post: len(chain(__return__)) == len(chain(__old__.first)) - (value in chain(__old__.first))
    """
    at = first
    while at is not None and at.value != value:
        at = at.after
    if at is None:
        return first
    if at.after is not None:
        at.after.before = at.before
    if at.before is not None:
        at.before.after = at.after
    else:
        first = at.after
    return first


def is_heap(items: list[int]) -> bool:
    return all(items[(at - 1) // 2] <= items[at] for at in range(1, len(items)))


def heap_push(items: list[int], value: int) -> None:
    """
    pre: is_heap(items)
    post: is_heap(items)
    post: len(items) == len(__old__.items) + 1 and value in items
    """
    items.append(value)
    at = len(items) - 1
    while at > 0 and items[(at - 1) // 2] > items[at]:
        up = (at - 1) // 2
        items[up], items[at] = items[at], items[up]
        at = up


@dataclass(eq=False)
class Member:
    parent: Member | None = None
    rank: int = 0


def is_forest(one: Member | None) -> bool:
    seen: set[Member] = set()
    while one is not None:
        if one in seen or (one.parent is not None and one.parent.rank <= one.rank):
            return False
        seen.add(one)
        one = one.parent
    return True


def root(one: Member) -> Member:
    while one.parent is not None:
        one = one.parent
    return one


def union(one: Member, other: Member) -> None:
    """
    pre: is_forest(one) and is_forest(other)
    post: root(one) is root(other)
    post: is_forest(one) and is_forest(other)
    """
    a, b = root(one), root(other)
    if a is b:
        return
    if a.rank < b.rank:
        a.parent = b
    else:
        b.parent = a
        if a.rank == b.rank:
            a.rank += 1


@dataclass(eq=False)
class Tall:
    key: int
    left: Tall | None = None
    right: Tall | None = None
    height: int = 1


def is_avl_tree(tree: Tall | None) -> bool:
    seen: set[Tall] = set()
    waiting = [] if tree is None else [tree]
    while waiting:
        node = waiting.pop()
        if node in seen:
            return False
        seen.add(node)
        waiting += [child for child in (node.left, node.right) if child is not None]
    return lies_between(tree, None, None) and is_balanced(tree)


def lies_between(tree: Tall | None, low: int | None, high: int | None) -> bool:
    if tree is None:
        return True
    if low is not None and tree.key <= low:
        return False
    if high is not None and tree.key >= high:
        return False
    return lies_between(tree.left, low, tree.key) and lies_between(tree.right, tree.key, high)


def height(tree: Tall | None) -> int:
    return 0 if tree is None else tree.height


def is_balanced(tree: Tall | None) -> bool:
    if tree is None:
        return True
    left, right = height(tree.left), height(tree.right)
    if tree.height != 1 + max(left, right) or left - right > 1 or right - left > 1:
        return False
    return is_balanced(tree.left) and is_balanced(tree.right)


def tall_keys(tree: Tall | None) -> set[int]:
    return set() if tree is None else tall_keys(tree.left) | {tree.key} | tall_keys(tree.right)


def measure(node: Tall) -> None:
    node.height = 1 + max(height(node.left), height(node.right))


def rotate_right(node: Tall) -> Tall:
    up = node.left
    node.left = up.right
    up.right = node
    measure(node)
    measure(up)
    return up


def rotate_left(node: Tall) -> Tall:
    up = node.right
    node.right = up.left
    up.left = node
    measure(node)
    measure(up)
    return up


def balanced(node: Tall) -> Tall:
    measure(node)
    if height(node.left) > height(node.right) + 1:
        if height(node.left.left) < height(node.left.right):
            node.left = rotate_left(node.left)
        return rotate_right(node)
    if height(node.right) > height(node.left) + 1:
        if height(node.right.right) < height(node.right.left):
            node.right = rotate_right(node.right)
        return rotate_left(node)
    return node


def avl_insert(tree: Tall | None, key: int) -> Tall:
    """
    pre: is_avl_tree(tree)
    post: is_avl_tree(__return__)
    post: tall_keys(__return__) == tall_keys(__old__.tree) | {key}
    """
    return inserted(tree, key)


def inserted(tree: Tall | None, key: int) -> Tall:
    if tree is None:
        return Tall(key)
    if key < tree.key:
        tree.left = inserted(tree.left, key)
    elif key > tree.key:
        tree.right = inserted(tree.right, key)
    else:
        return tree
    return balanced(tree)
