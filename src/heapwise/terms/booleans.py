"""The simplifying constructors of not, and, or: flat, and without duplicates."""

from __future__ import annotations

from collections.abc import Iterable

from heapwise.terms.sorts import BOOL
from heapwise.terms.term import Op, Scalar, Term, make


def not_(a: Scalar) -> Scalar:
    if type(a) is bool:
        return not a
    assert isinstance(a, Term)
    if a.op == Op.NOT:
        return a.args[0]
    return make(Op.NOT, BOOL, (a,))


def and_(*parts: Scalar) -> Scalar:
    return _junction(parts, Op.AND, True)


def or_(*parts: Scalar) -> Scalar:
    return _junction(parts, Op.OR, False)


def _junction(parts: Iterable[Scalar], op: str, unit: bool) -> Scalar:
    kept: dict[Term, None] = {}
    for part in parts:
        if type(part) is bool:
            if part is not unit:
                return not unit
            continue
        assert isinstance(part, Term)
        if part.op == op:
            for arg in part.args:
                assert isinstance(arg, Term)
                kept[arg] = None
        else:
            kept[part] = None
    if not kept:
        return unit
    if len(kept) == 1:
        return next(iter(kept))
    for part in kept:
        if part.op == Op.NOT and part.args[0] in kept:
            return not unit
    return make(op, BOOL, tuple(kept))


def implies(a: Scalar, b: Scalar) -> Scalar:
    return or_(not_(a), b)
