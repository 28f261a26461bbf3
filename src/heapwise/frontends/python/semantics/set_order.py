"""The order in which CPython iterates over a set of integers.

An integer is its own hash, and the hash is its place in the table; a set of few items has the
smallest table. Where two items want the same place the order depends on more than the items, and
what is said here may be wrong. The order of sets of anything else is not known: it is that of
insertion here.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.python.semantics.kinds import kind
from heapwise.frontends.python.values import Value
from heapwise.terms import Scalar, Term, and_, eq, ite, lt, mod, or_

_PLACES = 8
FEW = 4
"""Items of a set that has the smallest table."""


def place(item: Scalar) -> Scalar:
    """-1 has the hash of -2."""
    return mod(ite(eq(item, -1), -2, item), _PLACES)


def in_order(slots: Sequence[tuple[Scalar, Value]]) -> list[Value]:
    """The items, each given with the condition that it is there; those that are not come last."""
    items = [item for _, item in slots]
    if len(items) < 2 or not all(kind(item) == "int" for item in items):
        return items
    if not any(isinstance(part, Term) for slot in slots for part in slot):
        return list(set(items))
    if len(items) > FEW:
        return items
    places = [ite(present, place(item), _PLACES) for present, item in slots]
    for end in range(len(items) - 1, 0, -1):
        for at in range(end):
            one, other = items[at], items[at + 1]
            here, there = places[at], places[at + 1]
            swap = or_(lt(there, here), and_(eq(here, there), lt(other, one)))
            items[at], items[at + 1] = ite(swap, other, one), ite(swap, one, other)
            places[at], places[at + 1] = ite(swap, there, here), ite(swap, here, there)
    return items
