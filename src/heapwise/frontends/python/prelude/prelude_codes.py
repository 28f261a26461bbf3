"""The functions of the prelude as code of the program: read from their source, never run.

A module of it is parsed when the first of its functions is asked for: few programs need many.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from heapwise.frontends.python.source.function_code import FunctionCode

_MODULES = (
    "syntax_operations",
    "keyed_collections",
    "iteration",
    "text",
    "queues",
    "random_numbers",
    "library_contextlib",
    "library_copy",
    "library_functools",
    "library_heapq",
    "library_itertools",
    "library_re",
    "library_asyncio",
    "library_asyncio_waiting",
    "library_binascii",
    "library_csv",
    "library_threading",
    "virtual_files",
    "memory_files",
    "world_answers",
)
_FUNCTION = re.compile(r"^def (\w+)", re.MULTILINE)


def prelude_code(name: str) -> FunctionCode:
    return _codes_of(prelude_homes()[name])[name]


@cache
def prelude_homes() -> Mapping[str, str]:
    """Which module a function is in, by its name, which no two of them share."""
    homes: dict[str, str] = {}
    for module in _MODULES:
        for name in _FUNCTION.findall(_source(module)):
            assert name not in homes, f"two functions are called {name}"
            homes[name] = module
    return homes


def _source(module: str) -> str:
    return (Path(__file__).parent / f"{module}.py").read_text(encoding="utf-8")


@cache
def _codes_of(module: str) -> Mapping[str, FunctionCode]:
    namespace = vars(import_module(f"{__package__}.{module}"))
    found = {}
    for node in ast.parse(_source(module)).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = FunctionCode(node.name, "<prelude>", node, namespace, traced=False)
    return found
