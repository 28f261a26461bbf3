"""A ring buffer that grows when it is full."""


class Ring:
    """
    inv: 0 <= self.count <= len(self.slots)
    inv: 0 <= self.start < len(self.slots)
    """

    slots: list[int]
    start: int
    count: int

    def __init__(self) -> None:
        self.slots = [0]
        self.start = self.count = 0

    def __len__(self) -> int:
        return self.count

    def __getitem__(self, index: int) -> int:
        if not 0 <= index < self.count:
            raise IndexError(index)
        return self.slots[(self.start + index) % len(self.slots)]

    def values(self) -> list[int]:
        return [self[i] for i in range(len(self))]

    def push(self, value: int) -> None:
        """
        post: self.values() == __old__.self.values() + [value]
        """
        if self.count == len(self.slots):
            self.slots = self.slots + [0] * self.count
        self.slots[(self.start + self.count) % len(self.slots)] = value
        self.count += 1

    def pop(self) -> int:
        """
        pre: len(self) > 0
        post: [__return__] + self.values() == __old__.self.values()
        """
        value = self.slots[self.start]
        self.start += 1
        self.count -= 1
        return value

    def extend(self, other: "Ring") -> None:
        """
        post: self.values() == __old__.self.values() + __old__.other.values()
        """
        for value in other.values():
            self.push(value)
