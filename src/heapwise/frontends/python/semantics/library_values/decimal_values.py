"""Decimals that are finite, in a context of 28 digits that nobody has changed.

Exponents are always known. A quotient that need not be exact is kept as one, with a denominator.
It can be compared, and rounded to a few places: with so few digits in the inputs, that gives what
the quotient of 28 digits gives. Where more is asked of it, it must be exact.
"""

from __future__ import annotations

import decimal
from collections.abc import Callable
from typing import NoReturn

from heapwise.engine.machine import CutError
from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.values import (
    NONE,
    ClassValue,
    Tuple,
    UnknownText,
    Value,
    ValueObject,
)
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_str,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer
from heapwise.frontends.python.semantics.core.value_parts import (
    DecimalNumber,
    aligned,
    decimal_number,
)
from heapwise.frontends.python.semantics.library_values.moments import nearest
from heapwise.frontends.python.semantics.numbers.arithmetic import arithmetic
from heapwise.frontends.python.semantics.numbers.number_functions import NUMBERS_IN_TEXT
from heapwise.frontends.python.semantics.operations import value_comparison
from heapwise.terms import (
    Scalar,
    Term,
    add,
    and_,
    eq,
    floordiv,
    int_of_str,
    ite,
    le,
    lt,
    mod,
    mul,
    neg,
    not_,
    or_,
    str_at,
    str_code,
    str_concat,
    str_length,
    str_of_int,
    str_substring,
    sub,
)
from heapwise.terms.code_points import code_is

PRECISION = "the digits of Decimals that are not rounded (28)"
QUOTIENTS = "Decimals that were rounded to 28 digits by a division"
_LIMIT = 10**28
_DENOMINATORS = 10**13
_MOST_EXPONENT = 40
_PLACES = 6
"""Digits after the point of a quotient that is exact, and of a text."""


def _decimal(m: Mac, number: DecimalNumber) -> ValueObject:
    """Of a result, which has at most 28 digits."""
    m.within(and_(lt(-_LIMIT, number.value), lt(number.value, _LIMIT)), PRECISION)
    if abs(number.exponent) > _MOST_EXPONENT:
        raise CutError(PRECISION)
    return ValueObject(decimal.Decimal, number.parts)


def _exact(m: Mac, number: DecimalNumber) -> DecimalNumber:
    """The same without a denominator."""
    if number.denominator == 1:
        return number
    for places in range(_PLACES + 1):
        scaled = mul(number.value, 10**places)
        if m.decide(eq(mod(scaled, number.denominator), 0)):
            whole = floordiv(scaled, number.denominator)
            return DecimalNumber(whole, number.exponent - places)
    raise CutError(QUOTIENTS)


def part(m: Mac, owner: ValueObject, name: str) -> Value | None:
    if name == "real":
        return owner
    return value_objects.value_of(decimal.Decimal(0)) if name == "imag" else None


def _shift(value: Scalar, places: int) -> tuple[Scalar, int]:
    """Multiplied by a power of ten: a numerator and a denominator."""
    return (mul(value, 10**places), 1) if places >= 0 else (value, 10**-places)


_SIGNALS: dict[str, Callable[[], object]] = {
    "ConversionSyntax": lambda: decimal.Decimal(""),
    "DivisionUndefined": lambda: decimal.Decimal(0) / 0,
    "DivisionByZero": lambda: decimal.Decimal(1) / 0,
    "InvalidOperation": lambda: decimal.Decimal(1) % 0,
    "DivisionAndRemainderByZero": lambda: divmod(decimal.Decimal(1), 0),
}
"""What raises an exception with these conditions."""


def _signal(m: Mac, name: str) -> NoReturn:
    try:
        with decimal.localcontext(decimal.Context(traps=list(decimal.DefaultContext.traps))):
            _SIGNALS[name]()
    except decimal.DecimalException as error:
        conditions = tuple(ClassValue(each) for each in error.args[0])
        throw(type(error), sequences.new_list(m, conditions))
    raise AssertionError(name)


# -- making


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    value, _ = take("Decimal", positional, keywords, ("value", "context"), 0, value=0, context=NONE)
    value = as_integer(m, settle(m, value))
    if isinstance(value, ValueObject) and value.cls is decimal.Decimal:
        return value
    number = decimal_number(value)
    if number is not None:
        return ValueObject(decimal.Decimal, number.parts)
    if is_str(value):
        return _parsed(m, value)
    if is_float(value):
        unsupported("a Decimal of a float that is not known")
    if isinstance(value, Tuple):
        unsupported("a Decimal of a tuple that is not known")
    throw(TypeError, f"conversion from {type_name(m, value)} to Decimal is not supported")


