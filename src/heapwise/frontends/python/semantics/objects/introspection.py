"""Builtin functions about objects, types and iteration."""

from __future__ import annotations

import abc
import inspect
import sys
import typing
from collections.abc import Callable

from heapwise.engine.machine import CutError, Enter
from heapwise.engine.state import Exhausted
from heapwise.frontends.python.model.members import raw_attribute
from heapwise.frontends.python.model.store_keys import exception_arguments
from heapwise.frontends.python.model.values import (
    NONE,
    Builtin,
    ClassValue,
    Host,
    Identity,
    Modelled,
    Opaque,
    Range,
    Tuple,
    Unique,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.classes import class_of, has_own_new
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_integer,
    is_ref,
    is_str,
    python_class,
    receiver,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.large_integers import sized
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.core.special_methods import (
    no_integer,
    reject_metaclass,
    special_method,
)
from heapwise.frontends.python.semantics.objects import construction
from heapwise.frontends.python.semantics.objects.construction import bare_object
from heapwise.frontends.python.semantics.operations import attribute_access, iteration
from heapwise.frontends.python.source.modules import is_user_code
from heapwise.terms import REF, Scalar, Term, eq, or_

_BUILTIN_CLASSES = (bool, int, float, str, bytes, list, tuple, dict, set, frozenset, range)

OWN_ATTRIBUTES = "attributes of the program by names that are not known"
"""A bound of ours: special ones (`__class__`, …) are not among them."""


def length(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take("len", positional, keywords, ("obj",), 1)
    value = settle(m, value)
    method = special_method(m, value, "__len__")
    if method is not None:
        return calls.enter_checked(m, "__len__", method, value)
    found = sequences.length_of(m, value)
    return sized(m, found) if isinstance(value, Range) else found


def is_instance(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    value, classes = take("isinstance", positional, keywords, ("obj", "classes"), 2)
    return or_(*(instance_of(m, value, cls) for cls in _classes(m, classes)))


def _classes(m: Mac, value: Value) -> list[type]:
    value = settle(m, value)
    if isinstance(value, ClassValue):
        return [value.cls]
    if isinstance(value, Tuple):
        return [cls for item in value.items for cls in _classes(m, item)]
    if isinstance(value, Host):
        import types

        if isinstance(value.value, types.UnionType):
            return list(typing.get_args(value.value))
        origin = getattr(value.value, "__origin__", None)
        if isinstance(origin, type):
            return [origin]
    throw(TypeError, "isinstance() arg 2 must be a type, a tuple of types, or a union")


def instance_of(m: Mac, value: Value, cls: type) -> Scalar:
    """Without a choice for objects."""
    reject_metaclass(cls, "__instancecheck__")
    if typing.is_typeddict(cls):
        throw(TypeError, "TypedDict does not support instance and class checks")
    if getattr(cls, "_is_protocol", False):
        return _fits_protocol(m, value, cls)
    if isinstance(value, Term) and value.sort is REF and _has_only_subclasses(m, cls):
        decl = runtime(m).universe.decl(cls)
        if decl is not None:
            return m.is_instance(value, decl)
    value = settle(m, value, text=True)
    if isinstance(value, UnknownText):
        return issubclass(str, cls)
    if is_ref(value) and category(m, value) == "object":
        return issubclass(python_class(m, value), cls)
    if isinstance(value, Opaque):
        if value.name.startswith("?"):
            unsupported(value.name[1:])
        # In a witness it is an integer.
        return issubclass(int, cls)
    actual = class_of(m, value)
    return isinstance(actual, ClassValue) and issubclass(actual.cls, cls)


def _has_only_subclasses(m: Mac, cls: type) -> bool:
    """Or have others been registered with it as well?"""
    if not isinstance(cls, abc.ABCMeta):
        return True
    hook = raw_attribute(cls, "__subclasshook__")
    if isinstance(hook, classmethod) and is_user_code(sys.modules.get(hook.__func__.__module__)):
        unsupported(f"{cls.__name__}.__subclasshook__")
    known = (*runtime(m).universe.infos, *_BUILTIN_CLASSES)
    return all((cls in each.__mro__) == issubclass(each, cls) for each in known)


def _fits_protocol(m: Mac, value: Value, cls: type) -> bool:
    """Has the object all members of the protocol?"""
    if not getattr(cls, "_is_runtime_protocol", False):
        problem = "Instance and class checks can only be used with @runtime_checkable protocols"
        throw(TypeError, problem)
    value = settle(m, value, text=True)
    if isinstance(value, Opaque):
        unsupported(f"isinstance() of a value of unknown type and the protocol {cls.__name__}")
    names = sorted(_members_of_protocol(cls))
    if not is_ref(value) or category(m, value) != "object":
        actual = class_of(m, value)
        held = actual.cls if isinstance(actual, ClassValue) else object
        return all(getattr(held, name, None) is not None for name in names)
    held = python_class(m, value)
    for name in names:
        if attribute_access.asks_program(m, value, name):
            unsupported(f"isinstance() of an object whose {name} runs code")
        if not attribute_access.has_attribute(m, value, name) or getattr(held, name, 0) is None:
            return False
    return True


def _members_of_protocol(cls: type) -> frozenset[str]:
    """CPython collects them when the class is made, before 3.12 when it is asked."""
    found = getattr(cls, "__protocol_attrs__", None)
    return frozenset(vars(typing)["_get_protocol_attrs"](cls) if found is None else found)


def is_subclass(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    cls, classes = take("issubclass", positional, keywords, ("cls", "classes"), 2)
    cls = settle(m, cls)
    if not isinstance(cls, ClassValue):
        throw(TypeError, "issubclass() arg 1 must be a class")
    above = tuple(_classes(m, classes))
    for each in above:
        reject_metaclass(each, "__subclasscheck__")
    return issubclass(cls.cls, above)


def make_object(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`super().__call__()` in a metaclass."""
    cls = settle(m, positional[0]) if positional else NONE
    if not isinstance(cls, ClassValue):
        unsupported("type.__call__() of something that is no class")
    return construction.make(m, cls.cls, positional[1:], dict(keywords))


def type_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    if len(positional) != 1:
        unsupported("type() with three arguments")
    return class_of(m, settle(m, positional[0]))


def identity(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = take("id", positional, keywords, ("obj",), 1)
    return Identity(value)


def print_nothing(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Output is not performed; but what is printed is looked at, as `str` would."""
    return NONE


def make_range(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    numbers = []
    for value in positional:
        value = as_integer(m, settle(m, value))
        if not is_integer(value):
            no_integer(m, value)
        numbers.append(as_number(value))
    match numbers:
        case [stop]:
            return Range(0, stop, 1)
        case [start, stop]:
            return Range(start, stop, 1)
        case [start, stop, step]:
            if m.decide(eq(step, 0)):
                throw(ValueError, "range() arg 3 must not be zero")
            return Range(start, stop, step)
    throw(TypeError, f"range expected at least 1 argument, got {len(numbers)}")


_WITHOUT_ATTRIBUTES = frozenset(
    each.__name__
    for each in (bool, bytes, complex, dict, float, frozenset, int, list, range, set, str, tuple)
) | {"NoneType", "deque", "slice"}


def attributes_of(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`vars` of a class or an object."""
    if keywords:
        throw(TypeError, "vars() takes no keyword arguments")
    if len(positional) > 1:
        throw(TypeError, f"vars expected at most 1 argument, got {len(positional)}")
    if not positional:
        unsupported("vars() here")
    value = settle(m, positional[0])
    if type_name(m, value) in _WITHOUT_ATTRIBUTES:
        throw(TypeError, "vars() argument must have __dict__ attribute")
    return attribute_access.get_attribute(m, "__dict__", value)


def make_iterator(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (value,) = take("iter", positional, keywords, ("object",), 1)
    return iteration.iterate(m, value)


def next_item(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    iterator, *default = positional
    iterator = settle(m, iterator)
    if isinstance(iterator, Modelled) or (is_ref(iterator) and category(m, iterator) == "object"):
        method = special_method(m, iterator, "__next__")
        if method is None:
            throw(TypeError, f"'{type_name(m, iterator)}' object is not an iterator")
        if not default:
            return calls.enter(m, method, (iterator,))
    result = iteration.advance(m, iterator)
    finish = _OrDefault(default[0]) if default else iteration.stop_iteration
    return calls.finished(result, finish)


class _OrDefault:
    __slots__ = ("value",)

    def __init__(self, value: Value) -> None:
        self.value = value

    def __call__(self, item: Value) -> Value:
        return self.value if isinstance(item, Exhausted) else item


def exhausted(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """With what the StopIteration says, if it is given."""
    return Exhausted(positional[0] if positional else NONE)


def get_attribute(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    owner, called, *default = positional
    name = _attribute_name(m, owner, settle(m, called))
    if name is None:
        if default:
            return default[0]
        throw(AttributeError, "an attribute that the object does not have")
    if attribute_access.asks_program(m, owner, name) and default:
        arguments = (owner, name, default[0])
        return calls.enter(m, runtime(m).prelude(m, "attribute_or_default"), arguments)
    if default and not attribute_access.has_attribute(m, owner, name):
        return default[0]
    return attribute_access.get_attribute(m, name, owner)


def set_attribute(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    owner, name, value = take("setattr", positional, keywords, ("obj", "name", "value"), 3)
    if not isinstance(name, str):
        unsupported("setattr with a symbolic name")
    return attribute_access.set_attribute(m, name, owner, value)


def has_attribute(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    owner, called = take("hasattr", positional, keywords, ("obj", "name"), 2)
    name = _attribute_name(m, owner, settle(m, called))
    if name is None:
        return False
    if attribute_access.asks_program(m, owner, name):
        return calls.enter(m, runtime(m).prelude(m, "has_attribute"), (owner, name))
    return attribute_access.has_attribute(m, owner, name)


def _attribute_name(m: Mac, owner: Value, name: Value) -> str | None:
    """The name, chosen among those that the object may have; None if it is none of them."""
    if isinstance(name, str):
        return name
    if not is_str(name):
        throw(TypeError, "attribute name must be string")
    owner = settle(m, owner)
    if not is_ref(owner) or category(m, owner) != "object":
        unsupported("getattr or hasattr with a symbolic name")
    if special_method(m, owner, "__getattr__") is not None:
        unsupported("getattr or hasattr with a symbolic name and __getattr__")
    cls = python_class(m, owner)
    fields = m.classify(owner, lambda decl: tuple(runtime(m).universe.layouts(decl)))
    everything = sorted({*dir(cls), *fields, "__dict__"})
    special = [each for each in everything if each.startswith("__") and each.endswith("__")]
    for candidate in everything:
        if candidate not in special and m.decide(eq(name, candidate)):
            return candidate
    if m.decide(or_(*(eq(name, each) for each in special))):
        raise CutError(OWN_ATTRIBUTES)
    return None


def is_callable(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = take("callable", positional, keywords, ("obj",), 1)
    return calls.is_callable(m, settle(m, value))


def object_init(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """It takes arguments only where they were meant for a `__new__` of the program."""
    owner = settle(m, positional[0]) if positional else NONE
    if (len(positional) > 1 or keywords) and is_ref(owner):
        cls = python_class(m, owner)
        own = raw_attribute(cls, "__init__") is not object.__init__
        if own or not has_own_new(cls):
            throw(TypeError, "object.__init__() takes exactly one argument")
    return NONE


def init_subclass(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return NONE


def object_new(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`object.__new__(cls)`; what else it gets is meant for `__init__`."""
    if not positional:
        throw(TypeError, "object.__new__(): not enough arguments")
    cls = settle(m, positional[0])
    if not isinstance(cls, ClassValue):
        throw(TypeError, f"object.__new__(X): X is not a type object ({type_name(m, cls)})")
    if inspect.isabstract(cls.cls):
        throw(TypeError, construction.abstract_text(cls.cls))
    own = raw_attribute(cls.cls, "__init__") is not object.__init__
    if (len(positional) > 1 or keywords) and (has_own_new(cls.cls) or not own):
        throw(TypeError, "object.__new__() takes exactly one argument")
    if issubclass(cls.cls, BaseException | int | float | str | tuple | list | dict | set):
        throw(TypeError, f"object.__new__({cls.cls.__name__}) is not safe")
    return bare_object(m, cls.cls)


def object_setattr(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, name, value = take("__setattr__", positional, keywords, ("self", "name", "value"), 3)
    owner = receiver(m, owner)
    assert isinstance(name, str)
    attribute_access.assign(m, owner, name, value)
    return NONE


def exception_init(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """`super().__init__(…)` in a user's exception class."""
    owner, *args = positional
    if keywords:
        throw(TypeError, "it takes no keyword arguments")
    m.put(exception_arguments(receiver(m, owner)), Tuple(tuple(args)))
    return NONE


def with_traceback(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """The exception itself: where it was raised before, nobody asks."""
    owner, given = take("with_traceback", positional, keywords, ("self", "tb"), 2)
    given = settle(m, given)
    if given is not NONE and not (isinstance(given, Unique) and given.name == "traceback"):
        throw(TypeError, "__traceback__ must be a traceback or None")
    return owner


def nothing(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return Host(_NOTHING)


def new_object(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return Host(object())


_NOTHING = object()


def _about_types(name: str, function: Callable[[object], object]) -> Model:
    """A function of `typing` that tells what a type is made of; of what is no type it gives the
    same for every value. Arguments of a generic class are forgotten where code gives it some: what
    there is then tells nothing."""

    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        (value,) = take(name, positional, keywords, ("tp",), 1)
        value = settle(m, value)
        is_generic = isinstance(value, ClassValue) and hasattr(value.cls, "__class_getitem__")
        if isinstance(value, Opaque | Builtin) or is_generic:
            unsupported(f"typing.{name}() of a value of unknown type, or of a generic class")
        held = value.cls if isinstance(value, ClassValue) else None
        found = function(value.value if isinstance(value, Host) else held)
        if isinstance(found, tuple):
            return Tuple(tuple(runtime(m).wrap(m, each) for each in found))
        return runtime(m).wrap(m, found)

    return model


MODELS: dict[str, Model] = {
    "len": length,
    "isinstance": is_instance,
    "issubclass": is_subclass,
    "type": type_of,
    "id": identity,
    "print": print_nothing,
    "range": make_range,
    "iter": make_iterator,
    "next": next_item,
    "getattr": get_attribute,
    "setattr": set_attribute,
    "hasattr": has_attribute,
    "vars": attributes_of,
    "callable": is_callable,
    "object.__init__": object_init,
    "type.__call__": make_object,
    "object.__new__": object_new,
    "object.__setattr__": object_setattr,
    "object.__init_subclass__": init_subclass,
    "BaseException.__init__": exception_init,
    "BaseException.with_traceback": with_traceback,
    "Exception.__init__": exception_init,
    "typing.get_origin": _about_types("get_origin", typing.get_origin),
    "typing.get_args": _about_types("get_args", typing.get_args),
    "typing.is_typeddict": _about_types("is_typeddict", typing.is_typeddict),
    "__exhausted__": exhausted,
    "__nothing__": nothing,
}
