"""Keys that are known: how dicts and sets that the program makes find them without comparing.

A key that is concrete has a `known_key`, which equals that of another exactly if Python calls the
two equal. The others may equal anything and are compared one by one.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable, Sequence

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.universe import members_of
from heapwise.frontends.python.model.values import (
    NONE,
    Bytes,
    ClassValue,
    EnumValue,
    Function,
    Tuple,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.classes import enum_method
from heapwise.frontends.python.semantics.core.hashable import may_hold_objects
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_ref,
    python_class,
    runtime,
    settle,
)
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.terms import REF, Op, Term


def known_key(m: Mac, value: Value) -> Hashable | None:
    """None if it is not known what the value equals."""
    if isinstance(value, int | str):
        return value
    if isinstance(value, float):
        return value if value == value else None
    if isinstance(value, Term):
        if value is NONE:
            return NONE
        if value.op == Op.CONST and value.sort is REF and m.load(value) is None:
            return value if runtime(m).classes.compares_by_identity(m, value) else None
        return None
    if isinstance(value, Tuple):
        parts = tuple(known_key(m, item) for item in value.items)
        return None if any(part is None for part in parts) else parts
    if isinstance(value, EnumValue) and isinstance(value.index, int):
        if enum_method(m, value.cls, "__eq__") is not None:
            return None
        return members_of(value.cls)[value.index]
    if isinstance(value, Bytes) and isinstance(value.text, str):
        return value.text.encode("latin-1")
    if isinstance(value, ValueObject):
        held: Hashable | None = value_objects.object_of(value)
        return held
    if isinstance(value, ClassValue):
        return value.cls
    return None


def has_own_hash(m: Mac, value: Value) -> bool:
    """Does looking for this key run a `__hash__` of the program, or one that was generated and that
    need not give the same again, because fields can be assigned to?"""
    if isinstance(value, Tuple):
        return any(has_own_hash(m, item) for item in value.items)
    if isinstance(value, EnumValue):
        own = enum_method(m, value.cls, "__hash__")
        return own is not None and own.code.globals.get("__name__") != enum.__name__
    if not runtime(m).classes.some_class_has("__hash__"):
        return False
    value = settle(m, value)
    items = _items(m, value)
    if items is not None:
        return any(has_own_hash(m, item) for item in items)
    method = special_method(m, value, "__hash__")
    return isinstance(method, Function) and (not _is_generated(method) or _is_mutable(m, value))


def has_generated_hash(m: Mac, value: Value) -> bool:
    """Not one that the program has written."""
    value = settle(m, value)
    items = _items(m, value)
    if items is not None:
        return all(has_generated_hash(m, item) for item in items)
    method = special_method(m, value, "__hash__")
    return not isinstance(method, Function) or _is_generated(method)


def _items(m: Mac, value: Value) -> Sequence[Value] | None:
    """Of a tuple, also of one of the input if there may be objects in it."""
    if isinstance(value, Tuple):
        return value.items
    if is_ref(value) and category(m, value) in ("tuple", "record") and may_hold_objects(m, value):
        return sequences.items_of(m, value)
    return None


def _is_generated(method: Function) -> bool:
    return method.code.file.startswith("<")


def _is_mutable(m: Mac, value: Value) -> bool:
    cls = python_class(m, value) if is_ref(value) else None
    parameters = getattr(cls, "__dataclass_params__", None)
    return parameters is not None and not parameters.frozen
