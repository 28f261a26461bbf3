"""The equality that dataclasses generate, as one condition instead of code that is run.

Nothing is decided but which classes the objects have. Only for fields that hold no other objects.
"""

from __future__ import annotations

import sys

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.generated_methods import FlatEquality, compared_fields
from heapwise.frontends.python.model.values import Value
from heapwise.frontends.python.semantics.core.equal_items import same_or_equal
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_ref,
    python_class,
    runtime,
)
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.operations import attribute_access
from heapwise.terms import Scalar, Term, and_, or_

_AS_TUPLES = sys.version_info < (3, 13)
"""Do dataclasses compare their fields as tuples do, and not one by one?"""


def equal(m: Mac, one: Term, other: Value) -> Scalar | None:
    """Of an object and another value, both settled; None if a method has to say so."""
    mine = _plan(m, one)
    if mine is None:
        return None
    if not is_ref(other) or category(m, other) != "object":
        return False
    theirs = _plan(m, other)
    if theirs is None:
        method = special_method(m, other, "__eq__")
        is_generated = method is None or compared_fields(python_class(m, other)) is not None
        return False if is_generated else None
    if theirs is not mine:
        return False
    if one is other:
        return True
    conditions: list[Scalar] = []
    for name in mine.names:
        left = attribute_access.get_attribute(m, name, one)
        right = attribute_access.get_attribute(m, name, other)
        if isinstance(left, Enter) or isinstance(right, Enter):
            return None
        condition = (same_or_equal if _AS_TUPLES else runtime(m).equal)(m, left, right)
        if condition is False:
            return False
        conditions.append(condition)
    same = and_(*conditions)
    # A number that is not equal to itself does not make an object differ from itself.
    return or_(m.same_reference(one, other), same) if mine.has_floats else same


def _plan(m: Mac, ref: Term) -> FlatEquality | None:
    return m.classify(ref, runtime(m).classes.flat_equality)
