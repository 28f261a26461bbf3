"""What other packages add to Heapwise, by entry points: languages, strategies, executors."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any


def installed(group: str) -> tuple[EntryPoint, ...]:
    return tuple(_all().select(group=group))


@cache
def _all() -> Any:
    """Looked up once for all groups: that reads a file of every package there is."""
    return entry_points()
