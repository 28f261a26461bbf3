"""Takes contracts that check themselves at run time off the functions of a module.

A replay must show what the function does, also where its contract is violated; the contract is
looked at elsewhere. Decorators of contract libraries keep what they wrap in `__wrapped__`.
"""

from __future__ import annotations

import sys
import types
from typing import Any

_LIBRARIES = frozenset(("icontract", "deal", "_deal"))


def undecorate(module: types.ModuleType) -> None:
    """In the module, its classes, and the modules of the user that it has imported."""
    if not _LIBRARIES.intersection(name.partition(".")[0] for name in sys.modules):
        return
    waiting: list[object] = [module]
    seen: set[int] = set()
    while waiting:
        owner = waiting.pop()
        if id(owner) in seen:
            continue
        seen.add(id(owner))
        for name, value in list(vars(owner).items()):
            if isinstance(value, type) and value.__module__ == module.__name__:
                waiting.append(value)
            if isinstance(value, types.FunctionType | staticmethod | classmethod):
                setattr(owner, name, _plain(value))


def _plain(value: object) -> object:
    if isinstance(value, staticmethod | classmethod):
        return type(value)(_unwrapped(value.__func__))
    return _unwrapped(value)


def _unwrapped(value: Any) -> Any:
    while isinstance(value, types.FunctionType) and _is_of_library(value):
        inner = getattr(value, "__wrapped__", None)
        if inner is None:
            break
        value = inner
    return value


def _is_of_library(function: types.FunctionType) -> bool:
    home = str(function.__globals__.get("__name__", ""))
    return home.partition(".")[0] in _LIBRARIES
