"""Which values can be keys and items of sets: what cannot be hashed raises a TypeError."""

from __future__ import annotations

import sys

from heapwise.frontends.python.model.values import EnumValue, Slice, Tuple, Value, View
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    container,
    contents_of,
    is_ref,
    python_class,
    runtime,
    settle,
    throw,
    type_name,
)
from heapwise.terms import Term


def check_hashable(m: Mac, value: Value) -> None:
    value = settle(m, value, text=True)
    if isinstance(value, Tuple):
        for item in value.items:
            check_hashable(m, item)
        return
    if isinstance(value, EnumValue) and value.cls.__hash__ is None:
        throw(TypeError, f"unhashable type: '{value.cls.__name__}'")
    if isinstance(value, Slice):
        _check_slice(m, value)
    if isinstance(value, View) and value.part != "values":
        throw(TypeError, f"unhashable type: '{type_name(m, value)}'")
    if not is_ref(value):
        return
    held = category(m, value)
    if held in ("list", "dict", "set", "deque"):
        throw(TypeError, f"unhashable type: '{type_name(m, value)}'")
    if held in ("tuple", "record") and may_hold_objects(m, value):
        for item in sequences.items_of(m, value):
            check_hashable(m, item)
    if held == "object" and python_class_is_unhashable(m, value):
        throw(TypeError, f"unhashable type: '{python_class(m, value).__name__}'")


def member_to_find(m: Mac, value: Value) -> Value:
    """What a set looks for: something hashable, where a set stands for a frozen one."""
    value = settle(m, value, text=True)
    if is_ref(value) and category(m, value) == "set":
        return sequences.new_set(m, tuple(sequences.items_of(m, value)), frozen=True)
    check_hashable(m, value)
    return value


def _check_slice(m: Mac, value: Slice) -> None:
    if sys.version_info < (3, 12):
        throw(TypeError, "unhashable type: 'slice'")
    for part in (value.start, value.stop, value.step):
        check_hashable(m, part)


def may_hold_objects(m: Mac, tuple_: Term) -> bool:
    """May a tuple in the heap, such as one of the input, hold what has a hash of its own?"""
    if contents_of(m, tuple_) is not None:
        return True
    return any(part.kind == "ref" for each in container(m, tuple_).items for part in each.parts)


def python_class_is_unhashable(m: Mac, value: Term) -> bool:
    if not runtime(m).classes.some_are_unhashable:
        return False
    return getattr(python_class(m, value), "__hash__", None) is None
