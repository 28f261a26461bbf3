"""Two values of one kind as one, part by part: what joining and merging have in common.

What of a value may differ, the table of kinds says. What two parts are together, and whether there
is such a value, `both` says: joining (`joined_values`) and merging (`invariants.merged_values`)
differ in that, and in what they make of values of different kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeAlias, TypeVar, cast

from heapwise.frontends.python.model.value_kinds import fields_of_values
from heapwise.frontends.python.model.values import DictContents, Host, SetContents, Value
from heapwise.terms import Term

T = TypeVar("T")

Both: TypeAlias = Callable[[T, T], T | None]
"""One value for two; None if there is none."""


def part_by_part(one: T, other: T, parts: tuple[str, ...], both: Both[Value]) -> T | None:
    """Of two values of one dataclass; None if they differ in anything else than the parts."""
    changed: dict[str, object] = {}
    for each in fields_of_values(type(one)):
        mine, theirs = getattr(one, each.name), getattr(other, each.name)
        if mine is theirs:
            continue
        if each.name in parts:
            several = isinstance(mine, tuple)
            found = item_by_item(mine, theirs, both) if several else both(mine, theirs)
            if found is None:
                return None
            changed[each.name] = found
        elif not is_same(mine, theirs):
            return None
    return cast("T", replace(cast("Any", one), **changed))


def item_by_item(one: Sequence[T], other: Sequence[T], both: Both[T]) -> tuple[T, ...] | None:
    """None if one has more of them."""
    if len(one) != len(other):
        return None
    found: list[T] = []
    for mine, theirs in zip(one, other, strict=True):
        together = mine if mine is theirs else both(mine, theirs)
        if together is None:
            return None
        found.append(together)
    return tuple(found)


def of_sets(one: SetContents, other: SetContents, both: Both[Value]) -> SetContents | None:
    items = item_by_item(one.items, other.items, both)
    if items is None or one.frozen is not other.frozen:
        return None
    return replace(one, items=items, index=None)


def of_dicts(one: DictContents, other: DictContents, both: Both[Value]) -> DictContents | None:
    """The index of the keys is that of the first, if they have not changed."""
    if one.cls is not other.cls or one.kind != other.kind:
        return None
    if not is_same(one.factory, other.factory) or len(one.entries) != len(other.entries):
        return None
    entries: list[tuple[Value, Value]] = []
    for mine, theirs in zip(one.entries, other.entries, strict=True):
        entry = item_by_item(mine, theirs, both)
        if entry is None:
            return None
        entries.append((entry[0], entry[1]))
    unchanged = all(
        key is before for (key, _), (before, _) in zip(entries, one.entries, strict=True)
    )
    return replace(one, entries=tuple(entries), index=one.index if unchanged else None)


def is_same(one: object, other: object) -> bool:
    """Not just equal: 1 is not True, and 0.0 is not -0.0."""
    pairs = [(one, other)]
    while pairs:
        left, right = pairs.pop()
        if left is right:
            continue
        if type(left) is not type(right) or isinstance(left, Term):
            return False
        if isinstance(left, tuple) and isinstance(right, tuple):
            if len(left) != len(right):
                return False
            pairs += zip(left, right, strict=True)
        elif isinstance(left, float):
            if repr(left) != repr(right):
                return False
        elif isinstance(left, Host):
            if left != right:
                return False
        elif is_dataclass(left) and not isinstance(left, type):
            pairs += [
                (getattr(left, each.name), getattr(right, each.name))
                for each in fields(left)
                if each.compare
            ]
        elif left != right:
            return False
    return True
