"""Chained comparison, conditional expression, walrus, short circuit that gives operands."""


def target(a: int, b: int, name: str) -> int:
    if 0 <= a < b <= 3:
        return 1 if a else 2
    if (difference := a - b) > 1:
        return difference
    label = name or (a and "a")
    if label == "a" or not label:
        return -1
    return -2 if a == b != 0 else -3
