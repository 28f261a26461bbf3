"""Methods of values of the library: models, or the Python code that the library has for them."""

from __future__ import annotations

from types import FunctionType

from heapwise.frontends.python.model.members import raw_attribute
from heapwise.frontends.python.model.values import Builtin, Value
from heapwise.frontends.python.semantics.core.kinds import Mac, runtime
from heapwise.frontends.python.source import python_twins


def method_of(m: Mac, cls: type, name: str, models_only: bool = False) -> Value | None:
    """A function whose first argument is the value; None if there is no code for it."""
    for base in cls.__mro__[:-1]:
        label = f"{base.__module__}.{base.__name__}.{name}"
        if label in runtime(m).builtins:
            return Builtin(label)
        if name in vars(base):
            break
    if models_only:
        return None
    raw = raw_attribute(python_twins.twin_of(cls), name)
    if isinstance(raw, staticmethod):
        raw = raw.__func__
    if isinstance(raw, FunctionType):
        return runtime(m).method(m, raw)
    return None
