"""What decorators of the standard library make of the program's functions.

A wrapper of the program itself is just a function. One of a library is not looked into: what it
does is told here, or the call is not supported.
"""

from __future__ import annotations

import contextlib
import functools
import operator
import sys
import types
import typing
from typing import Any

from heapwise.engine.machine import Enter
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Builtin,
    ClassValue,
    DictContents,
    Host,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.classes import class_of
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, settle, throw, unsupported
from heapwise.frontends.python.semantics.objects.construction import construct
from heapwise.frontends.python.semantics.operations import attribute_access
from heapwise.frontends.python.source.modules import is_user_code
from heapwise.terms import Term

_CACHE = functools.lru_cache(maxsize=None)(len)
_PLAIN = ("warnings", "typing_extensions")
"""Their decorators only warn."""
_FEW = 64
"""A cache smaller than this may forget what a path has computed."""


def adapted(m: Mac, value: object) -> Value | None:
    """What a function is that a decorator of a library has made; None for anything else."""
    if isinstance(value, type(_CACHE)):
        return cached(m, value)
    if isinstance(value, functools.cached_property):
        return BoundMethod(_wrapped(m, value.func), _with_cache(m, value, "cached_attribute"))
    if isinstance(value, functools.partial):
        return _partial(m, value)
    if not isinstance(value, types.FunctionType) or not hasattr(value, "__wrapped__"):
        return None
    wrapped = value.__wrapped__
    if value.__globals__ is vars(contextlib) and value.__code__.co_name == "helper":
        if value.__code__ is not _HELPER:
            unsupported("asynchronous context managers")
        return BoundMethod(_wrapped(m, wrapped), runtime(m).prelude(m, "managed"))
    if value.__globals__ is vars(functools) and hasattr(value, "registry"):
        return BoundMethod(Host(value), Builtin("__dispatch__"))
    if value.__globals__.get("__name__") in _PLAIN:
        return _wrapped(m, wrapped)
    return None


@contextlib.contextmanager
def _example() -> typing.Iterator[None]:
    yield


_HELPER = _example.__code__


def _wrapped(m: Mac, function: object) -> Value:
    return runtime(m).wrap(m, function)


def cached(m: Mac, value: functools._lru_cache_wrapper[object]) -> Value:
    """A function that remembers its results; at the start of a path, none."""
    most = value.cache_parameters()["maxsize"]
    if not is_user_code(sys.modules.get(value.__module__)):
        return _wrapped(m, value.__wrapped__)  # what a library remembers is not seen
    call = "cached_typed_call" if value.cache_parameters()["typed"] else "cached_call"
    inner = _wrapped(m, value.__wrapped__)
    if most == 0:
        return inner
    if most is not None and most < _FEW:
        unsupported(f"a cache of {most} results")
    return BoundMethod(inner, _with_cache(m, value, call))


def _with_cache(m: Mac, of: object, function: str) -> Value:
    key: StoreKey[Term] = StoreKey("cache", id(of))
    cache = m.load(key)
    if cache is None:
        cache = sequences.new_dict(m, ())
        m.put(key, cache)
    return BoundMethod(cache, runtime(m).prelude(m, function))


def clear_cache(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    function = positional[0]
    inner = function.function if isinstance(function, BoundMethod) else None
    cache = inner.receiver if isinstance(inner, BoundMethod) else None
    if not isinstance(cache, Term) or not isinstance(m.load(cache), DictContents):
        throw(AttributeError, "'method' object has no attribute 'cache_clear'")
    m.put(cache, DictContents())
    return NONE


def make_cached(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """`lru_cache` inside a function, with or without arguments."""
    if positional and settle(m, positional[0]) is not NONE and len(positional) == 1:
        function = settle(m, positional[0])
        if not isinstance(function, int):
            cache = BoundMethod(sequences.new_dict(m, ()), runtime(m).prelude(m, "cached_call"))
            return BoundMethod(function, cache)
    most = keywords.get("maxsize", positional[0] if positional else 128)
    if "typed" in keywords or len(positional) > 1:
        unsupported("lru_cache(typed=True)")
    if most is not NONE and not (isinstance(most, int) and most >= _FEW):
        unsupported("a cache of few results")
    return Builtin("functools.cache")


def _partial(m: Mac, value: functools.partial[object]) -> Value:
    live = runtime(m)
    keywords = tuple((key, live.wrap(m, item)) for key, item in value.keywords.items())
    arguments = Tuple(tuple(live.wrap(m, item) for item in value.args))
    function = BoundMethod(live.wrap(m, value.func), live.prelude(m, "call_partial"))
    return BoundMethod(sequences.new_dict(m, keywords), BoundMethod(arguments, function))


def called(
    m: Mac, function: object, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> tuple[Value | Enter] | None:
    """The result, for things of a library that can be called and are no functions."""
    if isinstance(function, typing.NewType):
        return (positional[0],)
    origin = typing.get_origin(function)
    if origin is None and type(function).__module__ == "typing":
        origin = getattr(function, "__origin__", None)
    if isinstance(origin, type) and type(function).__module__ in ("typing", "types"):
        if not getattr(function, "_inst", True):
            name = getattr(function, "_name", None)
            problem = f"cannot be instantiated; use {origin.__name__}() instead"
            throw(TypeError, f"Type {name} {problem}")
        return (construct(m, origin, positional, keywords),)
    if isinstance(function, operator.attrgetter) and len(positional) == 1 and not keywords:
        reduced = function.__reduce__()
        names = reduced[1] if isinstance(reduced, tuple) else ()
        if isinstance(names, tuple) and len(names) == 1 and "." not in names[0]:
            return (attribute_access.get_attribute(m, names[0], positional[0]),)
    adapted_ = adapted(m, function)
    if adapted_ is not None:
        return (calls.invoke(m, adapted_, positional, keywords),)
    return None


def dispatched(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """What a function decorated with `singledispatch` does for a class."""
    generic, cls = positional
    cls = settle(m, cls)
    if not isinstance(cls, ClassValue):
        unsupported("dispatch() of something that is no class")
    return runtime(m).wrap(m, _dispatcher(generic).dispatch(cls.cls))


def _dispatcher(generic: Value) -> Any:
    """The function that `singledispatch` has made."""
    assert isinstance(generic, Host)
    return generic.value


def dispatch(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value | Enter:
    """A call of a function decorated with `singledispatch`."""
    generic, *arguments = positional
    function = _dispatcher(generic)
    if not arguments:
        throw(TypeError, f"{function.__name__} requires at least 1 positional argument")
    cls = class_of(m, settle(m, arguments[0]))
    assert isinstance(cls, ClassValue)
    chosen = runtime(m).wrap(m, function.dispatch(cls.cls))
    return calls.invoke(m, chosen, tuple(arguments), keywords)
