"""Unpacking of tuples and lists, starred, nested, swapped; the error when the length is wrong."""


def target(items: list[int], pair: tuple[int, tuple[bool, int]]) -> int:
    a, (flag, b) = pair
    if flag:
        a, b = b, a
    try:
        first, *rest = items
    except ValueError:
        return a
    if not rest:
        return b
    x, y = items[:2]
    return first if x == y else a - b
