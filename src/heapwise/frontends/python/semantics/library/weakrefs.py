"""The module `weakref`: `weakref.ref` without a callback."""

from __future__ import annotations

import weakref

from heapwise.frontends.python.model.values import NONE, Value, Weak
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_ref,
    python_class,
    settle,
    throw,
    type_name,
    unsupported,
)


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`weakref.ref(obj)`."""
    obj, callback = take("weakref.ref", positional, keywords, ("obj", "callback"), 1, callback=NONE)
    if settle(m, callback) is not NONE:
        unsupported("a weak reference with a callback")
    obj = settle(m, obj)
    if not is_ref(obj) or category(m, obj) in ("list", "dict", "tuple", "record"):
        throw(TypeError, f"cannot create weak reference to '{type_name(m, obj)}' object")
    if category(m, obj) != "object":
        unsupported(f"a weak reference to a {type_name(m, obj)}")
    cls = python_class(m, obj)
    if not cls.__weakrefoffset__:
        throw(TypeError, f"cannot create weak reference to '{cls.__name__}' object")
    return Weak(obj)


MODELS: dict[str, Model] = {"weakref.ReferenceType": make}


CLASS = weakref.ReferenceType
