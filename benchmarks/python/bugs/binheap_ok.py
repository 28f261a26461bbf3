"""A binary heap in a list."""


class BinaryHeap:
    """
    inv: all(self.items[(i - 1) // 2] <= self.items[i] for i in range(1, len(self.items)))
    """

    def __init__(self, items: list[int]) -> None:
        self.items = items

    def push(self, value: int) -> None:
        """
        post: sorted(self.items) == sorted([*__old__.self.items, value])
        """
        items = self.items
        items.append(value)
        index = len(items) - 1
        while index > 0 and items[index] < items[(index - 1) // 2]:
            above = (index - 1) // 2
            items[index], items[above] = items[above], items[index]
            index = above

    def pop(self) -> int:
        """Take the smallest value.

        pre: self.items
        post: __return__ == min(__old__.self.items)
        post: sorted([*self.items, __return__]) == sorted(__old__.self.items)
        """
        items = self.items
        last = items.pop()
        if not items:
            return last
        smallest, items[0] = items[0], last
        index = 0
        while (child := 2 * index + 1) < len(items):
            if child + 1 < len(items) and items[child + 1] < items[child]:
                child += 1
            if items[index] <= items[child]:
                break
            items[index], items[child] = items[child], items[index]
            index = child
        return smallest
