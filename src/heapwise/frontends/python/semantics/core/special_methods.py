"""What classes say of their objects: members and special methods, found as they stand."""

from __future__ import annotations

import inspect
import sys
import types
from typing import NoReturn

from heapwise.frontends.python.model.members import (
    ConstantMember,
    FieldMember,
    Member,
    MethodMember,
    MissingMember,
)
from heapwise.frontends.python.model.values import (
    ClassValue,
    Compared,
    EnumValue,
    Modelled,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.core import modelled_objects, value_methods
from heapwise.frontends.python.semantics.core.classes import enum_method
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_ref,
    runtime,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.source.modules import is_user_code
from heapwise.terms import Term

_OF_VALUES = (
    *("__neg__", "__pos__", "__abs__", "__int__", "__trunc__", "__floor__", "__ceil__"),
    *("__float__", "__round__", "__format__"),
)
"""Operators and comparisons of values of the library are no methods."""
_COMPARISONS = ("__lt__", "__le__", "__gt__", "__ge__", "__eq__")


def member_of(m: Mac, ref: Term, name: str) -> Member:
    members = runtime(m).members
    return m.classify(ref, lambda decl: members.find(decl, name))


def no_integer(m: Mac, value: Value) -> NoReturn:
    """What an operation that needs an integer does with a settled value that is none."""
    if special_method(m, value, "__index__") is not None:
        unsupported("an integer that an __index__ of the program computes, here")
    throw(TypeError, f"'{type_name(m, value)}' object cannot be interpreted as an integer")


def raw_finaliser(cls: type) -> bool:
    return any("__del__" in vars(base) for base in cls.__mro__)


def reject_metaclass(cls: type, *names: str) -> None:
    """What a metaclass of the program says of its classes is not followed."""
    for base in inspect.getmro(type(cls)):
        for name in names:
            if name in vars(base) and is_user_code(sys.modules.get(base.__module__)):
                unsupported(f"{name} of the metaclass {base.__name__}")


def of_metaclass(cls: type, name: str) -> object | None:
    """What a metaclass of the program says that its classes have, as it stands there."""
    for base in inspect.getmro(type(cls)):
        if name in vars(base):
            return vars(base)[name] if is_user_code(sys.modules.get(base.__module__)) else None
    return None


def metaclass_method(m: Mac, cls: type, name: str) -> Value | None:
    """A method, to be called with the class itself."""
    raw = of_metaclass(cls, name)
    if isinstance(raw, types.FunctionType):
        return runtime(m).method(m, raw)
    reject_metaclass(cls, name)
    return None


_OF_METACLASSES = ("__len__", "__iter__", "__contains__", "__getitem__", "__bool__", "__call__")
"""Others that a metaclass has are not followed."""


def special_method(m: Mac, value: Value, name: str) -> Value | None:
    """A method of the user's class, looked up in the class as Python does for operators."""
    if isinstance(value, EnumValue):
        return enum_method(m, value.cls, name)
    if isinstance(value, ClassValue):
        if name in _OF_METACLASSES:
            return metaclass_method(m, value.cls, name)
        reject_metaclass(value.cls, name)
        return None
    if isinstance(value, ValueObject):
        return value_methods.method_of(m, value.cls, name) if name in _OF_VALUES else None
    if isinstance(value, Modelled):
        return modelled_objects.method(m, value, name)
    if isinstance(value, Compared) and name in _COMPARISONS:
        return runtime(m).prelude(m, f"compared_{name.strip('_')}")
    if not is_ref(value) or category(m, value) != "object":
        return None
    member = member_of(m, value, name)
    if isinstance(member, MethodMember):
        return runtime(m).method(m, member.function)
    if name in _CALLED_IF_NONE and isinstance(member, ConstantMember) and member.value is None:
        throw(TypeError, "'NoneType' object is not callable")
    is_nothing = isinstance(member, ConstantMember) and member.value is None
    if not (is_nothing or isinstance(member, FieldMember | MissingMember)):
        unsupported(f"{name} of a {type_name(m, value)}, which is no plain function")
    return None


_CALLED_IF_NONE = ("__eq__", "__ne__", "__bool__")
"""Special methods without which an operation would do something else: set to None, they are called
all the same."""


def is_none(m: Mac, value: Value, name: str) -> bool:
    """Does the class of an object say that it has no such special method, `__iter__ = None`?"""
    if not is_ref(value) or category(m, value) != "object":
        return False
    member = member_of(m, value, name)
    return isinstance(member, ConstantMember) and member.value is None
