"""The order in which CPython iterates over a set of integers.

An integer is its own hash, and the hash is its place in the table; a set of few items has the
smallest table. Where the place is taken, others are tried in turn: which ones is said exactly for
integers from -32 to 31. For others, what is said here may be wrong if the second place is taken
too, and so it may for a set from which items were removed. The hash of an integer of more than 61
bits is another number: sets of symbolic ones are beyond a bound. The order of sets of anything else
is not known: it is that of insertion here, and the account of the run says so.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from heapwise.frontends.python.model.values import Opaque, Value
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.kinds import Mac, is_int, unsupported
from heapwise.terms import Scalar, Term, add, and_, eq, floordiv, ite, lt, mod, mul, or_

_PLACES = 8
_SHIFT = 32
ORDER = "sets in the order of insertion, unless of a few integers"
"""How paths iterate over them."""
HASHES = "loops over sets of integers that are their own hashes (61 bits)"
_MODULUS = sys.hash_info.modulus
FEW = 4
"""Items of a set that has the smallest table."""


def _places(slots: Sequence[tuple[Scalar, Scalar]]) -> list[Scalar]:
    """Where each item is that was put in after those before it: at the first place it tries that
    is not taken."""
    found: list[Scalar] = []
    for present, item in slots:
        *tries, place = _tries(item)[: 1 + (len(found) and len(found) + 2)]
        for one in reversed(tries):
            place = ite(or_(*(eq(earlier, one) for earlier in found)), place, one)
        found.append(ite(present, place, _PLACES))
    return found


def _tries(item: Scalar) -> list[Scalar]:
    """The places in the order in which they are tried, as far as others may have taken them. -1
    has the hash of -2. The hash, shifted, is added each time; what is left of a small one is 0, or
    -1 until the places that it leads to have all been tried."""
    hashed = ite(eq(item, -1), -2, item)
    first = mod(hashed, _PLACES)
    shifted = floordiv(hashed, _SHIFT)
    second = mod(add(_next(first), shifted), _PLACES)
    found = [first, second]
    place = first
    for _ in range(FEW - 1):
        place = mod(_next(place), _PLACES)
        found.append(place)
    return found


def _next(place: Scalar) -> Scalar:
    return add(mul(5, place), 1)


def has_order(items: Sequence[Value]) -> bool:
    """Is the order known in which CPython iterates over such items, if they are few?"""
    opaque = [item for item in items if isinstance(item, Opaque)]
    if len(opaque) == len(items) and not any(item.name.startswith("?") for item in opaque):
        return len({item.name for item in opaque}) == 1
    return all(is_int(item) for item in items)


def iterated(m: Mac, slots: Sequence[tuple[Scalar, Value]]) -> list[Value]:
    """The items as a path iterates over them."""
    items = [item for _, item in slots]
    require_order(m, items)
    is_few = len(items) <= FEW or not any(isinstance(part, Term) for slot in slots for part in slot)
    if len(items) > 1 and not (is_few and has_order(items)):
        m.approximate(ORDER)
    elif len(items) > 1:
        integers = [each.term if isinstance(each, Opaque) else each for each in items]
        unknown = [each for each in integers if isinstance(each, Term)]
        m.within(and_(*(and_(lt(-_MODULUS, each), lt(each, _MODULUS)) for each in unknown)), HASHES)
    return in_order(slots)


def require_order(m: Mac, items: Sequence[Value]) -> None:
    """Their order matters from here on: is it known?"""
    if m.orders_sets or len(items) < 2:
        return
    if any(is_int(item) or isinstance(item, Opaque) for item in items):
        unsupported("the order of a set, where all paths are merged")


def in_order(slots: Sequence[tuple[Scalar, Value]]) -> list[Value]:
    """The items, each given with the condition that it is there; those that are not come last."""
    opaque = [(here, item) for here, item in slots if isinstance(item, Opaque)]
    names = {item.name for _, item in opaque}
    if len(opaque) == len(slots) and len(names) == 1:
        # In a witness they are integers.
        (name,) = names
        terms = _integers_in_order([(here, item.term) for here, item in opaque])
        return [Opaque(name, term) for term in terms]
    integers = [(here, item) for here, item in slots if is_int(item)]
    if len(integers) == len(slots):
        return [*_integers_in_order(integers)]
    return [item for _, item in slots]


def _integers_in_order(slots: Sequence[tuple[Scalar, Scalar]]) -> list[Scalar]:
    items = [item for _, item in slots]
    if len(items) < 2:
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


def ordered_items(m: Mac, ref: Term) -> list[Value]:
    """As CPython iterates over the set, as far as that is known."""
    return iterated(m, [(True, item) for item in sequences.items_of(m, ref)])
