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
from heapwise.terms import Op, Scalar, Term, add, eq, le, str_length

MAX_LOOPS = "max-loops"
_PER_ITEM = 4
"""Characters of a text whose length must be known, per item of an input container: at most. There
are fewer where containers are very short, for each character may be one of many kinds."""
_CHARACTERS = 6


def most_items(m: Mac) -> int | None:
    """So many items of one input container may be looked at one by one; None is no bound."""
    bound = runtime(m).universe.max_length
    return None if bound is None else bound + (m.load(GROWTH) or 0)


def most_characters(m: Mac) -> int | None:
    bound = runtime(m).universe.max_length
    return None if bound is None else bound * min(bound, _PER_ITEM)


def _most_looked_at(m: Mac) -> int | None:
    """So many characters of one text may be looked at one by one. A character costs less than an
    item, so there are some even where containers are very short."""
    bound = runtime(m).universe.max_length
    return None if bound is None else max(bound, min(2 * bound, _CHARACTERS))


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
    """The path is about to look at the item of an input container at this index."""
    _look(m, ref, length, index, most_items(m))


def look_at_character(m: Mac, text: Scalar, index: Scalar) -> None:
    """The path is about to look at a character. Those of a text that the program has made are as
    many as it made them; one of what is left behind the first characters of another text
    (`text[1:]`) is one of that text."""
    while isinstance(text, Term) and text.op == Op.SUBSTRING and isinstance(text.args[1], int):
        index = add(index, text.args[1])
        text = text.args[0]
    if isinstance(text, Term) and text.op in (Op.SYMBOL, Op.SELECT):
        _look(m, text, str_length(text), index, _most_looked_at(m))


def _look(m: Mac, whole: Term, length: Scalar, index: Scalar, most: int | None) -> None:
    """Beyond the bound, the path goes on only with those which, when it began to look, had no more
    items than that."""
    if most is None or not isinstance(length, Term) or m.known(le(length, most)):
        return
    looked = m.load(looked_at(whole)) or Looked(length, ())
    if index in looked.indexes:
        return
    if len(looked.indexes) < most:
        m.put(looked_at(whole), Looked(looked.length, (*looked.indexes, index)))
    else:
        m.within(le(looked.length, most), MAX_LENGTH)