def _parsed(m: Mac, text: Scalar) -> Value:
    """Digits, perhaps with a sign, and up to three of them after a point. Decimal knows blanks,
    underscores, exponents and more: what begins with something else is no number for sure."""
    first = str_at(text, 0)
    begins = or_(code_is("begin of a float", str_code(first)), *(eq(first, c) for c in "_sS"))
    if m.decide(or_(eq(text, ""), not_(begins))):
        _signal(m, "ConversionSyntax")
    signed = m.decide(or_(eq(first, "-"), eq(first, "+")))
    rest = str_substring(text, 1, sub(str_length(text), 1)) if signed else text
    sign = ite(eq(first, "-"), -1, 1) if signed else 1
    whole = int_of_str(rest)
    if m.decide(le(0, whole)):
        return _decimal(m, _signed(whole, sign, 0))
    for places in (2, 1, 3):
        point = sub(str_length(rest), places + 1)
        before = int_of_str(str_substring(rest, 0, point))
        after = int_of_str(str_substring(rest, add(point, 1), places))
        if m.decide(and_(eq(str_at(rest, point), "."), le(0, before), le(0, after))):
            return _decimal(m, _signed(add(mul(before, 10**places), after), sign, -places))
    if m.decide(or_(eq(rest, "."), eq(rest, ""))):
        _signal(m, "ConversionSyntax")
    raise CutError(NUMBERS_IN_TEXT)


def _signed(value: Scalar, sign: Scalar, exponent: int) -> DecimalNumber:
    if not isinstance(sign, Term):
        return DecimalNumber(value, exponent)
    minus = eq(sign, -1)
    return DecimalNumber(ite(minus, neg(value), value), exponent, and_(minus, eq(value, 0)))


# -- arithmetic


