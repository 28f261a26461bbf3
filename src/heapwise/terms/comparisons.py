"""Equality of any two values of one sort, and the order of integers and bit-vectors.

Equalities with a constant are pushed through if-then-else. Known numbers are compared with
bit-vectors as numbers: one that no bit-vector of the width can be is equal to none, and less or
greater than all. (The orders of floats and strings are in `terms.floats` and `terms.strings`.)
"""

from __future__ import annotations

from heapwise.terms import computing
from heapwise.terms.booleans import not_, or_
from heapwise.terms.conditionals import (
    coerced,
    int_of_bv,
    is_exact,
    is_table,
    ite,
    mapped,
    unified,
    width_of,
)
from heapwise.terms.fixed_width import fits, ult, unsigned, wrap
from heapwise.terms.leaves import is_constant, is_initial_reference
from heapwise.terms.sorts import BOOL, FLOAT, FLOAT32, INT, REF, STR, bit_vector
from heapwise.terms.term import Op, Scalar, Term, existing, make, make_over_floats, same_constant

_DISTRIBUTE_DEPTH = 40
"""Equalities are pushed into if-then-else terms only up to this depth: they recurse."""


def eq(a: Scalar, b: Scalar) -> Scalar:
    """Are these the same value? For floats this is identity, not their `==` (see `floats.feq`)."""
    if a is b:
        return True
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return same_constant(a, b)
        a, b = b, a
    assert isinstance(a, Term)
    if type(b) is bool:
        if a.sort is not BOOL:
            return False
        return a if b else not_(a)
    if is_constant(b):
        return _eq_constant(a, b)
    if a.op == Op.CONST:
        assert isinstance(b, Term)
        return _eq_constant(b, a)
    assert isinstance(b, Term)
    if a.sort is not b.sort:
        return eq(*unified(a, b))
    if a.op == Op.ADD or b.op == Op.ADD:
        (base, more), (other, less) = _offset(a), _offset(b)
        if base is other:
            return more == less
    elif a.sort.width:
        simpler = eq_terms(a, b)
        if simpler is not None:
            return simpler
    if b.op == Op.ITE and a.op != Op.ITE:
        a, b = b, a
    if a.op == Op.ITE and b.op != Op.ITE and a.depth <= _DISTRIBUTE_DEPTH:
        if a.args[1] is b:
            return or_(a.args[0], eq(a.args[2], b))
        if a.args[2] is b:
            return or_(not_(a.args[0]), eq(a.args[1], b))
    if a.depth > b.depth or (a.depth == b.depth == 1 and str(a.value) > str(b.value)):
        a, b = b, a
    return existing(Op.EQ, BOOL, (b, a)) or make(Op.EQ, BOOL, (a, b))


def _offset(a: Term) -> tuple[Scalar, int]:
    """`a` as a term and a constant to add to it."""
    if a.op == Op.ADD and type(a.args[1]) is int:
        return a.args[0], a.args[1]
    return a, 0


def _eq_constant(a: Term, constant: Scalar) -> Scalar:
    if a.op == Op.CONST:
        return False  # two constants that are not the same object
    if isinstance(constant, Term) and constant.sort is REF:
        assert isinstance(constant.value, int)
        if constant.value < 0 and is_initial_reference(a):
            return False
    if a.op == Op.ITE and a.depth <= _DISTRIBUTE_DEPTH:
        condition, then, otherwise = a.args
        return ite(condition, eq(then, constant), eq(otherwise, constant))
    if type(constant) is int:
        if a.sort is not INT:
            return eq_constant(a, constant) if a.sort.width else False
        if a.op == Op.INT_OF_BV:
            return eq(a.args[0], constant)
        if a.op == Op.ADD and type(a.args[1]) is int:
            return eq(a.args[0], constant - a.args[1])
        if a.op == Op.LENGTH and constant <= 0:
            return eq(a.args[0], "") if constant == 0 else False
    elif type(constant) is str:
        return _eq_text(a, constant) if a.sort is STR else False
    elif type(constant) is float:
        fitting = a.sort is FLOAT or a.sort is FLOAT32
        return make_over_floats(Op.EQ, BOOL, (a, constant)) if fitting else False
    return make(Op.EQ, BOOL, (a, constant))


