"""Arithmetic and the other binary operators."""

from __future__ import annotations

import enum
import operator
import sys

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import (
    ClassValue,
    EnumValue,
    Host,
    Modelled,
    Opaque,
    UnknownText,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.containers import counters
from heapwise.frontends.python.semantics.core import calls, held_values, pure_functions
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_integer,
    is_number,
    is_ref,
    is_str,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.pieces import is_text
from heapwise.frontends.python.semantics.core.plain import (
    as_integer,
    as_number,
    opaque_as_number,
    plain,
)
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.library_values import value_operations
from heapwise.frontends.python.semantics.numbers.arithmetic import (
    OF_INTEGERS,
    arithmetic,
    operand_error,
    quotient_and_rest,
)
from heapwise.frontends.python.semantics.operations.ordering import by_methods
from heapwise.frontends.python.semantics.operators import container_operators
from heapwise.frontends.python.semantics.text import str_and_format
from heapwise.terms import (
    FLOAT,
    Scalar,
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
    "DivMod": "divmod",
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
    "DivMod": "divmod()",
}


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
    if isinstance(left, UnknownText) or isinstance(right, UnknownText):
        return _with_text(m, op, left, right, symbol)
    if is_number(left) and is_number(right):
        if op == "MatMult" or (op in OF_INTEGERS and (is_float(left) or is_float(right))):
            throw(TypeError, operand_error(m, symbol, *named))
        return _of_numbers(m, op, left, right)
    one, other = opaque_as_number(m, left), opaque_as_number(m, right)
    if is_number(one) and is_number(other):
        return _of_numbers(m, op, one, other)
    own = _own_method(m, op, left, right, symbol)
    if own is not None:
        return own
    if held_values.is_holder(m, left) or held_values.is_holder(m, right):
        return binary(m, op, held_values.plain(m, left), held_values.plain(m, right), symbol, named)
    if isinstance(left, ValueObject) or isinstance(right, ValueObject):
        return _of_values(m, op, left, right, symbol)
    result = container_operators.combined(m, op, left, right)
    if result is not None:
        return result
    if op in OF_INTEGERS and (_is_library_flag(left) or _is_library_flag(right)):
        done = _of_library(m, op, left, right, symbol)
        if done is not None:
            return done[0]
    if op in OF_INTEGERS:
        _reject_flags(_SYMBOLS[op], left, right)
    as_values = plain(left), plain(right)
    if as_values[0] is not left or as_values[1] is not right:
        return binary(m, op, *as_values, symbol, named)
    for value in (left, right):
        if isinstance(value, Opaque):
            unsupported(f"{_SYMBOLS[op]} with a value of type {value.name.lstrip('?')}")
        if isinstance(value, Host):
            done = _of_library(m, op, left, right, symbol)
            if done is not None:
                return done[0]
            unsupported(f"{_SYMBOLS[op]} with {type(value.value).__name__}")
    if op == "Mult":
        for value in (left, right):
            if special_method(m, value, "__index__") is not None:
                unsupported("* with an __index__ of the program")
    throw(TypeError, _problem(m, op, symbol, *named))


def _of_numbers(m: Mac, op: str, left: Scalar, right: Scalar) -> Value:
    if op == "DivMod":
        return quotient_and_rest(m, as_number(left), as_number(right))
    return arithmetic(m, op, left, right)


def _with_text(m: Mac, op: str, left: Value, right: Value, symbol: str) -> Value | Enter:
    """Where one of them is text that is not known."""
    text = left if isinstance(left, UnknownText) else right
    if op == "Add" and is_text(left) and is_text(right):
        return text
    if op == "Mult" and (is_integer(plain(left, int)) or is_integer(plain(right, int))):
        return text
    if op == "Mod" and is_str(left):
        return str_and_format.percent(m, left, right)
    own = _own_method(m, op, left, right, symbol)
    if own is not None:
        return own
    if op == "Mod" or isinstance(left, Opaque) or isinstance(right, Opaque):
        unsupported(f"{_SYMBOLS[op]} with text that is not known")
    throw(TypeError, _problem(m, op, symbol, left, right))


def _is_library_flag(value: Value) -> bool:
    """Such as `re.IGNORECASE`."""
    cls = value.cls if isinstance(value, EnumValue) else None
    if isinstance(value, Host):
        cls = type(value.value)
    return (
        cls is not None
        and issubclass(cls, enum.Flag)
        and cls.__module__.partition(".")[0] in sys.stdlib_module_names
    )


def _reject_flags(symbol: str, *operands: Value) -> None:
    """What they give is a flag again, often one that has no name."""
    for value in operands:
        if isinstance(value, EnumValue) and issubclass(value.cls, enum.Flag):
            unsupported(f"{symbol} of a flag")


def _of_values(m: Mac, op: str, left: Value, right: Value, symbol: str) -> Value | Enter:
    """Of values of the library, or one of them and something else."""
    known = _of_library(m, op, left, right, symbol)
    if known is not None:
        return known[0]
    left, right = (plain(opaque_as_number(m, each)) for each in (left, right))
    found = value_operations.combined(m, op, left, right)
    if found is not None:
        return found
    if op == "Mod" and is_str(left):
        return str_and_format.percent(m, left, right)
    if isinstance(left, Host) or isinstance(right, Host):
        unsupported(f"{_SYMBOLS[op]} of a {type_name(m, left)} and a {type_name(m, right)}")
    throw(TypeError, _problem(m, op, symbol, left, right))


def _of_library(m: Mac, op: str, left: Value, right: Value, symbol: str) -> tuple[Value] | None:
    """Of known operands, one of which is an object of a library: a date, a Fraction."""
    if op == "DivMod":
        return pure_functions.called(m, divmod, "divmod", (left, right), {})
    name = "pow" if op == "Pow" else f"operator.{_METHODS[op]}"
    prefix = "i" if symbol == _in_place_symbol(op) else ""
    function = getattr(operator, f"__{prefix}{_METHODS[op]}__")
    return pure_functions.called(m, function, name, (left, right), {})


def _problem(m: Mac, op: str, symbol: str, left: Value, right: Value) -> str:
    return container_operators.refusal(m, op, left, right) or operand_error(m, symbol, left, right)


def _own_method(m: Mac, op: str, left: Value, right: Value, symbol: str) -> Value | Enter | None:
    if not (
        is_ref(left)
        or is_ref(right)
        or isinstance(left, EnumValue | ClassValue | Modelled)
        or isinstance(right, EnumValue | ClassValue | Modelled)
    ):
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


def combined_anew(
    m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]
) -> Value | Enter:
    """For the prelude: what `left op= right` means to an object that does not change in place."""
    op, left, right = positional
    assert isinstance(op, str)
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
    named, value = value, plain(as_integer(m, value), float)
    if is_number(value):
        number = as_number(value)
        if op == "UAdd":
            return number
        if op == "Invert" and sort_of(number) is not FLOAT:
            return sub(-1, number)
        if op == "Invert":
            throw(TypeError, f"bad operand type for unary ~: '{type_name(m, named)}'")
        return fneg(number) if sort_of(number) is FLOAT else neg(number)
    if op != "Invert" and is_ref(value) and type_name(m, value) == "Counter":
        return counters.unary(m, op, value)
    symbol = {"USub": "-", "UAdd": "+", "Invert": "~"}[op]
    if isinstance(value, Host):
        result = pure_functions.called(m, getattr(operator, name), f"operator.{name}", (value,), {})
        if result is not None:
            return result[0]
        unsupported(f"{symbol} of a {type_name(m, value)}")
    throw(TypeError, f"bad operand type for unary {symbol}: '{type_name(m, value)}'")
