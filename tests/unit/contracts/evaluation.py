"""Calling a function in CPython with its contract checked: what `Condition` means, in few lines."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from types import ModuleType
from typing import Protocol

from heapwise.contracts import RESULT, Condition, Contract, contract_of
from heapwise.contracts.function_source import underlying


class Load(Protocol):
    """`load("def f(x): …")` imports that source as a module of its own."""

    def __call__(self, source: str) -> ModuleType: ...


def evaluate(expression: ast.expr, names: Mapping[str, object], condition: Condition) -> object:
    code = compile(ast.Expression(expression), condition.at.file, "eval")
    return eval(code, {**condition.globals, **names})


def holds(condition: Condition, arguments: Mapping[str, object], result: object = None) -> bool:
    """Whether a condition without old values is true."""
    return bool(evaluate(condition.expression, _bound(condition, arguments, result), condition))


def broken(function: object, *given: object, owner: type | None = None) -> list[str]:
    """The texts of the conditions that a call breaks; the call is not made if the input is bad."""
    contract: Contract = contract_of(function, owner)
    plain = underlying(function)
    assert plain is not None
    arguments = inspect.signature(plain).bind(*given).arguments
    bad = [c.text for c in contract.pre if not holds(c, arguments)]
    if bad:
        return bad
    before = [_old_values(condition, arguments) for condition in contract.post]
    result = plain(*given)
    for condition, old in zip(contract.post, before, strict=True):
        names = {**_bound(condition, arguments, result), **old}
        if not evaluate(condition.expression, names, condition):
            bad.append(condition.text)
    return bad + [c.text for c in contract.invariants if not holds(c, arguments)]


def _bound(
    condition: Condition, arguments: Mapping[str, object], result: object
) -> dict[str, object]:
    values = {**arguments, RESULT: result}
    return {free: values[stands] for free, stands in condition.names.items() if stands in values}


def _old_values(condition: Condition, arguments: Mapping[str, object]) -> dict[str, object]:
    values: dict[str, object] = {}
    for each in condition.olds:
        value = evaluate(each.expression, _bound(condition, arguments, None), condition)
        if each.copy and isinstance(value, list | dict | set):
            value = value.copy()
        values[each.name] = value
    return values
