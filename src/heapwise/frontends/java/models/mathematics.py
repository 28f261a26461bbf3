"""java.lang.Math where the bytecode would branch or take floats apart, and one term will do.

All others run as the JDK has them, `floorMod` or `addExact` for example. Where the JDK has native
code (`sin`, `log` …), known numbers are computed as accurately as the platform does, which may be
off by the last bit: an approximation, and told as one.
"""

from __future__ import annotations

import math

from heapwise.engine.machine import UnsupportedError
from heapwise.frontends.java.models.library_model import NATIVE, Mac, Model, Table, arithmetic
from heapwise.terms import (
    Scalar,
    Term,
    and_,
    eq,
    fadd,
    fceil,
    feq,
    ffloor,
    fle,
    flt,
    frint,
    fsqrt,
    fsub,
    is_nan,
    ite,
    lt,
    to_float64,
)


def smaller(m: Mac, a: Scalar, b: Scalar) -> Scalar:
    return ite(lt(b, a), b, a)


def larger(m: Mac, a: Scalar, b: Scalar) -> Scalar:
    return ite(lt(a, b), b, a)


def absolute_int(m: Mac, a: Scalar) -> Scalar:
    return ite(lt(a, 0), arithmetic(m, "ineg")(a), a)


def absolute_long(m: Mac, a: Scalar) -> Scalar:
    return ite(lt(a, 0), arithmetic(m, "lneg")(a), a)


def absolute_double(m: Mac, a: Scalar) -> Scalar:
    return ite(fle(a, 0.0), fsub(0.0, a), a)


def absolute_float(m: Mac, a: Scalar) -> Scalar:
    return ite(fle(a, 0.0), arithmetic(m, "fsub")(0.0, a), a)


def smaller_float(m: Mac, a: Scalar, b: Scalar) -> Scalar:
    """NaN if one is; -0.0 is less than 0.0."""
    zeros = and_(eq(b, -0.0), feq(a, 0.0))
    return ite(is_nan(a), a, ite(zeros, b, ite(fle(a, b), a, b)))


def larger_float(m: Mac, a: Scalar, b: Scalar) -> Scalar:
    zeros = and_(eq(a, -0.0), feq(b, 0.0))
    return ite(is_nan(a), a, ite(zeros, b, ite(fle(b, a), a, b)))


def square_root(m: Mac, a: Scalar) -> Scalar:
    return fsqrt(a)


def floor(m: Mac, a: Scalar) -> Scalar:
    return ffloor(a)


def ceiling(m: Mac, a: Scalar) -> Scalar:
    return fceil(a)


def nearest(m: Mac, a: Scalar) -> Scalar:
    return frint(a)


def _rounded(a: Scalar) -> Scalar:
    """The nearest integer as a float, halves upwards. The difference below is not rounded."""
    below = ffloor(a)
    return ite(flt(fsub(a, below), 0.5), below, fadd(below, 1.0))


def round_double(m: Mac, a: Scalar) -> Scalar:
    return arithmetic(m, "d2l")(_rounded(a))


def round_float(m: Mac, a: Scalar) -> Scalar:
    return arithmetic(m, "d2i")(_rounded(to_float64(a)))


def _native(name: str) -> Model:
    """Total, as Java is."""
    function = getattr(math, name)

    def model(m: Mac, *values: Scalar) -> Scalar:
        if any(isinstance(value, Term) for value in values):
            raise UnsupportedError(f"the {name} of a symbolic number")
        try:
            result: float = function(*values)
        except (ValueError, OverflowError):
            return _limit(name, *values)
        if result not in _EXACT and not math.isnan(result):
            m.approximate(f"the last bit of {name}() is that of this platform")
        return result

    return model


def _limit(name: str, *values: Scalar) -> float:
    """Where Python raises."""
    (value,) = values[:1]
    assert isinstance(value, float)
    if (name in ("log", "log10") and value == 0.0) or (name == "log1p" and value == -1.0):
        return -math.inf
    if name in ("exp", "expm1", "cosh"):
        return math.inf
    return math.copysign(math.inf, value) if name == "sinh" else math.nan


_EXACT = (0.0, 1.0, math.inf, -math.inf)
_NATIVES = (
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh"),
    *("exp", "expm1", "log", "log10", "log1p"),
)
_INTRINSICS = ("sin", "cos", "tan", "exp", "log", "log10")
"""What HotSpot computes in ways of its own."""
_MATH: dict[str, Model] = {
    **{f"min({kind}{kind}){kind}": smaller for kind in "IJ"},
    **{f"max({kind}{kind}){kind}": larger for kind in "IJ"},
    **{f"min({kind}{kind}){kind}": smaller_float for kind in "FD"},
    **{f"max({kind}{kind}){kind}": larger_float for kind in "FD"},
    "abs(I)I": absolute_int,
    "abs(J)J": absolute_long,
    "abs(F)F": absolute_float,
    "abs(D)D": absolute_double,
    "sqrt": square_root,
    "floor": floor,
    "ceil": ceiling,
    "rint": nearest,
    "round(D)J": round_double,
    "round(F)I": round_float,
}
MODELS: Table = {
    "java/lang/Math": {**_MATH, **{name: _native(name) for name in _INTRINSICS}},
    "java/lang/StrictMath": {**_MATH, **{f"{NATIVE}{name}": _native(name) for name in _NATIVES}},
}
