"""Arithmetic of numbers, known or not."""

from __future__ import annotations

import operator
from collections.abc import Callable

from heapwise.engine.machine import CutError
from heapwise.frontends.python.model.values import Tuple, Value
from heapwise.frontends.python.semantics.core.kinds import Mac, throw, type_name, unsupported
from heapwise.frontends.python.semantics.core.plain import as_number, is_convertible, to_float
from heapwise.frontends.python.semantics.numbers import bits, whole_floats
from heapwise.frontends.python.semantics.operations import describing
from heapwise.terms import (
    BOOL,
    FLOAT,
    Op,
    Scalar,
    Term,
    add,
    and_,
    eq,
    fadd,
    fdiv,
    feq,
    float_of_int,
    floordiv,
    fmul,
    fsub,
    ite,
    le,
    lt,
    mod,
    mul,
    not_,
    or_,
    sort_of,
    sub,
)

_CONCRETE: dict[str, Callable[[object, object], object]] = {
    "Add": operator.add,
    "Sub": operator.sub,
    "Mult": operator.mul,
    "Div": operator.truediv,
    "FloorDiv": operator.floordiv,
    "Mod": operator.mod,
    "Pow": operator.pow,
    "LShift": operator.lshift,
    "RShift": operator.rshift,
    "BitAnd": operator.and_,
    "BitOr": operator.or_,
    "BitXor": operator.xor,
}


OF_INTEGERS = ("LShift", "RShift", "BitAnd", "BitOr", "BitXor")


EXPONENTS = "exponents that are not negative"
"""A bound of ours, but for 0, 1 and -1: the result would be a float that the C library rounds as it
likes."""


LARGEST_DIVISION = "the largest integers that / divides exactly"
"""A bound of ours: beyond it the float nearest to a quotient is not that of the nearest floats."""


_LARGEST = 100_000
"""Bits of an integer, and exponents, beyond which nothing is computed."""


_LARGEST_EXPONENT = 64


_EXACT = 2**53
"""Integers up to here are floats."""


def operand_error(m: Mac, symbol: str, left: Value, right: Value) -> str:
    names = f"'{type_name(m, left)}' and '{type_name(m, right)}'"
    return f"unsupported operand type(s) for {symbol}: {names}"


def arithmetic(m: Mac, op: str, left: Scalar, right: Scalar) -> Scalar:
    if not isinstance(left, Term) and not isinstance(right, Term):
        return _concrete(op, left, right)
    if op in ("BitAnd", "BitOr", "BitXor") and sort_of(left) is BOOL and sort_of(right) is BOOL:
        return _logical(op, left, right)
    left, right = as_number(left), as_number(right)
    if FLOAT in (sort_of(left), sort_of(right)):
        return _floating(m, op, left, right)
    match op:
        case "Add":
            return add(left, right)
        case "Sub":
            return sub(left, right)
        case "Mult":
            return mul(left, right)
        case "Div":
            return _quotient(m, left, right)
        case "FloorDiv" | "Mod":
            if m.decide(eq(right, 0)):
                throw(ZeroDivisionError, by_zero(_CONCRETE[op], 1))
            return floordiv(left, right) if op == "FloorDiv" else mod(left, right)
        case "Pow":
            return _power(m, left, right)
    return bits.combined(m, op, left, right)


def quotient_and_rest(m: Mac, left: Scalar, right: Scalar) -> Tuple:
    """What `divmod` gives; its message about a float that is zero is its own."""
    is_float = FLOAT in (sort_of(left), sort_of(right))
    if is_float and m.decide(feq(to_float(m, right), 0.0)):
        throw(ZeroDivisionError, by_zero(divmod, 1.0))
    quotient = arithmetic(m, "FloorDiv", left, right)
    return Tuple((quotient, arithmetic(m, "Mod", left, right)))


def _concrete(op: str, left: Scalar, right: Scalar) -> Scalar:
    large = isinstance(right, int) and right > _LARGEST and left not in (0, 1)
    if op in ("Pow", "LShift") and large and not isinstance(left, float):
        unsupported(f"a number of more than {_LARGEST} bits")
    try:
        result = _CONCRETE[op](left, right)
    except (ZeroDivisionError, ValueError, OverflowError, TypeError) as error:
        describing.rethrow(error)
    if not isinstance(result, int | float):
        unsupported("complex numbers")
    if isinstance(result, int) and result.bit_length() > _LARGEST:
        unsupported(f"a number of more than {_LARGEST} bits")
    return result


