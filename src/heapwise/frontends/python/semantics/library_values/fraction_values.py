"""Fractions: two integers that may have factors in common, until somebody asks for them."""

from __future__ import annotations

import fractions
import operator

from heapwise.engine.machine import CutError
from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.values import NONE, Tuple, UnknownText, Value, ValueObject
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_float,
    is_number,
    is_str,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer
from heapwise.frontends.python.semantics.core.value_parts import Pair, fraction_pair
from heapwise.frontends.python.semantics.library_values.moments import nearest
from heapwise.frontends.python.semantics.numbers.arithmetic import (
    arithmetic,
    by_zero,
    quotient_and_rest,
)
from heapwise.terms import (
    Scalar,
    add,
    eq,
    floordiv,
    ite,
    lt,
    mod,
    mul,
    neg,
    sub,
)

_MOST = 24
DENOMINATORS = f"the largest denominators that are told one by one ({_MOST})"
_MOST_POWER = 16
_DIVISIONS = {"FloorDiv": operator.floordiv, "Mod": operator.mod, "DivMod": divmod}
_WITH_FLOATS = ("Add", "Sub", "Mult", "Div", *_DIVISIONS)


def _fraction(numerator: Scalar, denominator: Scalar) -> ValueObject:
    if isinstance(numerator, int) and isinstance(denominator, int):
        known = fractions.Fraction(numerator, denominator)
        numerator, denominator = known.numerator, known.denominator
    return ValueObject(fractions.Fraction, (numerator, denominator))


def _over(m: Mac, numerator: Scalar, denominator: Scalar) -> ValueObject:
    """With a denominator of any sign."""
    if m.decide(eq(denominator, 0)):
        throw(ZeroDivisionError, UnknownText("a Fraction"))
    if m.decide(lt(denominator, 0)):
        numerator, denominator = neg(numerator), neg(denominator)
    return _fraction(numerator, denominator)


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    names = ("numerator", "denominator")
    above, below = (
        settle(m, each)
        for each in take("Fraction", positional, keywords, names, 0, numerator=0, denominator=NONE)
    )
    above = as_integer(m, above)
    one = fraction_pair(above)
    if below is NONE:
        if one is not None:
            return _fraction(*one)
        if isinstance(above, ValueObject):
            held = value_objects.object_of(above)
            if held is not None:
                made = value_objects.value_of(fractions.Fraction(held))
                assert made is not None
                return made
        if is_str(above) or is_float(above) or isinstance(above, ValueObject):
            unsupported("a Fraction of text or a float that is not known")
        throw(TypeError, "argument should be a string or a Rational instance")
    other = fraction_pair(as_integer(m, below))
    if one is None or other is None:
        throw(TypeError, "both arguments should be Rational instances")
    return _over(m, mul(one[0], other[1]), mul(one[1], other[0]))


def part(m: Mac, owner: ValueObject, name: str) -> Value | None:
    name = name.lstrip("_")
    if name not in ("numerator", "denominator", "real", "imag"):
        return None
    if name in ("real", "imag"):
        return owner if name == "real" else 0
    pair = fraction_pair(owner)
    assert pair is not None
    numerator, denominator = pair
    known = _known(m, denominator)
    shared: Scalar = 1
    for factor in (n for n in range(2, known + 1) if known % n == 0):
        shared = ite(eq(mod(numerator, factor), 0), factor, shared)
    if name == "denominator":
        return _divided(known, shared, known)
    return _divided(numerator, shared, known)


def _divided(number: Scalar, by: Scalar, whole: int) -> Scalar:
    result = number
    for factor in (n for n in range(2, whole + 1) if whole % n == 0):
        result = ite(eq(by, factor), floordiv(number, factor), result)
    return result


def _known(m: Mac, denominator: Scalar) -> int:
    if isinstance(denominator, int):
        return denominator
    for number in range(1, _MOST + 1):
        if m.decide(eq(denominator, number)):
            return number
    raise CutError(DENOMINATORS)


