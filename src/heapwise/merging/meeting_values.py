"""Values and contents of states that meet: one that stands for both.

Scalars are merged by the strategy. What only the operations of the source language look into is
merged by a function that the language provides. Where it has no common form, a register keeps the
states apart; a place in the store of the path holds both, each under its guard (`Either`), and
whoever looks at it chooses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from heapwise.engine.state import Key, Store
from heapwise.merging.paths import Merge, Name, UnmergeableError
from heapwise.merging.recursive_calls import Pending, merge_pending
from heapwise.terms import Scalar, Term, and_, not_, or_


@dataclass(frozen=True, slots=True)
class Either:
    """In the store: the contents whose guard holds. Guards are disjoint, and one holds."""

    parts: tuple[tuple[Scalar, object], ...]


class Absent:
    """In place of contents that were never put there."""


ABSENT = Absent()


def merge_contents(condition: Term, a: object, b: object, merge: Merge, name: Name) -> object:
    """Of one place in the store."""
    if a is b:
        return a
    parts = [(and_(condition, guard), value) for guard, value in _parts(a)]
    kept: list[tuple[Scalar, object]] = list(parts)
    absent = not_(condition)
    for guard, value in _parts(b):
        under = and_(absent, guard)
        for index, (other_guard, other) in enumerate(kept):
            try:
                together = merge(condition, other, value)
            except UnmergeableError:
                continue
            kept[index] = (or_(other_guard, under), together)
            break
        else:
            kept.append((under, value))
    kept = [(guard, value) for guard, value in kept if guard is not False]
    if len(kept) == 1:
        return kept[0][1]
    return Either(tuple((name(guard), value) for guard, value in kept))


def _parts(contents: object) -> tuple[tuple[Scalar, object], ...]:
    return contents.parts if isinstance(contents, Either) else ((True, contents),)


def merge_stores(
    condition: Term, a: Store, b: Store, merge: Merge, name: Name, one_sided: OneSided
) -> Store:
    if a is b:
        return a
    found: dict[Key, object] = {}
    for key in (*a, *(key for key in b if key not in a)):
        ours, theirs = a.get(key, ABSENT), b.get(key, ABSENT)
        if ours is theirs:
            found[key] = ours
        elif isinstance(ours, Pending) or isinstance(theirs, Pending):
            one = ours if isinstance(ours, Pending) else Pending()
            other = theirs if isinstance(theirs, Pending) else Pending()
            found[key] = merge_pending(condition, one, other, merge, name)
        elif isinstance(ours, Absent) or isinstance(theirs, Absent):
            there = theirs if isinstance(ours, Absent) else ours
            kept = one_sided(key)
            if kept is None:
                found[key] = _partly(condition, isinstance(theirs, Absent), there, name)
            elif kept:
                found[key] = there
        elif isinstance(key, Term):
            found[key] = merge_contents(condition, ours, theirs, merge, name)
        else:
            found[key] = merge_contents(condition, ours, theirs, _equal, name)
    return found


def _partly(condition: Term, first: bool, there: object, name: Name) -> Either:
    absent = not_(condition) if first else condition
    present = not_(absent)
    parts = [(name(and_(present, guard)), value) for guard, value in _parts(there)]
    return Either((*parts, (name(absent), None)))


def _equal(condition: Term, a: object, b: object) -> object:
    if a is b or (type(a) is type(b) and a == b):
        return a
    raise UnmergeableError


OneSided: TypeAlias = Callable[[object], bool | None]
"""What becomes of a key that one side has put into the store and the other has not: it stays for
both (true), goes for both (false), or stays for the one that has it (None)."""


def kept_locations(key: object) -> bool | None:
    """What one side has made is not to be reached from the other."""
    return True if isinstance(key, Term) else None
