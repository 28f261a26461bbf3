"""Making objects: what calling a class does."""

from __future__ import annotations

import enum
import inspect
from collections import deque
from dataclasses import dataclass

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.store_keys import exception_arguments, unset_attributes
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    ExceptionValue,
    Super,
    Tagged,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.containers import dicts
from heapwise.frontends.python.semantics.core import held_values, sequences
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.calls import enter
from heapwise.frontends.python.semantics.core.classes import (
    builtin_class,
    has_own_new,
    initialiser,
    is_of_named_tuple,
    is_plain_exception,
)
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    plain_type_name,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import (
    metaclass_method,
    raw_finaliser,
)
from heapwise.frontends.python.semantics.operations.attribute_access import assign
from heapwise.frontends.python.semantics.operations.class_attributes import of_class
from heapwise.frontends.python.semantics.operations.enums import enum_member
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.typing.dict_subclasses import is_derived_dict
from heapwise.terms import REF, Term


@dataclass(frozen=True, slots=True)
class Initialised:
    """After `__init__`: the object, if None was returned."""

    made: Value

    def __call__(self, returned: Value) -> Value:
        if returned is NONE:
            return self.made
        if isinstance(returned, Tagged) or (isinstance(returned, Term) and returned.sort is REF):
            unsupported("an __init__ that may return something else than None")
        name = plain_type_name(returned)
        throw(TypeError, f"__init__() should return None, not '{name}'")


_BUILTIN_BASES = (dict, list, set, frozenset, deque, tuple, str, int, float, bytes, bytearray)


def construct(
    m: Mac, cls: type, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> Value | Enter:
    """What calling the class gives: a new object, unless a metaclass says something else."""
    method = metaclass_method(m, cls, "__call__")
    if method is not None:
        return enter(m, method, (ClassValue(cls), *positional), None, keywords)
    return make(m, cls, positional, keywords)


def make(
    m: Mac, cls: type, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> Value | Enter:
    """A new object of the class, initialised."""
    live = runtime(m)
    decl = live.universe.decl(cls)
    if cls is super and len(positional) == 2:
        after = settle(m, positional[0])
        if isinstance(after, ClassValue):
            return Super(after.cls, positional[1])
    if is_derived_dict(cls):
        return dicts.make_derived(m, cls, positional, keywords)
    if decl is None or (issubclass(cls, BaseException) and is_plain_exception(m, cls)):
        if issubclass(cls, BaseException):
            return ExceptionValue(cls, positional)
        if issubclass(cls, enum.Enum):
            return enum_member(m, cls, positional)
        if cls.__name__ in live.builtins and builtin_class(cls.__name__) is cls:
            return live.call_builtin(m, cls.__name__, positional, keywords)
        return live.call_host(m, cls, positional, keywords)
    if raw_finaliser(cls):
        unsupported(f"objects of {cls.__name__}, whose __del__ runs when they go")
    if inspect.isabstract(cls):
        throw(TypeError, abstract_text(cls))
    if has_own_new(cls):
        new = of_class(m, cls, "__new__")
        if isinstance(new, Enter):
            unsupported(f"a __new__ of {cls.__name__} that code has to find")
        named = sequences.new_dict(m, tuple(keywords.items()))
        return enter(
            m, live.prelude(m, "constructed"), (ClassValue(cls), new, Tuple(positional), named)
        )
    obj = bare_object(m, cls)
    if is_named_tuple(cls):
        return fill_named_tuple(m, obj, cls, positional, keywords)
    if issubclass(cls, BaseException):
        m.put(exception_arguments(obj), Tuple(positional))
    init = initialiser(m, cls)
    if init is None:
        if keywords or (positional and not issubclass(cls, BaseException)):
            throw(TypeError, f"{cls.__name__}() takes no arguments")
        return obj
    return enter(m, init, (obj, *positional), Initialised(obj), keywords)


def abstract_text(cls: type) -> str:
    """Why no object of an abstract class is made: CPython says it itself."""
    try:
        object.__new__(cls)
    except TypeError as error:
        return str(error)
    return f"Can't instantiate abstract class {cls.__name__}"


def bare_object(m: Mac, cls: type) -> Term:
    """A new object of a class of the program, without any attribute."""
    universe = runtime(m).universe
    decl = universe.decl(cls)
    if decl is None:
        unsupported(f"{cls.__name__}.__new__()")
    base = next((one for one in _BUILTIN_BASES if issubclass(cls, one)), None)
    holds = builtin_bases.base_of(cls) is not None
    if base is not None and not holds and not is_named_tuple(cls):
        unsupported(f"objects of {cls.__name__}, a subclass of {base.__name__}")
    obj = m.allocate(decl)
    m.put(unset_attributes(obj), frozenset(universe.layouts(decl)))
    if holds:
        held_values.begin(m, obj)
    return obj


def empty(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """For the code in `builtin_bases`: what `list.__new__(cls)` gives."""
    cls = settle(m, positional[0])
    assert isinstance(cls, ClassValue)
    return bare_object(m, cls.cls)


def fill_named_tuple(
    m: Mac,
    obj: Term,
    cls: type,
    positional: tuple[Value, ...],
    keywords: dict[str, Value],
) -> Value:
    names: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
    defaults: dict[str, object] = cls._field_defaults  # type: ignore[attr-defined]
    given = dict(zip(names, positional, strict=False))
    given.update(keywords)
    _check_named_tuple(cls, positional, keywords)
    for name in names:
        if name not in given:
            given[name] = runtime(m).wrap(m, defaults[name])
    for name in names:
        assign(m, obj, name, given[name])
    return obj


def _check_named_tuple(
    cls: type, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> None:
    """Do the arguments fit a named tuple? CPython itself says why not."""
    above = (vars(base)["__new__"] for base in cls.__mro__ if "__new__" in vars(base))
    generated = next((raw for raw in above if is_of_named_tuple(raw)), None)
    if generated is None:
        unsupported(f"{cls.__name__}.__new__()")
    try:
        generated.__func__(cls, *positional, **keywords)
    except TypeError as error:
        throw(TypeError, str(error))


def new_named_tuple(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """What `namedtuple` has written as `__new__`, called by that of a class below."""
    cls = settle(m, positional[0])
    assert isinstance(cls, ClassValue)
    return fill_named_tuple(m, bare_object(m, cls.cls), cls.cls, positional[1:], keywords)


MODELS: dict[str, Model] = {
    "__new_named_tuple__": new_named_tuple,
    f"{builtin_bases.__name__}.empty": empty,
}
