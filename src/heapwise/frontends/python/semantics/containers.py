"""Making containers, and the operations on them that syntax itself has."""

from __future__ import annotations

from collections.abc import Callable

from heapwise.engine.machine import Enter
from heapwise.frontends.python.semantics import calls, dicts, sequences, sets
from heapwise.frontends.python.semantics.kinds import (
    Mac,
    category,
    kind,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.values import NONE, ListContents, Tuple, Value
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


def display_of_list(m: Mac, make: Callable[..., Value], whole: Term) -> Value:
    return make(m, *sequences.items_of(m, whole))


def append(m: Mac, whole: Term, item: Value) -> Value:
    """To a list that is being made."""
    contents = m.load(whole)
    assert isinstance(contents, ListContents)
    m.put(whole, ListContents((*contents.items, item)))
    return NONE


def add(m: Mac, whole: Term, item: Value) -> Value | Enter:
    """To a set that the program has made; a choice whether it is there already."""
    return sets.add(m, (whole, item), {})


def merge_dict(m: Mac, target: Term, other: Value) -> Value | Enter:
    """`**other` in a display."""
    other = settle(m, other)
    if not dicts.is_dict(m, other):
        if kind(other) == "ref" and category(m, other) == "object":
            unsupported("** of an object")
        throw(TypeError, f"'{type_name(m, other)}' object is not a mapping")
    return dicts.fill(m, target, (other,), {}, calls.Give(NONE))
