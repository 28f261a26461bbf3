"""Which items of containers are the same: what elements, keys and `in` ask.

Items are the same if they are one object or equal. Equality itself may look into containers again,
so it is asked of the environment.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.python.model.values import Tagged, Value
from heapwise.frontends.python.semantics.core import nans
from heapwise.frontends.python.semantics.core.identity import by_parts, may_be_ref
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_ref_or_none,
    runtime,
    settle,
)
from heapwise.terms import Scalar, and_, or_


class NeedsCodeError(UnsupportedError):
    """A user's method has to be run. Where nobody can do that, the path ends."""

    def __init__(self) -> None:
        super().__init__("comparing with an __eq__ or __lt__ of the program inside this operation")


def all_equal(m: Mac, left: Sequence[Value], right: Sequence[Value]) -> Scalar:
    if len(left) != len(right):
        return False
    conditions: list[Scalar] = []
    for one, other in zip(left, right, strict=True):
        condition = same_or_equal(m, one, other)
        if condition is False:
            return False
        conditions.append(condition)
    return and_(*conditions)


def same_or_equal(m: Mac, left: Value, right: Value) -> Scalar:
    """What containers ask of their items."""
    if isinstance(left, Tagged) or isinstance(right, Tagged):
        if may_be_ref(left) or may_be_ref(right):
            return same_or_equal(m, settle(m, left), settle(m, right))
        equal = by_parts(m, left, right, _same_or_equal_part)
        return or_(equal, nans.one_nan(m, left, right))
    if left is right and is_ref_or_none(left):
        return True
    condition = runtime(m).equal(m, left, right)
    return condition if condition is True else or_(condition, nans.one_nan(m, left, right))


def _same_or_equal_part(m: Mac, left: Value, right: Value) -> Scalar:
    """Of unions, who ask for NaNs themselves: only they know when a part counts."""
    if isinstance(right, Tagged):
        return by_parts(m, left, right, _same_or_equal_part)
    if is_float(left) and is_float(right):
        return runtime(m).equal(m, left, right)
    return same_or_equal(m, left, right)


def is_among(m: Mac, item: Value, items: Sequence[Value]) -> Scalar:
    conditions: list[Scalar] = []
    for other in items:
        condition = same_or_equal(m, item, other)
        if condition is True:
            return True
        conditions.append(condition)
    return or_(*conditions)
