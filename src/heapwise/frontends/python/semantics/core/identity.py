"""Identity: what `is` asks, and how unions are compared by their alternatives."""

from __future__ import annotations

from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    Host,
    InputFunction,
    Tagged,
    Value,
    Weak,
)
from heapwise.frontends.python.semantics.core import weak_references
from heapwise.frontends.python.semantics.core.kinds import Mac, kind, settle
from heapwise.terms import REF, Scalar, Term, and_, eq, or_


def identical(m: Mac, left: Value, right: Value) -> Scalar:
    if isinstance(left, Tagged) or isinstance(right, Tagged):
        return by_parts(m, left, right, identical)
    if is_ref(left) and is_ref(right):
        return m.same_reference(left, right)
    left, right = settle(m, left), settle(m, right)
    if is_ref(left) and is_ref(right):
        return m.same_reference(left, right)
    if isinstance(left, Host) or isinstance(right, Host) or kind(left) != kind(right):
        return left == right if type(left) is type(right) else False
    if kind(left) == "enum":
        return eq(left.index, right.index) if left.cls is right.cls else False
    if isinstance(left, Term | int | float | str):
        return eq(left, right)
    if kind(left) == "opaque":
        return eq(left.term, right.term)
    if isinstance(left, Bytes):
        return eq(left.text, right.text)
    if isinstance(left, Weak):
        return weak_references.identical(m, left, right)
    if isinstance(left, InputFunction):
        return eq(left.number, right.number) if left.shape == right.shape else False
    return bool(left == right)


def is_ref(value: Value) -> bool:
    return isinstance(value, Term) and value.sort is REF


def may_be_ref(value: Value) -> bool:
    """Is it a union with references among its alternatives?"""
    return isinstance(value, Tagged) and any(
        is_ref(part) and part is not NONE for part in value.parts
    )


def by_parts(m: Mac, left: Value, right: Value, compare: object) -> Scalar:
    """Of unions: one of the alternatives counts."""
    if not isinstance(left, Tagged):
        left, right = right, left
    assert callable(compare)
    conditions: list[Scalar] = []
    for number, part in enumerate(left.parts):
        here = eq(left.tag, number)
        if m.known(here) is not False and here is not False:
            conditions.append(and_(here, compare(m, part, right)))
    return or_(*conditions)
