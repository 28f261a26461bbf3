"""The module `math` for numbers that are not known: what a term can say.

The rest is called for real where the arguments are known (`pure_functions`).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.values import Host, Opaque, Tuple, Value, ValueObject
from heapwise.frontends.python.semantics.core import calls, pure_functions, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_number,
    is_ref,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_number, plain, to_float
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.frontends.python.semantics.numbers import bits, whole_floats
from heapwise.frontends.python.semantics.numbers.number_functions import (
    by_python,
    integer,
    required,
    size_of_float,
)
from heapwise.terms import (
    FLOAT,
    Scalar,
    Term,
    and_,
    eq,
    fadd,
    feq,
    fle,
    float_of_int,
    floor_of_float,
    flt,
    fmul,
    fneg,
    fsub,
    int_of_float,
    is_infinite,
    is_nan,
    ite,
    lt,
    neg,
    not_,
    or_,
    sort_of,
)

_OWN = ("__floor__", "__ceil__", "__trunc__")


def _as_float(m: Mac, value: ValueObject) -> Value:
    """A Fraction or a Decimal as what the functions of C see; what has no float stays."""
    own = special_method(m, value, "__float__")
    result = value if own is None else calls.invoke(m, own, (value,))
    assert not isinstance(result, Enter)
    return result


@dataclass(frozen=True, slots=True)
class OfOneNumber:
    """`integer` and `floating` say it of a term of that sort."""

    real: Callable[..., object]
    integer: Callable[[Mac, Scalar], Scalar]
    floating: Callable[[Mac, Scalar], Scalar]

    def __call__(
        self, m: Mac, positional: tuple[Value, ...], keywords: dict[str, Value]
    ) -> Value | Enter:
        name = f"math.{self.real.__name__}"
        if len(positional) != 1 or keywords:
            throw(TypeError, f"{name}() takes exactly one argument ({len(positional)} given)")
        value = plain(settle(m, positional[0]), int | float)
        if isinstance(value, ValueObject):
            special = f"__{self.real.__name__}__"
            own = special_method(m, value, special) if special in _OWN else None
            if own is not None:
                return calls.invoke(m, own, (value,))
            value = _as_float(m, value)
        if not is_number(value):
            if is_ref(value) or isinstance(value, Opaque | Host):
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


def integer_root(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = take("isqrt", positional, keywords, ("n",), 1)
    n = integer(m, "isqrt", value)
    if not isinstance(n, Term):
        return by_python(math.isqrt, n)
    if m.decide(lt(n, 0)):
        throw(ValueError, "isqrt() argument must be nonnegative")
    root = 0
    while not m.decide(lt(n, (root + 1) ** 2)):
        root += 1
        if root > bits.MOST_CHOICES:
            unsupported("math.isqrt() of a large symbolic integer")
    return root


def greatest_divisor(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    values = [integer(m, "gcd", value) for value in positional]
    if not any(isinstance(value, Term) for value in values):
        return by_python(math.gcd, *values)
    if len(values) != 2:
        function = runtime(m).prelude(m, "greatest_divisor_of")
        return calls.enter(m, function, (Tuple(tuple(values)),))
    return calls.enter(m, runtime(m).prelude(m, "greatest_divisor"), tuple(values))


def product(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    items, start = take("prod", positional, keywords, ("iterable", "start"), 1, start=1)
    return calls.enter(m, runtime(m).prelude(m, "product"), (items, start))


def _sum_of_few(m: Mac, values: list[Scalar]) -> Scalar:
    """Of one or two numbers: their sum is rounded once."""
    floats = [to_float(m, value) for value in values]
    if len(floats) > 2:
        raise CutError(SUMMED_FLOATS)
    first, second = (*floats, 0.0)[:2]
    total = fadd(first, second)
    infinite = or_(is_infinite(first), is_infinite(second))
    if m.decide(and_(infinite, is_nan(total), not_(is_nan(first)), not_(is_nan(second)))):
        throw(ValueError, "-inf + inf in fsum")
    if m.decide(and_(is_infinite(total), not_(infinite))):
        throw(OverflowError, "intermediate overflow in fsum")
    return fadd(total, 0.0) if len(floats) == 1 else total


SUMMED_FLOATS = "more than two unknown numbers that math.fsum() adds"


def float_sum(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (items,) = take("fsum", positional, keywords, ("seq",), 1)
    items = settle(m, items)
    if is_ref(items) and category(m, items) in ("iterator", "generator", "object"):
        unsupported("math.fsum() of an iterator")
    values = [required(m, "fsum", item) for item in sequences.items_of(m, items)]
    if any(isinstance(value, Term) for value in values):
        return _sum_of_few(m, values)
    return by_python(math.fsum, values)


def is_close(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    if len(positional) != 2:
        throw(TypeError, "isclose() takes exactly 2 positional arguments")
    given = [*positional, keywords.get("rel_tol", 1e-9), keywords.get("abs_tol", 0.0)]
    a, b, relative, least = (to_float(m, required(m, "isclose", v)) for v in given)
    if m.decide(or_(flt(relative, 0.0), flt(least, 0.0))):
        throw(ValueError, "tolerances must be non-negative")
    difference = size_of_float(fsub(b, a))
    near = [fle(difference, size_of_float(fmul(relative, value))) for value in (a, b)]
    infinite = or_(is_infinite(a), is_infinite(b))
    return or_(feq(a, b), and_(not_(infinite), or_(*near, fle(difference, least))))


MODELS: dict[str, Model] = {
    "math.sqrt": OfOneNumber(math.sqrt, _root, _root),
    "math.floor": OfOneNumber(math.floor, _itself, _floor),
    "math.ceil": OfOneNumber(math.ceil, _itself, _ceil),
    "math.trunc": OfOneNumber(math.trunc, _itself, _trunc),
    "math.fabs": OfOneNumber(math.fabs, _size_of_int, _size),
    "math.isnan": OfOneNumber(math.isnan, _never, _is_nan),
    "math.isinf": OfOneNumber(math.isinf, _never, _is_infinite),
    "math.isfinite": OfOneNumber(math.isfinite, _always, _is_finite),
    "math.isclose": is_close,
    "math.isqrt": integer_root,
    "math.gcd": greatest_divisor,
    "math.prod": product,
    "math.fsum": float_sum,
}
