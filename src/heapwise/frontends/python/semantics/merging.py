"""One value out of several, without a choice where they are of one sort."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.python.semantics.kinds import Mac
from heapwise.frontends.python.values import EnumValue, Opaque, Tagged, Tuple, Value
from heapwise.terms import REF, Scalar, Term, eq, ite, sort_of


def merged(m: Mac, condition: Scalar, then: Value, otherwise: Value) -> Value | None:
    """`then` if the condition holds, else `otherwise`; None if no one value can say so."""
    if then is otherwise or condition is True:
        return then
    if condition is False:
        return otherwise
    if isinstance(then, Term | int | float | str):
        if not isinstance(otherwise, Term | int | float | str):
            return None
        sort = sort_of(then)
        if sort is not sort_of(otherwise) or (sort is REF and not m.merges_references):
            return None
        return ite(condition, then, otherwise)
    if type(then) is not type(otherwise):
        return None
    if isinstance(then, EnumValue):
        if then.cls is not otherwise.cls:
            return None
        return EnumValue(then.cls, ite(condition, then.index, otherwise.index))
    if isinstance(then, Opaque):
        return Opaque(then.name, ite(condition, then.term, otherwise.term))
    if isinstance(then, Tuple):
        return _merged_tuples(m, condition, then, otherwise)
    return then if then == otherwise else None


def _merged_tuples(m: Mac, condition: Scalar, then: Tuple, otherwise: Tuple) -> Tuple | None:
    if len(then.items) != len(otherwise.items):
        return None
    parts = [
        merged(m, condition, one, other)
        for one, other in zip(then.items, otherwise.items, strict=True)
    ]
    return None if any(part is None for part in parts) else Tuple(tuple(parts))


def either(m: Mac, condition: Scalar, then: Value, otherwise: Value) -> Value:
    """As `merged`, with a choice if need be."""
    found = merged(m, condition, then, otherwise)
    if found is not None:
        return found
    return then if m.decide(condition) else otherwise


def indexed(index: Scalar, values: Sequence[Value]) -> Value:
    """`values[index]`: one term if all are plain values of one sort."""
    if isinstance(index, int):
        return values[index]
    if not all(isinstance(value, Term | int | float | str) for value in values):
        return Tagged(index, tuple(values))
    sorts = {sort_of(value) for value in values}
    if len(sorts) > 1 or REF in sorts:
        return Tagged(index, tuple(values))
    result: Scalar = values[-1]
    for number, value in reversed(list(enumerate(values[:-1]))):
        result = ite(eq(index, number), value, result)
    return result


def first_of(m: Mac, cases: Sequence[tuple[Scalar, Value]]) -> Value:
    """The value of the first condition that holds; one does."""
    result: Value | None = cases[-1][1]
    for condition, value in reversed(cases[:-1]):
        result = merged(m, condition, value, result)
        if result is None:
            break
    if result is not None:
        return result
    for condition, value in cases[:-1]:
        if m.decide(condition):
            return value
    return cases[-1][1]
