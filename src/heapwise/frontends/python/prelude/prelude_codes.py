"""The functions of the prelude as code of the program: read from their source, never run."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

from heapwise.frontends.python.prelude import (
    iteration,
    library_asyncio,
    library_contextlib,
    library_copy,
    library_functools,
    library_heapq,
    library_itertools,
    library_re,
    queues,
    random_numbers,
    syntax_operations,
    text,
    virtual_files,
    world_answers,
)
from heapwise.frontends.python.source.function_code import FunctionCode

_MODULES = (
    syntax_operations,
    iteration,
    text,
    queues,
    random_numbers,
    library_contextlib,
    library_copy,
    library_functools,
    library_heapq,
    library_itertools,
    library_re,
    library_asyncio,
    virtual_files,
    world_answers,
)


@cache
def prelude_codes() -> dict[str, FunctionCode]:
    """By name, which no two of them share."""
    found = {}
    for module in _MODULES:
        assert module.__file__ is not None
        source = Path(module.__file__).read_text(encoding="utf-8")
        for node in ast.parse(source).body:
            if isinstance(node, ast.FunctionDef):
                code = FunctionCode(node.name, "<prelude>", node, vars(module))
                code.traced = False
                assert node.name not in found, f"two functions are called {node.name}"
                found[node.name] = code
    return found
