"""Static types of expressions of the POSE language, most of which no declaration names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from heapwise.frontends.lowering import common_superclass
from heapwise.program import ClassDecl, Type


class Special(Enum):
    """Static types that no declaration can name."""

    NULL = "null"
    ANY = "BOT"
    MIXED = "values of different types"


@dataclass(frozen=True, slots=True)
class Unknown:
    """The type of an input that is still to be found."""

    symbol: str


StaticType: TypeAlias = Type | Special | Unknown


def join(a: StaticType, b: StaticType) -> StaticType:
    """The static type of a value that comes from either side of an `if`."""
    if a == b or b is Special.ANY or isinstance(b, Unknown):
        return a
    if a is Special.ANY or isinstance(a, Unknown):
        return b
    for one, other in ((a, b), (b, a)):
        if one is Special.NULL and isinstance(other, ClassDecl):
            return other
    if isinstance(a, ClassDecl) and isinstance(b, ClassDecl):
        return common_superclass(a, b)
    return Special.MIXED


def describe(type_: StaticType) -> str:
    if isinstance(type_, Special):
        return type_.value
    return f"the input {type_.symbol}" if isinstance(type_, Unknown) else str(type_)


def type_in_code(type_: StaticType) -> Type | None:
    """The type that instructions can name, if it is one."""
    return None if isinstance(type_, (Special, Unknown)) else type_
