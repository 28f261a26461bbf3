"""sorted, min, max, sum, any, all with keys and defaults."""


def target(items: list[int]) -> int:
    if not any(items):
        return sum(items)
    if all(item > 0 for item in items):
        return max(items)
    ordered = sorted(items, key=lambda item: -item)
    if ordered == items:
        return min(items, default=0)
    return sorted(items, reverse=True).index(items[0])
