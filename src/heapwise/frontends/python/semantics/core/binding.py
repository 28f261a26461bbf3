"""What CPython says of arguments that do not fit the parameters of a function.

A function with the same parameters and nothing in it is made and called, so that the message is
that of the Python which runs us, to the letter.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Collection
from functools import cache
from types import FunctionType

from heapwise.frontends.python.model.values import Function, UnknownText, Value
from heapwise.frontends.python.semantics.core.pieces import Text, joined
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.terms import Term

_SYMBOLIC = "\0"
"""Stands for a keyword that is not known."""
_SUGGESTS = sys.version_info >= (3, 13)
"""Whether the message ends with the name of a parameter if the keyword is much like it."""


def problem(function: Function, positional: int, keywords: Collection[Value]) -> Text:
    """The text of the TypeError, for so many positional arguments and these keywords."""
    named = frozenset(name for name, _ in function.keyword_defaults)
    known = [key if isinstance(key, str) else _SYMBOLIC for key in keywords]
    try:
        _empty(function.code, function.qualname, len(function.defaults), named)(
            *[None] * positional, **dict.fromkeys(known)
        )
    except TypeError as error:
        parts = str(error).split(_SYMBOLIC)
        if len(parts) == 1:
            return parts[0]
        if _SUGGESTS and _may_be_meant(function.code):
            return UnknownText("the parameter that a keyword may mean")
        other = next(key for key in keywords if isinstance(key, Term))
        return joined([parts[0], other, parts[1]])
    raise AssertionError(f"the arguments fit {function.qualname}")


def _may_be_meant(code: FunctionCode) -> bool:
    """Whether there are parameters that can be given as keywords."""
    assert not isinstance(code.node, ast.GeneratorExp)
    return bool(code.node.args.args or code.node.args.kwonlyargs)


@cache
def _empty(code: FunctionCode, qualname: str, defaults: int, named: frozenset[str]) -> FunctionType:
    """With as many defaults as the function has, which generated source does not show."""
    assert not isinstance(code.node, ast.GeneratorExp)
    arguments = copy.deepcopy(code.node.args)
    arguments.defaults = [ast.Constant(None) for _ in range(defaults)]
    arguments.kw_defaults = [
        ast.Constant(None) if item.arg in named else None for item in arguments.kwonlyargs
    ]
    for parameter in ast.walk(arguments):
        if isinstance(parameter, ast.arg):
            parameter.annotation = None
    made = ast.Expression(ast.Lambda(arguments, ast.Constant(None)))
    function = eval(compile(ast.fix_missing_locations(made), "<parameters>", "eval"), {})
    assert isinstance(function, FunctionType)
    function.__qualname__ = qualname
    return function
