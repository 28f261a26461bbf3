"""sorted, list.sort, min and max.

Scalars of one sort are put in order by a network of comparisons, so that no path is split. Where
that cannot be, Python's own sort is run, and every comparison that it asks for is a choice; where a
method of the program compares, the prelude sorts, asking for what CPython would ask for.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any, cast

from heapwise.engine.machine import CutError, Enter, ThrownError
from heapwise.frontends.python.model.values import NONE, EnumValue, Opaque, Tuple, Value
from heapwise.frontends.python.semantics.containers import lists
from heapwise.frontends.python.semantics.containers.aggregates import possible
from heapwise.frontends.python.semantics.core import calls, sequences
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError
from heapwise.frontends.python.semantics.core.guarded_values import either, merged
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_float,
    is_int,
    is_integer,
    is_ref,
    is_str,
    receiver,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import no_integer
from heapwise.frontends.python.semantics.operations.ordering import less
from heapwise.frontends.python.semantics.operations.truth import truth
from heapwise.terms import Scalar, Term, and_, eq, is_nan, or_

_LARGEST_NETWORK = 8


# -- sorting


class _Sortable:
    """For Python's own sort."""

    __slots__ = ("key", "m", "value")

    def __init__(self, m: Mac, key: Value, value: Value) -> None:
        self.m = m
        self.key = key
        self.value = value

    def __lt__(self, other: _Sortable) -> bool:
        return self.m.decide(less(self.m, self.key, other.key, False))


def put_in_order(m: Mac, keys: Sequence[Value], values: list[Value], reverse: bool) -> None:
    """Sort the values by their keys; raises `NeedsCodeError` if a method must compare. If some
    cannot be compared, the values are then as CPython would leave them."""
    if {type(key) for key in keys} in ({int}, {str}, {float}):
        known = cast("Sequence[Any]", keys)
        order = sorted(range(len(keys)), key=known.__getitem__, reverse=reverse)
        values[:] = [values[at] for at in order]
        return
    network = _network(m, keys, values, reverse)
    if network is not None:
        values[:] = network
        return
    items = [_Sortable(m, key, value) for key, value in zip(keys, values, strict=True)]
    try:
        items.sort(reverse=reverse)
    finally:
        values[:] = [item.value for item in items]


def _network(
    m: Mac, keys: Sequence[Value], values: Sequence[Value], reverse: bool
) -> list[Value] | None:
    """Neighbours that are out of order change places: stable, since equal ones never do."""
    if len(keys) > _LARGEST_NETWORK or not _have_an_order(m, keys):
        return None
    keys, values = list(keys), list(values)
    same = all(key is value for key, value in zip(keys, values, strict=True))
    for end in range(len(keys) - 1, 0, -1):
        for at in range(end):
            one, other = keys[at], keys[at + 1]
            low, high = (one, other) if reverse else (other, one)
            swap = less(m, low, high, False)
            if same:
                keys[at], keys[at + 1] = either(m, swap, other, one), either(m, swap, one, other)
                continue
            before, after = values[at], values[at + 1]
            left, right = merged(m, swap, after, before), merged(m, swap, before, after)
            if left is None or right is None:
                return None
            values[at], values[at + 1] = left, right
            keys[at], keys[at + 1] = either(m, swap, other, one), either(m, swap, one, other)
    return list(keys) if same else list(values)


def _have_an_order(m: Mac, keys: Sequence[Value]) -> bool:
    """Are they of one sort, and does each have its place? Not so numbers that are none."""
    rows = [key.items for key in keys if isinstance(key, Tuple)]
    if len(rows) == len(keys):
        if len({len(row) for row in rows}) != 1:
            return False
        return all(_have_an_order(m, column) for column in zip(*rows, strict=True))
    floats = [key for key in keys if is_float(key)]
    if len(floats) == len(keys):
        return not m.decide(or_(*(is_nan(key) for key in floats)))
    return (
        all(is_int(key) for key in keys)
        or all(is_str(key) for key in keys)
        or all(isinstance(key, Opaque) for key in keys)
    )


def _flag(m: Mac, value: Value) -> bool:
    """`reverse=`: an integer until Python 3.12, which takes anything."""
    value = settle(m, value)
    is_one = is_integer(value) or isinstance(value, Opaque | EnumValue)
    if sys.version_info < (3, 12) and not is_one:
        no_integer(m, value)
    found = truth(m, value)
    if isinstance(found, Enter):
        unsupported("reverse= with a __bool__ of its own")
    return m.decide(found)


def _is_set(m: Mac, items: Value) -> bool:
    return is_ref(items) and category(m, items) in ("set", "frozenset")


def _have_nan(m: Mac, items: Sequence[Value]) -> bool:
    """Then it matters which are compared first."""
    floats = [item for item in items if is_float(item)]
    return bool(floats) and len(items) > 1 and m.decide(or_(*(is_nan(item) for item in floats)))


def _comparable(m: Mac, items: Value, found: list[Value]) -> list[Value]:
    """The items of a container; of a set in the order of iteration only if that matters."""
    return lists.listed(m, items) if _is_set(m, items) and _have_nan(m, found) else found


