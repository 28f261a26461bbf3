"""Attributes that the program gives to functions: `wrapper.calls = 0`.

For each name the path keeps which functions were given which value, in order; the last entry about
a function counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import FunctionType

from heapwise.frontends.python.model.store_keys import NAMES_ON_FUNCTIONS, function_attribute
from heapwise.frontends.python.model.values import Function, InputFunction, Tuple, Value
from heapwise.frontends.python.semantics.core.identity import identical
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, settle, unsupported


def may_have(owner: Value, name: str) -> bool:
    """Is it a function, and the name none that all functions have?"""
    return isinstance(owner, Function | InputFunction) and not hasattr(FunctionType, name)


def given(m: Mac, owner: Value, name: str) -> Value | None:
    """What the path has assigned there."""
    if not may_have(owner, name):
        return None
    for entry in reversed(_log(m, name)):
        assert isinstance(entry, Tuple)
        function, value = entry.items
        if m.decide(identical(m, owner, function)):
            return value
    before = _of_import(owner)
    return runtime(m).wrap(m, before[name]) if name in before else None


def _log(m: Mac, name: str) -> tuple[Value, ...]:
    log = m.load(function_attribute(name))
    if log is None:
        return ()
    settled = settle(m, log)
    assert isinstance(settled, Tuple)
    return settled.items


def _of_import(owner: Value) -> Mapping[str, object]:
    """What a function of the module was given when that was imported."""
    return owner.code.attributes if isinstance(owner, Function) else {}


def give(m: Mac, owner: Function | InputFunction, name: str, value: Value) -> None:
    if isinstance(owner, Function) and "<locals>" in owner.qualname and not owner.cells:
        # Two that the same statement has made cannot be told apart.
        unsupported("an attribute of a function inside another that uses nothing of it")
    _put(m, owner, name, value)


def _put(m: Mac, owner: Value, name: str, value: Value) -> None:
    m.put(function_attribute(name), Tuple((*_log(m, name), Tuple((owner, value)))))
    names = m.load(NAMES_ON_FUNCTIONS) or ()
    if name not in names:
        m.put(NAMES_ON_FUNCTIONS, (*names, name))


def copy(m: Mac, source: Value, target: Function) -> None:
    """What `functools.wraps` does with them."""
    for name in dict.fromkeys((*(m.load(NAMES_ON_FUNCTIONS) or ()), *_of_import(source))):
        value = given(m, source, name)
        if value is not None:
            _put(m, target, name, value)
    _put(m, target, "__wrapped__", source)
