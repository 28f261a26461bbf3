"""Between which numbers a mathematical integer certainly lies.

It is known where it is made of lengths of strings, positions in them and characters. There are no
strings of more than 2^30 characters.
"""

from __future__ import annotations

from heapwise.terms.fixed_width import fits
from heapwise.terms.term import Op, Scalar, Term

_LONGEST = 1 << 30
_LAST_CODE_POINT = 0x10FFFF
_MOST_NESTED = 12
"""How deep a sum or product of lengths is looked at."""


def fits_in(value: Scalar, width: int) -> bool:
    """Is it certainly a number of so many bits?"""
    found = _range(value, _MOST_NESTED)
    return found is not None and fits(width, found[0]) and fits(width, found[1])


def _range(value: Scalar, depth: int) -> tuple[int, int] | None:
    """What lengths, positions and characters, and numbers made of them, certainly lie between."""
    if not isinstance(value, Term):
        return (value, value) if type(value) is int else None
    if depth == 0:
        return None
    if value.op in _BOUNDED:
        return _BOUNDED[value.op]
    if value.op == Op.MOD and type(value.args[1]) is int and value.args[1] > 0:
        return 0, value.args[1] - 1
    if value.op not in (Op.ADD, Op.SUB, Op.MUL, Op.ITE):
        return None
    a, b = (_range(arg, depth - 1) for arg in value.args[-2:])
    if a is None or b is None:
        return None
    if value.op == Op.ITE:
        return min(a[0], b[0]), max(a[1], b[1])
    if value.op == Op.MUL:
        products = [x * y for x in a for y in b]
        return min(products), max(products)
    return (a[0] + b[0], a[1] + b[1]) if value.op == Op.ADD else (a[0] - b[1], a[1] - b[0])


_BOUNDED = {
    Op.LENGTH: (0, _LONGEST),
    Op.INDEX_OF: (-1, _LONGEST),
    Op.CODE: (-1, _LAST_CODE_POINT),
}
