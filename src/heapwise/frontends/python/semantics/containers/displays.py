"""Making containers, and the operations on them that syntax itself has."""

from __future__ import annotations

import sys
import types

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.values import (
    NONE,
    Host,
    ListContents,
    Opaque,
    Tuple,
    Value,
)
from heapwise.frontends.python.semantics.containers import dicts, sets
from heapwise.frontends.python.semantics.core import calls, held_values, sequences
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


_MEANS_TWICE = sys.version_info >= (3, 12)
"""Is any KeyError of a mapping that a call spreads out taken for that of a key given twice?"""


def mapping_to_spread(m: Mac, given: tuple[str, ...], value: Value, callee: Value) -> Value | Enter:
    """What `**value` passes: a dict, or one made of a mapping of the program's own, of which no
    key is looked up that was `given` before."""
    value = settle(m, held_values.as_dict(m, settle(m, value)))
    if is_dict(m, value):
        return value
    whole = sequences.new_dict(m, ())
    function = calls.function_text(callee)
    before = f"{function} argument after ** must be a mapping, not "
    again = tuple(Tuple((name, calls.given_twice(function, name))) for name in given)
    twice = function + calls.TWICE if _MEANS_TWICE else NONE
    return calls.finished(_merged(m, whole, value, before, "", again, twice), calls.Give(whole))


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
    return _merged(m, target, other, "'", "' object is not a mapping")


def _merged(
    m: Mac,
    target: Term,
    other: Value,
    before: str,
    after: str,
    again: tuple[Tuple, ...] = (),
    twice: Value = NONE,
) -> Value | Enter:
    """What is said of something that is no mapping stands `before` and `after` its type; what is
    said of a key that is there `again`, beside the key; what is said of the key of any KeyError,
    if it means that one was given `twice`."""
    other = settle(m, held_values.as_dict(m, settle(m, other)))
    if isinstance(other, Host) and isinstance(other.value, types.MappingProxyType):
        other = sequences.copy_of_proxy(m, other.value)
    if not is_dict(m, other):
        if is_ref(other) and category(m, other) == "object":
            if attribute_access.has_attribute(m, other, "keys"):
                update = runtime(m).prelude(m, "update_from_spread")
                arguments = (target, other, before, after, Tuple(again), twice)
                return calls.enter(m, update, arguments, calls.Give(NONE))
        elif isinstance(other, Host | Opaque):
            unsupported(f"** of {type_name(m, other)}")
        throw(TypeError, before + type_name(m, other) + after)
    assert isinstance(other, Term)
    return dicts.spread(m, target, other, before, after)
