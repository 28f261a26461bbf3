"""A copy of a graph with a dict from the old nodes to the new ones: cycles and sharing are kept."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Vertex:
    label: int
    near: Vertex | None = None
    far: Vertex | None = None


def clone(vertex: Vertex | None, known: dict[Vertex, Vertex]) -> Vertex | None:
    if vertex is None:
        return None
    if vertex in known:
        return known[vertex]
    copy = known[vertex] = Vertex(vertex.label)
    copy.near = clone(vertex.near, known)
    copy.far = clone(vertex.far, known)
    return copy


def target(vertex: Vertex) -> Vertex | None:
    return clone(vertex, {})
