"""Functions of libraries: models for some, the real thing for pure ones with concrete arguments.

Nothing with an effect, and nothing whose result depends on more than its arguments, is ever called.
"""

from __future__ import annotations

import collections
import contextvars
import logging
import math
import re
import sys
import types
from collections.abc import Container

from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.values import BoundMethod, Builtin, ClassValue, Host, Value
from heapwise.frontends.python.semantics.core import calls, pure_functions
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, settle, unsupported
from heapwise.frontends.python.semantics.core.plain import as_integer
from heapwise.frontends.python.semantics.library import (
    random_and_clocks,
    standard_decorators,
    world,
)
from heapwise.frontends.python.source import python_twins
from heapwise.terms import FLOAT, INT, Op, Term, eq

_OUTSIDE = {
    "random": "its result is random",
    "secrets": "its result is random",
    "uuid": "its result is random",
    "time": "its result depends on the clock",
    "datetime": "its result depends on more than its arguments, or they are not known",
    "os": "it acts on the system",
    "posix": "it acts on the system",
    "nt": "it acts on the system",
    "io": "it reads or writes files",
    "shutil": "it acts on the system",
    "subprocess": "it starts processes",
    "socket": "it uses the network",
    "urllib.request": "it uses the network",
    "threading": "threads are not explored",
    "thread": "threads are not explored",
    "multiprocessing": "processes are not explored",
    "asyncio": "asynchronous code is not explored",
}
_BUILTINS = {
    "open": "it reads or writes files",
    "input": "it reads what a user types",
    "exec": "it runs code that is made on the way",
    "eval": "it runs code that is made on the way",
    "compile": "it runs code that is made on the way",
    "__import__": "it imports a module",
    "breakpoint": "it starts a debugger",
}


_LARGEST_CHOSEN = 32
_FLOATS = (0.0, 1.0, -1.0, 0.5, 2.0, -2.0, -0.0, math.nan, math.inf, -math.inf)
FLOAT_ARGUMENTS = "functions of math of other floats than 0, 0.5, 1, 2, infinity and nan"
LARGEST_ARGUMENT = f"the largest integers that functions of math are given ({_LARGEST_CHOSEN})"


def name_of(value: object) -> str | None:
    """The public name of a function or class: `math.floor`, `list.append`, `chain.from_iterable`
    of itertools as `itertools.chain.from_iterable`."""
    qualname = getattr(value, "__qualname__", None)
    if not isinstance(qualname, str):
        return None
    owner = getattr(value, "__objclass__", None) or getattr(value, "__self__", None)
    module = getattr(value, "__module__", None)
    if isinstance(owner, types.ModuleType):
        module = owner.__name__
    elif module is None:
        module = getattr(owner if isinstance(owner, type) else type(owner), "__module__", None)
    if not isinstance(module, str):
        return None
    module = _public_module(module, qualname.partition(".")[0]).lstrip("_")
    return qualname if module == "builtins" else f"{module}.{qualname}"


def _public_module(module: str, name: str) -> str:
    """Where a package offers what a private module of it has: since Python 3.13 `pathlib` is such
    a package."""
    package, _, last = module.rpartition(".")
    while package and last.startswith("_"):
        offered = getattr(sys.modules.get(package), name, None)
        if offered is None or offered is not getattr(sys.modules.get(module), name, None):
            break
        module = package
        package, _, last = module.rpartition(".")
    return module


def model_of(models: Container[str], value: object) -> str | None:
    """The name under which it has one of the models."""
    name = random_and_clocks.name_of(value) or name_of(value)
    return name if name in models else None


_CONTAINERS = (str, bytes, list, tuple, dict, set, frozenset, collections.deque)
_METHODS = (types.BuiltinMethodType, types.MethodWrapperType)


def found(m: Mac, value: object) -> Value:
    """An object that is neither the user's nor plain data: with a model, or looked at only."""
    part = world.found(m, value)
    if part is not None:
        return part
    adapted = standard_decorators.adapted(m, value)
    if adapted is not None:
        return adapted
    model = model_of(runtime(m).builtins, value)
    if model is None:
        return Host(value)
    owner = getattr(value, "__self__", None)
    if isinstance(owner, _CONTAINERS) and isinstance(value, _METHODS):
        return BoundMethod(runtime(m).wrap(m, owner), Builtin(model))
    return bound(value, model)


def bound(value: object, model: str) -> Value:
    """A model of a method, with the object that it belongs to if its model asks for that."""
    owner = getattr(value, "__self__", None)
    if isinstance(owner, re.Pattern | logging.Logger | contextvars.ContextVar):
        return BoundMethod(Host(owner), Builtin(model))
    return Builtin(model)


def call(
    m: Mac, function: object, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> Value | Enter:
    adapted = found(m, function)
    if isinstance(adapted, Builtin):
        return runtime(m).call_builtin(m, adapted.name, positional, keywords)
    if isinstance(adapted, BoundMethod) and isinstance(adapted.function, Builtin):
        return calls.invoke(m, adapted, positional, keywords)
    special = standard_decorators.called(m, function, positional, keywords)
    if special is not None:
        return special[0]
    result = pure_functions.called(m, function, name_of(function), positional, keywords)
    if result is None and getattr(function, "__module__", None) == "math":
        chosen = tuple(_chosen(m, value) for value in positional)
        result = pure_functions.called(m, function, name_of(function), chosen, keywords)
    if result is not None:
        return result[0]
    twin = python_twins.twin_of_method(function)
    if twin is not None:
        owner = getattr(function, "__self__", None)
        first = (ClassValue(owner),) if isinstance(owner, type) else ()
        return calls.invoke(m, runtime(m).wrap(m, twin), (*first, *positional), keywords)
    code = runtime(m).library_function(m, function)
    if code is not None:
        return calls.enter(m, code, positional, None, keywords)
    unsupported(_why_not(function))


def _chosen(m: Mac, value: Value) -> Value:
    """A number that is not known: one of a few floats, or integers one by one as far as a bound of
    ours."""
    value = as_integer(m, settle(m, value))
    if isinstance(value, Term) and value.op == Op.FLOAT_OF_INT:
        whole = _chosen(m, value.args[0])
        assert isinstance(whole, int)
        return float(whole)
    if isinstance(value, Term) and value.sort is FLOAT:
        for example in _FLOATS:
            if m.decide(eq(value, example)):
                return example
        raise CutError(FLOAT_ARGUMENTS)
    if not isinstance(value, Term) or value.sort is not INT:
        return value
    numbers: tuple[int, ...] = (*range(_LARGEST_CHOSEN + 1), *range(-1, -_LARGEST_CHOSEN - 1, -1))
    for number in numbers:
        if m.decide(eq(value, number)):
            return number
    raise CutError(LARGEST_ARGUMENT)


def _why_not(function: object) -> str:
    name = name_of(function)
    if name is None:
        return f"calling {type(function).__module__}.{type(function).__qualname__}"
    if isinstance(function, types.FunctionType) and hasattr(function, "__wrapped__"):
        return f"{name}(), decorated by {function.__globals__.get('__name__')}"
    module, _, rest = name.rpartition(".")
    while module:
        if module in _OUTSIDE:
            return f"{name}(): {_OUTSIDE[module]}"
        module, _, _ = module.rpartition(".")
    reason = _BUILTINS.get(rest)
    return f"{name}(): {reason}" if reason else f"{name}()"
