"""The simplifying constructors of operations on single bits of integers: and, or, xor, shifts."""

from __future__ import annotations

from heapwise.terms.arithmetic import operate, symmetric
from heapwise.terms.conditionals import width_of, zero_extend
from heapwise.terms.fixed_width import unsigned
from heapwise.terms.term import Op, Scalar, Term


def bv_and(width: int, a: Scalar, b: Scalar) -> Scalar:
    if a is b:
        return a
    if not isinstance(a, Term):
        a, b = b, a
    if isinstance(a, Term) and not isinstance(b, Term):
        assert isinstance(b, int)
        if b == 0 or b == -1:
            return a if b == -1 else 0
        if a.op == Op.BV_AND and type(a.args[1]) is int:
            return bv_and(width, a.args[0], a.args[1] & b)
        if a.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND):
            narrow = width_of(a.args[0])
            if b == (1 << narrow) - 1:
                return zero_extend(a.args[0], narrow, width)
            if a.op == Op.ZERO_EXTEND and unsigned(narrow, b) == (1 << narrow) - 1:
                return a
    return symmetric(Op.BV_AND, width, a, b)


def bv_or(width: int, a: Scalar, b: Scalar) -> Scalar:
    if a is b:
        return a
    if not isinstance(a, Term):
        a, b = b, a
    if isinstance(a, Term) and not isinstance(b, Term):
        assert isinstance(b, int)
        if b == 0 or b == -1:
            return a if b == 0 else -1
        if a.op == Op.BV_OR and type(a.args[1]) is int:
            return bv_or(width, a.args[0], a.args[1] | b)
    return symmetric(Op.BV_OR, width, a, b)


def bv_xor(width: int, a: Scalar, b: Scalar) -> Scalar:
    if a is b:
        return 0
    if not isinstance(a, Term):
        a, b = b, a
    if isinstance(a, Term) and not isinstance(b, Term):
        assert isinstance(b, int)
        if b == 0:
            return a
        if a.op == Op.BV_XOR and type(a.args[1]) is int:
            return bv_xor(width, a.args[0], a.args[1] ^ b)
    return symmetric(Op.BV_XOR, width, a, b)


def bv_not(width: int, a: Scalar) -> Scalar:
    return bv_xor(width, a, -1)


def bv_shl(width: int, a: Scalar, count: Scalar) -> Scalar:
    """The count is unsigned, and 0 is left of `width` shifts and more; so for the others."""
    if count == 0 or a == 0:
        return a
    return operate(Op.BV_SHL, width, a, count)


def bv_ashr(width: int, a: Scalar, count: Scalar) -> Scalar:
    if count == 0 or a == 0 or a == -1:
        return a
    return operate(Op.BV_ASHR, width, a, count)


def bv_lshr(width: int, a: Scalar, count: Scalar) -> Scalar:
    if count == 0 or a == 0:
        return a
    return operate(Op.BV_LSHR, width, a, count)
