"""How long containers and texts are, and how much of them a path may look at.

The length of an input container is any number. Code that only compares it reaches every length;
what the bound `max_length` cuts, and tells, are paths that look at more of the items one by one.
"""

from __future__ import annotations

from heapwise.engine.bounds import MAX_LENGTH
from heapwise.engine.machine import CutError
from heapwise.frontends.python.model.store_keys import GROWTH, looked_at
from heapwise.frontends.python.model.values import Looked
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime
from heapwise.terms import Scalar, Term, eq, le

MAX_LOOPS = "max-loops"
_PER_ITEM = 4
"""Characters of a text whose length must be known, per item of an input container: at most. There
are fewer where containers are very short, for each character may be one of many kinds."""


def most_items(m: Mac) -> int | None:
    """So many items of one input container may be looked at one by one; None is no bound."""
    bound = runtime(m).universe.max_length
    return None if bound is None else bound + (m.load(GROWTH) or 0)


def most_characters(m: Mac) -> int | None:
    bound = runtime(m).universe.max_length
    return None if bound is None else bound * min(bound, _PER_ITEM)


def grow(m: Mac) -> None:
    """An item was added to an input container."""
    m.put(GROWTH, (m.load(GROWTH) or 0) + 1)


def known_length(
    m: Mac, length: Scalar, most: int | None = None, bound: str = MAX_LENGTH, least: int = 0
) -> int:
    """The length as a number: a choice where the path does not know it, of those up to `most`."""
    if not isinstance(length, Term):
        return int(length)
    count = least
    while not m.decide(eq(length, count)):
        count += 1
        if most is not None and count > most:
            raise CutError(bound)
    return count


def look_at(m: Mac, ref: Term, length: Scalar, index: Scalar) -> None:
    """The path is about to look at the item of an input container at this index. Beyond the bound
    that goes on only in those which, when the path began to look, had no more items than that."""
    most = most_items(m)
    if most is None or not isinstance(length, Term) or m.known(le(length, most)):
        return
    looked = m.load(looked_at(ref)) or Looked(length, ())
    if index in looked.indexes:
        return
    if len(looked.indexes) < most:
        m.put(looked_at(ref), Looked(looked.length, (*looked.indexes, index)))
    else:
        m.within(le(looked.length, most), MAX_LENGTH)
