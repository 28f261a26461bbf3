"""Raising and catching; context managers."""

from __future__ import annotations

from dataclasses import replace

from heapwise.engine.machine import Enter, ThrownError
from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.store_keys import exception_cause
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    Context,
    ExceptionValue,
    Host,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    class_of_exception,
    is_ref,
    settle,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.kinds import throw as throw_new
from heapwise.frontends.python.semantics.core.special_methods import is_none, special_method
from heapwise.frontends.python.semantics.objects.construction import construct
from heapwise.frontends.python.typing.shapes import LOCKS

CAUGHT_OVERFLOW: StoreKey[bool] = StoreKey("caught overflow")
"""In the store of a path: what it has done before depends on how deep the stack may be."""

_LOCKS = tuple(type(lock) for lock in LOCKS.values())
"""There is one thread: a lock that a module has made can always be had."""


def exception_from(m: Mac, value: Value) -> Value | Enter:
    """`raise` takes an instance, or a class to make one of."""
    value = settle(m, value)
    if isinstance(value, ClassValue) and issubclass(value.cls, BaseException):
        return construct(m, value.cls, (), {})
    return value


def throw(m: Mac, value: Value) -> Value:
    value = settle(m, value)
    if class_of_exception(m, value) is None:
        throw_new(TypeError, "exceptions must derive from BaseException")
    if isinstance(value, ExceptionValue):
        value = replace(value, deliberate=not issubclass(value.cls, AssertionError))
    raise ThrownError(value)


def throw_from_library(m: Mac, value: Value) -> Value:
    """A raise statement that is not the program's: to the program, an operation that fails."""
    raise ThrownError(settle(m, value))


def caused_by(m: Mac, value: Value, cause: Value) -> Value:
    """`raise value from cause`."""
    cause = settle(m, cause)
    if cause is not NONE and class_of_exception(m, cause) is None:
        throw_new(TypeError, "exception causes must derive from BaseException")
    if not isinstance(value, ExceptionValue):
        if is_ref(value):
            m.put(exception_cause(value), cause)
        return value
    others = tuple(item for item in value.attributes if item[0] != "__cause__")
    return replace(value, attributes=(*others, ("__cause__", cause)))


def throw_again(m: Mac, value: Value) -> Value:
    raise ThrownError(value)


def nothing_to_raise(m: Mac) -> Value:
    throw_new(RuntimeError, "No active exception to reraise")


def assertion_failed(m: Mac, text: str, *message: Value) -> Value:
    raise ThrownError(ExceptionValue(AssertionError, message, text=text))


def is_closing(m: Mac, exception: Value) -> bool:
    """Is it what closes a generator?"""
    cls = class_of_exception(m, exception)
    return cls is not None and issubclass(cls, GeneratorExit)


def matches(m: Mac, exception: Value, expected: Value) -> bool:
    cls = class_of_exception(m, exception)
    assert cls is not None
    expected = settle(m, expected)
    options = expected.items if isinstance(expected, Tuple) else (expected,)
    for option in options:
        option = settle(m, option)
        if not isinstance(option, ClassValue) or not issubclass(option.cls, BaseException):
            throw_new(
                TypeError,
                "catching classes that do not inherit from BaseException is not allowed",
            )
        if issubclass(cls, option.cls):
            if cls is RecursionError:
                m.put(CAUGHT_OVERFLOW, True)
            return True
    return False


def enter_context(m: Mac, manager: Value) -> Value | Enter:
    manager = settle(m, manager)
    if isinstance(manager, Context):
        return calls.invoke(m, manager.enter, ())
    if isinstance(manager, Host):
        if type(manager.value) in _LOCKS:
            return True
        unsupported(f"with {type(manager.value).__name__}")
    method = special_method(m, manager, "__enter__")
    if method is not None and is_none(m, manager, "__exit__"):
        unsupported("an __exit__ that is None")
    if method is None or special_method(m, manager, "__exit__") is None:
        what = "" if method is None else " (missed __exit__ method)"
        problem = f"object does not support the context manager protocol{what}"
        throw_new(TypeError, f"'{type_name(m, manager)}' {problem}")
    return calls.enter(m, method, (manager,))


def exit_context(m: Mac, manager: Value, exception: Value) -> Value | Enter:
    manager = settle(m, manager)
    if isinstance(manager, Host):
        return False
    kind_of: Value = NONE
    if exception is not NONE:
        cls = class_of_exception(m, exception)
        assert cls is not None
        kind_of = ClassValue(cls)
    if isinstance(manager, Context):
        return calls.invoke(m, manager.leave, (kind_of, exception, NONE))
    method = special_method(m, manager, "__exit__")
    assert method is not None, "it was entered"
    return calls.enter(m, method, (manager, kind_of, exception, NONE))
