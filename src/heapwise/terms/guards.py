"""Values under guards: what is one of several values, each under a condition of its own.

The conditions exclude each other, and one of them holds wherever the value is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from heapwise.terms.booleans import and_, or_
from heapwise.terms.conditionals import ite
from heapwise.terms.term import Scalar

K = TypeVar("K")


def by_value(pairs: Iterable[tuple[K, Scalar]]) -> dict[K, Scalar]:
    """Every value once, under the condition that one of its guards holds."""
    guards: dict[K, list[Scalar]] = {}
    for value, guard in pairs:
        guards.setdefault(value, []).append(guard)
    return {value: or_(*found) for value, found in guards.items()}


def gathered(parts: Iterable[tuple[Scalar, Iterable[tuple[K, Scalar]]]]) -> dict[K, Scalar]:
    """One table of several, each under a condition; what cannot hold is left out."""
    return by_value(
        (value, both)
        for condition, table in parts
        for value, guard in table
        if (both := and_(condition, guard)) is not False
    )


def choice(values: Sequence[tuple[Scalar, Scalar]]) -> Scalar:
    """The value whose guard holds, as an if-then-else; each guard comes before its value."""
    result = values[-1][1]
    for guard, value in reversed(values[:-1]):
        result = ite(guard, value, result)
    return result
