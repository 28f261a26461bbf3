"""Coroutines: generators that hand out what they wait for, as CPython's are.

`await x` is `yield from` what x says it is waiting for. An asynchronous generator hands out its
items, too: these are marked, so that whoever drives it tells them from what it waits for.
"""

from __future__ import annotations

from typing import NoReturn

from heapwise.engine.machine import Enter
from heapwise.engine.state import OPEN
from heapwise.frontends.python.model.values import (
    NONE,
    Builtin,
    ClassValue,
    Opaque,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    class_of_exception,
    generator_kind,
    is_ref,
    not_known,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import special_method

_MARK = Builtin("__async_item__")


def awaitable(m: Mac, value: Value) -> Value | Enter:
    """What `await` goes through."""
    value = settle(m, value)
    if is_coroutine(m, value):
        return value
    method = special_method(m, value, "__await__")
    if method is None:
        if isinstance(value, Opaque):
            not_known(m, value, "await")
        throw(TypeError, f"object {type_name(m, value)} can't be used in 'await' expression")
    return calls.enter(m, method, (value,))


def is_async_generator(m: Mac, value: Value) -> bool:
    return is_ref(value) and generator_kind(m, value) == "async_generator"


def is_coroutine(m: Mac, value: Value) -> bool:
    return is_ref(value) and category(m, value) == "generator"


def iterator_of(m: Mac, value: Value) -> Value | Enter:
    """What `async for` goes through."""
    value = settle(m, value)
    if is_coroutine(m, value):
        return value
    method = special_method(m, value, "__aiter__")
    if method is None:
        found = type_name(m, value)
        problem = f"'async for' requires an object with __aiter__ method, got {found}"
        throw(TypeError, problem)
    return calls.enter(m, method, (value,))


def next_item(m: Mac, iterator: Value) -> Value | Enter:
    """A coroutine for the next item, or `__nothing__`."""
    return calls.enter(m, runtime(m).prelude(m, "async_next"), (iterator,))


def got_item(m: Mac, item: Value) -> bool:
    return item != Builtin("__nothing__")


def marked(m: Mac, item: Value) -> Value:
    """What an asynchronous generator hands out."""
    return Tuple((_MARK, item))


def enter_context(m: Mac, manager: Value) -> Value | Enter:
    manager = settle(m, manager)
    has_one = special_method(m, manager, "__aenter__") is not None
    if has_one and special_method(m, manager, "__aexit__") is None:
        _refuse(m, manager, " (missed __aexit__ method)")
    return _by_method(m, manager, "__aenter__")


def exit_context(m: Mac, manager: Value, exception: Value) -> Value | Enter:
    kind: Value = NONE
    if exception is not NONE:
        cls = class_of_exception(m, exception)
        assert cls is not None
        kind = ClassValue(cls)
    return _by_method(m, manager, "__aexit__", kind, exception, NONE)


def _by_method(m: Mac, manager: Value, name: str, *operands: Value) -> Value | Enter:
    manager = settle(m, manager)
    method = special_method(m, manager, name)
    if method is None:
        _refuse(m, manager)
    return calls.enter(m, method, (manager, *operands))


def _refuse(m: Mac, manager: Value, what: str = "") -> NoReturn:
    problem = f"object does not support the asynchronous context manager protocol{what}"
    throw(TypeError, f"'{type_name(m, manager)}' {problem}")


# -- for the prelude


def _awaitable(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return awaitable(m, positional[0])


def _is_coroutine(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return is_coroutine(m, settle(m, positional[0]))


def _is_marked(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = positional
    return isinstance(value, Tuple) and value.items[:1] == (_MARK,)


def _next(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    iterator = settle(m, positional[0])
    if is_coroutine(m, iterator):
        return calls.enter(m, runtime(m).prelude(m, "async_generator_next"), (iterator,))
    return _by_method(m, iterator, "__anext__")


def _itself(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return positional[0]


def _closing(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    return calls.enter(m, runtime(m).prelude(m, "async_generator_close"), positional)


def _open_generators(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Asynchronous generators that wait where they would notice that they are closed."""
    found = [each for each in m.load(OPEN) or () if is_async_generator(m, each)]
    if len(found) > 1:
        unsupported("several asynchronous generators that are open when their loop ends")
    return Tuple(tuple(found))


MODELS: dict[str, Model] = {
    "coroutine.__await__": _awaitable,
    "async_generator.__aiter__": _itself,
    "async_generator.__anext__": _next,
    "async_generator.aclose": _closing,
    "__open_async_generators__": _open_generators,
    "__awaitable__": _awaitable,
    "__is_coroutine__": _is_coroutine,
    "__is_async_item__": _is_marked,
    "__anext__": _next,
}
