"""Copy a graph with all its sharing and its cycles; and an equivalent by breadth."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field


@dataclass(eq=False)
class Vertex:
    label: int
    edges: list[Vertex] = field(default_factory=list)


def same_shape(a: Vertex, b: Vertex) -> bool:
    """The graphs from here have the same labels and the same sharing, and nothing in common."""
    pairs: dict[int, Vertex] = {}
    images: set[int] = set()
    stack = [(a, b)]
    while stack:
        old, new = stack.pop()
        if id(old) in pairs:
            if pairs[id(old)] is not new:
                return False
            continue
        if id(new) in images or old.label != new.label or len(old.edges) != len(new.edges):
            return False
        pairs[id(old)] = new
        images.add(id(new))
        stack.extend(zip(old.edges, new.edges, strict=True))
    return not images & pairs.keys()


def clone(vertex: Vertex) -> Vertex:
    """
    post: same_shape(vertex, __return__)
    """
    copies: dict[int, Vertex] = {}

    def copy(old: Vertex) -> Vertex:
        if id(old) not in copies:
            new = copies[id(old)] = Vertex(old.label)
            new.edges.extend([copy(target) for target in old.edges])
        return copies[id(old)]

    return copy(vertex)


def clone_by_breadth(vertex: Vertex) -> Vertex:
    """
    post: same_shape(vertex, __return__)
    """
    copies = {id(vertex): Vertex(vertex.label)}
    queue = deque([vertex])
    while queue:
        old = queue.popleft()
        for target in old.edges:
            if id(target) not in copies:
                copies[id(target)] = Vertex(target.label)
                queue.append(target)
            copies[id(old)].edges.append(copies[id(target)])
    return copies[id(vertex)]
