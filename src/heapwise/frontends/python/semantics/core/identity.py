"""Identity: what `is` asks, and how unions are compared by their alternatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from heapwise.frontends.python.model.value_kinds import kind_of_value
from heapwise.frontends.python.model.values import (
    BoundMethod,
    Bytes,
    ExceptionValue,
    Host,
    Tagged,
    Tuple,
    Value,
    ValueObject,
    Weak,
)
from heapwise.frontends.python.semantics.core import weak_references
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_int,
    is_ref,
    is_ref_or_none,
    is_str,
    kind,
    left_out,
    settle,
    unsupported,
)
from heapwise.terms import Scalar, Term, and_, eq, le, not_, or_

COPIES = "one object for equal numbers, texts and tuples"
"""Which of them are depends on how they were made: `n + 0 is n` for small integers only."""
_CACHED = range(-5, 257)
"""CPython has one object for each of these integers."""

Compare: TypeAlias = Callable[[Mac, Value, Value], Scalar]
"""The condition that two values are equal, or the same."""


def identical(m: Mac, left: Value, right: Value) -> Scalar:
    if isinstance(left, Tagged) or isinstance(right, Tagged):
        return by_parts(m, left, right, identical)
    if is_ref_or_none(left) and is_ref_or_none(right):
        return m.same_reference(left, right)
    left, right = settle(m, left), settle(m, right)
    if is_ref_or_none(left) and is_ref_or_none(right):
        return m.same_reference(left, right)
    if isinstance(left, Host) or isinstance(right, Host) or kind(left) != kind(right):
        return left == right if type(left) is type(right) else False
    if isinstance(left, Term | int | float | str) and isinstance(right, Term | int | float | str):
        return eq(left, right)
    if isinstance(left, Weak) and isinstance(right, Weak):
        return weak_references.identical(m, left, right)
    if isinstance(left, ExceptionValue) and isinstance(right, ExceptionValue):
        return same_exception(left, right)
    same = same_scalar(left, right)
    return bool(left == right) if same is None else same


def same_exception(left: ExceptionValue, right: ExceptionValue) -> bool:
    """They have no places of their own: two that look alike may have been made one by one, or be
    one that has been raised in between."""
    if left is not right and (left.cls, left.args) == (right.cls, right.args):
        unsupported("whether two exceptions that look alike are one")
    return left is right


def may_be_copies(m: Mac, value: Value) -> bool:
    """May there be an equal value that is another object?"""
    if isinstance(value, Tagged):
        return any(may_be_copies(m, part) for part in value.parts)
    if is_int(value):
        return m.known(and_(le(_CACHED[0], value), le(value, _CACHED[-1]))) is not True
    if isinstance(value, str):
        return len(value) > 1
    if isinstance(value, Tuple):
        return bool(value.items)
    return is_float(value) or is_str(value) or isinstance(value, Bytes | ValueObject | BoundMethod)


def same_scalar(left: Value, right: Value) -> Scalar | None:
    """Of two values of one kind; None if no scalar tells them apart."""
    entry = kind_of_value(left)
    if entry is None or entry.scalar is None:
        return None
    if entry.within and getattr(left, entry.within) != getattr(right, entry.within):
        return False
    return eq(getattr(left, entry.scalar), getattr(right, entry.scalar))


def may_be_ref(value: Value) -> bool:
    """Is it a union with references among its alternatives?"""
    return isinstance(value, Tagged) and any(is_ref(part) for part in value.parts)


def by_parts(m: Mac, left: Value, right: Value, compare: Compare) -> Scalar:
    """Of unions: one of the alternatives counts."""
    if not isinstance(left, Tagged):
        left, right = right, left
    assert isinstance(left, Tagged)
    conditions: list[Scalar] = []
    for number, part in enumerate(left.parts):
        here = eq(left.tag, number)
        bound = None if compare is identical else left_out(part)
        if bound is not None:
            m.within(not_(here), bound)
        elif m.known(here) is not False and here is not False:
            conditions.append(and_(here, compare(m, part, right)))
    return or_(*conditions)
