"""A generator that keeps state between steps, closed over and zipped with another."""

from collections.abc import Iterator


def running(items: list[int]) -> Iterator[int]:
    total = 0
    for item in items:
        total += item
        if total < 0:
            return
        yield total


def target(items: list[int]) -> int:
    result = 0
    for item, total in zip(items, running(items), strict=False):
        if item > total:
            return -1
        result = total
    return result
