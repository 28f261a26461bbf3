"""Arithmetic and the other binary operators."""

from __future__ import annotations

import enum

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import EnumValue, Value
from heapwise.frontends.python.semantics.containers import counters
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    kind,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number, plain
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.numbers.arithmetic import (
    OF_INTEGERS,
    arithmetic,
    operand_error,
)
from heapwise.frontends.python.semantics.operations.ordering import by_methods
from heapwise.frontends.python.semantics.operators import container_operators
from heapwise.frontends.python.semantics.text import str_and_format
from heapwise.terms import (
    FLOAT,
    fneg,
    neg,
    sort_of,
    sub,
)

_METHODS = {
    "Add": "add",
    "Sub": "sub",
    "Mult": "mul",
    "Div": "truediv",
    "FloorDiv": "floordiv",
    "Mod": "mod",
    "Pow": "pow",
    "LShift": "lshift",
    "RShift": "rshift",
    "BitAnd": "and",
    "BitOr": "or",
    "BitXor": "xor",
    "MatMult": "matmul",
}
_SYMBOLS = {
    "Add": "+",
    "Sub": "-",
    "Mult": "*",
    "Div": "/",
    "FloorDiv": "//",
    "Mod": "%",
    "Pow": "** or pow()",
    "LShift": "<<",
    "RShift": ">>",
    "BitAnd": "&",
    "BitOr": "|",
    "BitXor": "^",
    "MatMult": "@",
}
_NUMBERS = ("int", "bool", "float")


def binary(
    m: Mac,
    op: str,
    left: Value,
    right: Value,
    symbol: str | None = None,
    named: tuple[Value, Value] | None = None,
) -> Value | Enter:
    """`symbol` is how messages call the operator, and `named` are the values whose types they name,
    if the operands stand for others."""
    symbol = symbol or _SYMBOLS[op]
    left, right = settle(m, left, text=True), settle(m, right, text=True)
    named = named or (left, right)
    one, other = kind(left), kind(right)
    if "text" in (one, other):
        return _with_text(m, op, left, right, symbol)
    if one in _NUMBERS and other in _NUMBERS:
        if op == "MatMult" or (op in OF_INTEGERS and "float" in (one, other)):
            throw(TypeError, operand_error(m, symbol, *named))
        return arithmetic(m, op, left, right)
    if "opaque" in (one, other) and {one, other} <= {*_NUMBERS, "opaque"}:
        return arithmetic(m, op, as_integer(left), as_integer(right))
    own = _own_method(m, op, left, right, symbol)
    if own is not None:
        return own
    result = container_operators.combined(m, op, left, right)
    if result is not None:
        return result
    if op in OF_INTEGERS:
        _reject_flags(_SYMBOLS[op], left, right)
    as_values = plain(left), plain(right)
    if as_values[0] is not left or as_values[1] is not right:
        return binary(m, op, *as_values, symbol, named)
    for value in (left, right):
        if kind(value) == "opaque":
            unsupported(f"{_SYMBOLS[op]} with a value of type {value.name.lstrip('?')}")
        if kind(value) == "host":
            unsupported(f"{_SYMBOLS[op]} with {type(value.value).__name__}")
    if op == "Mult":
        for value in (left, right):
            if special_method(m, value, "__index__") is not None:
                unsupported("* with an __index__ of the program")
    throw(TypeError, _problem(m, op, symbol, *named))


def _with_text(m: Mac, op: str, left: Value, right: Value, symbol: str) -> Value | Enter:
    """Where one of them is text that is not known."""
    one, other = kind(plain(left, int)), kind(plain(right, int))
    texts = ("str", "text")
    if op == "Add" and one in texts and other in texts:
        return left if one == "text" else right
    if op == "Mult" and (one in ("int", "bool") or other in ("int", "bool")):
        return left if one == "text" else right
    if op == "Mod" and one == "str":
        return str_and_format.percent(m, left, right)
    own = _own_method(m, op, left, right, symbol)
    if own is not None:
        return own
    if op == "Mod" or kind(left) == "opaque" or kind(right) == "opaque":
        unsupported(f"{_SYMBOLS[op]} with text that is not known")
    throw(TypeError, _problem(m, op, symbol, left, right))


def _reject_flags(symbol: str, *operands: Value) -> None:
    """What they give is a flag again, often one that has no name."""
    for value in operands:
        if isinstance(value, EnumValue) and issubclass(value.cls, enum.Flag):
            unsupported(f"{symbol} of a flag")


def _problem(m: Mac, op: str, symbol: str, left: Value, right: Value) -> str:
    return container_operators.refusal(m, op, left, right) or operand_error(m, symbol, left, right)


def _own_method(m: Mac, op: str, left: Value, right: Value, symbol: str) -> Value | Enter | None:
    if not {kind(left), kind(right)} & {"ref", "enum", "class"}:
        return None
    names = f"__{_METHODS[op]}__", f"__r{_METHODS[op]}__"
    return by_methods(m, left, right, names, False, lambda: _problem(m, op, symbol, left, right))


def in_place(m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
    left = settle(m, left, text=True)
    method = special_method(m, left, f"__i{_METHODS[op]}__")
    if method is not None:
        arguments = (op, method, left, right)
        return calls.enter(m, runtime(m).prelude(m, "changed_or_combined"), arguments)
    changed = container_operators.changed_in_place(m, op, left, right)
    return changed if changed is not None else binary(m, op, left, right, _in_place_symbol(op))


def _in_place_symbol(op: str) -> str:
    return "**=" if op == "Pow" else f"{_SYMBOLS[op]}="


def combined_anew(m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
    """For the prelude: what `left op= right` means to an object that does not change in place."""
    op, left, right = positional
    return binary(m, op, left, right, _in_place_symbol(op))


MODELS: dict[str, Model] = {"__combined__": combined_anew}


# -- numbers


def unary(m: Mac, op: str, value: Value) -> Value | Enter:
    value = settle(m, value)
    name = {"USub": "__neg__", "UAdd": "__pos__", "Invert": "__invert__"}[op]
    method = special_method(m, value, name)
    if method is not None:
        return calls.enter(m, method, (value,))
    if op == "Invert":
        _reject_flags("~", value)
    named, value = value, plain(as_integer(value), float)
    if kind(value) in _NUMBERS:
        number = as_number(value)
        if op == "UAdd":
            return number
        if op == "Invert" and sort_of(number) is not FLOAT:
            return sub(-1, number)
        if op == "Invert":
            throw(TypeError, f"bad operand type for unary ~: '{type_name(m, named)}'")
        return fneg(number) if sort_of(number) is FLOAT else neg(number)
    if op != "Invert" and type_name(m, value) == "Counter":
        return counters.unary(m, op, value)
    symbol = {"USub": "-", "UAdd": "+", "Invert": "~"}[op]
    throw(TypeError, f"bad operand type for unary {symbol}: '{type_name(m, value)}'")
