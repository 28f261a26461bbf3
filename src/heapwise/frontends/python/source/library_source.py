"""Code of the standard library that is interpreted like the program's own.

The mixin methods of `collections.abc` and the like call back into the classes of the program, so
they are the program's code from the start (`code_of`). Any other function whose source is there is
interpreted where it is called with something that is not known (`code_when_called`), unless its
module acts on the world. Nothing in them is a decision of the program.
"""

from __future__ import annotations

import _collections_abc
import abc
import ast
import collections
import dis
import fractions
import numbers
import sys
import types
import typing
from functools import cache
from pathlib import Path

from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.python_twins import (
    DATETIMES,
    datetime_in_python,
    original_of,
)

_MODULES: tuple[types.ModuleType, ...] = (
    _collections_abc,
    numbers,
    collections,
    fractions,
    builtin_bases,
)
_ONLY: dict[types.ModuleType, tuple[str, ...]] = {
    collections: ("UserDict", "UserList"),
    builtin_bases: builtin_bases.OWNERS,
}
"""Of these modules only these classes and functions."""
_WORLD = frozenset(
    (
        *("asyncio", "concurrent", "ctypes", "dbm", "distutils", "ftplib", "http", "imaplib"),
        *("importlib", "logging", "mmap", "multiprocessing", "os", "pty", "random", "secrets"),
        *("selectors", "shutil", "signal", "site", "smtplib", "socket", "socketserver", "sqlite3"),
        *(
            "ssl",
            "subprocess",
            "sys",
            "tempfile",
            "threading",
            "tkinter",
            "uuid",
            "venv",
            "zipfile",
        ),
        *("pathlib", "glob", "fileinput", "getpass", "io", "webbrowser", "platform", "locale"),
        *("tarfile", "zipfile"),
    )
)
"""Modules that act on the system or depend on it."""
_INSIDE = frozenset(
    (
        *("abc", "ast", "builtins", "codeop", "contextvars", "copyreg", "dataclasses", "dis"),
        *("doctest", "enum", "gc", "idlelib", "inspect", "linecache", "pdb", "pickle", "profile"),
        *("re", "runpy", "sre_compile", "sre_parse", "symtable", "tokenize", "trace", "traceback"),
        *("tracemalloc", "types", "typing", "unittest", "warnings", "weakref"),
    )
)
"""Modules about programs: what they do is done to objects of the interpreter that runs us."""
_ONLY_TEXT = frozenset((("inspect", "cleandoc"),))
"""Functions in those modules that only work on text."""


def code_of(function: types.FunctionType) -> FunctionCode | None:
    """Of what is the program's from the start."""
    module = _module_of(function)
    owner = function.__qualname__.partition(".")[0]
    if module is None or owner not in _ONLY.get(module, (owner,)):
        return None
    return _code(function, module)


def code_when_called(function: types.FunctionType) -> FunctionCode | None:
    """Of any function of the library; None if it has no source, or is not to be interpreted."""
    module = sys.modules.get(str(function.__globals__.get("__name__")))
    if module is None or vars(module) is not function.__globals__:
        return None
    if not is_interpreted(module) and (module.__name__, function.__name__) not in _ONLY_TEXT:
        return None
    return _code(function, module)


def is_interpreted(module: types.ModuleType) -> bool:
    top = module.__name__.partition(".")[0]
    file = getattr(module, "__file__", None)
    return (
        top.lstrip("_") not in _WORLD | _INSIDE
        and top in sys.stdlib_module_names
        and isinstance(file, str)
        and file.endswith(".py")
    )


def makes_objects(cls: type) -> bool:
    """Is it a class of the library, written in Python, whose objects can be those of a program?"""
    if type(cls) not in (type, abc.ABCMeta) or not _is_written(cls):
        return False
    return all(
        base in (object, tuple, typing.Generic)
        or base.__module__ in ("collections.abc", "abc")
        or _is_written(base)
        for base in cls.__mro__
    ) and (not issubclass(cls, tuple) or isinstance(vars_of(cls, "_fields"), tuple))


def vars_of(cls: type, name: str) -> object:
    return next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), None)


def _is_written(cls: type) -> bool:
    """In Python, in the library; what `namedtuple` has made counts."""
    module = sys.modules.get(cls.__module__)
    if module is None or not is_interpreted(module) or original_of(cls) is not cls:
        return False
    in_c = (types.MethodDescriptorType, types.WrapperDescriptorType)
    if any(isinstance(member, in_c) for member in vars(cls).values()):
        return False  # the module has it in Python as well, and takes the other
    return cls.__qualname__ in _classes_in(module) or "_field_defaults" in vars(cls)


def stored_attributes(cls: type) -> list[str]:
    """The attributes that the methods of the class itself assign, to whatever object."""
    found: dict[str, None] = {}
    for member in vars(cls).values():
        function = getattr(member, "__func__", member)
        if isinstance(function, types.FunctionType):
            for step in dis.get_instructions(function):
                if step.opname == "STORE_ATTR":
                    found[str(step.argval)] = None
    return list(found)


def _code(function: types.FunctionType, module: types.ModuleType) -> FunctionCode | None:
    owner = function.__qualname__.partition(".")[0]
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
    found.library = True
    return found


def _module_of(function: types.FunctionType) -> types.ModuleType | None:
    name = function.__globals__.get("__name__")
    if name in DATETIMES and function.__globals__ is vars(datetime_in_python()):
        return datetime_in_python()
    return next((one for one in _MODULES if vars(one) is function.__globals__), None)


@cache
def _tree(module: types.ModuleType) -> ast.Module:
    try:
        return ast.parse(Path(str(module.__file__)).read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


@cache
def _classes_in(module: types.ModuleType) -> frozenset[str]:
    """Those that it defines at its top."""
    return frozenset(node.name for node in _tree(module).body if isinstance(node, ast.ClassDef))


@cache
def _functions_in(module: types.ModuleType) -> dict[tuple[int, str], ast.FunctionDef]:
    """By first line, that of the first decorator, and name."""
    found: dict[tuple[int, str], ast.FunctionDef] = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.FunctionDef):
            first = min([node.lineno, *(one.lineno for one in node.decorator_list)])
            found[first, node.name] = node
    return found
