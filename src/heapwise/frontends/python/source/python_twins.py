"""Classes of the library that are written in C, and the same classes in Python.

The library has both. Code is read from the Python ones, and whoever meets one of them there takes
it for the real one: a program and its witnesses know nothing else.
"""

from __future__ import annotations

import datetime
import importlib
import importlib.util
import inspect
import sys
import types
from functools import cache


@cache
def datetime_in_python() -> types.ModuleType:
    """`_pydatetime`; of Python 3.11, the module itself without what replaces its classes."""
    if sys.version_info >= (3, 12):
        return importlib.import_module("_pydatetime")
    spec = importlib.util.spec_from_file_location("heapwise_datetime", datetime.__file__)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    held = sys.modules.get("_datetime")
    sys.modules["_datetime"] = None  # type: ignore[assignment]
    try:
        spec.loader.exec_module(module)
    finally:
        if held is None:
            del sys.modules["_datetime"]
        else:
            sys.modules["_datetime"] = held
    return module


_OF_DATETIME = ("date", "datetime", "time", "timedelta", "timezone", "tzinfo")


@cache
def _twins() -> dict[type, type]:
    twins = datetime_in_python()
    return {getattr(datetime, name): getattr(twins, name) for name in _OF_DATETIME}


@cache
def _originals() -> dict[type, type]:
    return {twin: original for original, twin in _twins().items()}


def twin_of(cls: type) -> type:
    """The class whose code says what the class does: often itself."""
    return _twins().get(cls, cls) if cls.__module__ == "datetime" else cls


def original_of(cls: type) -> type:
    """The class that a program knows."""
    if cls.__module__ in ("_pydatetime", "heapwise_datetime"):
        return _originals().get(cls, cls)
    return cls


def twin_of_method(function: object) -> types.FunctionType | None:
    """Of a class method of such a class, the function in Python."""
    owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
    if not isinstance(owner, type) or owner not in _twins():
        return None
    raw = inspect.getattr_static(_twins()[owner], name, None)
    found = getattr(raw, "__func__", None) if isinstance(raw, classmethod | staticmethod) else None
    return found if isinstance(found, types.FunctionType) else None
