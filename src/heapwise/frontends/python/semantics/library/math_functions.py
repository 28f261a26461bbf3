"""The module `math` for numbers that are not known: what a term can say.

The rest is called for real where the arguments are known.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from heapwise.frontends.python.model.values import Value
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    kind,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_number, plain
from heapwise.frontends.python.semantics.library import pure_functions
from heapwise.frontends.python.semantics.numbers import whole_floats
from heapwise.terms import (
    FLOAT,
    Scalar,
    Term,
    and_,
    eq,
    feq,
    float_of_int,
    floor_of_float,
    flt,
    fneg,
    int_of_float,
    is_infinite,
    is_nan,
    ite,
    lt,
    neg,
    not_,
    sort_of,
)


@dataclass(frozen=True, slots=True)
class OfOneNumber:
    """`integer` and `floating` say it of a term of that sort."""

    real: Callable[..., object]
    integer: Callable[[Mac, Scalar], Scalar]
    floating: Callable[[Mac, Scalar], Scalar]

    def __call__(self, m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]) -> Value:
        name = f"math.{self.real.__name__}"
        if len(positional) != 1 or keywords:
            throw(TypeError, f"{name}() takes exactly one argument ({len(positional)} given)")
        value = plain(settle(m, positional[0]), int | float)
        if kind(value) not in ("int", "bool", "float"):
            if kind(value) in ("ref", "opaque", "host"):
                unsupported(f"{name}() of {type_name(m, value)}")
            throw(TypeError, f"must be real number, not {type_name(m, value)}")
        number = as_number(value)
        if not isinstance(number, Term):
            done = pure_functions.called(m, self.real, name, (number,), {})
            if done is None:
                unsupported(f"{name}()")
            return done[0]
        of_sort = self.floating if sort_of(number) is FLOAT else self.integer
        return of_sort(m, number)


def _itself(m: Mac, value: Scalar) -> Scalar:
    return value


def _never(m: Mac, value: Scalar) -> Scalar:
    return False


def _always(m: Mac, value: Scalar) -> Scalar:
    return True


def _finite(m: Mac, value: Scalar) -> None:
    if m.decide(is_nan(value)):
        throw(ValueError, "cannot convert float NaN to integer")
    if m.decide(is_infinite(value)):
        throw(OverflowError, "cannot convert float infinity to integer")


def _floor(m: Mac, value: Scalar) -> Scalar:
    _finite(m, value)
    return floor_of_float(value)


def _ceil(m: Mac, value: Scalar) -> Scalar:
    _finite(m, value)
    return neg(floor_of_float(fneg(value)))


def _trunc(m: Mac, value: Scalar) -> Scalar:
    _finite(m, value)
    return int_of_float(value)


def _size(m: Mac, value: Scalar) -> Scalar:
    return ite(feq(value, 0.0), 0.0, ite(flt(value, 0.0), fneg(value), value))


def _size_of_int(m: Mac, value: Scalar) -> Scalar:
    return _size(m, float_of_int(value))


def _is_nan(m: Mac, value: Scalar) -> Scalar:
    return is_nan(value)


def _is_infinite(m: Mac, value: Scalar) -> Scalar:
    return is_infinite(value)


def _is_finite(m: Mac, value: Scalar) -> Scalar:
    return and_(not_(is_nan(value)), not_(is_infinite(value)))


def _root(m: Mac, value: Scalar) -> Scalar:
    negative = flt(value, 0.0) if sort_of(value) is FLOAT else lt(value, 0)
    if m.decide(negative):
        throw(ValueError, "math domain error")
    if sort_of(value) is not FLOAT:
        # Small numbers one by one: programs look for divisors up to the root.
        for number in range(_FEW + 1):
            if m.decide(eq(value, number)):
                return math.sqrt(number)
    return whole_floats.root(m, value)


_FEW = 32

MODELS: dict[str, Model] = {
    "math.sqrt": OfOneNumber(math.sqrt, _root, _root),
    "math.floor": OfOneNumber(math.floor, _itself, _floor),
    "math.ceil": OfOneNumber(math.ceil, _itself, _ceil),
    "math.trunc": OfOneNumber(math.trunc, _itself, _trunc),
    "math.fabs": OfOneNumber(math.fabs, _size_of_int, _size),
    "math.isnan": OfOneNumber(math.isnan, _never, _is_nan),
    "math.isinf": OfOneNumber(math.isinf, _never, _is_infinite),
    "math.isfinite": OfOneNumber(math.isfinite, _always, _is_finite),
}