def _logical(op: str, left: Scalar, right: Scalar) -> Scalar:
    if op == "BitAnd":
        return and_(left, right)
    return or_(left, right) if op == "BitOr" else not_(eq(left, right))


def _quotient(m: Mac, left: Scalar, right: Scalar) -> Scalar:
    """Python divides integers first and rounds then: the same as floats do where both are exact,
    or where the division is."""
    if m.decide(eq(right, 0)):
        throw(ZeroDivisionError, by_zero(operator.truediv, 1))
    if isinstance(right, int) and abs(right) <= _EXACT and abs(right) & (abs(right) - 1) == 0:
        if m.decide(is_convertible(left)):
            return fdiv(float_of_int(left), float_of_int(right))
        raise CutError(LARGEST_DIVISION)
    exact = [and_(le(-_EXACT, value), le(value, _EXACT)) for value in (left, right)]
    if m.decide(and_(*exact)):
        return fdiv(float_of_int(left), float_of_int(right))
    raise CutError(LARGEST_DIVISION)


def ratio_of(m: Mac, value: Scalar) -> tuple[Scalar, Scalar] | None:
    """The integers a, b of a quotient a / b that is on the same side of every integer, and equal to
    the same, as the exact one: so it is if |a| < 2**53, for then an integer is too far from a/b to
    be rounded to. Solvers find this very hard to see."""
    if not (isinstance(value, Term) and value.op == Op.FDIV):
        return None
    pair = [_integer_in(part) for part in value.args]
    a, b = pair
    if a is None or b is None or b == 0:
        return None
    small = [and_(lt(-_EXACT, number), lt(number, _EXACT)) for number in (a, b)]
    return (a, b) if m.decide(and_(*small, not_(eq(b, 0)))) else None


def _integer_in(value: Scalar) -> Scalar | None:
    if isinstance(value, Term):
        return value.args[0] if value.op == Op.FLOAT_OF_INT else None
    return int(value) if isinstance(value, float) and value.is_integer() else None


def by_zero(divide: Callable[[object, object], object], dividend: int | float) -> str:
    """The message, which is another in each version of Python."""
    try:
        divide(dividend, type(dividend)(0))
    except ZeroDivisionError as error:
        return str(error)
    raise AssertionError


def _floating(m: Mac, op: str, left: Scalar, right: Scalar) -> Scalar:
    a, b = to_float(m, left), to_float(m, right)
    if op in ("Div", "FloorDiv", "Mod") and m.decide(feq(b, 0.0)):
        throw(ZeroDivisionError, by_zero(_CONCRETE[op], 1.0))
    match op:
        case "Add":
            return fadd(a, b)
        case "Sub":
            return fsub(a, b)
        case "Mult":
            return fmul(a, b)
        case "Div":
            return fdiv(a, b)
        case "Pow":
            return whole_floats.power(m, a, b)
        case "FloorDiv":
            return whole_floats.quotient(m, a, b)
        case "Mod":
            return whole_floats.remainder(m, a, b)
    raise AssertionError(op)


def _inverse_power(m: Mac, base: Scalar, exponent: Scalar) -> Scalar:
    """To a negative exponent: Python makes floats of both, and knows the result for 0, 1 and -1."""
    to_float(m, exponent)
    if m.decide(eq(base, 0)):
        throw(ZeroDivisionError, by_zero(lambda one, zero: operator.pow(zero, -1), 1))
    if m.decide(or_(eq(base, 1), eq(base, -1))):
        is_odd = and_(eq(mod(exponent, 2), 1), le(-_EXACT, exponent))  # large floats are even
        return ite(and_(eq(base, -1), is_odd), -1.0, 1.0)
    raise CutError(EXPONENTS)


def _power(m: Mac, base: Scalar, exponent: Scalar) -> Scalar:
    if isinstance(exponent, Term):
        if m.decide(lt(exponent, 0)):
            return _inverse_power(m, base, exponent)
        exponent = bits.chosen(m, exponent, "** with a large exponent")
    if isinstance(exponent, int) and exponent < 0:
        return _inverse_power(m, base, exponent)
    if not isinstance(exponent, int) or exponent > _LARGEST_EXPONENT:
        if isinstance(base, int) and isinstance(exponent, int):
            return _concrete("Pow", base, exponent)
        unsupported("** with a negative or a large exponent")
    result: Scalar = 1
    for _ in range(exponent):
        result = mul(result, base)
    return result
