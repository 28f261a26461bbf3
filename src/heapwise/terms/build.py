"""The simplifying constructors: every term is built here.

They fold constants, keep Boolean structure in negation normal form over `and`/`or` with flat,
duplicate-free arguments, push equalities with a constant through if-then-else, and read over
writes where the keys are known to agree or to differ. Each preserves the meaning of its
arguments under every assignment that respects the reference numbering of `sorts.REF`: in
particular a symbol of sort Ref, and a reference in the initial contents of a field, denotes null
or an object of the initial heap, so it never equals an allocated location.
"""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.terms import bit_orders, bitvectors, operations
from heapwise.terms.sorts import (
    BOOL,
    CLASS,
    FLOAT,
    FLOAT32,
    INT,
    REF,
    STR,
    BaseSort,
    MapSort,
    Sort,
)
from heapwise.terms.term import (
    BITS,
    FLOATS,
    Op,
    Scalar,
    Term,
    existing,
    make,
    make_over_floats,
    same_constant,
)

_DISTRIBUTE_DEPTH = 40
"""Equalities are pushed into if-then-else terms only up to this depth: they recurse."""


def symbol(name: str, sort: Sort) -> Term:
    return make(Op.SYMBOL, sort, value=name)


def location(number: int) -> Term:
    """The reference with this number (see `sorts.REF`)."""
    return make(Op.CONST, REF, value=number)


NULL = location(0)


def class_id(number: int) -> Term:
    return make(Op.CONST, CLASS, value=number)


def sort_of(value: Scalar) -> Sort:
    if isinstance(value, Term):
        return value.sort
    return _SORT_OF[type(value)]


_SORT_OF: dict[type, BaseSort] = {bool: BOOL, int: INT, float: FLOAT, str: STR}


def is_constant(value: Scalar) -> bool:
    return not isinstance(value, Term) or value.op == Op.CONST


def is_initial_reference(term: Scalar) -> bool:
    """Does this reference denote null or an object of the initial heap, whatever the model?"""
    if not isinstance(term, Term) or term.sort is not REF:
        return False
    if term.op == Op.SYMBOL:
        return True
    if term.op == Op.CONST:
        return isinstance(term.value, int) and term.value >= 0
    source = term.args[0] if term.op == Op.SELECT else None
    return isinstance(source, Term) and source.op == Op.SYMBOL


# ---------------------------------------------------------------------------- Booleans


def not_(a: Scalar) -> Scalar:
    if type(a) is bool:
        return not a
    assert isinstance(a, Term)
    if a.op == Op.NOT:
        return a.args[0]
    return make(Op.NOT, BOOL, (a,))


def and_(*parts: Scalar) -> Scalar:
    return _junction(parts, Op.AND, True)


def or_(*parts: Scalar) -> Scalar:
    return _junction(parts, Op.OR, False)


def _junction(parts: Iterable[Scalar], op: str, unit: bool) -> Scalar:
    kept: dict[Term, None] = {}
    for part in parts:
        if type(part) is bool:
            if part is not unit:
                return not unit
            continue
        assert isinstance(part, Term)
        if part.op == op:
            for arg in part.args:
                assert isinstance(arg, Term)
                kept[arg] = None
        else:
            kept[part] = None
    if not kept:
        return unit
    if len(kept) == 1:
        return next(iter(kept))
    for part in kept:
        if part.op == Op.NOT and part.args[0] in kept:
            return not unit
    return make(op, BOOL, tuple(kept))


def implies(a: Scalar, b: Scalar) -> Scalar:
    return or_(not_(a), b)


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
            then = bitvectors.coerced(then, sort)
        else:
            otherwise = bitvectors.coerced(otherwise, sort)
    if isinstance(then, Term) and then.op == Op.ITE and then.args[0] is condition:
        return ite(condition, then.args[1], otherwise)
    if isinstance(otherwise, Term) and otherwise.op == Op.ITE:
        if otherwise.args[0] is condition:
            return ite(condition, then, otherwise.args[2])
        if otherwise.args[1] is then:
            return ite(or_(condition, otherwise.args[0]), then, otherwise.args[2])
    if sort is REF:
        bound = _implied_by_equality(condition, then, otherwise)
        if bound is not None:
            return bound
    elif sort is FLOAT or sort is FLOAT32:
        return make_over_floats(Op.ITE, sort, (condition, then, otherwise))
    return make(Op.ITE, sort, (condition, then, otherwise))


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


# ---------------------------------------------------------------------------- equality


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
        return eq(*bitvectors.unified(a, b))
    if a.op == Op.ADD or b.op == Op.ADD:
        (base, more), (other, less) = _offset(a), _offset(b)
        if base is other:
            return more == less
    elif a.sort.width:
        simpler = bit_orders.eq_terms(a, b)
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
            return bit_orders.eq_constant(a, constant) if a.sort.width else False
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
        number = operations.int_of_str(digits) * (1 if digits == text else -1)
        return eq(a.args[0], number) if operations.str_of_int(number) == text else False
    return make(Op.EQ, BOOL, (a, text))


# ---------------------------------------------------------------------------- integers


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
            return bitvectors.bv_add(a.sort.width, a, b)
        if a.op == Op.ADD and type(a.args[1]) is int:
            return add(a.args[0], a.args[1] + b)  # type: ignore[operator]
    elif a.sort.width or b.sort.width:
        return bitvectors.bv_add(a.sort.width or b.sort.width, a, b)
    return make(Op.ADD, INT, (a, b))


