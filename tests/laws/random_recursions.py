"""Programs with pure recursive functions over trees, and promises about what these return."""

from __future__ import annotations

from random import Random

HEAD = '''\
from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Node:
    value: int = 0
    left: Node | None = None
    right: Node | None = None


def is_tree(node: Node | None) -> bool:
    seen: list[Node] = []
    waiting = [] if node is None else [node]
    while waiting:
        here = waiting.pop()
        if any(here is other for other in seen):
            return False
        seen.append(here)
        waiting += [below for below in (here.left, here.right) if below is not None]
    return True


def size(node: Node | None) -> int:
    return 0 if node is None else size(node.left) + 1 + size(node.right)


def height(node: Node | None) -> int:
    if node is None:
        return 0
    left, right = height(node.left), height(node.right)
    return left + 1 if left > right else right + 1


def values(node: Node | None) -> set[int]:
    return set() if node is None else values(node.right) | {node.value} | values(node.left)


def listed(node: Node | None) -> list[int]:
    if node is None:
        return []
    return [*listed(node.left), node.value, *listed(node.right)]


def found(node: Node | None, value: int) -> Node | None:
    if node is None or node.value == value:
        return node
    below = found(node.left, value)
    return below if below is not None else found(node.right, value)


def leftmost(node: Node) -> Node:
    return node if node.left is None else leftmost(node.left)


def checked(node: Node | None) -> int:
    if node is None:
        return 0
    if node.value == 2:
        raise ValueError
    return checked(node.left) + checked(node.right)


def grown(node: Node | None) -> int:
    """Not pure."""
    if node is None:
        return 0
    node.value = node.value + 1
    return grown(node.left) + grown(node.right)
'''

_STEPS = (
    "tree.left, tree.right = tree.right, tree.left",
    "tree.value = k",
    "tree.left = None",
    "tree.right = Node(k, tree.right)",
    "tree.left = Node(k)",
    "below = tree.left\n        if below is not None:\n            tree.left = below.right",
    "below = tree.left\n        if below is not None:\n"
    "            tree.left, below.right, tree = below.right, tree, below",
    "leftmost(tree).value = k",
    "leftmost(tree).left = Node(k)",
    "k = grown(tree)",
    "if found(tree.right, k) is None:\n            tree.right = Node(k)",
    "k = checked(tree)",
)

_PROMISES = (
    "size(__return__) == size(__old__.tree){}",
    "size(__return__) <= size(__old__.tree) + 1",
    "height(__return__) <= height(__old__.tree) + 1",
    "height(__return__) <= size(__return__)",
    "values(__return__) == values(__old__.tree)",
    "values(__return__) <= values(__old__.tree) | {{__old__.k}}",
    "len(values(__return__)) <= size(__return__)",
    "listed(__return__) == listed(__old__.tree)",
    "len(listed(__return__)) == size(__return__)",
    "(found(__return__, k) is not None) == (k in values(__return__))",
    "__return__ is None or leftmost(__return__).value == listed(__return__)[0]",
    "checked(__return__) == 0",
)


def recursion(seed: int) -> str:
    """The module of this number: what it promises may hold or not."""
    random = Random(seed)
    steps = [random.choice(_STEPS) for _ in range(random.choice((0, 1, 1, 2)))]
    promise = random.choice(_PROMISES).format(random.choice(("", " + 1")))
    lines = [f"        {step}" for step in steps] or ["        pass"]
    body = "\n".join(lines)
    return (
        f"{HEAD}\n\ndef target(tree: Node | None, k: int) -> Node | None:\n"
        f'    """\n    pre: is_tree(tree)\n    post: {promise}\n    raises: ValueError\n    """\n'
        f"    if tree is not None:\n{body}\n    return tree\n"
    )
