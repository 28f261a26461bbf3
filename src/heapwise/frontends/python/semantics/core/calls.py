"""Calls: binding arguments, and running what is called."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NoReturn

from heapwise.engine import state
from heapwise.engine.machine import Enter
from heapwise.engine.state import UNDEFINED, Suspended
from heapwise.frontends.python.model.store_keys import GENERATORS
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Builtin,
    ClassValue,
    Function,
    Host,
    InputFunction,
    Opaque,
    Tuple,
    Value,
    Weak,
    is_value,
)
from heapwise.frontends.python.semantics.core import binding, pieces, sequences, weak_references
from heapwise.frontends.python.semantics.core.classes import has_own_new, initialiser
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_ref,
    is_str,
    not_known,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.pieces import Text
from heapwise.frontends.python.semantics.core.special_methods import is_none, special_method
from heapwise.frontends.python.typing.dict_subclasses import is_derived_dict, next_function
from heapwise.terms import Term, eq


@dataclass(frozen=True, slots=True)
class CallShape:
    """`positional` operands, of which those in `stars` are lists to be spread; then a value per
    keyword, None for a mapping to be spread."""

    positional: int
    stars: tuple[int, ...]
    keywords: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Give:
    """Whatever was returned, give this instead."""

    value: Value

    def __call__(self, returned: Value) -> Value:
        return self.value


Finish = Callable[[Value], Value]
_ANY_KEYWORDS = (
    *("dict", "dict.update", "dict.__init__"),
    *("object.__init__", "Exception.__init__", "BaseException.__init__"),
)
"""Builtins that take them all alike, or none."""


def call(m: Mac, shape: CallShape, callee: Value, *operands: Value) -> Value | Enter:
    positional, keywords = _arguments(m, shape, callee, operands)
    return invoke(m, callee, positional, keywords)


def _arguments(
    m: Mac, shape: CallShape, callee: Value, operands: tuple[Value, ...]
) -> tuple[tuple[Value, ...], dict[str, Value]]:
    if not shape.stars and not shape.keywords:
        return operands, {}
    positional: list[Value] = []
    for index, value in enumerate(operands[: shape.positional]):
        if index in shape.stars:
            positional += sequences.items_of(m, value)
        else:
            positional.append(value)
    keywords: dict[Any, Value] = {}
    named = [name for name in shape.keywords if name is not None]
    for name, value in zip(shape.keywords, operands[shape.positional :], strict=True):
        if name is not None:
            _add_keyword(callee, name, value, keywords)
            continue
        _spread_mapping(m, callee, value, keywords, named)
    return tuple(positional), keywords


def _add_keyword(callee: Value, name: Any, value: Value, keywords: dict[Any, Value]) -> None:
    if name in keywords:
        throw(TypeError, given_twice(function_text(callee), name))
    keywords[name] = value


def _spread_mapping(
    m: Mac, callee: Value, value: Value, keywords: dict[Any, Value], named: list[str]
) -> None:
    """Adds what `**value` passes. A keyword that is not known is made known if it is the name of a
    parameter, or `named` in the call; else it stays what it is, for a parameter that takes the
    others."""
    value = settle(m, value)
    if not is_ref(value) or category(m, value) != "dict":
        unsupported("** of something that is not a dict")
    for key, item in sequences.entries_of(m, value):
        key = settle(m, key)
        if not is_str(key) and not isinstance(key, Opaque):
            throw(TypeError, "keywords must be strings")
        if isinstance(key, Opaque):
            unsupported(f"** of a dict with keys of type {key.name.lstrip('?')}")
        if isinstance(key, Term):
            names = [*keywords, *named, *_keyword_names(m, callee)]
            key = next((name for name in names if m.decide(eq(key, name))), key)
        _add_keyword(callee, key, item, keywords)


TWICE = " got multiple values for keyword argument "


def given_twice(function: str, name: Text) -> Text:
    return pieces.joined((f"{function}{TWICE}'", name, "'"))


def function_text(callee: Value) -> str:
    """As messages call what is called."""
    if isinstance(callee, BoundMethod):
        callee = callee.function
    if isinstance(callee, Function):
        return f"{callee.code.globals.get('__name__')}.{callee.qualname}()"
    if isinstance(callee, ClassValue):
        module, name = callee.cls.__module__, callee.cls.__qualname__
        return f"{name}()" if module == "builtins" else f"{module}.{name}()"
    return f"{getattr(callee, 'name', 'function')}()"


def _keyword_names(m: Mac, callee: Value) -> list[str]:
    """The names that may be given as keywords."""
    callee = settle(m, callee)
    while isinstance(callee, BoundMethod):
        callee = settle(m, callee.function)
    if isinstance(callee, ClassValue):
        cls = callee.cls
        if is_derived_dict(cls):
            init = next_function(cls, "__init__")
            if init is None:
                return []
            return _keyword_names(m, runtime(m).method(m, init))
        if cls is dict or (runtime(m).universe.decl(cls) and has_own_new(cls)):
            return []
        if runtime(m).universe.decl(cls):
            callee = initialiser(m, cls) or callee
    if isinstance(callee, Builtin) and callee.name in _ANY_KEYWORDS:
        return []
    if not isinstance(callee, Function) or isinstance(callee.code.node, ast.GeneratorExp):
        unsupported("** of a dict with keys that are not known")
    arguments = callee.code.node.args
    # Names of parameters that are positional only are refused in words of their own.
    refused = arguments.posonlyargs if arguments.kwarg is None else ()
    return [item.arg for item in (*refused, *arguments.args, *arguments.kwonlyargs)]


def invoke(
    m: Mac,
    callee: Value,
    positional: tuple[Value, ...],
    keywords: dict[str, Value] | None = None,
    finish: Finish | None = None,
) -> Value | Enter:
    """The result, or the code to run for it; `finish` makes the result of what is returned."""
    keywords = keywords or {}
    while True:
        if type(callee) is Function:
            return enter(m, callee, positional, finish, keywords)
        if type(callee) is BoundMethod:
            positional = (callee.receiver, *positional)
            callee = callee.function
            continue
        if type(callee) is Builtin:
            return finished(runtime(m).call_builtin(m, callee.name, positional, keywords), finish)
        if type(callee) is ClassValue:
            result = runtime(m).construct(m, callee.cls, positional, keywords)
            return finished(result, finish)
        if type(callee) is Host:
            result = runtime(m).call_host(m, callee.value, positional, keywords)
            return finished(result, finish)
        if type(callee) is InputFunction:
            result = runtime(m).call_input(m, callee, positional, keywords)
            return finished(result, finish)
        if type(callee) is Weak:
            if positional or keywords:
                throw(TypeError, "a weak reference takes no arguments")
            return finished(weak_references.referent(m, callee), finish)
        settled = settle(m, callee)
        if settled is not callee:
            callee = settled
            continue
        method = special_method(m, callee, "__call__")
        if method is None:
            if isinstance(callee, Opaque):
                not_known(m, callee, "calling")
            throw(TypeError, f"'{type_name(m, callee)}' object is not callable")
        positional = (callee, *positional)
        callee = method


def finished(result: Value | Enter, finish: Finish | None) -> Value | Enter:
    if finish is None:
        return result
    if isinstance(result, Enter):
        return replace(result, finish=Then(result.finish, finish))
    return finish(result)


@dataclass(frozen=True, slots=True)
class Then:
    first: state.Finish | None
    second: Finish

    def __call__(self, value: Value) -> Value:
        found = value if self.first is None else self.first(value)
        assert is_value(found)
        return self.second(found)


def enter(
    m: Mac,
    function: Value,
    positional: tuple[Value, ...],
    finish: Finish | None = None,
    keywords: dict[str, Value] | None = None,
) -> Enter | Value:
    if type(function) is not Function:
        return invoke(m, function, positional, keywords, finish)
    assumed = runtime(m).assumed(function.code)
    values = tuple(bind(m, function, positional, keywords or {}))
    if assumed is not None:
        return Enter(assumed, values, finish)
    return _begin(m, function, values, finish)


def enter_checked(
    m: Mac, name: str, method: Value, owner: Value, *others: Value, finish: Finish | None = None
) -> Enter:
    """Run `method`, which is the special method `name` of `owner`, and check what it returns."""
    code = "checked_length" if name == "__len__" else "checked_with" if others else "checked"
    entered = enter(m, runtime(m).prelude(m, code), (name, method, owner, *others), finish)
    assert isinstance(entered, Enter)
    return entered


def _begin(
    m: Mac, function: Function, values: tuple[Value, ...], finish: Finish | None
) -> Enter | Value:
    code = runtime(m).lowered(function.code)
    registers = (*values, *function.cells)
    if code.generator:
        generator = m.allocate(runtime(m).universe.local[function.code.generator_kind])
        unused = code.registers - len(registers)
        waiting = Suspended(code, 0, (*registers, *([UNDEFINED] * unused)), None, {})
        m.put(generator, waiting)
        if code.handlers:
            m.put(GENERATORS, True)
        return finish(generator) if finish is not None else generator
    return Enter(code, registers, finish)


def enter_bound(m: Mac, function: Value, *values: Value) -> Enter | Value:
    """Run a function whose parameters, starred ones included, have these values."""
    if type(function) is not Function:
        return invoke(m, function, values)
    return _begin(m, function, values, None)


def bind(
    m: Mac, function: Function, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> list[Value]:
    """The values of the parameters, in order."""
    node = function.code.node
    if isinstance(node, ast.GeneratorExp):
        return list(positional)
    arguments = node.args
    names = [item.arg for item in (*arguments.posonlyargs, *arguments.args)]
    simple = arguments.vararg is None and arguments.kwarg is None and not arguments.kwonlyargs
    if simple and not keywords and len(positional) == len(names):
        return list(positional)
    given = dict(zip(names, positional, strict=False))
    rest = positional[len(names) :]
    if rest and arguments.vararg is None:
        _do_not_fit(function, positional, keywords)
    accepted = {item.arg for item in (*arguments.args, *arguments.kwonlyargs)}
    others: list[tuple[Value, Value]] = []
    for key, value in keywords.items():
        if key in given and key in accepted:
            _do_not_fit(function, positional, keywords)
        if key in accepted:
            given[key] = value
        elif arguments.kwarg is not None:
            others.append((key, value))
        else:
            _do_not_fit(function, positional, keywords)
    defaulted = names[len(names) - len(function.defaults) :] if function.defaults else []
    for key, value in zip(defaulted, function.defaults, strict=True):
        given.setdefault(key, value)
    for key, value in function.keyword_defaults:
        given.setdefault(key, value)
    wanted = [*names, *(item.arg for item in arguments.kwonlyargs)]
    if any(key not in given for key in wanted):
        _do_not_fit(function, positional, keywords)
    values = [given[key] for key in names]
    if arguments.vararg is not None:
        values.append(Tuple(rest))
    values += [given[item.arg] for item in arguments.kwonlyargs]
    if arguments.kwarg is not None:
        values.append(sequences.new_dict(m, tuple(others)))
    return values


def _do_not_fit(
    function: Function, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> NoReturn:
    throw(TypeError, binding.problem(function, len(positional), keywords))


_CALLABLE = (Function, BoundMethod, ClassValue, Builtin, InputFunction, Weak)


def is_callable(m: Mac, value: Value) -> bool:
    if is_ref(value) and category(m, value) == "object":
        return special_method(m, value, "__call__") is not None or is_none(m, value, "__call__")
    if isinstance(value, Host):
        return callable(value.value)
    return isinstance(value, _CALLABLE)


def none_of(value: Value) -> Value:
    return NONE
