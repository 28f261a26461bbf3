"""Parts of match statements: what a pattern asks of its subject, and what it takes from it.

Each question gives a condition and leaves the choice to the branch that follows it, so that a case
forks only into taken and not taken. What a pattern takes is only asked for where it fits.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwise.engine.machine import Enter
from heapwise.engine.state import Exhausted
from heapwise.frontends.python.model.universe import is_named_tuple
from heapwise.frontends.python.model.values import NONE, ClassValue, Host, Opaque, Value
from heapwise.frontends.python.semantics.core import calls, mappings, sequences
from heapwise.frontends.python.semantics.core.equal_items import is_among
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_ref,
    kind_or_category,
    python_class,
    receiver,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.objects import introspection
from heapwise.frontends.python.semantics.operations import attribute_access
from heapwise.frontends.python.source.hierarchy import declared
from heapwise.terms import Scalar, add, eq, le

_SEQUENCES = ("tuple", "range", "list", "deque", "record")
_WHOLE = (bool, bytearray, bytes, dict, float, frozenset, int, list, set, str, tuple)
"""Classes whose one positional pattern is about the object itself."""


# -- sequences


def is_sequence_of(m: Mac, count: int, star: int | None, subject: Value) -> Scalar:
    subject = settle(m, subject)
    if not _is_sequence(m, subject):
        return False
    length = sequences.length_of(m, subject)
    return eq(length, count) if star is None else le(count - 1, length)


def _is_sequence(m: Mac, subject: Value) -> bool:
    held = kind_or_category(m, subject)
    if is_ref(subject) and held == "object":
        cls = python_class(m, subject)
        if is_named_tuple(cls):
            return True
        if issubclass(cls, Sequence):
            unsupported(f"sequence patterns for {cls.__name__}")
        return False
    if isinstance(subject, Opaque):
        unsupported(f"sequence patterns for a value of type {subject.name.lstrip('?')}")
    if isinstance(subject, Host) and isinstance(subject.value, Sequence):
        if isinstance(subject.value, bytes | bytearray):
            return False
        unsupported(f"sequence patterns for {type(subject.value).__name__}")
    return held in _SEQUENCES


def sequence_part(m: Mac, index: int, count: int, star: int | None, subject: Value) -> Value:
    """Of a subject that fits: the item, or the list of those that the star stands for."""
    subject = settle(m, subject)
    if is_ref(subject) and category(m, subject) == "object":
        subject = sequences.as_tuple(m, subject)
    if star is None or index < star:
        return sequences.item_at(m, subject, index)
    length = sequences.length_of(m, subject)
    if index > star:
        return sequences.item_at(m, subject, add(length, index - count))
    end = sequences.count_of(m, subject) - (count - star - 1)
    items = tuple(sequences.item_at(m, subject, at) for at in range(star, end))
    return sequences.new_list(m, items)


# -- mappings


def is_mapping(m: Mac, subject: Value) -> bool:
    subject = settle(m, subject)
    held = kind_or_category(m, subject)
    if is_ref(subject) and held == "object" and issubclass(python_class(m, subject), Mapping):
        unsupported(f"mapping patterns for {python_class(m, subject).__name__}")
    if isinstance(subject, Opaque):
        unsupported(f"mapping patterns for a value of type {subject.name.lstrip('?')}")
    if isinstance(subject, Host) and isinstance(subject.value, Mapping):
        unsupported(f"mapping patterns for {type(subject.value).__name__}")
    return held == "dict"


def has_key(m: Mac, subject: Value, key: Value) -> Scalar:
    return mappings.has_key(m, receiver(m, subject), key)


def value_at(m: Mac, subject: Value, key: Value) -> Value:
    """Without making a default, as a defaultdict otherwise would."""
    found = mappings.lookup(m, receiver(m, subject), key)
    assert found is not None, "the key was there"
    return found[0]


def rest_of(m: Mac, subject: Value, *keys: Value) -> Value:
    entries = sequences.entries_of(m, receiver(m, subject))
    kept = tuple((key, value) for key, value in entries if not m.decide(is_among(m, key, keys)))
    return sequences.new_dict(m, kept)


# -- classes


def is_of_class(m: Mac, subject: Value, cls: Value) -> Scalar:
    return introspection.instance_of(m, subject, _class(m, cls))


def _class(m: Mac, value: Value) -> type:
    value = settle(m, value)
    if isinstance(value, ClassValue):
        return value.cls
    throw(TypeError, "called match pattern must be a class")


def positional_part(m: Mac, index: int, count: int, subject: Value, cls: Value) -> Value | Enter:
    name = _positional_name(index, count, _class(m, cls))
    return subject if name is None else attribute_part(m, name, subject)


def _positional_name(index: int, count: int, cls: type) -> str | None:
    """The attribute that a positional pattern is about; None for the object itself."""
    names = declared(cls, "__match_args__")
    if names is None:
        is_whole = any(base in _WHOLE for base in cls.__mro__)
        allowed = 1 if is_whole else 0
        if count > allowed:
            throw(
                TypeError,
                f"{cls.__name__}() accepts {allowed} positional sub-patterns ({count} given)",
            )
        return None
    if not isinstance(names, tuple):
        found = type(names).__name__
        throw(TypeError, f"{cls.__name__}.__match_args__ must be a tuple (got {found})")
    if count > len(names):
        throw(
            TypeError,
            f"{cls.__name__}() accepts {len(names)} positional sub-patterns ({count} given)",
        )
    name = names[index]
    if not isinstance(name, str):
        throw(TypeError, f"__match_args__ elements must be strings (got {type(name).__name__})")
    return name


def attribute_part(m: Mac, name: str, subject: Value) -> Value | Enter:
    """Exhausted if there is none."""
    if attribute_access.asks_program(m, subject, name):
        arguments = (subject, name, Exhausted(NONE))
        return calls.enter(m, runtime(m).prelude(m, "attribute_or_default"), arguments)
    if not attribute_access.has_attribute(m, subject, name):
        return Exhausted(NONE)
    return attribute_access.get_attribute(m, name, subject)
