"""Calls of a target with the values of its parameters by name, inside the worker process.

A target is the qualified name of a function, a method (called on the value of `self` as it is
written, whatever a subclass overrides), a static or class method, a property (its getter), an
accessor (`Tree.size.fset`) or a class (its constructor). The result of a generator function, and
any other iterator of the library, is exhausted into a list: only then has its code run.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
import itertools
import sys
import types
from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter

from . import threads_in_turn

_LIBRARY = ("builtins", "itertools", "collections")


class CallError(Exception):
    """There is no such target, or the values given are not its parameters."""


class Call:
    def __init__(self, module: types.ModuleType, target: str, values: Mapping[str, object]) -> None:
        self._function = _find(module, target)
        self._arguments, self._keywords = _bind(self._function, target, values)
        self.schedule: list[int] | None = None
        self.exhausted = False
        self.cut = False

    def run(self, max_items: int) -> object:
        with threads_in_turn.installed():
            return self._completed(max_items)

    def _completed(self, max_items: int) -> object:
        result = self._result()
        if not isinstance(result, Iterator) or type(result).__module__ not in _LIBRARY:
            return result
        self.exhausted = True
        items = list(itertools.islice(result, max_items))
        self.cut = len(items) == max_items
        return items

    def _result(self) -> object:
        if "asyncio" in sys.modules:  # few programs need it
            from . import virtual_loop

            with virtual_loop.installed(self.schedule):
                return self._awaited()
        return self._awaited()

    def _awaited(self) -> object:
        result = self._function(*self._arguments, **self._keywords)
        if inspect.iscoroutine(result) or inspect.isasyncgen(result):
            from . import virtual_loop

            return virtual_loop.finished(result, self.schedule)
        return result


def _find(module: types.ModuleType, target: str) -> Callable[..., object]:
    owner: object = module
    parts = target.split(".")
    for position, name in enumerate(parts):
        found = _member(owner, name)
        if found is None:
            raise CallError(f"{module.__name__} has no {'.'.join(parts[: position + 1])}")
        if name == "__new__" and isinstance(owner, type) and callable(found):
            found = functools.partial(found, owner)
        owner = found
    if isinstance(owner, property):
        owner = owner.fget
    elif isinstance(owner, functools.cached_property):
        owner = owner.func
    if getattr(owner, "__globals__", None) is vars(contextlib) and hasattr(owner, "__wrapped__"):
        owner = owner.__wrapped__
    if isinstance(owner, type) and inspect.isabstract(owner):
        # Its constructor runs for objects of subclasses.
        owner.__abstractmethods__ = frozenset()  # type: ignore[attr-defined]  # of any class
    if not callable(owner):
        raise CallError(f"{target} cannot be called")
    return owner


def _member(owner: object, name: str) -> object | None:
    if not isinstance(owner, type):
        return getattr(owner, name, None)
    if name.startswith("__") and not name.endswith("__"):
        name = f"_{owner.__name__.lstrip('_')}{name}"
    raw: object | None = inspect.getattr_static(owner, name, None)
    if isinstance(raw, property | functools.cached_property):
        return raw
    found: object | None = getattr(owner, name, None)
    return found


def _signature(function: Callable[..., object]) -> inspect.Signature:
    """A function with the name of another, say of a method that it overrides, that captures nothing
    is no wrapper of it."""
    init = inspect.getattr_static(function, "__init__") if inspect.isclass(function) else function
    plain = init.__func__ if inspect.ismethod(init) else init
    code = getattr(plain, "__code__", None)
    if code is None or not set(code.co_freevars) <= {"__class__"}:
        return inspect.signature(function)
    found = inspect.Signature.from_callable(plain, follow_wrapped=False)
    if plain is function:
        return found
    return found.replace(parameters=list(found.parameters.values())[1:])


def _bind(
    function: Callable[..., object], target: str, values: Mapping[str, object]
) -> tuple[list[object], dict[str, object]]:
    given = {name.lstrip("*"): value for name, value in values.items()}
    try:
        signature = _signature(function)
        parameters = signature.parameters
    except (ValueError, TypeError):
        return list(given.values()), {}
    if inspect.ismethod(function) and "cls" not in parameters:
        given.pop("cls", None)
    arguments: list[object] = []
    keywords: dict[str, object] = {}
    positional = True  # until a parameter is left to its default
    for name, parameter in parameters.items():
        if name not in given:
            if parameter.kind is not Parameter.VAR_KEYWORD:
                positional = positional and parameter.kind is Parameter.VAR_POSITIONAL
            continue
        value = given.pop(name)
        if parameter.kind is Parameter.VAR_POSITIONAL:
            arguments.extend(value)  # type: ignore[arg-type]
        elif parameter.kind is Parameter.VAR_KEYWORD:
            keywords.update(value)  # type: ignore[call-overload]
        elif positional and parameter.kind is not Parameter.KEYWORD_ONLY:
            arguments.append(value)
        else:
            keywords[name] = value
    kinds = {parameter.kind for parameter in parameters.values()}
    if given and Parameter.VAR_POSITIONAL in kinds:
        # A decorator that hides the signature passes on what it gets.
        arguments.extend(given.values())
    elif given:
        raise CallError(f"{target} has no parameter {', '.join(given)}")
    try:
        signature.bind(*arguments, **keywords)
    except TypeError as error:
        raise CallError(f"{target}: {error}") from error
    return arguments, keywords
