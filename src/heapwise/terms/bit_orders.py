"""Comparisons of bit-vectors: what `build.eq` and `build.lt` do with them, and the unsigned order.

Known numbers are compared as numbers: one that no bit-vector of the width can be is equal to none,
and less or greater than all.
"""

from __future__ import annotations

from heapwise.terms import build
from heapwise.terms.bitvectors import (
    coerced,
    int_of_bv,
    is_exact,
    is_table,
    mapped,
    offset,
    unified,
    width_of,
)
from heapwise.terms.fixed_width import fits, ult, unsigned, wrap
from heapwise.terms.sorts import BOOL, bit_vector
from heapwise.terms.term import Op, Scalar, Term, make


def eq_constant(a: Term, number: int) -> Scalar:
    """`a`, a bit-vector and no if-then-else, with a known number."""
    width = a.sort.width
    if not fits(width, number):
        return False
    op, args = a.op, a.args
    last = args[-1] if args else None
    if op == Op.SIGN_EXTEND:
        return build.eq(args[0], number)
    if op == Op.ZERO_EXTEND:
        narrow = width_of(args[0])
        if number != unsigned(narrow, number):
            return False
        return build.eq(args[0], wrap(narrow, number))
    if op == Op.BV_ADD and type(last) is int:
        return build.eq(args[0], wrap(width, number - last))
    if op == Op.BV_XOR:
        if type(last) is int:
            return build.eq(args[0], number ^ last)
        if number == 0:
            return build.eq(args[0], args[1])
    if op == Op.BV_SUB:
        if number == 0:
            return build.eq(args[0], args[1])
        if type(args[0]) is int:
            return build.eq(args[1], wrap(width, args[0] - number))
    if op == Op.BV_OF_INT and is_exact(a):
        return build.eq(args[0], number)
    return make(Op.EQ, BOOL, (a, number))


def eq_terms(a: Term, b: Term) -> Scalar | None:
    """Where equality of two bit-vectors that are no constants is simpler than it looks."""
    if (
        a.op == b.op
        and a.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND)
        and width_of(a.args[0]) == width_of(b.args[0])
    ):
        return build.eq(a.args[0], b.args[0])
    if is_exact(a) or is_exact(b):
        return build.eq(int_of_bv(a), int_of_bv(b))
    (base, more), (other, less) = offset(a), offset(b)
    if base is other:
        return more == less
    return None


def lt_bits(a: Scalar, b: Scalar) -> Scalar:
    """Signed a < b, of which at least one is a bit-vector."""
    if not isinstance(a, Term):
        assert isinstance(a, int) and isinstance(b, Term)
        return _constant_lt(a, b)
    if not isinstance(b, Term):
        assert isinstance(b, int)
        return _lt_constant(a, b)
    if a.sort is not b.sort:
        return build.lt(*unified(a, b))
    if a.op == b.op:
        x, y = a.args[0] if a.args else a, b.args[0] if b.args else b
        if a.op == Op.SIGN_EXTEND and width_of(x) == width_of(y):
            return build.lt(x, y)
        if a.op == Op.ZERO_EXTEND and width_of(x) == width_of(y):
            return bv_ult(width_of(x), x, y)
    if is_exact(a) or is_exact(b):
        return build.lt(int_of_bv(a), int_of_bv(b))
    return make(Op.LT, BOOL, (a, b))


def _constant_lt(number: int, b: Term) -> Scalar:
    least = -(1 << (b.sort.width - 1))
    if number < least:
        return True
    if number >= -least - 1:
        return False
    if b.op == Op.SIGN_EXTEND or is_exact(b):
        return build.lt(number, b.args[0])
    if b.op == Op.ZERO_EXTEND:
        if number < 0:
            return True
        if number >= (1 << width_of(b.args[0])) - 1:
            return False
    elif is_table(b):
        condition, then, otherwise = b.args
        return build.ite(condition, build.lt(number, then), build.lt(number, otherwise))
    return make(Op.LT, BOOL, (number, b))


def _lt_constant(a: Term, number: int) -> Scalar:
    least = -(1 << (a.sort.width - 1))
    if number <= least:
        return False
    if number >= -least:
        return True
    if a.op == Op.SIGN_EXTEND or is_exact(a):
        return build.lt(a.args[0], number)
    if a.op == Op.ZERO_EXTEND:
        if number <= 0:
            return False
        if number >= 1 << width_of(a.args[0]):
            return True
    elif is_table(a):
        condition, then, otherwise = a.args
        return build.ite(condition, build.lt(then, number), build.lt(otherwise, number))
    return make(Op.LT, BOOL, (a, number))


def bv_ult(width: int, a: Scalar, b: Scalar) -> Scalar:
    """Unsigned a < b."""
    if a is b or b == 0 or a == -1:
        return False
    if not isinstance(a, Term) and not isinstance(b, Term):
        return ult(a, b)  # type: ignore[arg-type]  # ints by their sort
    if a == 0:
        return build.not_(build.eq(b, 0))
    if b == -1:
        return build.not_(build.eq(a, -1))
    if b == 1:
        return build.eq(a, 0)
    if is_table(a) and not isinstance(b, Term):
        return mapped(a, lambda leaf: bv_ult(width, leaf, b))
    if is_table(b) and not isinstance(a, Term):
        return mapped(b, lambda leaf: bv_ult(width, a, leaf))
    sort = bit_vector(width)
    return make(Op.BV_ULT, BOOL, (coerced(a, sort), coerced(b, sort)))


def bv_ule(width: int, a: Scalar, b: Scalar) -> Scalar:
    return build.not_(bv_ult(width, b, a))