def sorted_(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    key, reverse = keywords.get("key", NONE), keywords.get("reverse", False)
    if len(positional) != 1 or set(keywords) - {"key", "reverse"}:
        throw(TypeError, f"sorted expected 1 argument, got {len(positional)}")
    items = settle(m, positional[0])
    backwards = _flag(m, reverse) if sequences.at_once(m, items) else None
    if settle(m, key) is NONE and backwards is not None:
        found = _comparable(m, items, list(sequences.items_of(m, items)))
        try:
            try:
                put_in_order(m, tuple(found), found, backwards)
            except ThrownError:  # about the two that are compared first
                found = lists.listed(m, items)
                put_in_order(m, tuple(found), found, backwards)
            return sequences.new_list(m, tuple(found))
        except NeedsCodeError:
            pass
    reverse = reverse if backwards is None else backwards
    return calls.enter(m, runtime(m).prelude(m, "sorted_by"), (items, key, reverse))


def sort(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref = receiver(m, positional[0])
    key, reverse = keywords.get("key", NONE), keywords.get("reverse", False)
    if len(positional) != 1 or set(keywords) - {"key", "reverse"}:
        throw(TypeError, "sort() takes no positional arguments")
    backwards = _flag(m, reverse)
    if settle(m, key) is NONE:
        found = sequences.items_of(m, ref)
        try:
            _sort_list(m, ref, found, found, backwards)
            return NONE
        except NeedsCodeError:
            pass
    return calls.enter(m, runtime(m).prelude(m, "sort_in_place"), (ref, key, backwards))


def _sort_list(
    m: Mac, ref: Term, items: Sequence[Value], keys: Sequence[Value], reverse: bool
) -> None:
    values = list(items)
    try:
        put_in_order(m, tuple(keys), values, reverse)
    except ThrownError:
        lists.set_items(m, ref, values)
        raise
    lists.set_items(m, ref, values)


def sort_by_keys(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """For the prelude: items, a list that is put in order, and their keys."""
    items, keys, reverse = (settle(m, value) for value in positional)
    backwards = _flag(m, reverse)
    try:
        ref = receiver(m, items)
        _sort_list(m, ref, sequences.items_of(m, ref), sequences.items_of(m, keys), backwards)
        return NONE
    except NeedsCodeError:
        arguments = (items, keys, backwards, sys.version_info >= (3, 13))
        return calls.enter(m, runtime(m).prelude(m, "sort_pairs"), arguments)


# -- the smallest and the largest


def _extreme(name: str, largest: bool) -> Model:
    def extreme(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
        unknown = set(keywords) - {"key", "default"}
        if unknown:
            throw(TypeError, f"{name}() got an unexpected keyword argument '{unknown.pop()}'")
        if not positional:
            throw(TypeError, f"{name} expected at least 1 argument, got 0")
        default = keywords.get("default")
        key = settle(m, keywords.get("key", NONE))
        if len(positional) > 1:
            if default is not None:
                throw(
                    TypeError,
                    f"Cannot specify a default for {name}() with multiple positional arguments",
                )
            items: Value = Tuple(positional)
        else:
            items = settle(m, positional[0])
        if key is NONE and sequences.at_once(m, items):
            try:
                return _extreme_of(m, name, items, largest, default)
            except NeedsCodeError:
                pass
            except ThrownError:
                if not _is_set(m, items):
                    raise
                ordered = Tuple(tuple(lists.listed(m, items)))
                return _extreme_of(m, name, ordered, largest, default)
        given, stands_in = default is not None, NONE if default is None else default
        arguments = (items, key, largest, given, stands_in, empty(name))
        return calls.enter(m, runtime(m).prelude(m, "extreme"), arguments)

    return extreme


def empty(name: str) -> str:
    """The message of `min` or `max` of nothing, which differs between versions of Python."""
    try:
        (min if name == "min" else max)(())
    except ValueError as error:
        return str(error)
    raise AssertionError


def _extreme_of(m: Mac, name: str, items: Value, largest: bool, default: Value | None) -> Value:
    """The first item counts if there is one; each of the others if it is there and better."""
    if m.decide(eq(sequences.length_of(m, items), 0)):
        if default is None:
            throw(ValueError, empty(name))
        return default
    best: Value | None = None
    found = possible(m, items)
    if _is_set(m, items) and _have_nan(m, [item for _, item in found]):
        found = [(True, item) for item in lists.listed(m, items)]
    for present, item in found:
        if best is None:
            best = item
            continue
        if isinstance(present, Term) and merged(m, present, item, best) is None:
            present = m.decide(present)
        if present is not False:
            better = _is_better(m, item, best, largest)
            best = either(m, and_(present, better), item, best)
    assert best is not None
    return best


def _is_better(m: Mac, item: Value, best: Value, largest: bool) -> Scalar:
    if largest:
        return less(m, best, item, False, "Gt")
    return less(m, item, best, False)


def better(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """For the prelude: an item and its key, or the best so far and its key."""
    item, key, best, best_key, largest = positional
    try:
        condition = _is_better(m, key, best_key, largest is True)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "better_by_method"), positional)
    return either(m, condition, Tuple((item, key)), Tuple((best, best_key)))


def not_supported(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude."""
    unsupported(str(positional[0]))


def cut(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: what is beyond a bound of ours."""
    raise CutError(str(positional[0]))


def approximated(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """For the prelude: what the verdict has to name."""
    m.approximate(str(positional[0]))
    return NONE


MODELS: dict[str, Model] = {
    "sorted": sorted_,
    "list.sort": sort,
    "min": _extreme("min", largest=False),
    "max": _extreme("max", largest=True),
    "__sort_by_keys__": sort_by_keys,
    "__better__": better,
    "__unsupported__": not_supported,
    "__cut__": cut,
    "__approximate__": approximated,
}
