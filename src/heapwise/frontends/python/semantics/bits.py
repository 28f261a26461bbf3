"""Bits of symbolic integers, which in Python have no end: negative ones have ones all the way up.

`x & mask` for a constant mask is a sum of slices of x, by division; the other operators follow from
a + b = (a ^ b) + 2 * (a & b) and a + b = (a | b) + (a & b), which hold for all integers.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.frontends.python.semantics.kinds import Mac, throw, unsupported
from heapwise.terms import Op, Scalar, Term, add, and_, eq, floordiv, ite, lt, mod, mul, sub

_SYMBOLS = {"LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^"}
_WIDEST = 4096
MOST_CHOICES = 64


def chosen(m: Mac, value: Scalar, beyond: str) -> int:
    """A number that is not negative: a choice, up to a limit."""
    if not isinstance(value, Term):
        return int(value)
    for number in range(MOST_CHOICES + 1):
        if m.decide(eq(value, number)):
            return number
    unsupported(beyond)


def combined(m: Mac, op: str, left: Scalar, right: Scalar) -> Scalar:
    """Of two integers, one of which is a term."""
    if op in ("LShift", "RShift"):
        return _shifted(m, op, left, right)
    common = _common(left, right)
    if common is None:
        unsupported(f"{_SYMBOLS[op]} of symbolic integers")
    if op == "BitAnd":
        return common
    if op == "BitOr":
        return sub(add(left, right), common)
    return sub(add(left, right), mul(2, common))


def _shifted(m: Mac, op: str, left: Scalar, right: Scalar) -> Scalar:
    if m.decide(lt(right, 0)):
        throw(ValueError, "negative shift count")
    if isinstance(left, int) and left == 0:
        return 0
    distance = chosen(m, right, f"{_SYMBOLS[op]} by a large number")
    if distance > _WIDEST:
        unsupported(f"{_SYMBOLS[op]} by more than {_WIDEST}")
    factor = 1 << distance
    return mul(left, factor) if op == "LShift" else floordiv(left, factor)


def _common(left: Scalar, right: Scalar) -> Scalar | None:
    """`left & right`."""
    if left is right:
        return left
    for value, mask in ((left, right), (right, left)):
        if isinstance(mask, int) and mask.bit_length() <= _WIDEST:
            if mask >= 0:
                return _masked(value, mask)
            return sub(value, _masked(value, ~mask))
        bit = _as_bit(mask)
        if bit is not None:
            other = _as_bit(value)
            if other is not None:
                return ite(and_(bit, other), 1, 0)
            return ite(bit, mod(value, 2), 0)
    return None


def _as_bit(value: Scalar) -> Scalar | None:
    """The condition that a number is 1 which is else 0, such as a boolean."""
    if isinstance(value, Term) and value.op == Op.ITE and value.args[1:] == (1, 0):
        return value.args[0]
    return None


def _masked(value: Scalar, mask: int) -> Scalar:
    total: Scalar = 0
    for first, end in _runs(mask):
        part = mod(floordiv(value, 1 << first), 1 << (end - first))
        total = add(total, mul(part, 1 << first))
    return total


def _runs(mask: int) -> Iterator[tuple[int, int]]:
    """Of ones in a mask: the first position and the one after the last."""
    position = 0
    while mask >> position:
        if mask >> position & 1:
            first = position
            while mask >> position & 1:
                position += 1
            yield first, position
        else:
            position += 1
