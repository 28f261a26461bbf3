"""Every loop that Python code is lowered to has a jump that counts its turns."""

from __future__ import annotations

import argparse
import ast
import bisect
import heapq
import inspect
import json.decoder
import statistics
import textwrap
import types
from collections.abc import Iterator

import pytest

from heapwise.frontends.python.lower.function import lower_function
from heapwise.frontends.python.prelude.prelude_codes import prelude_code, prelude_homes
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.program.flow import unmarked_loop

SOURCE = """
def f(xs, ys):
    a = [x for x in xs if x if x > 1 for y in ys if y]
    b = {x: y for x in xs for y in ys if x < y}
    while xs:
        if xs[0]:
            continue
        try:
            break
        except ValueError:
            continue
        finally:
            for x in xs:
                if x:
                    continue
                yield x
        yield from ys
    else:
        return sum(x for x in xs if x)
    for x in xs:
        with x:
            continue
    for x in ys:
        match x:
            case [1, *rest] if rest:
                continue
            case _:
                pass
"""


def codes(source: str, namespace: dict[str, object]) -> Iterator[FunctionCode]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef):
            yield FunctionCode(node.name, "loops.py", node, namespace)


def check(code: FunctionCode) -> None:
    assert unmarked_loop(lower_function(code)) is None, code
    for inner in code._inner.values():
        check(inner)


def test_of_every_statement_and_comprehension() -> None:
    for code in codes(SOURCE, {}):
        check(code)


def test_of_the_prelude() -> None:
    for name in prelude_homes():
        check(prelude_code(name))


@pytest.mark.parametrize("module", [argparse, bisect, heapq, json.decoder, statistics, textwrap])
def test_of_modules_that_people_wrote(module: types.ModuleType) -> None:
    for code in codes(inspect.getsource(module), vars(module)):
        check(code)
