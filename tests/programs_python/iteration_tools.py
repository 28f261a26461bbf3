"""enumerate, zip, range, reversed, map, filter and len."""


def target(items: list[int], others: list[int]) -> int:
    for index, item in enumerate(items, start=1):
        if item == index:
            return index
    same = [a for a, b in zip(items, others, strict=False) if a == b]
    if same:
        return -len(same)
    for index in range(len(items) - 1, -1, -2):
        if items[index] < 0:
            return -10
    kept = list(filter(None, map(abs, reversed(others))))
    return len(kept)
