"""Integers that are too large for CPython: they do not fit a variable of C, a float or the memory.

`explore` has a path of its own for those. Where nobody is interested in integers of any number of
digits (`max_digits` is a bound, as for `check`), what is too large is beyond a bound that is told.
"""

from __future__ import annotations

import sys

from heapwise.frontends.python.semantics.core.kinds import Mac, throw
from heapwise.terms import INT, Op, Scalar, Term, and_, le, lt, subterms

_SSIZE_T, _INT = "ssize_t", "int"
_LARGEST = {_SSIZE_T: sys.maxsize, _INT: (1 << 31) - 1}
NOT_CONVERTED = "Python int too large to convert to C {}"
NO_INDEX = "cannot fit 'int' into an index-sized integer"
INDEXES = "the largest indexes and counts (64 bits)"
CODE_POINTS = "the largest code points and widths (32 bits)"
FLOATS = "the largest integers that are made floats"
ADDED = "small integers where the length of a text is added"
_BOUNDS = {_SSIZE_T: INDEXES, _INT: CODE_POINTS}
_ROOM = 10_000_000
TEXT = "the longest texts that operations make (10 000 000 characters)"
"""A bound of ours: it depends on the machine whether there is memory for longer ones."""


def is_small(
    m: Mac, value: Scalar, condition: Scalar, bound: str, surely: Scalar | None = None
) -> bool:
    """Does this hold of an integer, which says that it is not too large? Where those of which it
    does not are left out, it does. `surely` is enough for it, and more easily decided."""
    if _is_about_texts(m, value):
        return True
    if surely is not None:
        if m.bounds.max_digits is not None:
            condition = surely
        elif m.decide(surely):
            return True
    if not isinstance(condition, Term) or m.bounds.max_digits is None:
        return m.decide(condition)
    m.within(condition, bound)
    return True


def fits(m: Mac, value: Scalar, variable: str = _SSIZE_T) -> bool:
    return is_small(m, value, _fitting(value, variable), _BOUNDS[variable])


def is_too_large(m: Mac, value: Scalar) -> bool:
    """Is it known already that it does not fit, or that it has more digits than CPython writes?"""
    conditions = [_fitting(value, _SSIZE_T)]
    limit = sys.get_int_max_str_digits()
    if limit:
        conditions.append(has_at_most(limit, value))
    return any(
        condition is False or (isinstance(condition, Term) and m.known(condition) is False)
        for condition in conditions
    )


def has_at_most(digits: int, value: Scalar) -> Scalar:
    """In decimal."""
    beyond: int = 10**digits
    return and_(lt(-beyond, value), lt(value, beyond))


def _fitting(value: Scalar, variable: str) -> Scalar:
    most = _LARGEST[variable]
    return and_(le(-most - 1, value), le(value, most))


def _is_about_texts(m: Mac, value: Scalar) -> bool:
    """Is it computed from lengths of texts? These fit, and a solver that is asked whether a text
    can be so long is not heard of again. Where other integers add to it, they are taken for small.
    """
    parts = subterms(value) if isinstance(value, Term) else []
    if not any(part.op == Op.LENGTH for part in parts):
        return False
    if any(part.sort is INT and part.op in (Op.SYMBOL, Op.SELECT) for part in parts):
        m.approximate(ADDED)
    return True


def sized(m: Mac, value: Scalar, problem: str = NOT_CONVERTED.format(_SSIZE_T)) -> Scalar:
    """An index or a count as C takes it."""
    if not fits(m, value):
        throw(OverflowError, problem)
    return value


def check_room(m: Mac, characters: Scalar) -> None:
    """For a text that an operation is about to make."""
    if not _is_about_texts(m, characters):
        m.within(le(characters, _ROOM), TEXT)
