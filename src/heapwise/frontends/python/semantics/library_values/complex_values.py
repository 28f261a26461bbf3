"""Complex numbers: two floats."""

from __future__ import annotations

import math

from heapwise.frontends.python.model.values import Value, ValueObject
from heapwise.frontends.python.semantics.core.arguments import Model, take
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_number,
    is_str,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.plain import as_integer, to_float
from heapwise.frontends.python.semantics.core.special_methods import special_method
from heapwise.terms import Scalar, Term, fadd, fdiv, feq, fle, flt, fmul, fneg, fsub, ite

Pair = tuple[Scalar, Scalar]


def pair_of(m: Mac, value: Value) -> Pair | None:
    """Real and imaginary part of any number."""
    if isinstance(value, ValueObject) and value.cls is complex:
        real, imaginary = value.parts
        assert isinstance(real, Term | float) and isinstance(imaginary, Term | float)
        return real, imaginary
    return (to_float(m, value), 0.0) if is_number(value) else None


def _complex(real: Scalar, imaginary: Scalar) -> ValueObject:
    return ValueObject(complex, (real, imaginary))


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    names = ("real", "imag")
    real, imaginary = (
        as_integer(m, settle(m, each))
        for each in take("complex", positional, keywords, names, 0, real=0.0, imag=0.0)
    )
    if is_str(real):
        unsupported("complex() of text that is not known")
    one, other = pair_of(m, real), pair_of(m, imaginary)
    for pair, value in ((one, real), (other, imaginary)):
        if pair is None:
            for method in ("__complex__", "__float__", "__index__"):
                if special_method(m, value, method) is not None:
                    unsupported(f"complex() of an object with {method}")
            name = type_name(m, value)
            throw(TypeError, f"complex() argument must be a string or a number, not {name!r}")
    assert one is not None and other is not None
    if isinstance(real, ValueObject) or isinstance(imaginary, ValueObject):
        if len(positional) + len(keywords) == 1:
            return _complex(*one)
        unsupported("complex() of complex numbers")
    return _complex(one[0], other[0])


def part(m: Mac, owner: ValueObject, name: str) -> Value | None:
    if name == "real":
        return owner.parts[0]
    return owner.parts[1] if name == "imag" else None


def combined(m: Mac, op: str, left: Value, right: Value) -> Value | None:
    if op not in ("Add", "Sub", "Mult", "Div", "Pow"):
        return None  # before an operand is found to be too large for a float
    one, other = pair_of(m, left), pair_of(m, right)
    if one is None or other is None:
        return None
    (a, b), (c, d) = one, other
    match op:
        case "Add":
            return _complex(fadd(a, c), fadd(b, d))
        case "Sub":
            return _complex(fsub(a, c), fsub(b, d))
        case "Mult":
            real = fsub(fmul(a, c), fmul(b, d))
            return _complex(real, fadd(fmul(a, d), fmul(b, c)))
        case "Div":
            return _quotient(m, one, other)
        case "Pow":
            unsupported("** of complex numbers that are not known")
    return None


def _quotient(m: Mac, one: Pair, other: Pair) -> Value:
    """As CPython does it, which divides by the larger part of the divisor first."""
    (a, b), (c, d) = one, other
    real, imaginary = (ite(flt(part, 0.0), fneg(part), part) for part in other)
    if m.decide(fle(imaginary, real)):
        if m.decide(feq(real, 0.0)):
            throw(ZeroDivisionError, "complex division by zero")
        ratio = fdiv(d, c)
        by = fadd(c, fmul(d, ratio))
        return _complex(fdiv(fadd(a, fmul(b, ratio)), by), fdiv(fsub(b, fmul(a, ratio)), by))
    if m.decide(fle(real, imaginary)):
        ratio = fdiv(c, d)
        by = fadd(fmul(c, ratio), d)
        return _complex(fdiv(fadd(fmul(a, ratio), b), by), fdiv(fsub(fmul(b, ratio), a), by))
    return _complex(math.nan, math.nan)


def unary(m: Mac, name: str, value: ValueObject) -> Value | None:
    real, imaginary = value.parts
    assert isinstance(real, Term | float) and isinstance(imaginary, Term | float)
    if name == "__pos__":
        return value
    if name == "__neg__":
        return _complex(fneg(real), fneg(imaginary))
    if name == "__abs__":
        unsupported("abs() of a complex number that is not known")
    return None


def conjugate(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    owner = settle(m, positional[0])
    assert isinstance(owner, ValueObject)
    real, imaginary = owner.parts
    assert isinstance(real, Term | float) and isinstance(imaginary, Term | float)
    return _complex(real, fneg(imaginary))


MODELS: dict[str, Model] = {"complex": make, "builtins.complex.conjugate": conjugate}
