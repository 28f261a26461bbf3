"""Classes of the library that are written in C, and the same classes in Python.

The library has both. Code is read from the Python ones, and whoever meets one of them there takes
it for the real one: a program and its witnesses know nothing else.
"""

from __future__ import annotations

import datetime
import importlib
import importlib.util
import inspect
import json
import json.decoder
import json.encoder
import json.scanner
import sys
import types
from collections.abc import Callable
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


_IN_C: dict[str, tuple[types.ModuleType, str]] = {
    "c_make_scanner": (json.scanner, "py_make_scanner"),
    "c_make_encoder": (json.encoder, ""),
    "c_encode_basestring_ascii": (json.encoder, "py_encode_basestring_ascii"),
    "c_encode_basestring": (json.encoder, "py_encode_basestring"),
    "c_scanstring": (json.decoder, "py_scanstring"),
}
"""What the library itself replaces by something in Python if there is no C, or does without."""


@cache
def _functions() -> dict[int, object]:
    """By the identity of what is in C."""
    return {
        id(vars(module)[name]): vars(module).get(twin)
        for name, (module, twin) in _IN_C.items()
        if vars(module).get(name) is not None
    }


@cache
def _scanner_in_python() -> object:
    """What reads JSON in the usual way."""
    make: Callable[[object], object] = vars(json.scanner)["py_make_scanner"]
    return make(json.decoder.JSONDecoder())


def in_python(thing: object) -> object:
    """What the library has in Python for something that it has in C: often the thing itself."""
    if type(thing).__module__ == "_json" and type(thing).__name__ == "Scanner":
        return _scanner_in_python() if _is_usual(thing) else thing
    return _functions().get(id(thing), thing)


def _is_usual(scanner: object) -> bool:
    usual = vars(json.decoder.JSONDecoder())["scan_once"]
    names = ("strict", "object_hook", "object_pairs_hook", "parse_float", "parse_int")
    return all(getattr(scanner, name, 0) == getattr(usual, name, 1) for name in names)


DATETIMES = ("datetime", "_pydatetime", "heapwise_datetime")
"""What the module in Python calls itself, in one version of Python or another."""
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
    if cls.__module__ in DATETIMES:
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
