"""Functions as values: their code, lowered when it is first needed, and their cells."""

from __future__ import annotations

from typing import cast

from heapwise.frontends.python.model.values import Function, Mac, Value
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.terms import Term


def make_function(
    m: Mac,
    code: FunctionCode,
    defaults: int,
    keyword_names: tuple[str, ...],
    *values: Value,
) -> Function:
    end = defaults + len(keyword_names)
    keyword_defaults = tuple(zip(keyword_names, values[defaults:end], strict=True))
    cells = cast("tuple[Term, ...]", values[end:])
    return Function(code, values[:defaults], keyword_defaults, cells)
