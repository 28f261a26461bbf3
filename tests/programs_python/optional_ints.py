"""Optional[int] and other unions as parameters and fields, narrowed by `is None` and isinstance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional


@dataclass(eq=False)
class Entry:
    count: Optional[int]
    payload: int | str


def target(entry: Entry, limit: Optional[int]) -> int:
    if entry.count is None:
        return -1 if limit is None else limit
    if limit is not None and entry.count > limit:
        return -2
    if isinstance(entry.payload, str):
        return len(entry.payload)
    return entry.payload if entry.payload else -3
