"""sum, any and all: one term where the items are scalars, without a choice even of the length."""

from __future__ import annotations

import sys
from typing import cast

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import Value
from heapwise.frontends.python.semantics.containers import lists
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    container,
    contents_of,
    is_float,
    is_number,
    is_ref,
    is_str,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_number
from heapwise.frontends.python.semantics.operations import truth
from heapwise.terms import (
    FLOAT,
    Scalar,
    Term,
    add,
    and_,
    fadd,
    float_of_int,
    ite,
    not_,
    or_,
    sort_of,
)

_COMPENSATED = sys.version_info >= (3, 12)
"""Sums of floats are then more precise than adding them up."""


def possible(m: Mac, items: Value) -> list[tuple[Scalar, Value]]:
    """The items with the conditions that they are there; with a choice of the length only if
    there may be objects among them."""
    if is_ref(items) and (
        contents_of(m, items) is not None or sequences.holds_scalars(container(m, items))
    ):
        return sequences.slots(m, items)
    return [(True, item) for item in sequences.items_of(m, items)]


def total(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    items, start = take("sum", positional, keywords, ("iterable", "start"), 1, start=0)
    items, start = settle(m, items), settle(m, start)
    if is_str(start):
        throw(TypeError, "sum() can't sum strings [use ''.join(seq) instead]")
    if sequences.at_once(m, items):
        found = [(present, settle(m, item)) for present, item in possible(m, items)]
        if any(present is not True and is_float(item) for present, item in found):
            found = [(True, item) for item in sequences.items_of(m, items)]
        if len(found) > 2 and any(is_float(item) for _, item in found):
            found = [(True, settle(m, item)) for item in lists.listed(m, items)]
        numbers = [(present, item) for present, item in found if is_number(item)]
        if is_number(start) and len(numbers) == len(found):
            return _sum(start, numbers)
    return calls.enter(m, runtime(m).prelude(m, "sum_up"), (items, start))


def _sum(start: Scalar, found: list[tuple[Scalar, Scalar]]) -> Scalar:
    values = [start, *(item for _, item in found)]
    if not any(isinstance(part, Term) for pair in found for part in pair) and not isinstance(
        start, Term
    ):
        return sum(cast("list[float]", values[1:]), cast("float", start))
    if all(sort_of(value) is not FLOAT for value in values):
        result = start if not found else as_number(start)
        for present, item in found:
            result = add(result, ite(present, as_number(item), 0))
        return result
    if _COMPENSATED and len(found) > 1:
        unsupported("sum() of symbolic floats, which Python compensates")
    result = as_number(start)
    for _, item in found:
        one, other = _aligned(result, as_number(item))
        result = fadd(one, other) if sort_of(one) is FLOAT else add(one, other)
    return result


def _aligned(left: Scalar, right: Scalar) -> tuple[Scalar, Scalar]:
    if sort_of(left) is FLOAT and sort_of(right) is not FLOAT:
        return left, float_of_int(right)
    if sort_of(right) is FLOAT and sort_of(left) is not FLOAT:
        return float_of_int(left), right
    return left, right


def _quantifier(name: str, stops_at: bool) -> Model:
    def quantifier(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        (items,) = take(name, positional, keywords, ("iterable",), 1)
        items = settle(m, items)
        if sequences.at_once(m, items):
            conditions: list[Scalar] = []
            for present, item in possible(m, items):
                held = truth.truth(m, item)
                if isinstance(held, Enter):
                    break
                conditions.append(and_(present, held if stops_at else not_(held)))
            else:
                stops = or_(*conditions)
                return stops if stops_at else not_(stops)
        return calls.enter(m, runtime(m).prelude(m, f"{name}_of"), (items,))

    return quantifier


MODELS: dict[str, Model] = {
    "sum": total,
    "any": _quantifier("any", stops_at=True),
    "all": _quantifier("all", stops_at=False),
}
