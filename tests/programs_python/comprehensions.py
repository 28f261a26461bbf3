"""List, set, dict and nested comprehensions with conditions."""


def target(items: list[int]) -> int:
    positive = [item for item in items if item > 0]
    distinct = {item % 2 for item in items}
    squares = {item: item * item for item in positive}
    pairs = [(a, b) for a in items for b in positive if a < b]
    if len(distinct) == 2:
        return len(pairs)
    if len(squares) < len(positive):
        return -1
    return -2 if pairs else -3
