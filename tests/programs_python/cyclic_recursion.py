"""Recursion over links that may go round, and then ends in a RecursionError."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(eq=False)
class Link:
    weight: int
    next: Link | None = None


def total(link: Link | None) -> int:
    if link is None:
        return 0
    return link.weight + total(link.next)


def target(link: Link) -> int:
    found = total(link)
    return found if found > 0 else -1