def combined(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    one, other = decimal_number(left), decimal_number(right)
    if one is None or other is None:
        return None
    if op == "Div":
        return _quotient(m, one, other)
    one, other = _exact(m, one), _exact(m, other)
    match op:
        case "Add" | "Sub":
            if op == "Sub":
                minus_zero = and_(eq(other.value, 0), not_(other.minus_zero))
                other = DecimalNumber(neg(other.value), other.exponent, minus_zero)
            a, b, exponent = aligned(one, other)
            both = and_(one.minus_zero, other.minus_zero)
            return _decimal(m, DecimalNumber(add(a, b), exponent, both))
        case "Mult":
            product = mul(one.value, other.value)
            differ = not_(eq(one.negative, other.negative))
            minus_zero = and_(eq(product, 0), differ)
            return _decimal(m, DecimalNumber(product, one.exponent + other.exponent, minus_zero))
        case "DivMod":
            return _quotient_and_rest(m, one, other)
        case "FloorDiv" | "Mod":
            return _whole_quotient(m, op, one, other)
        case "Pow":
            return _power(m, one, right)
    return None


def _quotient(m: Mac, one: DecimalNumber, other: DecimalNumber) -> Value:
    one, other = _exact(m, one), _exact(m, other)
    if m.decide(eq(other.value, 0)):
        if m.decide(eq(one.value, 0)):
            _signal(m, "DivisionUndefined")
        _signal(m, "DivisionByZero")
    minus = lt(other.value, 0)
    above, below = ite(minus, neg(one.value), one.value), ite(minus, neg(other.value), other.value)
    m.within(lt(below, _DENOMINATORS), PRECISION)
    minus_zero = and_(eq(above, 0), not_(eq(one.negative, other.negative)))
    found = DecimalNumber(above, one.exponent - other.exponent, minus_zero, below)
    return _decimal(m, found)


def _whole_quotient(m: Mac, op: str, one: DecimalNumber, other: DecimalNumber) -> Value:
    a, b, exponent = aligned(one, other)
    if m.decide(eq(b, 0)):
        if m.decide(eq(a, 0)):
            _signal(m, "DivisionUndefined")
        _signal(m, "InvalidOperation" if op == "Mod" else "DivisionByZero")
    size, by = _size(a), _size(b)
    whole = floordiv(size, by)
    if op == "FloorDiv":
        differ = not_(eq(one.negative, other.negative))
        result = DecimalNumber(ite(differ, neg(whole), whole), 0, and_(eq(whole, 0), differ))
        return _decimal(m, result)
    rest = sub(size, mul(whole, by))
    minus = one.negative
    found = DecimalNumber(ite(minus, neg(rest), rest), exponent, and_(minus, eq(rest, 0)))
    return _decimal(m, found)


def _quotient_and_rest(m: Mac, one: DecimalNumber, other: DecimalNumber) -> Value:
    if m.decide(and_(eq(other.value, 0), not_(eq(one.value, 0)))):
        _signal(m, "DivisionAndRemainderByZero")
    divisions = ("FloorDiv", "Mod")
    return Tuple(tuple(_whole_quotient(m, op, one, other) for op in divisions))


def _size(value: Scalar) -> Scalar:
    return ite(lt(value, 0), neg(value), value)


def _power(m: Mac, base: DecimalNumber, exponent: Value) -> Value:
    if not isinstance(exponent, int) or not 1 <= exponent <= 12:
        unsupported("a Decimal to a power that is not a small positive integer")
    value: Scalar = 1
    for _ in range(exponent):
        value = mul(value, base.value)
    if m.decide(eq(base.value, 0)):
        return ValueObject(decimal.Decimal, DecimalNumber(0, 0).parts)
    minus_zero = and_(base.minus_zero, exponent % 2 == 1)
    return _decimal(m, DecimalNumber(value, base.exponent * exponent, minus_zero))


def unary(m: Mac, name: str, value: ValueObject) -> Value | None:
    number = decimal_number(value)
    assert number is not None
    match name:
        case "__pos__":
            return _decimal(m, number._replace(minus_zero=False))
        case "__neg__":
            return _decimal(m, number._replace(value=neg(number.value), minus_zero=False))
        case "__abs__":
            return _decimal(m, number._replace(value=_size(number.value), minus_zero=False))
        case "__int__" | "__trunc__":
            return _whole(number, decimal.ROUND_DOWN)
        case "__floor__":
            return _whole(number, decimal.ROUND_FLOOR)
        case "__ceil__":
            return _whole(number, decimal.ROUND_CEILING)
        case "__float__":
            number = _exact(m, number)
            return arithmetic(m, "Div", *_shift(number.value, number.exponent))
    return None


def _whole(number: DecimalNumber, mode: str) -> Scalar:
    above, below = _shift(number.value, number.exponent)
    return _ROUNDINGS[mode](above, mul(below, number.denominator))


# -- rounding: `above / below` with `below` > 0


def _away(above: Scalar, below: Scalar) -> Scalar:
    """From zero."""
    up = neg(floordiv(neg(_size(above)), below))
    return ite(lt(above, 0), neg(up), up)


def _towards(above: Scalar, below: Scalar) -> Scalar:
    down = floordiv(_size(above), below)
    return ite(lt(above, 0), neg(down), down)


def _half(tie_away: bool) -> Callable[[Scalar, Scalar], Scalar]:
    def rounded(above: Scalar, below: Scalar) -> Scalar:
        size = _size(above)
        whole, rest = floordiv(size, below), mod(size, below)
        twice = mul(2, rest)
        up = le(below, twice) if tie_away else lt(below, twice)
        found = add(whole, ite(up, 1, 0))
        return ite(lt(above, 0), neg(found), found)

    return rounded


_ROUNDINGS: dict[str, Callable[[Scalar, Scalar], Scalar]] = {
    decimal.ROUND_HALF_EVEN: nearest,
    decimal.ROUND_HALF_UP: _half(True),
    decimal.ROUND_HALF_DOWN: _half(False),
    decimal.ROUND_UP: _away,
    decimal.ROUND_DOWN: _towards,
    decimal.ROUND_CEILING: lambda above, below: neg(floordiv(neg(above), below)),
    decimal.ROUND_FLOOR: floordiv,
}


def _to_exponent(m: Mac, number: DecimalNumber, exponent: int, mode: Value) -> Value:
    mode = decimal.ROUND_HALF_EVEN if mode is NONE else mode
    if not isinstance(mode, str):
        unsupported("a way of rounding that is not known")
    if mode not in _ROUNDINGS:
        throw(TypeError, "valid values for rounding are [...]")
    above, below = _shift(number.value, number.exponent - exponent)
    found = _ROUNDINGS[mode](above, mul(below, number.denominator))
    if not m.decide(and_(lt(-_LIMIT, found), lt(found, _LIMIT))):
        _signal(m, "InvalidOperation")
    minus_zero = and_(number.negative, eq(found, 0))
    return ValueObject(decimal.Decimal, DecimalNumber(found, exponent, minus_zero).parts)


def quantize(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    names = ("self", "exp", "rounding", "context")
    owner, like, mode, context = (
        settle(m, each)
        for each in take("quantize", positional, keywords, names, 2, rounding=NONE, context=NONE)
    )
    number, other = decimal_number(owner), decimal_number(like)
    if number is None or other is None:
        throw(TypeError, f"conversion from {type_name(m, like)} to Decimal is not supported")
    if context is not NONE:
        unsupported("Decimal.quantize() in a context of the program")
    if other.denominator != 1:
        unsupported("Decimal.quantize() like a quotient")
    return _to_exponent(m, number, other.exponent, mode)


def rounded(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, *digits = (settle(m, each) for each in positional)
    number = decimal_number(owner)
    assert number is not None
    if not digits or digits[0] is NONE:
        return _whole(number, decimal.ROUND_HALF_EVEN)
    if not isinstance(digits[0], int):
        unsupported("round() of a Decimal to a number of digits that is not known")
    return _to_exponent(m, number, -digits[0], NONE)


def to_integral(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    names = ("self", "rounding", "context")
    owner, mode, _ = (
        settle(m, each)
        for each in take("to_integral", positional, keywords, names, 1, rounding=NONE, context=NONE)
    )
    number = decimal_number(owner)
    assert number is not None
    if number.exponent >= 0 and number.denominator == 1:
        return owner
    return _to_exponent(m, number, 0, mode)


# -- text


def text(m: Mac, value: ValueObject) -> Scalar | UnknownText:
    number = decimal_number(value)
    assert number is not None
    number = _exact(m, number)
    places = -number.exponent
    size = _size(number.value)
    sign = ite(number.negative, "-", "")
    if not 0 <= places <= _PLACES:
        return UnknownText("a Decimal")
    if places == 0:
        return str_concat(sign, str_of_int(size))
    digits = [str_of_int(mod(floordiv(size, 10**place), 10)) for place in range(places - 1, -1, -1)]
    return str_concat(sign, str_of_int(floordiv(size, 10**places)), ".", *digits)


def formatted(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner, spec = (settle(m, each) for each in positional)
    assert isinstance(owner, ValueObject)
    if spec == "":
        return text(m, owner)
    number = decimal_number(owner)
    assert number is not None
    if isinstance(spec, str) and spec[:1] == "." and spec[1:-1].isdigit() and spec[-1] in "fF":
        made = _to_exponent(m, number, -int(spec[1:-1]), NONE)
        assert isinstance(made, ValueObject)
        return text(m, made)
    return UnknownText("a Decimal")


def shown(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = settle(m, positional[0])
    assert isinstance(owner, ValueObject)
    return text(m, owner)


# -- questions


def _question(answer: Callable[[DecimalNumber], Scalar]) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        number = decimal_number(settle(m, positional[0]))
        assert number is not None
        return answer(number)

    return model


def _copied(change: Callable[[DecimalNumber], DecimalNumber]) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        number = decimal_number(settle(m, positional[0]))
        assert number is not None
        return ValueObject(decimal.Decimal, change(number).parts)

    return model


def from_float(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    return make(m, positional[-1:], {})


def larger(which: str) -> Model:
    def model(m: Mac, positional: Positional, keywords: Keywords) -> Value:
        left, right = (settle(m, each) for each in positional)
        before = value_comparison.less(m, left, right, or_equal=True)
        if before is None:
            throw(TypeError, "conversion to Decimal is not supported")
        return right if m.decide(before) is (which == "max") else left

    return model


MODELS: dict[str, Model] = {
    "decimal.Decimal": make,
    "decimal.Decimal.from_float": from_float,
    "decimal.Decimal.quantize": quantize,
    "decimal.Decimal.__round__": rounded,
    "decimal.Decimal.__str__": shown,
    "decimal.Decimal.__format__": formatted,
    "decimal.Decimal.to_integral_value": to_integral,
    "decimal.Decimal.to_integral": to_integral,
    "decimal.Decimal.max": larger("max"),
    "decimal.Decimal.min": larger("min"),
    "decimal.Decimal.is_nan": _question(lambda number: False),
    "decimal.Decimal.is_snan": _question(lambda number: False),
    "decimal.Decimal.is_qnan": _question(lambda number: False),
    "decimal.Decimal.is_infinite": _question(lambda number: False),
    "decimal.Decimal.is_finite": _question(lambda number: True),
    "decimal.Decimal.is_zero": _question(lambda number: eq(number.value, 0)),
    "decimal.Decimal.is_signed": _question(lambda number: number.negative),
    "decimal.Decimal.copy_abs": _copied(
        lambda number: number._replace(value=_size(number.value), minus_zero=False)
    ),
}
