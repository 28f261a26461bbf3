"""Walking and rebuilding syntax trees of the POSE language, generically over their dataclasses."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, replace
from typing import TypeVar

from heapwise.frontends.tiny.syntax import Expr, Node

N = TypeVar("N", bound=Node)


def children(node: Node) -> list[tuple[str, int | None, Node]]:
    """The nodes directly below, each with the attribute and the index that holds it."""
    found: list[tuple[str, int | None, Node]] = []
    for field in fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node):
            found.append((field.name, None, value))
        elif isinstance(value, tuple):
            found += [
                (field.name, index, item)
                for index, item in enumerate(value)
                if isinstance(item, Node)
            ]
    return found


def with_child(node: N, name: str, index: int | None, child: Node) -> N:
    if index is None:
        changed: object = child
    else:
        items = getattr(node, name)
        changed = (*items[:index], child, *items[index + 1 :])
    return replace(node, **{name: changed})  # type: ignore[arg-type]  # the field's own name


def expressions_in(root: Expr) -> Iterator[Node]:
    """The expression and everything in it, the outer ones first."""
    waiting: list[Node] = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child for _, _, child in reversed(children(node)))


def size_of(root: Expr) -> int:
    return sum(1 for _ in expressions_in(root))
