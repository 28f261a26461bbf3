"""Nested functions, nonlocal, lambdas, functions as values."""

from collections.abc import Callable


def counter(start: int) -> Callable[[int], int]:
    count = start

    def add(n: int) -> int:
        nonlocal count
        count += n
        return count

    return add


def apply(times: int, function: Callable[[int], int], value: int) -> int:
    for _ in range(times):
        value = function(value)
    return value


def target(n: int, twice: bool) -> int:
    add = counter(n)
    add(1)
    choose: Callable[[int], int] = (lambda x: add(x) - 1) if twice else (lambda x: x + n)
    result = apply(2 if twice else 1, choose, n)
    if result > 3:
        return add(0)
    return -result if result < 0 else result
