"""A registry of objects by name; two names may stand for one object."""

from __future__ import annotations


class Entry:
    def __init__(self, uses: int) -> None:
        self.uses = uses


class Registry:
    def __init__(self) -> None:
        self.entries: dict[str, Entry] = {}

    def use(self, name: str) -> int:
        entry = self.entries.get(name)
        if entry is None:
            raise LookupError(name)
        entry.uses += 1
        return entry.uses


def target(registry: Registry) -> int:
    first = registry.use("a")
    if "b" not in registry.entries:
        return first
    second = registry.use("b")
    return 1 if second == first + 1 else 2
