"""del of items, attributes and names; attributes that are missing then."""


class Box:
    def __init__(self, item: int) -> None:
        self.item = item


def target(box: Box, other: Box, items: list[int]) -> int:
    if items:
        del items[0]
    if box.item > 0:
        del box.item
    try:
        n = other.item
    except AttributeError:
        return -1
    if hasattr(box, "item") and n == len(items):
        return 1
    return getattr(box, "item", 7)