def combined(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    one, other = fraction_pair(left), fraction_pair(right)
    if one is None or other is None:
        return _with_float(m, op, left, right)
    (a, b), (c, d) = one, other
    match op:
        case "Add" | "Sub":
            change = add if op == "Add" else sub
            if b is d or b == d:
                return _fraction(change(a, c), b)
            return _fraction(change(mul(a, d), mul(c, b)), mul(b, d))
        case "Mult":
            return _fraction(mul(a, c), mul(b, d))
        case "Div":
            return _over(m, mul(a, d), mul(b, c))
        case "FloorDiv" | "Mod" | "DivMod":
            if m.decide(eq(c, 0)):
                throw(ZeroDivisionError, by_zero(_DIVISIONS[op], 1))
            whole = floordiv(mul(a, d), mul(b, c))
            if op == "FloorDiv":
                return whole
            rest = _fraction(sub(mul(a, d), mul(whole, mul(b, c))), mul(b, d))
            return rest if op == "Mod" else Tuple((whole, rest))
        case "Pow":
            return _power(m, one, right)
    return None


def _power(m: Mac, base: Pair, exponent: Value) -> Value:
    if not isinstance(exponent, int) or abs(exponent) > _MOST_POWER:
        unsupported("a Fraction to a power that is not known, or large")
    above, below = base
    numerator: Scalar = 1
    denominator: Scalar = 1
    for _ in range(abs(exponent)):
        numerator, denominator = mul(numerator, above), mul(denominator, below)
    if exponent >= 0:
        return _fraction(numerator, denominator)
    return _over(m, denominator, numerator)


def _with_float(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    if not (is_number(left) or is_number(right)):
        return None
    if op == "Pow":
        unsupported("a power of a Fraction and a float")
    if op not in _WITH_FLOATS:
        return None
    numbers = []
    for each in (left, right):
        pair = fraction_pair(each)
        number = arithmetic(m, "Div", *pair) if pair is not None else each
        if not is_number(number):
            return None
        numbers.append(number)
    if op == "DivMod":
        return quotient_and_rest(m, numbers[0], numbers[1])
    return arithmetic(m, op, numbers[0], numbers[1])


def unary(m: Mac, name: str, value: ValueObject) -> Value | None:
    pair = fraction_pair(value)
    assert pair is not None
    numerator, denominator = pair
    match name:
        case "__pos__":
            return value
        case "__neg__":
            return _fraction(neg(numerator), denominator)
        case "__abs__":
            return _fraction(ite(lt(numerator, 0), neg(numerator), numerator), denominator)
        case "__floor__":
            return floordiv(numerator, denominator)
        case "__ceil__":
            return neg(floordiv(neg(numerator), denominator))
        case "__trunc__" | "__int__":
            down, up = floordiv(numerator, denominator), neg(floordiv(neg(numerator), denominator))
            return ite(lt(numerator, 0), up, down)
        case "__float__":
            return arithmetic(m, "Div", numerator, denominator)
    return None


def rounded(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    value, *digits = (settle(m, each) for each in positional)
    pair = fraction_pair(value)
    assert pair is not None
    numerator, denominator = pair
    if not digits or digits[0] is NONE:
        return nearest(numerator, denominator)
    places = digits[0]
    if not isinstance(places, int) or abs(places) > _MOST_POWER:
        unsupported("round() of a Fraction to a number of digits that is not known")
    shift = 10 ** abs(places)
    if places >= 0:
        return _fraction(nearest(mul(numerator, shift), denominator), shift)
    return _fraction(mul(nearest(numerator, mul(denominator, shift)), shift), 1)


def limit_denominator(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = settle(m, positional[0])
    assert isinstance(owner, ValueObject)
    held = value_objects.object_of(owner)
    most = positional[1] if len(positional) > 1 else keywords.get("max_denominator", 10**6)
    if held is None or not isinstance(most, int):
        unsupported("Fraction.limit_denominator() of what is not known")
    try:
        made = value_objects.value_of(held.limit_denominator(most))
    except ValueError as error:
        throw(ValueError, str(error))
    assert made is not None
    return made


MODELS: dict[str, Model] = {
    "fractions.Fraction": make,
    "fractions.Fraction.__round__": rounded,
    "fractions.Fraction.limit_denominator": limit_denominator,
}
