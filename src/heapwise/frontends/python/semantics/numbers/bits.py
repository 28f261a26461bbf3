"""Bits of symbolic integers, which in Python have no end: negative ones have ones all the way up.

`x & mask` for a constant mask is a sum of slices of x, by division; the other operators follow from
a + b = (a ^ b) + 2 * (a & b) and a + b = (a | b) + (a & b), which hold for all integers.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.engine.machine import CutError
from heapwise.frontends.python.model.store_keys import exclusive_or
from heapwise.frontends.python.semantics.core.kinds import Mac, throw, unsupported
from heapwise.terms import (
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    floordiv,
    ite,
    le,
    lt,
    mod,
    mul,
    neg,
    not_,
    or_,
    sub,
)

_SYMBOLS = {"LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^"}
_WIDEST = 4096
_NARROW = 8
LARGEST_BITS = f"the largest integers whose bits are combined ({_NARROW} bits)"
"""A bound of ours: beyond it, nothing is known of `x & y` if neither is known."""
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
    if common is None and (right is neg(left) or left is neg(right)):
        common = _lowest_bit(m, left)
    elif common is None:
        if op == "BitXor":
            undone = _undone(m, left, right)
            if undone is not None:
                return undone
        common = _bit_by_bit(m, left, right)
        result = _from_common(op, left, right, common)
        if op == "BitXor":
            m.put(exclusive_or(result), (left, right))
        m.assume(_is_narrow(result))  # it has no more bits than the two, and may go on
        return result
    return _from_common(op, left, right, common)


def _undone(m: Mac, left: Scalar, right: Scalar) -> Scalar | None:
    """`x ^ y ^ y` is x: how variables are swapped."""
    for made, other in ((left, right), (right, left)):
        one, another = m.load(exclusive_or(made)) or (None, None)
        if one is not None and (one is other or another is other):
            return another if one is other else one
    return None


def _from_common(op: str, left: Scalar, right: Scalar, common: Scalar) -> Scalar:
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


def _lowest_bit(m: Mac, value: Scalar) -> Scalar:
    """`x & -x`, the largest power of two that divides x; 0 of 0."""
    most = 1 << _NARROW
    if not m.decide(or_(eq(value, 0), not_(eq(mod(value, most), 0)))):
        raise CutError(LARGEST_BITS)
    found: Scalar = most >> 1
    for position in range(_NARROW - 2, -1, -1):
        found = ite(eq(mod(value, 2 << position), 1 << position), 1 << position, found)
    return ite(eq(value, 0), 0, found)


def _bit_by_bit(m: Mac, left: Scalar, right: Scalar) -> Scalar:
    """`left & right` where neither is known."""
    half = 1 << (_NARROW - 1)
    if not all(m.decide(_is_narrow(value)) for value in (left, right)):
        raise CutError(LARGEST_BITS)
    total: Scalar = ite(and_(lt(left, 0), lt(right, 0)), -half, 0)
    for position in range(_NARROW - 1):
        bits = [eq(mod(floordiv(value, 1 << position), 2), 1) for value in (left, right)]
        total = add(total, ite(and_(*bits), 1 << position, 0))
    return total


def _is_narrow(value: Scalar) -> Scalar:
    half = 1 << (_NARROW - 1)
    return and_(le(-half, value), lt(value, half))


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
