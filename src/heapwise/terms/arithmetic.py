"""The simplifying constructors of sums, products and quotients, of integers and of bit-vectors.

Operations on bit-vectors wrap around and say the width: `bv_add(32, a, b)`. Where one of the
numbers is a length, or the like, and the result certainly fits, they become operations on integers.
"""

from __future__ import annotations

from typing import TypeGuard

from heapwise.terms import computing
from heapwise.terms.comparisons import offset
from heapwise.terms.conditionals import bv_of_int, is_table, ite, mapped, placed
from heapwise.terms.fixed_width import COMPUTE_FIXED, wrap
from heapwise.terms.ranges import fits_in
from heapwise.terms.sorts import INT, bit_vector
from heapwise.terms.term import Op, Scalar, Term, existing, make


def add(a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a + b  # type: ignore[operator]  # ints by their sort
        a, b = b, a
    assert isinstance(a, Term)
    if not isinstance(b, Term):
        if b == 0:
            return a
        if a.sort.width:
            return bv_add(a.sort.width, a, b)
        if a.op == Op.ADD and type(a.args[1]) is int:
            return add(a.args[0], a.args[1] + b)  # type: ignore[operator]
    elif a.sort.width or b.sort.width:
        return bv_add(a.sort.width or b.sort.width, a, b)
    return make(Op.ADD, INT, (a, b))


def sub(a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(b, Term):
        return add(a, -b)  # type: ignore[operator]
    if a is b:
        return 0
    width = b.sort.width or (isinstance(a, Term) and a.sort.width)
    if width:
        return bv_sub(width, a, b)
    return make(Op.SUB, INT, (a, b))


def mul(a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a * b  # type: ignore[operator]  # ints by their sort
        a, b = b, a
    assert isinstance(a, Term)
    width = a.sort.width or (isinstance(b, Term) and b.sort.width)
    if width:
        return bv_mul(width, a, b)
    if not isinstance(b, Term):
        if b == 0:
            return 0
        if b == 1:
            return a
        assert isinstance(b, int)
        if a.op == Op.MUL and type(a.args[1]) is int:
            return mul(a.args[0], a.args[1] * b)
    return make(Op.MUL, INT, (a, b))


def neg(a: Scalar) -> Scalar:
    if isinstance(a, Term) and a.op == Op.SUB and a.args[0] == 0:
        return a.args[1]
    return sub(0, a)


def floordiv(a: Scalar, b: Scalar) -> Scalar:
    """`a // b`, rounded down; b is not 0, or the value is arbitrary."""
    if not isinstance(b, Term):
        if not isinstance(a, Term):
            return computing.floordiv(a, b)  # type: ignore[arg-type]  # ints by their sort
        if b == 1:
            return a
        if b == -1:
            return neg(a)
    return make(Op.FLOORDIV, INT, (a, b))


def int_of_bool(a: Scalar) -> Scalar:
    return ite(a, 1, 0)


def _as_integers(op: str, width: int, a: Scalar, b: Scalar) -> Scalar | None:
    """An operation on numbers of which one is a length, or the like, if it certainly does not
    wrap."""
    x, y = (each.args[0] if _is_converted(each) else each for each in (a, b))
    if (x is a and y is b) or any(isinstance(each, Term) and each.sort.width for each in (x, y)):
        return None
    integer = add if op == Op.BV_ADD else sub if op == Op.BV_SUB else mul
    found = integer(x, y)
    return bv_of_int(width, found) if fits_in(found, width) else None


def _is_converted(value: Scalar) -> TypeGuard[Term]:
    return isinstance(value, Term) and value.op == Op.BV_OF_INT


def operate(op: str, width: int, a: Scalar, b: Scalar) -> Scalar:
    """Fold what is known, also in the branches of an if-then-else over known numbers."""
    if isinstance(a, Term):
        if not isinstance(b, Term) and is_table(a):
            return mapped(a, lambda leaf: operate(op, width, leaf, b))
    elif not isinstance(b, Term):
        folded: Scalar = COMPUTE_FIXED[op](width, a, b)
        return folded
    elif is_table(b):
        return mapped(b, lambda leaf: operate(op, width, a, leaf))
    sort = bit_vector(width)
    return make(op, sort, (placed(a, sort), placed(b, sort)))


def symmetric(op: str, width: int, a: Scalar, b: Scalar) -> Scalar:
    found = existing(op, bit_vector(width), (b, a))
    return operate(op, width, a, b) if found is None else found


def bv_add(width: int, a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(a, Term):
        a, b = b, a
    if not isinstance(b, Term) and isinstance(a, Term):
        assert isinstance(b, int)
        if b == 0:
            return a
        last = a.args[-1] if a.args else None
        if a.op == Op.BV_ADD and type(last) is int:
            return bv_add(width, a.args[0], wrap(width, last + b))
        if a.op == Op.BV_SUB and type(a.args[0]) is int:
            return bv_sub(width, wrap(width, a.args[0] + b), a.args[1])
    exact = _as_integers(Op.BV_ADD, width, a, b)
    return symmetric(Op.BV_ADD, width, a, b) if exact is None else exact


def bv_sub(width: int, a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(b, Term):
        assert isinstance(b, int)
        return bv_add(width, a, wrap(width, -b))
    if a is b:
        return 0
    if isinstance(a, Term):
        (base, more), (other, less) = offset(a), offset(b)
        if base is other:
            return wrap(width, more - less)
    elif b.op == Op.BV_SUB and type(b.args[0]) is int:
        assert isinstance(a, int)
        return bv_add(width, b.args[1], a - b.args[0])
    exact = _as_integers(Op.BV_SUB, width, a, b)
    return operate(Op.BV_SUB, width, a, b) if exact is None else exact


def bv_neg(width: int, a: Scalar) -> Scalar:
    return bv_sub(width, 0, a)


def bv_mul(width: int, a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(a, Term):
        a, b = b, a
    if not isinstance(b, Term) and isinstance(a, Term):
        if b == 0 or b == 1:
            return a if b == 1 else 0
        if b == -1:
            return bv_neg(width, a)
        last = a.args[-1] if a.args else None
        if a.op == Op.BV_MUL and type(last) is int:
            assert isinstance(b, int)
            return bv_mul(width, a.args[0], wrap(width, last * b))
    exact = _as_integers(Op.BV_MUL, width, a, b)
    return symmetric(Op.BV_MUL, width, a, b) if exact is None else exact


def bv_sdiv(width: int, a: Scalar, b: Scalar) -> Scalar:
    """Towards zero; b is not 0, or the value is arbitrary."""
    if b == 1:
        return a
    if b == -1:
        return bv_neg(width, a)
    return operate(Op.BV_SDIV, width, a, b)


def bv_srem(width: int, a: Scalar, b: Scalar) -> Scalar:
    """With the sign of a; b is not 0, or the value is arbitrary."""
    if b == 1 or b == -1:
        return 0
    return operate(Op.BV_SREM, width, a, b)
