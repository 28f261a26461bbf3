"""The kinds of Python values: one entry for each says what it is called, and what of it may differ.

A new kind of value is its class in `values`, named in the union there, and an entry here: mypy then
tells where operations must know of it. Joining the ends of operations (`joined_values`), merging
paths (`invariants.merged_values`), `is` and `==`, names in messages and what a value leads to all
go by the entries.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import Field, dataclass, fields, is_dataclass
from enum import Enum
from typing import Any

from heapwise.frontends.python.model.values import (
    BoundMethod,
    Boxed,
    Builtin,
    Bytes,
    Cell,
    ClassValue,
    Compared,
    Context,
    DictContents,
    EnumValue,
    ExceptionValue,
    Function,
    FunctionCall,
    GuardedSet,
    HashOf,
    Host,
    Identity,
    InputFunction,
    Iteration,
    ListContents,
    Looked,
    Match,
    Modelled,
    Opaque,
    Queue,
    Range,
    SetContents,
    Slice,
    Super,
    Tagged,
    Tuple,
    Unique,
    UnknownText,
    ValueObject,
    View,
    Weak,
)
from heapwise.frontends.python.source.function_code import FunctionCode


class Union(Enum):
    """Where a value may become an alternative of a union with a value of another kind."""

    NEVER = 0
    MERGED = 1
    """Only where paths merge: the program does something else with each at once."""
    ALWAYS = 2


@dataclass(frozen=True, slots=True)
class ValueKind:
    """`name` is what operations call the kind, `type_name` what messages call the type, if that is
    another name.

    Two values of the kind can be one where paths merge, if they differ in `parts` only; if it
    `joins`, also where an operation has ended in several ways.

    Two of them are the same if their `scalar` is, and the field `within`.
    """

    name: str
    type_name: str | None = None
    parts: tuple[str, ...] = ()
    joins: bool = False
    union: Union = Union.NEVER
    scalar: str | None = None
    within: str | None = None


_ALWAYS, _MERGED = Union.ALWAYS, Union.MERGED
KINDS: Mapping[type, ValueKind] = {
    bool: ValueKind("bool", union=_ALWAYS),
    int: ValueKind("int", union=_ALWAYS),
    float: ValueKind("float", union=_ALWAYS),
    str: ValueKind("str", union=_ALWAYS),
    Bytes: ValueKind("bytes", parts=("text",), joins=True, union=_ALWAYS, scalar="text"),
    ValueObject: ValueKind("valueobject", parts=("parts",), joins=True, union=_ALWAYS),
    Tuple: ValueKind("tuple", parts=("items",), joins=True, union=_ALWAYS),
    EnumValue: ValueKind(
        "enum", parts=("index",), joins=True, union=_ALWAYS, scalar="index", within="cls"
    ),
    Opaque: ValueKind(
        "opaque", "object", parts=("term",), joins=True, union=_ALWAYS, scalar="term"
    ),
    Range: ValueKind("range", parts=("start", "stop", "step"), joins=True, union=_MERGED),
    Slice: ValueKind("slice", parts=("start", "stop", "step"), joins=True, union=_MERGED),
    Weak: ValueKind("weak", "ReferenceType", parts=("of",), joins=True),
    ExceptionValue: ValueKind("exception", parts=("args",), joins=True),
    Host: ValueKind("host", union=_MERGED),
    ClassValue: ValueKind("class", "type", union=_MERGED),
    Builtin: ValueKind("builtin", "builtin_function_or_method", union=_MERGED),
    Function: ValueKind("function", parts=("defaults", "cells"), union=_MERGED),
    BoundMethod: ValueKind("method", parts=("receiver",), union=_MERGED),
    InputFunction: ValueKind("inputfunction", "function", scalar="number", within="shape"),
    View: ValueKind("view", parts=("source",), union=_MERGED),
    HashOf: ValueKind("hashof", parts=("of",), union=_MERGED),
    Identity: ValueKind("identity", parts=("of",), union=_MERGED),
    Compared: ValueKind("compared", parts=("value",)),
    Tagged: ValueKind("tagged", union=_MERGED),
    Super: ValueKind("super"),
    UnknownText: ValueKind("text", "str"),
    Unique: ValueKind("unique"),
    Queue: ValueKind("queue"),
    Match: ValueKind("match", "Match"),
    Modelled: ValueKind("modelled", scalar="state", within="prefix"),
    Context: ValueKind("context"),
    # Contents by location. The position of an iterator may not differ: it is used as an index.
    Cell: ValueKind("cell", parts=("value",), joins=True),
    Boxed: ValueKind("boxed", parts=("value",)),
    ListContents: ValueKind("listcontents", parts=("items",), joins=True),
    SetContents: ValueKind("setcontents"),
    GuardedSet: ValueKind("guardedset"),
    DictContents: ValueKind("dictcontents"),
    Iteration: ValueKind("iteration", parts=("source", "extra")),
    Looked: ValueKind("looked"),
    FunctionCall: ValueKind("functioncall"),
}
_FIELDS = {cls: fields(cls) for cls in KINDS if is_dataclass(cls)}


def fields_of_values(cls: type) -> tuple[Field[Any], ...]:
    """Of a dataclass; none of another class."""
    known = _FIELDS.get(cls)
    if known is not None:
        return known
    return fields(cls) if is_dataclass(cls) else ()


def kind_of_value(value: object) -> ValueKind | None:
    """None of what is no value of a program."""
    return KINDS.get(type(value))


def inner_values(value: object) -> Iterable[object]:
    """What a value leads to. A weak reference leads nowhere, and code to no value: it has thousands
    of parts."""
    if isinstance(value, tuple):
        return value
    if isinstance(value, Weak | FunctionCode):
        return ()
    return [getattr(value, each.name) for each in fields_of_values(type(value))]
