"""Floats: comparison, arithmetic with ints, conversion, rounding, infinity."""

import math


def target(x: float, n: int) -> str:
    if x > n:
        return "above"
    if x * 2 == n:
        return "half"
    if math.isclose(x + 1.0, n + 1):
        return "close"
    if int(x) < 0:
        return f"{x:.1f}"
    return "far" if n - x > 1.5 and x < math.inf else "near"
