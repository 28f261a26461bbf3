"""Attributes of classes: found in the class itself, after another by `super`, or for its values."""

from __future__ import annotations

import enum
import inspect
import types

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.members import is_absent, is_descriptor, raw_attribute
from heapwise.frontends.python.model.store_keys import assigned_to_classes, class_variable
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    BoundMethod,
    Builtin,
    ClassValue,
    EnumValue,
    ExceptionValue,
    Function,
    Host,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, held_values
from heapwise.frontends.python.semantics.core.classes import (
    builtin_class,
    class_of,
    is_of_named_tuple,
)
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    python_class,
    runtime,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import (
    metaclass_method,
    of_metaclass,
    reject_metaclass,
)
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.hierarchy import declares
from heapwise.frontends.python.source.python_twins import twin_of
from heapwise.terms import Term


def of_class(m: Mac, cls: type, name: str) -> Value | Enter:
    found = assigned(m, cls, name)
    return class_attribute(m, cls, name) if found is None else found


def assigned(m: Mac, cls: type, name: str) -> Value | None:
    """What the program has assigned to the class, or to one above it that is asked before any that
    has such an attribute to begin with."""
    if not is_assigned(m, name):
        return None
    for base in cls.__mro__:
        found = m.load(class_variable(base, name))
        if found is not None or name in vars(base):
            return found
    return None


def is_assigned(m: Mac, name: str) -> bool:
    return m.load(assigned_to_classes(name)) is not None


def assign_to_class(m: Mac, cls: type, name: str, value: Value) -> None:
    if name.startswith("__") and name.endswith("__"):
        unsupported(f"assigning to {cls.__name__}.{name}")
    m.put(class_variable(cls, name), value)
    m.put(assigned_to_classes(name), True)


def assigned_for(m: Mac, ref: Term, name: str) -> Value | None:
    """What an object has from its class because the program has assigned it there."""
    if not is_assigned(m, name):
        return None
    found = assigned(m, python_class(m, ref), name)
    if isinstance(found, Host) and is_descriptor(found.value):
        unsupported(f"assigning a {type(found.value).__name__} to an attribute of a class")
    return BoundMethod(ref, found) if isinstance(found, Function) else found


def class_attribute(
    m: Mac, cls: type, name: str, after: type | None = None, receiver: Value | None = None
) -> Value | Enter:
    reject_metaclass(cls, "__getattribute__")
    if after is not None and issubclass(after, type):
        return _of_next_metaclass(m, cls, after, name)
    order = cls.__mro__
    of_meta = None if after is not None else of_metaclass(cls, name)
    if isinstance(of_meta, property) and isinstance(of_meta.fget, types.FunctionType):
        return calls.enter(m, runtime(m).method(m, of_meta.fget), (ClassValue(cls),))
    if after is not None:
        _reject_assigned(m, name)
        order = order[order.index(after) + 1 :]
    raw = next((vars(base)[name] for base in order if name in vars(base)), None)
    raw = builtin_bases.constructor_of(cls, raw) if name == "__new__" else raw
    if name == "__new__" and is_named_tuple(cls) and is_of_named_tuple(raw):
        return Builtin("__new_named_tuple__")
    if builtin_bases.base_of(cls) is not None:
        raw = builtin_bases.method_of(cls, raw)
    if raw is None and name.startswith("_"):
        raw = vars(twin_of(cls)).get(name)  # one helper of the library asks for another
    if name in ("__name__", "__qualname__"):
        return str(getattr(cls, name))
    if name == "__dict__":
        return Host(vars(cls))
    if raw is None:
        if issubclass(cls, enum.Enum) and name in cls.__members__:
            return runtime(m).wrap(m, cls.__members__[name])
        if isinstance(of_meta, types.FunctionType):
            return BoundMethod(ClassValue(cls), runtime(m).method(m, of_meta))
        if of_meta is not None:
            if declares(type(of_meta), "__get__"):
                reject_metaclass(cls, name)
            return runtime(m).wrap(m, of_meta)
        if declares(cls, name) or declares(type(cls), name):
            return runtime(m).wrap(m, getattr(cls, name))
        fallback = metaclass_method(m, cls, "__getattr__")
        if fallback is not None:
            return calls.enter(m, fallback, (ClassValue(cls), name))
        throw(AttributeError, f"type object '{cls.__name__}' has no attribute '{name}'")
    if isinstance(raw, classmethod):
        return BoundMethod(receiver or ClassValue(cls), runtime(m).wrap(m, raw.__func__))
    if isinstance(raw, staticmethod):
        return runtime(m).wrap(m, raw.__func__)
    if isinstance(raw, types.FunctionType):
        return runtime(m).method(m, raw)
    if issubclass(cls, enum.Enum) and name in cls.__members__:
        return runtime(m).wrap(m, cls.__members__[name])
    if is_descriptor(raw) and runtime(m).universe.decl(type(raw)) is not None:
        unsupported(f"the descriptor {cls.__name__}.{name} of the class itself")
    if name == "__init__" and issubclass(cls, BaseException) and cls.__module__ == "builtins":
        return Builtin("BaseException.__init__")
    label = f"{cls.__name__}.{name}"
    if label in runtime(m).builtins and builtin_class(cls.__name__) is cls:
        return Builtin(label)
    if f"object.{name}" in runtime(m).builtins and raw_attribute(object, name) is raw:
        return Builtin(f"object.{name}")
    if isinstance(raw, types.ClassMethodDescriptorType):
        return runtime(m).wrap(m, getattr(cls, name))
    return runtime(m).wrap(m, raw)


