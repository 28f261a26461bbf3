"""Comparison: identity, equality, order, membership."""

from __future__ import annotations

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import Value
from heapwise.frontends.python.semantics.core.identity import (
    COPIES,
    identical,
    may_be_copies,
)
from heapwise.frontends.python.semantics.core.kinds import Mac
from heapwise.frontends.python.semantics.operations.equality import equality_of
from heapwise.frontends.python.semantics.operations.membership import membership_of
from heapwise.frontends.python.semantics.operations.ordering import order_of
from heapwise.terms import (
    not_,
)


def comparison(m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
    if op in ("Is", "IsNot"):
        same = identical(m, left, right)
        if m.known(same) is not False and may_be_copies(m, left) and may_be_copies(m, right):
            m.approximate(COPIES)
        return not_(same) if op == "IsNot" else same
    if op in ("Eq", "NotEq"):
        return equality_of(m, left, right, negated=op == "NotEq")
    if op in ("In", "NotIn"):
        return membership_of(m, left, right, negated=op == "NotIn")
    return order_of(m, op, left, right)
