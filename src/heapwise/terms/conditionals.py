"""If-then-else, and integers that get another width: each is simplified by the other.

A known integer is the Python int that it stands for (signed), of whatever width; only terms have a
width. An if-then-else over known integers alone has sort Int until it meets a term of some width
(`coerced`), and what changes the width of an if-then-else goes into its branches.

Lengths and positions of strings are mathematical integers. `bv_of_int` makes bit-vectors of them,
and `is_exact` tells that nothing is lost by that: there are no strings of 2^30 characters.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.terms import computing
from heapwise.terms.booleans import and_, not_, or_
from heapwise.terms.fixed_width import unsigned, wrap
from heapwise.terms.leaves import sort_of
from heapwise.terms.ranges import fits_in
from heapwise.terms.sorts import BOOL, FLOAT, FLOAT32, INT, REF, BaseSort, Sort, bit_vector
from heapwise.terms.term import Op, Scalar, Term, make, make_over_floats, same_constant, subterms

_MOST_LEAVES = 130
"""Of a table: what a program looks up in a constant array is one (`terms.maps`)."""


_RECURSION = 100


def ite(condition: Scalar, then: Scalar, otherwise: Scalar) -> Scalar:
    if type(condition) is bool:
        return then if condition else otherwise
    if then is otherwise:
        return then
    if (
        not isinstance(then, Term)
        and (then == otherwise or then != then)
        and same_constant(then, otherwise)
    ):
        return then
    assert isinstance(condition, Term)
    if condition.op == Op.NOT:
        inner = condition.args[0]
        assert isinstance(inner, Term)
        return ite(inner, otherwise, then)
    sort = sort_of(then)
    if sort is BOOL:
        return _boolean_ite(condition, then, otherwise)
    if isinstance(otherwise, Term) and otherwise.sort is not sort:
        # Known numbers, or an if-then-else over such, beside a term that has a width.
        if sort is INT or sort is FLOAT:
            sort = otherwise.sort
            then = coerced(then, sort)
        else:
            otherwise = coerced(otherwise, sort)
    if isinstance(then, Term) and then.op == Op.ITE and then.args[0] is condition:
        return ite(condition, then.args[1], otherwise)
    if isinstance(otherwise, Term) and otherwise.op == Op.ITE:
        if otherwise.args[0] is condition:
            return ite(condition, then, otherwise.args[2])
        if otherwise.args[1] is then or same_constant(otherwise.args[1], then):
            if _is_covered(condition, otherwise.args[0]):
                return otherwise
            return ite(or_(condition, otherwise.args[0]), then, otherwise.args[2])
    if sort is REF:
        bound = _implied_by_equality(condition, then, otherwise)
        if bound is not None:
            return bound
    elif sort is FLOAT or sort is FLOAT32:
        return make_over_floats(Op.ITE, sort, (condition, then, otherwise))
    elif sort.width and _is_integer(then) and _is_integer(otherwise):
        number = ite(condition, int_of_bv(then), int_of_bv(otherwise))
        if fits_in(number, sort.width):  # not if it is nested too deep to tell
            return bv_of_int(sort.width, number)
    return make(Op.ITE, sort, (condition, then, otherwise))


def _is_integer(value: Scalar) -> bool:
    """Is it known, or a mathematical integer that certainly has as few bits?"""
    return not isinstance(value, Term) or is_exact(value)


def _is_covered(condition: Term, by: Scalar) -> bool:
    """Is it certain that what is less than one number is less than the other?"""
    if condition.op != Op.LT or not isinstance(by, Term) or by.op != Op.LT:
        return False
    (a, low), (b, high) = condition.args, by.args
    return a is b and type(low) is int and type(high) is int and low <= high


def _boolean_ite(condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
    if then is True or then is condition:
        return _ordered(condition, True, otherwise) or or_(condition, otherwise)
    if then is False:
        return _ordered(condition, False, otherwise) or and_(not_(condition), otherwise)
    if otherwise is True:
        return or_(not_(condition), then)
    if otherwise is False or otherwise is condition:
        return and_(condition, then)
    return make(Op.ITE, BOOL, (condition, then, otherwise))


def _ordered(condition: Term, then: bool, otherwise: Scalar) -> Scalar | None:
    """`then` if a < b, and else whether a = b, or whether not: this is a single comparison."""
    if condition.op not in _STRICT or not isinstance(otherwise, Term):
        return None
    negated = otherwise.op == Op.NOT
    equality = otherwise.args[0] if negated else otherwise
    assert isinstance(equality, Term)
    if equality.op != (Op.EQ if condition.op == Op.LT else Op.FEQ):
        return None
    a, b = condition.args
    if equality.args != (a, b) and equality.args != (b, a):
        return None
    if then is negated:
        return otherwise
    if condition.op == Op.LT:
        less = make(Op.LT, BOOL, (b, a))
        return not_(less) if then else less
    at_most = make_over_floats(Op.FLE, BOOL, (a, b))
    return at_most if then else not_(at_most)


_STRICT = (Op.LT, Op.FLT)


def _implied_by_equality(condition: Term, then: Scalar, otherwise: Scalar) -> Scalar | None:
    """ite(a = b, a, b) is b."""
    if condition.op == Op.EQ:
        a, b = condition.args
        if (then is a and otherwise is b) or (then is b and otherwise is a):
            return otherwise
    return None


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
        return ite(condition, then, otherwise)
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


def mapped(table: Scalar, function: Callable[[Scalar], Scalar]) -> Scalar:
    assert isinstance(table, Term)
    condition, then, otherwise = table.args
    return ite(
        condition,
        mapped(then, function) if isinstance(then, Term) else function(then),
        mapped(otherwise, function) if isinstance(otherwise, Term) else function(otherwise),
    )


def width_of(value: Scalar) -> int:
    assert isinstance(value, Term)
    return value.sort.width


def is_exact(a: Term) -> bool:
    """Is this a mathematical integer that certainly has as few bits: a length, for example?"""
    return a.op == Op.BV_OF_INT and fits_in(a.args[0], a.sort.width)


def placed(value: Scalar, sort: BaseSort) -> Scalar:
    if isinstance(value, Term):
        return coerced(value, sort)
    assert isinstance(value, int)
    return wrap(sort.width, value)


def _has_known_branch(value: Term) -> bool:
    """Is it an if-then-else, not a deep one, with a known number on one side?"""
    if value.op != Op.ITE or value.depth > _RECURSION:
        return False
    return any(not isinstance(branch, Term) for branch in value.args[1:])


def sign_extend(a: Scalar, narrow: int, wide: int) -> Scalar:
    """A number of `narrow` bits as the same one of `wide` bits."""
    if not isinstance(a, Term) or narrow == wide or is_table(a):
        return _without_width(a)
    if a.op == Op.SIGN_EXTEND or a.op == Op.ZERO_EXTEND:
        below = a.args[0]
        extend = sign_extend if a.op == Op.SIGN_EXTEND else zero_extend
        return extend(below, width_of(below), wide)
    if _has_known_branch(a):
        condition, then, otherwise = a.args
        return ite(condition, sign_extend(then, narrow, wide), sign_extend(otherwise, narrow, wide))
    if is_exact(a):
        return bv_of_int(wide, a.args[0])
    return make(Op.SIGN_EXTEND, bit_vector(wide), (placed(a, bit_vector(narrow)),))


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
    if _has_known_branch(a):
        condition, then, otherwise = a.args
        return ite(condition, zero_extend(then, narrow, wide), zero_extend(otherwise, narrow, wide))
    if a.op == Op.BV_OF_INT:
        return bv_of_int(wide, mod(a.args[0], 1 << narrow))
    return make(Op.ZERO_EXTEND, bit_vector(wide), (placed(a, bit_vector(narrow)),))


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
        return ite(condition, truncate(then, wide, narrow), truncate(otherwise, wide, narrow))
    if a.op == Op.BV_OF_INT:
        return bv_of_int(narrow, a.args[0])
    return make(Op.TRUNCATE, bit_vector(narrow), (placed(a, bit_vector(wide)),))


def _without_width(a: Scalar) -> Scalar:
    return coerced_to_int(a) if is_table(a) else a


def coerced_to_int(table: Scalar) -> Scalar:
    """An if-then-else over known numbers, free of its width."""
    if not isinstance(table, Term) or table.sort is INT:
        return table
    return mapped(table, lambda leaf: leaf)


def bv_of_bool(a: Scalar) -> Scalar:
    """1 or 0; it gets a width where it meets one."""
    return ite(a, 1, 0)


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
        return ite(condition, bv_of_int(width, then), bv_of_int(width, otherwise))
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


def mod(a: Scalar, b: Scalar) -> Scalar:
    """`a % b`, with the sign of b; b is not 0, or the value is arbitrary."""
    if not isinstance(b, Term):
        if not isinstance(a, Term):
            return computing.mod(a, b)  # type: ignore[arg-type]  # ints by their sort
        if b == 1 or b == -1:
            return 0
    return make(Op.MOD, INT, (a, b))
