"""Strings that are compared and never looked into (`--strings opaque`).

Two strings are equal or not, and one comes before the other; nothing is asked of the characters of
one that is not known, so that the solver has no texts to find. Known texts are texts as ever.
"""

from __future__ import annotations

from functools import partial

from heapwise.engine.machine import Result, UnsupportedError
from heapwise.frontends.java.models.library_model import (
    Mac,
    Model,
    is_null,
    java_int,
    text_of,
    universe,
)
from heapwise.frontends.java.universe.well_known import STRING
from heapwise.terms import REF, Scalar, Term, eq, ite, str_lt

_COMPARING = frozenset(
    ["<clinit>", "<init>", "equals", "hashCode", "isEmpty", "toString", "valueOf"]
)
"""What does not look at characters, or only copies a text as a whole."""


def without_characters(name: str, model: Model) -> Model:
    """The model of a method of String, for strings that are opaque."""
    if name in _COMPARING:
        return model
    if name == "compareTo":
        return partial(_compare_to, model)

    def guarded(m: Mac, *values: Scalar) -> Result:
        for value in values:
            if _is_opaque(m, value):
                raise UnsupportedError(f"String.{name}, which looks into an opaque string")
        return model(m, *values)

    return guarded


def _compare_to(exactly: Model, m: Mac, ref: Term, other: Term) -> Result:
    """The sign of what a JVM has, which is all that an order tells."""
    one, another = text_of(m, ref), text_of(m, other)
    if isinstance(one, str) and isinstance(another, str):
        return exactly(m, ref, other)
    return java_int(m, ite(eq(one, another), 0, ite(str_lt(one, another), -1, 1)))


def _is_opaque(m: Mac, value: Scalar) -> bool:
    """Is it a string whose text is not known?"""
    if not isinstance(value, Term) or value.sort is not REF:
        return False
    string = universe(m).decl(STRING)
    if string not in m.possible_classes(value) or m.decide(is_null(m, value)):
        return False
    if not m.decide(m.is_instance(value, string)):
        return False
    return not isinstance(text_of(m, value), str)
