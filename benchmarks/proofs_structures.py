"""More functions with invariants and functional promises, for `benchmarks.proofs`.

Red-black trees, removal from an array heap, a cache that forgets what was used longest ago, and a
queue made of two stacks.
"""

from __future__ import annotations

from dataclasses import dataclass


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


def red_black_insert(tree: Red | None, key: int) -> Red:
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
            tree.left, left.right = left.right, tree
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


def is_heap(items: list[int]) -> bool:
    return all(items[(at - 1) // 2] <= items[at] for at in range(1, len(items)))


def heap_pop(items: list[int]) -> int:
    """
    pre: len(items) > 0 and is_heap(items)
    post: is_heap(items)
    post: len(items) == len(__old__.items) - 1
    post: __return__ == __old__.items[0] and all(__return__ <= each for each in items)
    """
    last = items.pop()
    if not items:
        return last
    least, items[0] = items[0], last
    at = 0
    while 2 * at + 1 < len(items):
        child = 2 * at + 1
        if child + 1 < len(items) and items[child + 1] < items[child]:
            child += 1
        if items[at] <= items[child]:
            break
        items[at], items[child] = items[child], items[at]
        at = child
    return least


@dataclass(eq=False)
class Entry:
    key: int
    value: int
    newer: Entry | None = None
    older: Entry | None = None


@dataclass(eq=False)
class Cache:
    """What was used last comes first."""

    capacity: int
    size: int = 0
    newest: Entry | None = None
    oldest: Entry | None = None


def is_cache(cache: Cache) -> bool:
    if cache.capacity < 1 or cache.size > cache.capacity:
        return False
    seen: set[Entry] = set()
    used: set[int] = set()
    last = None
    entry = cache.newest
    while entry is not None:
        if entry in seen or entry.newer is not last or entry.key in used:
            return False
        seen.add(entry)
        used.add(entry.key)
        last, entry = entry, entry.older
    return cache.oldest is last and cache.size == len(seen)


def entries(cache: Cache) -> list[int]:
    found: list[int] = []
    entry = cache.newest
    while entry is not None:
        found.append(entry.key)
        entry = entry.older
    return found


def after_put(before: list[int], capacity: int, key: int) -> list[int]:
    return [key, *(each for each in before if each != key)][:capacity]


def cache_put(cache: Cache, key: int, value: int) -> None:
    """
    pre: is_cache(cache)
    post: is_cache(cache)
    post: entries(cache) == after_put(entries(__old__.cache), cache.capacity, key)
    post: cache.newest is not None and cache.newest.value == value
    """
    entry = cache.newest
    while entry is not None and entry.key != key:
        entry = entry.older
    if entry is not None:
        entry.value = value
        unlink(cache, entry)
    else:
        if cache.size == cache.capacity:
            unlink(cache, cache.oldest)
        entry = Entry(key, value)
    entry.newer, entry.older = None, cache.newest
    if cache.newest is not None:
        cache.newest.newer = entry
    else:
        cache.oldest = entry
    cache.newest = entry
    cache.size += 1


def unlink(cache: Cache, entry: Entry) -> None:
    if entry.newer is not None:
        entry.newer.older = entry.older
    else:
        cache.newest = entry.older
    if entry.older is not None:
        entry.older.newer = entry.newer
    else:
        cache.oldest = entry.newer
    cache.size -= 1


@dataclass(eq=False)
class Item:
    value: int
    below: Item | None = None


@dataclass(eq=False)
class Queue:
    """What came last is on top of `back`, what comes next on top of `front`."""

    front: Item | None = None
    back: Item | None = None


def is_queue(queue: Queue) -> bool:
    seen: set[Item] = set()
    for top in (queue.front, queue.back):
        item = top
        while item is not None:
            if item in seen:
                return False
            seen.add(item)
            item = item.below
    return True


def from_top(item: Item | None) -> list[int]:
    found: list[int] = []
    while item is not None:
        found.append(item.value)
        item = item.below
    return found


def in_queue(queue: Queue) -> list[int]:
    return from_top(queue.front) + from_top(queue.back)[::-1]


def enqueue(queue: Queue, value: int) -> None:
    """
    pre: is_queue(queue)
    post: is_queue(queue)
    post: in_queue(queue) == in_queue(__old__.queue) + [value]
    """
    queue.back = Item(value, queue.back)


def dequeue(queue: Queue) -> int:
    """
    pre: is_queue(queue) and (queue.front is not None or queue.back is not None)
    post: is_queue(queue)
    post: [__return__] + in_queue(queue) == in_queue(__old__.queue)
    """
    if queue.front is None:
        while queue.back is not None:
            item = queue.back
            queue.back = item.below
            item.below = queue.front
            queue.front = item
    item = queue.front
    queue.front = item.below
    return item.value