def sub(a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(b, Term):
        return add(a, -b)  # type: ignore[operator]
    if a is b:
        return 0
    width = b.sort.width or (isinstance(a, Term) and a.sort.width)
    if width:
        return bitvectors.bv_sub(width, a, b)
    return make(Op.SUB, INT, (a, b))


def mul(a: Scalar, b: Scalar) -> Scalar:
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a * b  # type: ignore[operator]  # ints by their sort
        a, b = b, a
    assert isinstance(a, Term)
    width = a.sort.width or (isinstance(b, Term) and b.sort.width)
    if width:
        return bitvectors.bv_mul(width, a, b)
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
            return operations.floordiv(a, b)  # type: ignore[arg-type]  # ints by their sort
        if b == 1:
            return a
        if b == -1:
            return neg(a)
    return make(Op.FLOORDIV, INT, (a, b))


def mod(a: Scalar, b: Scalar) -> Scalar:
    """`a % b`, with the sign of b; b is not 0, or the value is arbitrary."""
    if not isinstance(b, Term):
        if not isinstance(a, Term):
            return operations.mod(a, b)  # type: ignore[arg-type]  # ints by their sort
        if b == 1 or b == -1:
            return 0
    return make(Op.MOD, INT, (a, b))


def int_of_bool(a: Scalar) -> Scalar:
    return ite(a, 1, 0)


def lt(a: Scalar, b: Scalar) -> Scalar:
    if a is b:
        return False
    if not isinstance(a, Term):
        if not isinstance(b, Term):
            return a < b  # type: ignore[operator]  # ints by their sort
        if b.sort.width:
            return bit_orders.lt_bits(a, b)
        if b.op == Op.ITE and bitvectors.is_table(b):
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
            return bit_orders.lt_bits(a, b)
        if a.op == Op.ITE and bitvectors.is_table(a):
            condition, then, otherwise = a.args
            return ite(condition, lt(then, b), lt(otherwise, b))
        if a.op == Op.INT_OF_BV:
            return lt(a.args[0], b)
        if a.op == Op.ADD and type(a.args[1]) is int:
            return lt(a.args[0], b - a.args[1])  # type: ignore[operator]
        if a.op == Op.LENGTH and b <= 0:  # type: ignore[operator]
            return False
    elif a.sort.width or b.sort.width:
        return bit_orders.lt_bits(a, b)
    elif a.op == Op.CONST and b.op == Op.CONST:
        return a.value < b.value  # type: ignore[operator]  # constants carry numbers
    elif a.op == Op.ADD or b.op == Op.ADD:
        (base, more), (other, less) = _offset(a), _offset(b)
        if base is other:
            return more < less
    return make(Op.LT, BOOL, (a, b))


def le(a: Scalar, b: Scalar) -> Scalar:
    return not_(lt(b, a))


# ---------------------------------------------------------------------------- maps


def store(map_term: Term, keys: tuple[Scalar, ...], value: Scalar) -> Term:
    if map_term.theories & (BITS | FLOATS):
        keys = _fitted_keys(map_term, keys)
        assert isinstance(map_term.sort, MapSort)
        value = _fitted(value, map_term.sort.value)
    if type(value) is float:
        return make_over_floats(Op.STORE, map_term.sort, (map_term, *keys, value))
    return make(Op.STORE, map_term.sort, (map_term, *keys, value))


def _fitted_keys(map_term: Term, keys: tuple[Scalar, ...]) -> tuple[Scalar, ...]:
    """An if-then-else over known numbers gets the width that the map has there."""
    assert isinstance(map_term.sort, MapSort)
    return tuple(map(_fitted, keys, map_term.sort.keys))


def _fitted(value: Scalar, sort: BaseSort) -> Scalar:
    if isinstance(value, Term) and value.sort is not sort:
        return bitvectors.coerced(value, sort)
    return value


def filled(sort: MapSort, value: Scalar) -> Term:
    """The map that holds `value` everywhere: the elements of a new array."""
    value = _fitted(value, sort.value)
    return make_over_floats(Op.FILLED, sort, (value,))


def keys_equal(a: tuple[Scalar, ...], b: tuple[Scalar, ...]) -> Scalar:
    if len(a) == 1:
        return eq(a[0], b[0])
    return and_(*(eq(x, y) for x, y in zip(a, b, strict=True)))


def select(map_term: Term, keys: tuple[Scalar, ...]) -> Scalar:
    """The value at `keys`, looking through the writes that certainly hit or certainly miss."""
    while map_term.op == Op.STORE:
        same = keys_equal(map_term.args[1:-1], keys)
        if same is True:
            return map_term.args[-1]
        if same is not False:
            break
        map_term = written_map(map_term)
    if map_term.op == Op.FILLED:
        return map_term.args[0]
    return raw_select(map_term, keys)


def written_map(map_term: Term) -> Term:
    """The map that this write was made to."""
    below = map_term.args[0]
    assert map_term.op == Op.STORE and isinstance(below, Term)
    return below


def initial_map(map_term: Term) -> Term:
    """The map below all writes."""
    while map_term.op == Op.STORE:
        map_term = written_map(map_term)
    return map_term


def raw_select(map_term: Term, keys: tuple[Scalar, ...]) -> Term:
    """A read as it stands, for a caller that has looked through the writes itself."""
    assert isinstance(map_term.sort, MapSort)
    if map_term.theories & BITS:
        keys = _fitted_keys(map_term, keys)
    return make(Op.SELECT, map_term.sort.value, (map_term, *keys))


def default_value(sort: BaseSort) -> Scalar:
    """What a field of a new object holds."""
    return 0 if sort.width else _DEFAULTS.get(sort, NULL)


_DEFAULTS: dict[BaseSort, Scalar] = {BOOL: False, INT: 0, FLOAT: 0.0, FLOAT32: 0.0, STR: ""}
