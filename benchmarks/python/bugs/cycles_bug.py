"""Find cycles in chains of pages, with two walkers."""

from __future__ import annotations

from typing import Optional


class Page:
    def __init__(self, following: Optional[Page] = None) -> None:
        self.following = following


def first_repeated(start: Optional[Page]) -> Optional[Page]:
    """What the two functions below must agree with, with a set."""
    seen: set[Page] = set()
    page = start
    while page is not None and page not in seen:
        seen.add(page)
        page = page.following
    return page


def has_cycle(start: Optional[Page]) -> bool:
    """
    post: _ == (first_repeated(start) is not None)
    """
    slow = fast = start
    while fast is not None:
        assert slow is not None
        slow, fast = slow.following, fast.following.following  # type: ignore[union-attr]
        if slow is fast:
            return True
    return False


def cycle_start(start: Optional[Page]) -> Optional[Page]:
    """
    post: _ is first_repeated(start)
    """
    slow = fast = start
    while fast is not None and fast.following is not None:
        assert slow is not None
        slow, fast = slow.following, fast.following.following
        if slow is fast:
            return slow
    return None
