"""Members of enums: by value, and by name."""

from __future__ import annotations

import enum
import sys

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.members import raw_attribute
from heapwise.frontends.python.model.universe import members_of
from heapwise.frontends.python.model.values import (
    ClassValue,
    EnumValue,
    UnknownText,
    Value,
)
from heapwise.frontends.python.semantics.core import calls, pieces
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.operations import (
    describing,
)
from heapwise.frontends.python.semantics.operations.equality import equal
from heapwise.terms import Term, eq

_WITHOUT_MEMBERS = (
    "has no members; specify `names=()` if you meant to create a new, empty, enum"
    if sys.version_info >= (3, 12)
    else "has no members defined"
)


def enum_member(m: Mac, cls: type, positional: tuple[Value, ...]) -> Value | Enter:
    """`Color(2)`."""
    if len(positional) != 1:
        unsupported("making an enum class")
    value = settle(m, positional[0])
    if isinstance(value, EnumValue) and value.cls is cls:
        return value
    for index, member in enumerate(members_of(cls)):
        if m.decide(equal(m, value, runtime(m).wrap(m, member.value))):
            return EnumValue(cls, index)
    if issubclass(cls, enum.Flag):
        unsupported(f"{cls.__name__}() of a value that is no member's: flags that are combined")
    if not members_of(cls):
        throw(TypeError, UnknownText(f"{cls!r} {_WITHOUT_MEMBERS}", message=True))
    missing = raw_attribute(cls, "_missing_")
    if isinstance(missing, classmethod) and missing.__func__.__module__ != enum.__name__:
        own = runtime(m).method(m, missing.__func__)
        function = runtime(m).prelude(m, "missing_member")
        return calls.enter(m, function, (own, ClassValue(cls), value))
    text = (describing.quoted(m, value), f" is not a valid {cls.__qualname__}")
    throw(ValueError, pieces.joined(text))


def enum_by_name(m: Mac, cls: type, key: Value) -> Value:
    """Of a member, or another name of one."""
    assert issubclass(cls, enum.Enum)
    for name, member in cls.__members__.items():
        if isinstance(key, str | Term) and m.decide(eq(key, name)):
            return runtime(m).wrap(m, member)
    throw(KeyError, key)
