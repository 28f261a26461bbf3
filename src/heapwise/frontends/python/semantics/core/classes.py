"""Classes of values, and what classes declare about making their objects."""

from __future__ import annotations

import re
import types
import weakref
from collections import deque

from heapwise.frontends.python.model.members import raw_attribute
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    EnumValue,
    ExceptionValue,
    Function,
    Host,
    Match,
    Opaque,
    Value,
    ValueObject,
    Weak,
)
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    dict_class,
    generator_kind,
    is_ref,
    python_class,
    runtime,
    type_name,
    unsupported,
)
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.hierarchy import declared

_GENERATORS = {
    "generator": types.GeneratorType,
    "coroutine": types.CoroutineType,
    "async_generator": types.AsyncGeneratorType,
}


_SOME: tuple[object, ...] = (
    *(iter([]), iter(()), iter(set()), iter(range(0)), iter(b""), reversed([])),
    *({}.keys(), {}.values(), {}.items()),
)
_WITHOUT_NAME = {type(each).__name__: type(each) for each in _SOME}
"""Classes of builtin values that no name leads to."""


def class_of(m: Mac, value: Value) -> Value:
    """What `type` gives."""
    if is_ref(value):
        if category(m, value) == "object":
            return ClassValue(python_class(m, value))
        if category(m, value) == "generator":
            return ClassValue(_GENERATORS[generator_kind(m, value)])
        derived = dict_class(m, value)
        if derived is not None:
            return ClassValue(derived)
    if value is NONE:
        return ClassValue(type(None))
    if isinstance(value, EnumValue | ExceptionValue | ValueObject):
        return ClassValue(value.cls)
    if isinstance(value, Host):
        return ClassValue(type(value.value))
    if isinstance(value, Match):
        return ClassValue(re.Match)
    if isinstance(value, Function):
        return ClassValue(types.FunctionType)
    if isinstance(value, Weak):
        return ClassValue(weakref.ReferenceType)
    if isinstance(value, ClassValue):
        return ClassValue(type(value.cls))
    name = type_name(m, value)
    actual = builtin_class(name)
    if actual is None:
        if isinstance(value, Opaque):
            unsupported(f"the type of a value of type {value.name.lstrip('?')}")
        unsupported(f"type() of {name}")
    return ClassValue(actual)


def builtin_class(name: str) -> type | None:
    if name == "deque":
        return deque
    if name in _WITHOUT_NAME:
        return _WITHOUT_NAME[name]
    found = getattr(__import__("builtins"), name, None) or _GENERATORS.get(name)
    if found is None and name in ("defaultdict", "OrderedDict", "Counter"):
        found = getattr(__import__("collections"), name)
    return found if isinstance(found, type) else None


def initialiser(m: Mac, cls: type) -> Value | None:
    raw = raw_attribute(cls, "__init__")
    if isinstance(raw, types.FunctionType):
        return runtime(m).method(m, raw)
    return None


def has_own_init(cls: type) -> bool:
    return isinstance(raw_attribute(cls, "__init__"), types.FunctionType)


def is_plain_exception(m: Mac, cls: type) -> bool:
    """Have its objects nothing but what every exception has?"""
    if has_own_init(cls) or runtime(m).universe.infos.get(cls):
        return False
    return not any(
        name.startswith("__") and isinstance(raw, types.FunctionType) and name not in _OF_EXCEPTIONS
        for base in cls.__mro__
        for name, raw in vars(base).items()
    )


_OF_EXCEPTIONS = frozenset({"__str__", "__repr__", "__reduce__", "__reduce_ex__", "__setstate__"})
"""Special methods that are followed for any exception, or that no operation calls."""


def has_own_new(cls: type) -> bool:
    raw = declared(cls, "__new__")
    if builtin_bases.base_of(cls) is str:
        return True  # that of `str`, or one above it
    if is_named_tuple(cls):
        return not is_of_named_tuple(raw)
    return isinstance(raw, staticmethod | types.FunctionType) and not issubclass(cls, tuple)


def is_of_named_tuple(raw: object) -> bool:
    """Is it the `__new__` that `namedtuple` has written?"""
    function = getattr(raw, "__func__", raw)
    made = getattr(function, "__globals__", {}).get("__name__", "")
    return str(made).startswith("namedtuple_")


def enum_method(m: Mac, cls: type, name: str) -> Function | None:
    raw = raw_attribute(cls, name)
    if isinstance(raw, types.FunctionType):
        found = runtime(m).method(m, raw)
        return found if isinstance(found, Function) else None
    return None
