"""add, discard, union, intersection, difference, subset, in."""


def target(a: set[int], b: set[int]) -> int:
    if a <= b:
        return len(b - a)
    if not a & b:
        a |= b
        return len(a)
    b.discard(0)
    if 0 in a and 0 not in b:
        return -1
    return len(a ^ b)
