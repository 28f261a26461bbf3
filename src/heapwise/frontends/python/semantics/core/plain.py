"""Takes values for the plain numbers and texts that they are, and compares numbers of any kind."""

from __future__ import annotations

import enum
from types import UnionType

from heapwise.frontends.python.model.universe import members_of
from heapwise.frontends.python.model.values import EnumValue, Host, Opaque, Value
from heapwise.frontends.python.semantics.core import guarded_values
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, throw
from heapwise.frontends.python.semantics.core.large_integers import FLOATS, is_small
from heapwise.terms import (
    BOOL,
    FLOAT,
    STR,
    Op,
    Scalar,
    Term,
    eq,
    feq,
    fle,
    float_int_le,
    float_int_lt,
    float_of_int,
    flt,
    int_float_eq,
    int_float_le,
    int_float_lt,
    is_infinite,
    ite,
    le,
    lt,
    not_,
    sort_of,
)


def is_untyped(value: Value) -> bool:
    """Could its type be any? That of a type variable is not: what can be said of all of its values
    is said of integers."""
    return isinstance(value, Opaque) and (
        value.name in ("Any", "object") or value.name.startswith("?")
    )


INTEGERS = "values of unknown type that are integers"


def as_integer(m: Mac, value: Value) -> Value:
    """What is used as a number: the one that a member of an IntEnum is, or that a value of unknown
    type is taken for."""
    return taken_for_integer(m, value) if isinstance(value, Opaque) else plain(value, int)


def opaque_as_number(m: Mac, value: Value) -> Value:
    return taken_for_integer(m, value) if isinstance(value, Opaque) else value


def taken_for_integer(m: Mac, value: Opaque) -> Scalar:
    """A value of unknown type, which is an integer in a witness, where it matters what it is."""
    if is_untyped(value):
        m.approximate(INTEGERS)
    return value.term


def plain(value: Value, base: type | UnionType = int | float | str) -> Value:
    """A member of an enum as the number or the text that it is, if its class is below `base`."""
    if not isinstance(value, EnumValue) or not issubclass(value.cls, base):
        return value
    return guarded_values.indexed(
        value.index, [_plain_member(each) for each in members_of(value.cls)]
    )


def known_tuple(m: Mac, value: Value) -> Value:
    """A tuple of the library that has a class of its own, such as `sys.version_info`, as the tuple
    that it is."""
    if isinstance(value, Host) and isinstance(value.value, tuple):
        return runtime(m).wrap(m, tuple(value.value))
    return value


def chosen_text(m: Mac, value: Value) -> Value:
    """Of texts under conditions the one that it is, for operations that must know a text."""
    while isinstance(value, Term) and value.op == Op.ITE and value.sort is STR:
        condition, then, otherwise = value.args
        value = then if m.decide(condition) else otherwise
    return value


def _plain_member(member: enum.Enum) -> Scalar:
    if isinstance(member, int):
        return int.__index__(member)
    return float.__float__(member) if isinstance(member, float) else str(member.value)


def numbers_equal(left: Scalar, right: Scalar) -> Scalar:
    left, right = as_number(left), as_number(right)
    if sort_of(left) is FLOAT:
        return feq(left, right) if sort_of(right) is FLOAT else int_float_eq(right, left)
    return int_float_eq(left, right) if sort_of(right) is FLOAT else eq(left, right)


def numbers_less(left: Scalar, right: Scalar, or_equal: bool) -> Scalar:
    left, right = as_number(left), as_number(right)
    if sort_of(left) is FLOAT:
        if sort_of(right) is FLOAT:
            return fle(left, right) if or_equal else flt(left, right)
        return float_int_le(left, right) if or_equal else float_int_lt(left, right)
    if sort_of(right) is FLOAT:
        return int_float_le(left, right) if or_equal else int_float_lt(left, right)
    return le(left, right) if or_equal else lt(left, right)


def as_number(value: Scalar) -> Scalar:
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, Term) and value.sort is BOOL:
        return ite(value, 1, 0)
    return value


def to_float(m: Mac, value: Scalar) -> Scalar:
    """`float(value)` of an int, a bool or a float."""
    if sort_of(value) is FLOAT:
        return value
    value = as_number(value)
    if is_small(m, value, is_convertible(value), FLOATS):
        return float_of_int(value)
    throw(OverflowError, "int too large to convert to float")


def is_convertible(value: Scalar) -> Scalar:
    """Else `float` raises OverflowError."""
    return not_(is_infinite(float_of_int(value)))
