"""A mutable default argument and a default that is evaluated once."""

LIMIT = 2


def collect(item: int, into: list[int] | None = None, limit: int = LIMIT) -> list[int]:
    if into is None:
        into = []
    if item < limit:
        into.append(item)
    return into


def target(items: list[int], flag: bool) -> int:
    seen: list[int] | None = items if flag else None
    for item in list(items):
        seen = collect(item, seen)
    if seen is items:
        return len(items)
    return 0 if seen is None else -len(seen)
