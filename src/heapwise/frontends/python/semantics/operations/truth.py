"""Truth: what `if` and `while` ask of a value."""

from __future__ import annotations

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.universe import members_of
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    ClassValue,
    EnumValue,
    Host,
    Opaque,
    Range,
    Tagged,
    Tuple,
    Value,
    ValueObject,
    View,
)
from heapwise.frontends.python.semantics.core import calls, guarded_values, sequences
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_bool,
    is_integer,
    is_number,
    is_ref,
    is_str,
    settle,
)
from heapwise.frontends.python.semantics.core.special_methods import (
    special_method,
)
from heapwise.frontends.python.semantics.operations import value_comparison
from heapwise.terms import (
    FLOAT,
    INT,
    REF,
    STR,
    Scalar,
    Term,
    and_,
    eq,
    feq,
    not_,
    or_,
    sort_of,
)


def truth(m: Mac, value: Value) -> Scalar | Enter:
    """A boolean; of an object, what its own method says."""
    if is_bool(value):
        return value
    if isinstance(value, Tagged):
        together = _without_choice(value)
        if together is not None:
            return together
    value = settle(m, value)
    if value is NONE:
        return False
    if is_number(value) or is_str(value):
        return scalar_truth(value)
    if is_ref(value):
        if category(m, value) == "object":
            return _by_method(m, value)
        if not sequences.is_sized(m, value):
            return True
        return not_(eq(sequences.length_of(m, value), 0))
    if isinstance(value, EnumValue):
        return _by_method(m, value)
    if isinstance(value, Bytes):
        return scalar_truth(value.text)
    if isinstance(value, ValueObject):
        return value_comparison.truth(value)
    if isinstance(value, Tuple):
        return bool(value.items)
    if isinstance(value, Range):
        return not_(eq(sequences.range_length(m, value), 0))
    if isinstance(value, View):
        return not_(eq(sequences.length_of(m, value), 0))
    if isinstance(value, ClassValue):
        return _by_method(m, value)
    if isinstance(value, Host):
        return bool(value.value)
    if isinstance(value, Opaque):
        return scalar_truth(value.term)  # in a witness it is an integer
    return True


def scalar_truth(value: Scalar) -> Scalar:
    sort = sort_of(value)
    if sort is FLOAT:
        return not_(feq(value, 0.0))
    if sort is STR:
        return not_(eq(value, ""))
    if sort is INT:
        return not_(eq(value, 0))
    return value


def _without_choice(value: Tagged) -> Scalar | None:
    """Of a union of numbers, strings and None."""
    parts: list[Scalar] = []
    for number, part in enumerate(value.parts):
        if part is NONE:
            continue
        if not isinstance(part, Term | int | float | str) or sort_of(part) is REF:
            return None
        parts.append(and_(eq(value.tag, number), scalar_truth(part)))
    return or_(*parts)


def _by_method(m: Mac, value: Value) -> Scalar | Enter:
    method = special_method(m, value, "__bool__")
    if method is not None:
        return calls.enter_checked(m, "__bool__", method, value)
    method = special_method(m, value, "__len__")
    if method is not None:
        return calls.enter_checked(m, "__len__", method, value, finish=length_truth)
    if isinstance(value, EnumValue):
        # No code of the program is run: members are numbers or text, or always true.
        held = guarded_values.indexed(value.index, [bool(x) for x in members_of(value.cls)])
        assert is_bool(held)
        return held
    return True


def length_truth(value: Value) -> Value:
    assert is_integer(value)
    return not_(eq(value, 0))


def negate(m: Mac, value: Scalar) -> Scalar:
    return not_(value)