def _eq_text(a: Term, text: str) -> Scalar:
    if a.op == Op.CONCAT:
        first, last = a.args[0], a.args[-1]
        if type(first) is str and not text.startswith(first):
            return False
        if type(last) is str and not text.endswith(last):
            return False
    elif a.op == Op.STR_OF_INT:
        digits = text.removeprefix("-")
        number = computing.int_of_str(digits) * (1 if digits == text else -1)
        return eq(a.args[0], number) if computing.str_of_int(number) == text else False
    return make(Op.EQ, BOOL, (a, text))


def lt(a: Scalar, b: Scalar) -> Scalar:
    if a is b:
        return False
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a < b  # type: ignore[operator]  # ints by their sort
        if b.sort.width:
            return lt_bits(a, b)
        if b.op == Op.ITE and is_table(b):
            condition, then, otherwise = b.args
            return ite(condition, lt(a, then), lt(a, otherwise))
        if b.op == Op.INT_OF_BV:
            return lt(a, b.args[0])
        if b.op == Op.ADD and type(b.args[1]) is int:
            return lt(a - b.args[1], b.args[0])  # type: ignore[operator]
        if b.op == Op.LENGTH and a < 0:  # type: ignore[operator]
            return True
    elif not isinstance(b, Term):
        if a.sort.width:
            return lt_bits(a, b)
        if a.op == Op.ITE and is_table(a):
            condition, then, otherwise = a.args
            return ite(condition, lt(then, b), lt(otherwise, b))
        if a.op == Op.INT_OF_BV:
            return lt(a.args[0], b)
        if a.op == Op.ADD and type(a.args[1]) is int:
            return lt(a.args[0], b - a.args[1])  # type: ignore[operator]
        if a.op == Op.LENGTH and b <= 0:  # type: ignore[operator]
            return False
    elif a.sort.width or b.sort.width:
        return lt_bits(a, b)
    elif a.op == Op.CONST and b.op == Op.CONST:
        return a.value < b.value  # type: ignore[operator]  # constants carry numbers
    elif a.op == Op.ADD or b.op == Op.ADD:
        (base, more), (other, less) = _offset(a), _offset(b)
        if base is other:
            return more < less
    return make(Op.LT, BOOL, (a, b))


def le(a: Scalar, b: Scalar) -> Scalar:
    return not_(lt(b, a))


def eq_constant(a: Term, number: int) -> Scalar:
    """`a`, a bit-vector and no if-then-else, with a known number."""
    width = a.sort.width
    if not fits(width, number):
        return False
    op, args = a.op, a.args
    last = args[-1] if args else None
    if op == Op.SIGN_EXTEND:
        return eq(args[0], number)
    if op == Op.ZERO_EXTEND:
        narrow = width_of(args[0])
        if number != unsigned(narrow, number):
            return False
        return eq(args[0], wrap(narrow, number))
    if op == Op.BV_ADD and type(last) is int:
        return eq(args[0], wrap(width, number - last))
    if op == Op.BV_XOR:
        if type(last) is int:
            return eq(args[0], number ^ last)
        if number == 0:
            return eq(args[0], args[1])
    if op == Op.BV_SUB:
        if number == 0:
            return eq(args[0], args[1])
        if type(args[0]) is int:
            return eq(args[1], wrap(width, args[0] - number))
    if op == Op.BV_OF_INT and is_exact(a):
        return eq(args[0], number)
    return make(Op.EQ, BOOL, (a, number))


