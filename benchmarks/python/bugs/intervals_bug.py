"""A set of integers kept as sorted intervals (both ends belong to them) with gaps between."""

from dataclasses import dataclass


@dataclass
class Intervals:
    """
    inv: all(low <= high for low, high in self.parts)
    inv: all(a[1] + 1 < b[0] for a, b in zip(self.parts, self.parts[1:]))
    """

    parts: list[tuple[int, int]]

    def __contains__(self, point: int) -> bool:
        return any(low <= point <= high for low, high in self.parts)

    def add(self, low: int, high: int) -> None:
        """
        pre: low <= high
        post: low in self and high in self
        post: all(a in self and b in self for a, b in __old__.self.parts)
        post: {part[0] for part in self.parts} <= {low, *(part[0] for part in __old__.self.parts)}
        post: {part[1] for part in self.parts} <= {high, *(part[1] for part in __old__.self.parts)}
        """
        before = [part for part in self.parts if part[1] + 1 < low]
        after = [part for part in self.parts if part[0] > high + 1]
        touched = self.parts[len(before) : len(self.parts) - len(after)]
        if touched:
            low, high = min(low, touched[0][0]), touched[-1][1]
        self.parts = [*before, (low, high), *after]

    def index(self, point: int) -> int | None:
        """Which part a point is in, by bisection.

        post: (__return__ is None) == (point not in self)
        post: __return__ is None or self.parts[__return__][0] <= point <= self.parts[__return__][1]
        """
        low, high = 0, len(self.parts)
        while low < high:
            middle = (low + high) // 2
            start, end = self.parts[middle]
            if point < start:
                high = middle - 1
            elif point > end:
                low = middle + 1
            else:
                return middle
        return None
