"""Sets of integers where paths are merged: which items there are, not how many come before.

A set that a recursion collects from a structure has an item for each object, and where paths meet
each is there under a condition. Kept by position, the k-th item is one of all of them, and whatever
is asked of the set has to find out first how many come before. Here an item keeps its condition.
Membership, union, difference and comparison need no more than that; what does is given the set by
position (`settled_sets`), with a choice of its length.

Nothing may depend on the order of the items. Functions give None, or false, for what is no such
set, and for sets of which everything is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from heapwise.frontends.python.model.values import GuardedSet, SetContents, Value
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.equal_items import is_among
from heapwise.frontends.python.semantics.core.kinds import Mac, category, is_int, is_ref, runtime
from heapwise.terms import Op, Scalar, Term, and_, not_, or_
from heapwise.terms.guards import by_value

Items: TypeAlias = Sequence[tuple[Value, Scalar]]


def guarded_items(m: Mac, value: Value) -> Items | None:
    """The items of a set of integers that the program has made, each with its condition."""
    if m.orders_sets or not is_ref(value) or value.op != Op.CONST:
        return None
    contents = m.load(value)
    if isinstance(contents, GuardedSet):
        return contents.items
    if isinstance(contents, SetContents) and all(map(is_int, contents.items)):
        return [(item, True) for item in contents.items]
    return None


def are_open(m: Mac, *several: Value) -> bool:
    """Are all of them such sets, and is anything about them not known?"""
    found = [guarded_items(m, each) for each in several]
    kept = [each for each in found if each is not None]
    return len(kept) == len(found) and not _is_known(*kept)


def _is_known(*several: Items) -> bool:
    return not any(
        isinstance(item, Term) or isinstance(guard, Term)
        for items in several
        for item, guard in items
    )


def _new(m: Mac, items: Items, frozen: bool) -> Term:
    loc = m.allocate(runtime(m).universe.local["frozenset" if frozen else "set"])
    _put(m, loc, items, frozen)
    return loc


def _put(m: Mac, ref: Term, items: Items, frozen: bool = False) -> None:
    """An item that is one of several numbers of the input is all of them, each where it is that
    one: so that what is equal is the same item, whichever way it came."""
    ways: list[tuple[Value, Scalar]] = []
    for item, guard in items:
        assert is_int(item)
        cases = m.cases(item)
        ways += ((case, and_(guard, when)) for case, when in cases.items())
    kept = {item: m.named(guard) for item, guard in by_value(ways).items()}
    found = tuple((item, guard) for item, guard in kept.items() if guard is not False)
    m.put(ref, GuardedSet(found, frozen))


# -- questions


def has(m: Mac, items: Items, wanted: Value) -> Scalar:
    return or_(*(and_(guard, is_among(m, wanted, (item,))) for item, guard in items))


def _within(m: Mac, mine: Items, theirs: Items) -> Scalar:
    return and_(*(or_(not_(guard), has(m, theirs, item)) for item, guard in mine))


def compared(m: Mac, left: Value, right: Value, how: str) -> Scalar | None:
    """Is the left set `equal` to the right one, within it (`issubset`), and not equal (`below`), or
    has it no item of the right one (`isdisjoint`)?"""
    mine, theirs = guarded_items(m, left), guarded_items(m, right)
    if mine is None or theirs is None:
        return None
    if how == "isdisjoint":
        return and_(*(or_(not_(guard), not_(has(m, theirs, item))) for item, guard in mine))
    below = _within(m, mine, theirs)
    if how == "issubset":
        return below
    above = _within(m, theirs, mine)
    return and_(below, above if how == "equal" else not_(above))


# -- sets that are made and changed


def copied(m: Mac, ref: Term, frozen: bool) -> Term:
    return _new(m, guarded_items(m, ref) or (), frozen)


def included(m: Mac, ref: Term, item: Value) -> bool:
    """Has it been put into the set?"""
    items = guarded_items(m, ref)
    if items is None or not is_int(item) or _is_known(items, [(item, True)]):
        return False
    _put(m, ref, [*items, (item, True)])
    return True


def taken_out(m: Mac, ref: Term, item: Value) -> bool:
    """Has what is equal to the item been taken out?"""
    items = guarded_items(m, ref)
    if items is None or _is_known(items, [(item, True)]):
        return False
    kept = [(each, and_(guard, not_(is_among(m, item, (each,))))) for each, guard in items]
    sequences.items_move(m, ref)
    _put(m, ref, kept)
    return True


def combined(m: Mac, op: str, left: Value, right: Value) -> Term | None:
    """A union, an intersection, a difference or a symmetric difference."""
    items = _combined(m, op, left, right)
    if items is None:
        return None
    return _new(m, items, is_ref(left) and category(m, left) == "frozenset")


def changed(m: Mac, op: str, ref: Term, other: Value) -> bool:
    """Has the set become its union, intersection … with the other one?"""
    items = _combined(m, op, ref, other)
    if items is None:
        return False
    sequences.items_move(m, ref)
    _put(m, ref, items)
    return True


def _combined(m: Mac, op: str, left: Value, right: Value) -> Items | None:
    mine, theirs = guarded_items(m, left), guarded_items(m, right)
    if mine is None or theirs is None or _is_known(mine, theirs):
        return None
    if op == "BitOr":
        return [*mine, *theirs]
    if op == "BitAnd":
        return [*_where(m, mine, theirs, True)]
    outside = [*_where(m, mine, theirs, False)]
    return outside if op == "Sub" else [*outside, *_where(m, theirs, mine, False)]


def _where(m: Mac, items: Items, others: Items, inside: bool) -> Iterable[tuple[Value, Scalar]]:
    for item, guard in items:
        there = has(m, others, item)
        yield item, and_(guard, there if inside else not_(there))