def eq_terms(a: Term, b: Term) -> Scalar | None:
    """Where equality of two bit-vectors that are no constants is simpler than it looks."""
    if (
        a.op == b.op
        and a.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND)
        and width_of(a.args[0]) == width_of(b.args[0])
    ):
        return eq(a.args[0], b.args[0])
    if is_exact(a) or is_exact(b):
        return eq(int_of_bv(a), int_of_bv(b))
    (base, more), (other, less) = offset(a), offset(b)
    if base is other:
        return more == less
    return None


def offset(a: Term) -> tuple[Scalar, int]:
    """`a` as a term and a constant to add to it."""
    if a.op == Op.BV_ADD and type(a.args[1]) is int:
        return a.args[0], a.args[1]
    return a, 0


def lt_bits(a: Scalar, b: Scalar) -> Scalar:
    """Signed a < b, of which at least one is a bit-vector."""
    if not isinstance(a, Term):
        assert isinstance(a, int) and isinstance(b, Term)
        return _constant_lt(a, b)
    if not isinstance(b, Term):
        assert isinstance(b, int)
        return _lt_constant(a, b)
    if a.sort is not b.sort:
        return lt(*unified(a, b))
    if a.op == b.op:
        x, y = a.args[0] if a.args else a, b.args[0] if b.args else b
        if a.op == Op.SIGN_EXTEND and width_of(x) == width_of(y):
            return lt(x, y)
        if a.op == Op.ZERO_EXTEND and width_of(x) == width_of(y):
            return bv_ult(width_of(x), x, y)
    if is_exact(a) or is_exact(b):
        return lt(int_of_bv(a), int_of_bv(b))
    return make(Op.LT, BOOL, (a, b))


def _constant_lt(number: int, b: Term) -> Scalar:
    least = -(1 << (b.sort.width - 1))
    if number < least:
        return True
    if number >= -least - 1:
        return False
    if b.op == Op.SIGN_EXTEND or is_exact(b):
        return lt(number, b.args[0])
    if b.op == Op.ZERO_EXTEND:
        if number < 0:
            return True
        if number >= (1 << width_of(b.args[0])) - 1:
            return False
    elif is_table(b):
        condition, then, otherwise = b.args
        return ite(condition, lt(number, then), lt(number, otherwise))
    return make(Op.LT, BOOL, (number, b))


def _lt_constant(a: Term, number: int) -> Scalar:
    least = -(1 << (a.sort.width - 1))
    if number <= least:
        return False
    if number >= -least:
        return True
    if a.op == Op.SIGN_EXTEND or is_exact(a):
        return lt(a.args[0], number)
    if a.op == Op.ZERO_EXTEND:
        if number <= 0:
            return False
        if number >= 1 << width_of(a.args[0]):
            return True
    elif is_table(a):
        condition, then, otherwise = a.args
        return ite(condition, lt(then, number), lt(otherwise, number))
    return make(Op.LT, BOOL, (a, number))


def bv_ult(width: int, a: Scalar, b: Scalar) -> Scalar:
    """Unsigned a < b."""
    if a is b or b == 0 or a == -1:
        return False
    if not isinstance(a, Term) and not isinstance(b, Term):
        return ult(a, b)  # type: ignore[arg-type]  # ints by their sort
    if a == 0:
        return not_(eq(b, 0))
    if b == -1:
        return not_(eq(a, -1))
    if b == 1:
        return eq(a, 0)
    if is_table(a) and not isinstance(b, Term):
        return mapped(a, lambda leaf: bv_ult(width, leaf, b))
    if is_table(b) and not isinstance(a, Term):
        return mapped(b, lambda leaf: bv_ult(width, a, leaf))
    sort = bit_vector(width)
    return make(Op.BV_ULT, BOOL, (coerced(a, sort), coerced(b, sort)))


def bv_ule(width: int, a: Scalar, b: Scalar) -> Scalar:
    return not_(bv_ult(width, b, a))
