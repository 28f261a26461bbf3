"""Making containers, and the operations on them that syntax itself has."""

from __future__ import annotations

import types

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import NONE, Host, ListContents, Tuple, Value
from heapwise.frontends.python.semantics.containers import dicts, sets
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_dict,
    is_ref,
    runtime,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.operations import attribute_access
from heapwise.terms import Term


def make_tuple(m: Mac, *items: Value) -> Tuple:
    return Tuple(items)


def make_list(m: Mac, *items: Value) -> Term:
    return sequences.new_list(m, items)


def make_set(m: Mac, *items: Value) -> Value | Enter:
    loc = sequences.new_set(m, ())
    return sets.update_with(m, loc, Tuple(items), calls.Give(loc))


def make_dict(m: Mac) -> Term:
    return sequences.new_dict(m, ())


def mapping_to_spread(m: Mac, value: Value) -> Value | Enter:
    """What `**value` passes: a dict, or one made of a mapping of the program's own."""
    value = settle(m, value)
    is_own = is_ref(value) and category(m, value) == "object"
    if not is_own and not isinstance(value, Host):
        return value
    whole = sequences.new_dict(m, ())
    return calls.finished(merge_dict(m, whole, value), calls.Give(whole))


def tuple_of_list(m: Mac, whole: Term) -> Tuple:
    return make_tuple(m, *sequences.items_of(m, whole))


def append(m: Mac, whole: Term, item: Value) -> Value:
    """To a list that is being made."""
    contents = m.load(whole)
    assert isinstance(contents, ListContents)
    m.put(whole, ListContents((*contents.items, item)))
    return NONE


def add(m: Mac, whole: Term, item: Value) -> Value | Enter:
    """To a set that the program has made; a choice whether it is there already."""
    return sets.add(m, (whole, item), {})


def add_all(m: Mac, whole: Term, items: Value) -> Value | Enter:
    """`*items` in the display of a set."""
    return sets.update_with(m, whole, settle(m, items), calls.Give(NONE))


def merge_dict(m: Mac, target: Term, other: Value) -> Value | Enter:
    """`**other` in a display."""
    other = settle(m, other)
    if isinstance(other, Host) and isinstance(other.value, types.MappingProxyType):
        wrap = runtime(m).wrap
        entries = tuple((wrap(m, key), wrap(m, item)) for key, item in other.value.items())
        other = sequences.new_dict(m, entries)
    if not is_dict(m, other):
        if is_ref(other) and category(m, other) == "object":
            if attribute_access.has_attribute(m, other, "keys"):
                more = sequences.new_dict(m, ())
                update = runtime(m).prelude(m, "update_from_mapping")
                return calls.enter(m, update, (target, other, more), calls.Give(NONE))
        elif isinstance(other, Host):
            unsupported(f"** of {type_name(m, other)}")
        throw(TypeError, f"'{type_name(m, other)}' object is not a mapping")
    return dicts.fill(m, target, (other,), {}, calls.Give(NONE))
