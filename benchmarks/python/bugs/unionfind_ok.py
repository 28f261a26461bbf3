"""Disjoint sets as trees of elements that point up."""

from __future__ import annotations

from typing import Optional


class Element:
    parent: Optional[Element]
    rank: int

    def __init__(self) -> None:
        self.parent = None
        self.rank = 0


def ends(element: Element) -> bool:
    """The way up ends, and ranks grow along it."""
    while element.parent is not None:
        if element.rank >= element.parent.rank:
            return False
        element = element.parent
    return True


def top(element: Element) -> Element:
    return element if element.parent is None else top(element.parent)


def find(element: Element) -> Element:
    """The representative; everything on the way points to it afterwards.

    pre: ends(element)
    post: ends(element) and _.parent is None
    post: _ is element or element.parent is _
    """
    root = element
    while root.parent is not None:
        root = root.parent
    while element is not root:
        following = element.parent
        assert following is not None
        element.parent = root
        element = following
    return root


def union(a: Element, b: Element) -> None:
    """
    pre: ends(a) and ends(b)
    post: ends(a) and ends(b)
    post: top(a) is top(b)
    """
    a, b = find(a), find(b)
    if a is b:
        return
    if a.rank > b.rank:
        a, b = b, a
    a.parent = b
    if a.rank == b.rank:
        b.rank += 1
