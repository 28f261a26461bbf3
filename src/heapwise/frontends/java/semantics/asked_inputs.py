"""Inputs that a program asks for while it runs: nondeterministic values, what stubs answer.

What the surroundings hold is among them. The path keeps them in order, for its witness.
"""

from __future__ import annotations

from typing import NamedTuple

from heapwise.engine.state import StoreKey
from heapwise.frontends.java.semantics.runtime_api import Mac, universe_of
from heapwise.frontends.java.universe.scalars import RANGES, scalar_type, widening
from heapwise.program import INT, Type
from heapwise.terms import Scalar, and_, le

_CONDITION: StoreKey[str] = StoreKey("java condition")


class Asked(NamedTuple):
    """An input that was asked for; `descriptor` is there for primitive types. A `condition` of the
    contract has asked for it if that is not empty: a replay, which runs none, does not."""

    name: str
    type: Type
    descriptor: str
    condition: str = ""


NONDET: StoreKey[tuple[Asked, ...]] = StoreKey("nondet")
"""Where the store keeps the inputs that the program has asked for as it ran (`Asked`), in order."""


def begin_condition(m: Mac, name: str) -> int:
    """Up to `end_condition`, what is asked for is none of the method's business."""
    m.put(_CONDITION, name)
    return 0


def end_condition(m: Mac) -> int:
    m.put(_CONDITION, "")
    return 0


def running_condition(m: Mac) -> str:
    """Its name; empty if the method runs."""
    return m.load(_CONDITION) or ""


def asked_name(m: Mac, type_: Type, descriptor: str, prefix: str) -> str:
    """A name for one more input, which the path keeps with its type: `nondet1`, `nondet2` …"""
    before = m.load(NONDET) or ()
    condition = running_condition(m)
    number = 1 + sum(each.condition == condition for each in before)
    name = f"{condition}.{prefix}{number}" if condition else f"{prefix}{number}"
    m.put(NONDET, (*before, Asked(name, type_, descriptor, condition)))
    return name


def any_scalar(descriptor: str, prefix: str, m: Mac) -> Scalar:
    """Any value of a primitive type."""
    type_ = scalar_type(descriptor, universe_of(m).exact)
    return scalar_named(m, asked_name(m, type_, descriptor, prefix), descriptor)


def scalar_named(m: Mac, name: str, descriptor: str) -> Scalar:
    """The same under this name, and nobody has asked for it."""
    exact = universe_of(m).exact
    type_ = scalar_type(descriptor, exact)
    value = m.input_value(name, type_, False)
    if type_ is INT:
        bits = {"I": 31, "J": 63}.get(descriptor)
        low, high = RANGES[descriptor] if bits is None else (-(1 << bits), (1 << bits) - 1)
        m.assume(and_(le(low, value), le(value, high)))
    widen = widening(descriptor, exact) if descriptor != "Z" else None
    return value if widen is None else widen(value)
