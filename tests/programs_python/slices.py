"""Slices with steps and negative indices, slice assignment and deletion."""


def target(items: list[int], start: int) -> int:
    if start < -2 or start > 2:
        return -9
    tail = items[start:]
    if tail == items:
        return 0
    if tail[::-1] == items[:-1]:
        return 1
    if len(items) > 1:
        items[1:] = [items[0]]
        del items[0]
        return 2 if items == tail else 3
    return 4
