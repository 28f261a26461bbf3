"""One Python value for two: what the merging executor must know of Python.

Values of one kind are merged part by part; numbers, references and the like by the heap strategy.
Values of different kinds become a union (`Tagged`), with one alternative for each kind. What is no
value of a program, such as the end of an iteration, is not merged. Contents of containers are
merged if they are equally long; else the store keeps both.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, TypeAlias, TypeGuard, cast

from heapwise.engine import state
from heapwise.engine.state import StoreKey, Suspended
from heapwise.frontends.python.model.combined_values import (
    Both,
    is_same,
    item_by_item,
    of_dicts,
    of_sets,
    part_by_part,
)
from heapwise.frontends.python.model.store_keys import LOOKED_AT, OF_ONE_OBJECT
from heapwise.frontends.python.model.value_kinds import KINDS, Union, kind_of_value
from heapwise.frontends.python.model.values import (
    DictContents,
    GuardedSet,
    Kept,
    SetContents,
    Tagged,
    Value,
)
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.kinds import is_int
from heapwise.frontends.python.semantics.operations import truth
from heapwise.merging.api import Language
from heapwise.merging.paths import Merge, UnmergeableError
from heapwise.terms import SCALARS, Scalar, Term, eq, ite, sort_of

Mergeable: TypeAlias = Kept | calls.Give


def merged(merge: Merge, condition: Term, a: Mergeable, b: Mergeable) -> Mergeable | None:
    """None if there is no one value that stands for both."""
    if is_same(a, b):
        return a
    try:
        if isinstance(a, Tagged) or isinstance(b, Tagged):
            return _union(merge, condition, a, b)
        if type(a) is type(b):
            same = _of_one_type(merge, condition, a, b)
            if same is not None:
                return same
        return _union(merge, condition, a, b)
    except UnmergeableError:
        return None


def _of_one_type(merge: Merge, condition: Term, a: Mergeable, b: Mergeable) -> Mergeable | None:
    both = partial(merge, condition)
    try:
        match a, b:
            case SetContents(), SetContents():
                return of_sets(a, b, both)
            case DictContents(), DictContents():
                return of_dicts(a, b, both)
            case Suspended(), Suspended():
                return _suspended(a, b, both)
            case _ if _parts(type(a)):
                return part_by_part(a, b, _parts(type(a)), both)
    except UnmergeableError:
        return None
    return None


def merged_in_a_program(
    merge: Merge, condition: Term, a: Mergeable, b: Mergeable
) -> Mergeable | None:
    """Sets of integers, which are not ordered there, become one with the items of both."""
    if isinstance(a, GuardedSet | SetContents) and isinstance(b, GuardedSet | SetContents):
        ours, theirs = _conditions(a), _conditions(b)
        if ours is not None and theirs is not None and a.frozen is b.frozen and not is_same(a, b):
            items = {**ours, **theirs}
            together = (
                (item, merge(condition, ours.get(item, False), theirs.get(item, False)))
                for item in items
            )
            return GuardedSet(tuple(together), a.frozen)
    return merged(merge, condition, a, b)


def _conditions(whole: GuardedSet | SetContents) -> dict[Value, Scalar] | None:
    """When each item is there, of a set of integers."""
    if isinstance(whole, GuardedSet):
        return dict(whole.items)
    return dict.fromkeys(whole.items, True) if all(map(is_int, whole.items)) else None


def _suspended(a: Suspended, b: Suspended, both: Both[state.Value]) -> Suspended | None:
    if a.code is not b.code or a.at != b.at or a.target != b.target:
        return None
    registers = item_by_item(a.registers, b.registers, both)
    return None if registers is None else replace(a, registers=registers)


def _parts(cls: type) -> tuple[str, ...]:
    """Which fields may differ."""
    if cls is calls.Give:
        return ("value",)
    entry = KINDS.get(cls)
    return () if entry is None else entry.parts


# -- unions


def _union(merge: Merge, condition: Term, a: Mergeable, b: Mergeable) -> Tagged:
    if not _is_alternative(a) or not _is_alternative(b):
        raise UnmergeableError
    first, tag = _alternatives(a)
    second, other_tag = _alternatives(b)
    parts = list(first)
    numbers: list[int] = []
    for value in second:
        for index, own in enumerate(parts):
            if index >= len(first) or index in numbers:
                continue
            together = _alike(merge, condition, own, value)
            if together is not None:
                parts[index] = together
                numbers.append(index)
                break
        else:
            numbers.append(len(parts))
            parts.append(value)
    renumbered: Scalar = numbers[-1]
    for old in range(len(numbers) - 2, -1, -1):
        renumbered = ite(eq(other_tag, old), numbers[old], renumbered)
    return Tagged(merge(condition, tag, renumbered), tuple(parts))


def _is_alternative(value: Mergeable) -> TypeGuard[Value]:
    """May it be one of a union? Handlers look at exceptions as they are."""
    entry = kind_of_value(value)
    return isinstance(value, Term) or (entry is not None and entry.union is not Union.NEVER)


def _alternatives(value: Value) -> tuple[tuple[Value, ...], Scalar]:
    if isinstance(value, Tagged):
        return value.parts, value.tag
    return (value,), 0


def _alike(merge: Merge, condition: Term, a: Value, b: Value) -> Value | None:
    """The two as one, without making another union of them."""
    if isinstance(a, SCALARS) and isinstance(b, SCALARS):
        return merge(condition, a, b) if sort_of(a) is sort_of(b) else None
    if type(a) is not type(b):
        return None
    if is_same(a, b):
        return a
    together = _of_one_type(merge, condition, a, b)
    return cast("Value | None", together)  # of the type of both


# -- the store


def one_sided(key: object) -> bool | None:
    if isinstance(key, Term):
        return True
    if isinstance(key, StoreKey):
        if key.kind in OF_ONE_OBJECT:
            return True
        if key.kind in LOOKED_AT:
            return False
    return None


def one_sided_in_a_program(key: object) -> bool | None:
    """As `one_sided`, where a program may change what it finds, and where objects that exclude each
    other may have one location."""
    if isinstance(key, StoreKey):
        if key.kind == "host":
            raise UnmergeableError
        if key.kind in OF_ONE_OBJECT and isinstance(key.about, Term):
            return True if key.kind == "thrown" else None
    return one_sided(key)


def _same(value: bool) -> bool:
    return value


def _opposite(value: bool) -> bool:
    return not value


def language() -> Language:
    plain: dict[Callable[..., Any], Callable[[bool], bool]] = {
        truth.truth: _same,
        truth.negate: _opposite,
    }
    return Language(merged, one_sided, plain)


def language_of_programs() -> Language:
    """Of programs that may write to what they find, not only look at it."""
    return language()._replace(
        merge=merged_in_a_program, one_sided=one_sided_in_a_program, orders_sets=False
    )
