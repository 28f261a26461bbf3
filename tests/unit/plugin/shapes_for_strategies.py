"""Functions whose inputs are drawn by the tests of strategies."""

from __future__ import annotations


class Box:
    def __init__(self, value: int) -> None:
        self.value = value


def same(a: Box, b: Box) -> str:
    if a is b:
        return "one"
    return "two"


class Link:
    def __init__(self, following: Link | None) -> None:
        self.following = following


class Chain:
    def __init__(self, first: Link | None) -> None:
        self.first = first

    def rep_ok(self) -> bool:
        seen: list[Link] = []
        link = self.first
        while link is not None:
            if any(link is each for each in seen):
                return False
            seen.append(link)
            link = link.following
        return True

    def size(self) -> int:
        count = 0
        link = self.first
        while link is not None:
            count += 1
            link = link.following
        return count


def impossible(n: int) -> int:
    """pre: n != n"""
    return n