def _of_next_metaclass(m: Mac, cls: type, after: type, name: str) -> Value | Enter:
    """What `super()` gives in a method of a metaclass."""
    order = inspect.getmro(type(cls))
    for base in order[order.index(after) + 1 :]:
        raw = vars(base).get(name)
        if isinstance(raw, types.FunctionType) and base is not type:
            return BoundMethod(ClassValue(cls), runtime(m).method(m, raw))
        if name in vars(base) and f"{base.__name__}.{name}" in runtime(m).builtins:
            return BoundMethod(ClassValue(cls), Builtin(f"{base.__name__}.{name}"))
        if name in vars(base):
            break
    unsupported(f"super().{name} of a metaclass")


def super_attribute(m: Mac, owner: type, after: type, name: str, receiver: Value) -> Value | Enter:
    _reject_assigned(m, name)
    raw = vars(owner).get(name)
    base_held = held_values.base_of(m, receiver)
    if base_held is not None:
        raw = builtin_bases.method_of_base(base_held, raw)
    if isinstance(raw, types.FunctionType):
        return BoundMethod(receiver, runtime(m).method(m, raw))
    if isinstance(raw, property) and raw.fget is not None:
        return calls.enter(m, runtime(m).method(m, raw.fget), (receiver,))
    if isinstance(raw, classmethod):
        return BoundMethod(class_of(m, receiver), runtime(m).wrap(m, raw.__func__))
    if isinstance(raw, staticmethod):
        return runtime(m).wrap(m, raw.__func__)
    if base_held is owner and f"{owner.__name__}.{name}" in runtime(m).builtins:
        return BoundMethod(held_values.plain(m, receiver), Builtin(f"{owner.__name__}.{name}"))
    for base in (owner, BaseException, object):
        label = f"{base.__name__}.{name}"
        if label in runtime(m).builtins and (base in owner.__mro__):
            return BoundMethod(receiver, Builtin(label))
    if raw is None:
        throw(AttributeError, f"'super' object has no attribute '{name}'")
    unsupported(f"super().{name}")


def _reject_assigned(m: Mac, name: str) -> None:
    if is_assigned(m, name):
        unsupported(f"the attribute {name}, which was assigned to some class")


def attribute_of_class(m: Mac, owner: EnumValue | ExceptionValue, name: str) -> Value | Enter:
    """What a value that is no object of the heap has from its class."""
    _reject_assigned(m, name)
    raw = raw_attribute(owner.cls, name)
    if is_absent(raw):
        throw(AttributeError, f"'{owner.cls.__name__}' object has no attribute '{name}'")
    if isinstance(raw, property) and isinstance(raw.fget, types.FunctionType):
        return calls.enter(m, runtime(m).method(m, raw.fget), (owner,))
    if isinstance(raw, types.FunctionType):
        return BoundMethod(owner, runtime(m).method(m, raw))
    if isinstance(raw, classmethod):
        return BoundMethod(ClassValue(owner.cls), runtime(m).wrap(m, raw.__func__))
    if isinstance(raw, staticmethod):
        return runtime(m).wrap(m, raw.__func__)
    if name in getattr(owner.cls, "__members__", {}):
        return runtime(m).wrap(m, getattr(owner.cls, name))
    if isinstance(owner, ExceptionValue) and not declares(type(raw), "__get__"):
        return runtime(m).wrap(m, raw)
    unsupported(f"{owner.cls.__name__}.{name}")
