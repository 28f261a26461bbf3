"""Makes one value of several guarded ones, without a choice where they are of one sort."""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.python.model.joined_values import Joint
from heapwise.frontends.python.model.values import Tagged, Value
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.terms import REF, Scalar, Term, eq, ite, sort_of


def merged(m: Mac, condition: Scalar, then: Value, otherwise: Value) -> Value | None:
    """`then` if the condition holds, else `otherwise`; None if no one value can say so."""
    return Joint(condition, m.merges_references, unions=False).value(then, otherwise)


def complete(values: Sequence[Value | None]) -> list[Value] | None:
    """The values, if none is missing."""
    found = [value for value in values if value is not None]
    return found if len(found) == len(values) else None


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
    scalars = [value for value in values if isinstance(value, Term | int | float | str)]
    sorts = {sort_of(value) for value in scalars}
    if len(scalars) < len(values) or len(sorts) > 1 or REF in sorts:
        return Tagged(index, tuple(values))
    result = scalars[-1]
    for number, value in reversed(list(enumerate(scalars[:-1]))):
        result = ite(eq(index, number), value, result)
    return result


def first_of(m: Mac, cases: Sequence[tuple[Scalar, Value]]) -> Value:
    """The value of the first condition that holds; one does."""
    result = cases[-1][1]
    for condition, value in reversed(cases[:-1]):
        both = merged(m, condition, value, result)
        if both is None:
            break
        result = both
    else:
        return result
    for condition, value in cases[:-1]:
        if m.decide(condition):
            return value
    return cases[-1][1]
