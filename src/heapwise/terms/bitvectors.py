"""The simplifying constructors of bit-vectors: integers of a fixed number of bits that wrap around.

A known integer is the Python int that it stands for (signed), of whatever width; only terms have a
width. So the operations say it: `bv_add(32, a, b)`. An if-then-else over known integers alone has
sort Int until it meets a term of some width (`coerced`). The comparisons `build.eq` and `build.lt`
are those of numbers, hence signed, and a number that no bit-vector of the width can be is simply
equal to none and less or greater than all.

Lengths and positions of strings are mathematical integers. `bv_of_int` makes bit-vectors of them,
and comparisons are turned back into those of integers: there are no strings of 2^30 characters.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeGuard

from heapwise.terms import build
from heapwise.terms.fixed_width import COMPUTE_FIXED, unsigned, wrap
from heapwise.terms.ranges import fits_in
from heapwise.terms.sorts import FLOAT32, INT, BaseSort, Sort, bit_vector
from heapwise.terms.term import (
    Op,
    Scalar,
    Term,
    existing,
    make,
    make_over_floats,
    same_constant,
    subterms,
)

_MOST_LEAVES = 16
_RECURSION = 100


def coerced(value: Scalar, sort: Sort) -> Scalar:
    """`value`, made of numbers without a width, as one of that sort."""
    if not isinstance(value, Term) or value.sort is sort:
        return value
    if value.op == Op.ITE:
        if value.depth > _RECURSION:
            return _coerced_deep(value, sort)
        condition, then, otherwise = value.args
        return _joined(sort, condition, coerced(then, sort), coerced(otherwise, sort))
    assert sort.width and value.sort is INT, (value, sort)
    return bv_of_int(sort.width, value)


def _coerced_deep(value: Term, sort: Sort) -> Scalar:
    """Without recursion: the branches of an if-then-else come before it."""
    made: dict[Term, Scalar] = {}

    def known(part: Scalar) -> Scalar:
        return made[part] if isinstance(part, Term) and part in made else coerced(part, sort)

    for node in subterms(value):
        if node.op == Op.ITE and node.sort is value.sort:
            condition, then, otherwise = node.args
            made[node] = _joined(sort, condition, known(then), known(otherwise))
    return made[value]


def _joined(sort: Sort, condition: Scalar, then: Scalar, otherwise: Scalar) -> Scalar:
    """An if-then-else of this sort, also over known numbers, which have none of their own."""
    if isinstance(then, Term) or isinstance(otherwise, Term):
        return build.ite(condition, then, otherwise)
    if same_constant(then, otherwise):
        return then
    return make_over_floats(Op.ITE, sort, (condition, then, otherwise))


def unified(a: Term, b: Term) -> tuple[Scalar, Scalar]:
    """Two terms of different sorts, of which one has no width, as terms of one sort."""
    if a.sort.width or a.sort is FLOAT32:
        return a, coerced(b, a.sort)
    return coerced(a, b.sort), b


def is_table(value: Scalar) -> bool:
    """Is it an if-then-else, not a large one, over known numbers alone?"""
    if not isinstance(value, Term) or value.op != Op.ITE:
        return False
    waiting = [value]
    for leaves in range(_MOST_LEAVES):
        if not waiting:
            return leaves > 0
        for branch in waiting.pop().args[1:]:
            if isinstance(branch, Term):
                if branch.op != Op.ITE:
                    return False
                waiting.append(branch)
    return False


def width_of(value: Scalar) -> int:
    assert isinstance(value, Term)
    return value.sort.width


def offset(a: Term) -> tuple[Scalar, int]:
    """`a` as a term and a constant to add to it."""
    if a.op == Op.BV_ADD and type(a.args[1]) is int:
        return a.args[0], a.args[1]
    return a, 0


def is_exact(a: Term) -> bool:
    """Is this a mathematical integer that certainly has as few bits: a length, for example?"""
    return a.op == Op.BV_OF_INT and fits_in(a.args[0], a.sort.width)


def _as_integers(op: str, width: int, a: Scalar, b: Scalar) -> Scalar | None:
    """An operation on numbers of which one is a length, or the like, if it certainly does not
    wrap."""
    x, y = (each.args[0] if _is_converted(each) else each for each in (a, b))
    if (x is a and y is b) or any(isinstance(each, Term) and each.sort.width for each in (x, y)):
        return None
    integer = build.add if op == Op.BV_ADD else build.sub if op == Op.BV_SUB else build.mul
    found = integer(x, y)
    return bv_of_int(width, found) if fits_in(found, width) else None


def _is_converted(value: Scalar) -> TypeGuard[Term]:
    return isinstance(value, Term) and value.op == Op.BV_OF_INT


# ---------------------------------------------------------------------------- arithmetic


def _operate(op: str, width: int, a: Scalar, b: Scalar) -> Scalar:
    """Fold what is known, also in the branches of an if-then-else over known numbers."""
    if isinstance(a, Term):
        if not isinstance(b, Term) and is_table(a):
            return mapped(a, lambda leaf: _operate(op, width, leaf, b))
    elif not isinstance(b, Term):
        folded: Scalar = COMPUTE_FIXED[op](width, a, b)
        return folded
    elif is_table(b):
        return mapped(b, lambda leaf: _operate(op, width, a, leaf))
    sort = bit_vector(width)
    return make(op, sort, (_placed(a, sort), _placed(b, sort)))


def _placed(value: Scalar, sort: BaseSort) -> Scalar:
    if isinstance(value, Term):
        return coerced(value, sort)
    assert isinstance(value, int)
    return wrap(sort.width, value)


def mapped(table: Scalar, function: Callable[[Scalar], Scalar]) -> Scalar:
    assert isinstance(table, Term)
    condition, then, otherwise = table.args
    return build.ite(
        condition,
        mapped(then, function) if isinstance(then, Term) else function(then),
        mapped(otherwise, function) if isinstance(otherwise, Term) else function(otherwise),
    )


def _symmetric(op: str, width: int, a: Scalar, b: Scalar) -> Scalar:
    if isinstance(a, Term) and isinstance(b, Term):
        found = existing(op, bit_vector(width), (b, a))
        if found is not None:
            return found
    return _operate(op, width, a, b)


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
    return _symmetric(Op.BV_ADD, width, a, b) if exact is None else exact


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
    return _operate(Op.BV_SUB, width, a, b) if exact is None else exact


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
    return _symmetric(Op.BV_MUL, width, a, b) if exact is None else exact


def bv_sdiv(width: int, a: Scalar, b: Scalar) -> Scalar:
    """Towards zero; b is not 0, or the value is arbitrary."""
    if b == 1:
        return a
    if b == -1:
        return bv_neg(width, a)
    return _operate(Op.BV_SDIV, width, a, b)


def bv_srem(width: int, a: Scalar, b: Scalar) -> Scalar:
    """With the sign of a; b is not 0, or the value is arbitrary."""
    if b == 1 or b == -1:
        return 0
    return _operate(Op.BV_SREM, width, a, b)


# ---------------------------------------------------------------------------- bits


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
    return _symmetric(Op.BV_AND, width, a, b)


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
    return _symmetric(Op.BV_OR, width, a, b)


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
    return _symmetric(Op.BV_XOR, width, a, b)


def bv_not(width: int, a: Scalar) -> Scalar:
    return bv_xor(width, a, -1)


def bv_shl(width: int, a: Scalar, count: Scalar) -> Scalar:
    """The count is unsigned, and 0 is left of `width` shifts and more; so for the others."""
    if count == 0 or a == 0:
        return a
    return _operate(Op.BV_SHL, width, a, count)


def bv_ashr(width: int, a: Scalar, count: Scalar) -> Scalar:
    if count == 0 or a == 0 or a == -1:
        return a
    return _operate(Op.BV_ASHR, width, a, count)


def bv_lshr(width: int, a: Scalar, count: Scalar) -> Scalar:
    if count == 0 or a == 0:
        return a
    return _operate(Op.BV_LSHR, width, a, count)


# ---------------------------------------------------------------------------- conversions


def sign_extend(a: Scalar, narrow: int, wide: int) -> Scalar:
    """A number of `narrow` bits as the same one of `wide` bits."""
    if not isinstance(a, Term) or narrow == wide or is_table(a):
        return _without_width(a)
    if a.op == Op.SIGN_EXTEND or a.op == Op.ZERO_EXTEND:
        below = a.args[0]
        extend = sign_extend if a.op == Op.SIGN_EXTEND else zero_extend
        return extend(below, width_of(below), wide)
    if a.op == Op.ITE and any(not isinstance(branch, Term) for branch in a.args[1:]):
        condition, then, otherwise = a.args
        return build.ite(
            condition, sign_extend(then, narrow, wide), sign_extend(otherwise, narrow, wide)
        )
    if is_exact(a):
        return bv_of_int(wide, a.args[0])
    return make(Op.SIGN_EXTEND, bit_vector(wide), (_placed(a, bit_vector(narrow)),))


def zero_extend(a: Scalar, narrow: int, wide: int) -> Scalar:
    """The number of `wide` bits with the bits of `a` and no others."""
    if narrow == wide:
        return a
    if not isinstance(a, Term):
        assert isinstance(a, int)
        return unsigned(narrow, a)
    if is_table(a):
        return mapped(a, lambda leaf: zero_extend(leaf, narrow, wide))
    if a.op == Op.ZERO_EXTEND:
        return zero_extend(a.args[0], width_of(a.args[0]), wide)
    if a.op == Op.ITE and any(not isinstance(branch, Term) for branch in a.args[1:]):
        condition, then, otherwise = a.args
        return build.ite(
            condition, zero_extend(then, narrow, wide), zero_extend(otherwise, narrow, wide)
        )
    if a.op == Op.BV_OF_INT:
        return bv_of_int(wide, build.mod(a.args[0], 1 << narrow))
    return make(Op.ZERO_EXTEND, bit_vector(wide), (_placed(a, bit_vector(narrow)),))


def truncate(a: Scalar, wide: int, narrow: int) -> Scalar:
    """The low bits of a number."""
    if narrow == wide:
        return a
    if not isinstance(a, Term):
        assert isinstance(a, int)
        return wrap(narrow, a)
    if is_table(a):
        return mapped(a, lambda leaf: truncate(leaf, wide, narrow))
    if a.op in (Op.SIGN_EXTEND, Op.ZERO_EXTEND):
        below = a.args[0]
        width = width_of(below)
        if width >= narrow:
            return truncate(below, width, narrow)
        extend = sign_extend if a.op == Op.SIGN_EXTEND else zero_extend
        return extend(below, width, narrow)
    if a.op == Op.TRUNCATE:
        return truncate(a.args[0], width_of(a.args[0]), narrow)
    if a.op == Op.BV_AND and type(a.args[1]) is int and wrap(narrow, a.args[1]) == -1:
        return truncate(a.args[0], wide, narrow)
    if a.op == Op.ITE and any(not isinstance(branch, Term) for branch in a.args[1:]):
        condition, then, otherwise = a.args
        return build.ite(condition, truncate(then, wide, narrow), truncate(otherwise, wide, narrow))
    if a.op == Op.BV_OF_INT:
        return bv_of_int(narrow, a.args[0])
    return make(Op.TRUNCATE, bit_vector(narrow), (_placed(a, bit_vector(wide)),))


def _without_width(a: Scalar) -> Scalar:
    return coerced_to_int(a) if is_table(a) else a


def coerced_to_int(table: Scalar) -> Scalar:
    """An if-then-else over known numbers, free of its width."""
    if not isinstance(table, Term) or table.sort is INT:
        return table
    return mapped(table, lambda leaf: leaf)


def bv_of_bool(a: Scalar) -> Scalar:
    """1 or 0; it gets a width where it meets one."""
    return build.ite(a, 1, 0)


def bv_of_int(width: int, a: Scalar) -> Scalar:
    """A mathematical integer, modulo 2^width. Costly to reason about, but for lengths."""
    if not isinstance(a, Term):
        assert isinstance(a, int)
        return wrap(width, a)
    if a.sort.width:
        return a
    if is_table(a):
        return mapped(a, lambda leaf: bv_of_int(width, leaf))
    if a.op == Op.INT_OF_BV:
        below = a.args[0]
        given = width_of(below)
        convert = sign_extend if given <= width else truncate
        return convert(below, given, width)
    if a.op == Op.ITE and not fits_in(a, width):
        condition, then, otherwise = a.args
        return build.ite(condition, bv_of_int(width, then), bv_of_int(width, otherwise))
    return make(Op.BV_OF_INT, bit_vector(width), (a,))


def int_of_bv(a: Scalar) -> Scalar:
    """The mathematical integer that a bit-vector stands for. Costly to reason about."""
    if not isinstance(a, Term) or a.sort is INT:
        return a
    if is_table(a):
        return coerced_to_int(a)
    if is_exact(a):
        return a.args[0]
    if a.op == Op.SIGN_EXTEND:
        return int_of_bv(a.args[0])
    return make(Op.INT_OF_BV, INT, (a,))
