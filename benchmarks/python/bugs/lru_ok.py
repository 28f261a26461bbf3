"""A cache that forgets what was not used for longest."""

from dataclasses import dataclass, field


@dataclass
class Cache:
    """
    inv: self.capacity > 0 and len(self.data) <= self.capacity
    inv: sorted(self.data) == sorted(self.order)
    """

    capacity: int
    data: dict[int, int] = field(default_factory=dict)
    order: list[int] = field(default_factory=list)

    def get(self, key: int) -> int | None:
        """
        post: __return__ == __old__.self.data.get(key)
        post: key not in self.data or self.order[-1] == key
        """
        if key not in self.data:
            return None
        self.order.remove(key)
        self.order.append(key)
        return self.data[key]

    def put(self, key: int, value: int) -> None:
        """
        post: self.data[key] == value and self.order[-1] == key
        post: len(self.data) >= len(__old__.self.data)
        """
        if key in self.data:
            self.order.remove(key)
        elif len(self.data) >= self.capacity:
            del self.data[self.order.pop(0)]
        self.data[key] = value
        self.order.append(key)
