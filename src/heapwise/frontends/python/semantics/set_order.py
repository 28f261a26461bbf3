"""The order in which CPython iterates over a set of integers.

An integer is its own hash, and the hash is its place in the table; a set of few items has the
smallest table. Where the second place that an item tries is taken too, what is said here may be
wrong, and so it may for a set from which items were removed. The order of sets of anything else is
not known: it is that of insertion here.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.python.semantics.kinds import kind
from heapwise.frontends.python.values import Opaque, Value
from heapwise.terms import Scalar, Term, add, and_, eq, floordiv, ite, lt, mod, mul, or_

_PLACES = 8
_SHIFT = 32
FEW = 4
"""Items of a set that has the smallest table."""


def _places(slots: Sequence[tuple[Scalar, Scalar]]) -> list[Scalar]:
    """Where each item is that was put in after those before it: at the place of its hash, or at
    the next that is tried if that is taken. -1 has the hash of -2."""
    found: list[Scalar] = []
    for number, (present, item) in enumerate(slots):
        hashed = ite(eq(item, -1), -2, item)
        first = mod(hashed, _PLACES)
        second = mod(add(add(mul(5, first), 1), floordiv(hashed, _SHIFT)), _PLACES)
        taken = or_(*(eq(found[earlier], first) for earlier in range(number)))
        found.append(ite(present, ite(taken, second, first), _PLACES))
    return found


def in_order(slots: Sequence[tuple[Scalar, Value]]) -> list[Value]:
    """The items, each given with the condition that it is there; those that are not come last."""
    items = [item for _, item in slots]
    if items and all(isinstance(item, Opaque) and item.name == items[0].name for item in items):
        # In a witness they are integers.
        name = items[0].name
        return [Opaque(name, term) for term in in_order([(here, i.term) for here, i in slots])]
    if len(items) < 2 or not all(kind(item) == "int" for item in items):
        return items
    if not any(isinstance(part, Term) for slot in slots for part in slot):
        return list(set(items))
    if len(items) > FEW:
        return items
    places = _places(slots)
    for end in range(len(items) - 1, 0, -1):
        for at in range(end):
            one, other = items[at], items[at + 1]
            here, there = places[at], places[at + 1]
            swap = or_(lt(there, here), and_(eq(here, there), lt(other, one)))
            items[at], items[at + 1] = ite(swap, other, one), ite(swap, one, other)
            places[at], places[at + 1] = ite(swap, there, here), ite(swap, here, there)
    return items
