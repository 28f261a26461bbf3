"""With, with `__enter__` and `__exit__` that may swallow an exception."""

from types import TracebackType


class Guard:
    def __init__(self, lenient: bool) -> None:
        self.lenient = lenient
        self.open = False

    def __enter__(self) -> "Guard":
        self.open = True
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> bool:
        self.open = False
        return self.lenient and kind is ZeroDivisionError


def target(guard: Guard, n: int) -> int:
    result = 0
    with guard as entered:
        if entered.open and n < 3:
            result = 4 // n
    if guard.open:
        return -1
    return result
