"""Code of the standard library that is interpreted like the program's own.

The mixin methods of `collections.abc` and the like call back into the classes of the program, so
they have to be lowered from their source. Nothing in them is a decision of the program. Only what
is listed here is looked into: pure Python that says what it does in terms of methods.
"""

from __future__ import annotations

import _collections_abc
import ast
import collections
import fractions
import numbers
import statistics
import string
import types
from functools import cache
from pathlib import Path

from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.python_twins import datetime_in_python, original_of

_MODULES: tuple[types.ModuleType, ...] = (
    _collections_abc,
    numbers,
    collections,
    statistics,
    string,
    fractions,
)
_ONLY: dict[types.ModuleType, tuple[str, ...]] = {
    collections: ("UserDict", "UserList"),
    statistics: ("median", "median_low", "median_high", "mode", "multimode"),
    string: ("capwords",),
}
"""Of these modules only these classes and functions."""


def code_of(function: types.FunctionType) -> FunctionCode | None:
    module = _module_of(function)
    owner = function.__qualname__.partition(".")[0]
    if module is None or owner not in _ONLY.get(module, (owner,)):
        return None
    code = function.__code__
    node = _functions_in(module).get((code.co_firstlineno, code.co_name))
    if node is None:
        return None
    free = tuple(name for name in code.co_freevars if name != "__class__")
    cls = vars(module).get(owner)
    found = FunctionCode(
        function.__name__,
        f"<{module.__name__}>",
        node,
        function.__globals__,
        original_of(cls) if isinstance(cls, type) else None,
        free,
    )
    found.traced = False
    return found


def _module_of(function: types.FunctionType) -> types.ModuleType | None:
    name = function.__globals__.get("__name__")
    if name in ("_pydatetime", "heapwise_datetime"):
        return datetime_in_python()
    return next((one for one in _MODULES if vars(one) is function.__globals__), None)


@cache
def _functions_in(module: types.ModuleType) -> dict[tuple[int, str], ast.FunctionDef]:
    """By first line, that of the first decorator, and name."""
    found: dict[tuple[int, str], ast.FunctionDef] = {}
    try:
        tree = ast.parse(Path(str(module.__file__)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return found
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found[first, node.name] = node
    return found
