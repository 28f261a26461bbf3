"""`contextvars.ContextVar`: what a path has set, or what the variable had before.

Every task has a copy of the context that it was made in, and every thread one of its own: what code
in those sets is not followed, nor what a thread sees of what was set before.
"""

from __future__ import annotations

import contextvars

from heapwise.engine.state import StoreKey
from heapwise.frontends.python.model.values import NONE, Host, Value
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime, settle, throw, unsupported

_UNSET = Host(object())
_SOME_SET: StoreKey[bool] = StoreKey("some context variable")
_MISSING = object()
_OF_THREADS = ("thread_run", "pool_submit", "pool_map")


def _kept(variable: object) -> StoreKey[Value]:
    return StoreKey("context variable", id(variable))


def _before(token: object) -> StoreKey[tuple[object, Value]]:
    return StoreKey("context token", id(token))


def _variable(value: Value) -> contextvars.ContextVar[object]:
    assert isinstance(value, Host) and isinstance(value.value, contextvars.ContextVar)
    return value.value


def get(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, default = take_given("get", positional, keywords, ("self", "default"), 1)
    assert owner is not None
    variable = _variable(settle(m, owner))
    if m.load(_SOME_SET) and any(code.name in _OF_THREADS for code in m.running):
        unsupported("a context variable in a thread")
    known = m.load(_kept(variable))
    if known is not None and known is not _UNSET:
        return known
    found = variable.get(_MISSING) if known is None else _MISSING
    if found is not _MISSING:
        return runtime(m).wrap(m, found)
    if default is not None:
        return default
    try:
        return runtime(m).wrap(m, contextvars.Context().run(variable.get))
    except LookupError:
        throw(LookupError, Host(variable))


def assign(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, value = take("set", positional, keywords, ("self", "value"), 2)
    variable = _variable(settle(m, owner))
    _outside_of_tasks(m)
    found = variable.get(_MISSING)
    before = m.load(_kept(variable))
    if before is None:
        before = _UNSET if found is _MISSING else runtime(m).wrap(m, found)
    token = Host(object())
    m.put(_before(token.value), (variable, before))
    m.put(_kept(variable), value)
    m.put(_SOME_SET, True)
    return token


def reset(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, token = take("reset", positional, keywords, ("self", "token"), 2)
    variable, token = _variable(settle(m, owner)), settle(m, token)
    _outside_of_tasks(m)
    kept = m.load(_before(token.value)) if isinstance(token, Host) else None
    if kept is None or kept[0] is not variable:
        unsupported("ContextVar.reset() of such a token")
    m.put(_before(getattr(token, "value", None)), (None, kept[1]))  # it serves once
    m.put(_kept(variable), kept[1])
    return NONE


def _outside_of_tasks(m: Mac) -> None:
    for code in m.running:
        if code.name in _OF_THREADS or code.name.startswith(("task_", "loop_")):
            unsupported("setting a context variable in a task or thread")


MODELS: dict[str, Model] = {
    "contextvars.ContextVar.get": get,
    "contextvars.ContextVar.set": assign,
    "contextvars.ContextVar.reset": reset,
}
