"""Figures about figures."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from fractions import Fraction


def mean(values: list[int]) -> float:
    return statistics.mean(values)


def middle(values: list[int]) -> float:
    return statistics.median(values)


def spread(values: list[int]) -> int:
    return max(values) - min(values)


def normalised(values: list[float]) -> list[float]:
    total = sum(values)
    return [value / total for value in values]


def weighted(values: list[int], weights: list[int]) -> float:
    return sum(v * w for v, w in zip(values, weights, strict=True)) / sum(weights)


def most_common(words: list[str]) -> str:
    return Counter(words).most_common(1)[0][0]


def odds(wins: int, losses: int) -> Fraction:
    return Fraction(wins, losses)


def moving_sum(values: list[int], width: int) -> list[int]:
    return [sum(values[at : at + width]) for at in range(len(values) - width + 1)]


def growth(before: int, after: int) -> float:
    return (after - before) / before * 100


def clamp(value: int, low: int, high: int) -> int:
    result = max(low, min(value, high))
    assert low <= result <= high
    return result


def root_mean_square(values: list[int]) -> float:
    return math.sqrt(sum(value * value for value in values) / len(values))


def deviation(values: list[int]) -> float:
    return statistics.pvariance(values)


def histogram(values: list[int], size: int) -> dict[int, int]:
    return dict(Counter(value // size for value in values))
