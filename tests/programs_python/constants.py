"""Module constants: numbers, tuples, dicts and functions in a table; a global that is written."""

from collections.abc import Callable

LIMITS = (0, 2)
NAMES = {0: "none", 1: "one"}
STEPS: dict[str, Callable[[int], int]] = {"a": abs, "b": lambda n: n - 1}
calls = 0


def target(n: int, step: str) -> str:
    global calls
    calls += 1
    low, high = LIMITS
    if step in STEPS:
        n = STEPS[step](n)
    if n < low:
        return "negative"
    return NAMES.get(n, "many" if n > high else "few")
