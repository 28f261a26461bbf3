"""Lists and deques as lists; the methods of tuples.

A list that the program made is changed as a whole; of an input list, cells are written. Where its
cells hold scalars, items are moved without a choice of the length.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.values import NONE, ListContents, Tuple, Value
from heapwise.frontends.python.semantics.core import calls, mappings, pieces, sequences, set_order
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError, is_among
from heapwise.frontends.python.semantics.core.guarded_values import complete, merged
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    container,
    contents_of,
    is_integer,
    is_ref,
    receiver,
    runtime,
    settle,
    throw,
    type_name,
)
from heapwise.frontends.python.semantics.core.large_integers import sized
from heapwise.frontends.python.semantics.core.lengths import grow, look_at
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.core.sequences import at_once
from heapwise.frontends.python.semantics.core.special_methods import no_integer
from heapwise.frontends.python.semantics.operations import describing
from heapwise.terms import Scalar, Term, add, and_, eq, ite, le, lt, or_, sub

NOT_IN_LIST = "list.remove(x): x not in list"


def listed(m: Mac, items: Value) -> list[Value]:
    """The items of a container that gives them at once, in the order of iteration."""
    if is_ref(items) and category(m, items) in ("set", "frozenset"):
        return list(set_order.ordered_items(m, items))
    return sequences.items_of(m, items)


# -- changes that other operations use


def push(m: Mac, ref: Term, item: Value) -> None:
    sequences.deque_changes(m, ref)
    contents = contents_of(m, ref)
    if isinstance(contents, ListContents):
        items = (*contents.items, item)
        if isinstance(contents.maxlen, int):
            items = items[max(len(items) - contents.maxlen, 0) :]
        m.put(ref, ListContents(items, contents.maxlen))
        return
    sequences.take_as_unlimited(m, ref)
    info = container(m, ref)
    assert info.length is not None
    length = m.read_field(ref, info.length)
    info.items[0].write(m, ref, item, length)
    m.write_field(ref, info.length, add(length, 1))
    grow(m)


def set_items(m: Mac, ref: Term, items: list[Value]) -> None:
    """Replace all of its items."""
    contents = contents_of(m, ref)
    if isinstance(contents, ListContents):
        m.put(ref, ListContents(tuple(items), contents.maxlen))
        return
    info = container(m, ref)
    assert info.length is not None
    before = sequences.count_of(m, ref)
    if len(items) > before:
        sequences.take_as_unlimited(m, ref)
    for index, item in enumerate(items):
        info.items[0].write(m, ref, item, index)
    for _ in range(before, len(items)):
        grow(m)
    m.write_field(ref, info.length, len(items))


def put_at(m: Mac, ref: Term, at: Scalar, value: Value) -> None:
    """Into a list, at an index in range."""
    contents = contents_of(m, ref)
    if not isinstance(contents, ListContents):
        look_at(m, ref, sequences.length_of(m, ref), at)
        container(m, ref).items[0].write(m, ref, value, at)
        return
    items = list(contents.items)
    if isinstance(at, Term):
        merging = [merged(m, eq(at, index), value, item) for index, item in enumerate(items)]
        together = complete(merging)
        if together is not None:
            m.put(ref, replace(contents, items=tuple(together)))
            return
        at = _chosen(m, at, len(items))
    items[int(at)] = value
    m.put(ref, replace(contents, items=tuple(items)))


def _chosen(m: Mac, at: Scalar, length: int) -> int:
    """Which index below the length it is."""
    if not isinstance(at, Term):
        return int(at)
    position = 0
    while position < length - 1 and not m.decide(eq(at, position)):
        position += 1
    return position


def take_out(m: Mac, ref: Term, at: Scalar) -> None:
    """The item at an index in range."""
    sequences.deque_changes(m, ref)
    contents = contents_of(m, ref)
    if isinstance(contents, ListContents):
        items = contents.items
        if isinstance(at, Term):
            pairs = enumerate(pairwise(items))
            merging = [merged(m, lt(index, at), one, other) for index, (one, other) in pairs]
            moved = complete(merging)
            if moved is not None:
                m.put(ref, replace(contents, items=tuple(moved)))
                return
        mappings.remove_at(m, ref, _chosen(m, at, len(items)))
    elif sequences.holds_scalars(container(m, ref)):
        sequences.close_gap(m, ref, at)
    else:
        mappings.remove_at(m, ref, _chosen(m, at, sequences.count_of(m, ref)))


def extend_in_place(m: Mac, ref: Term, items: Value) -> Value | Enter:
    items = settle(m, items)
    if not at_once(m, items):
        return calls.enter(m, runtime(m).prelude(m, "extend"), (ref, items))
    added = listed(m, items)
    contents = contents_of(m, ref)
    if isinstance(contents, ListContents):
        check_growth(m, len(contents.items) + len(added))
        if added and contents.maxlen != 0:
            sequences.deque_changes(m, ref)
        whole = (*contents.items, *added)
        if isinstance(contents.maxlen, int):
            whole = whole[max(len(whole) - contents.maxlen, 0) :]
        m.put(ref, ListContents(whole, contents.maxlen))
        return ref
    for item in added:
        push(m, ref, item)
    return ref


def repeat_in_place(m: Mac, ref: Term, times: int) -> Value:
    items = sequences.items_of(m, ref)
    check_growth(m, len(items) * times)
    if items and times != 1:
        sequences.deque_changes(m, ref)
    repeated, contents = items * max(times, 0), contents_of(m, ref)
    if isinstance(contents, ListContents) and isinstance(contents.maxlen, int):
        repeated = repeated[max(len(repeated) - contents.maxlen, 0) :]
    set_items(m, ref, repeated)
    return ref


def check_growth(m: Mac, count: int) -> None:
    """A list that is doubled in a loop over itself would soon fill the memory: that many items are
    as many steps."""
    if m.bounds.max_steps is not None and count > m.bounds.max_steps:
        raise CutError("max-steps")


# -- methods


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (items,) = take_given("list", positional, keywords, ("iterable",), 0)
    if items is None:
        return sequences.new_list(m, ())
    items = settle(m, items)
    if at_once(m, items):
        return sequences.new_list(m, tuple(listed(m, items)))
    return calls.enter(m, runtime(m).prelude(m, "collect"), (items,))


def make_tuple(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    (items,) = take_given("tuple", positional, keywords, ("iterable",), 0)
    if items is None:
        return Tuple(())
    items = settle(m, items)
    if at_once(m, items):
        return Tuple(tuple(listed(m, items)))
    return calls.enter(m, runtime(m).prelude(m, "collect_tuple"), (items,))


def append(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, item = take("append", positional, keywords, ("self", "object"), 2)
    push(m, receiver(m, ref), item)
    return NONE


def extend(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, items = take("extend", positional, keywords, ("self", "iterable"), 2)
    return calls.finished(extend_in_place(m, receiver(m, ref), items), calls.Give(NONE))


def insert(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, index, item = take("insert", positional, keywords, ("self", "index", "object"), 3)
    ref = receiver(m, ref)
    insert_at(m, ref, index_for_c(m, index), item)
    return NONE


def insert_at(m: Mac, ref: Term, index: Scalar, item: Value) -> None:
    """At an index as Python counts, cut to what there is."""
    sequences.deque_changes(m, ref)
    length = sequences.length_of(m, ref)
    contents = contents_of(m, ref)
    at = ite(lt(index, 0), add(index, length), index)
    at = ite(lt(at, 0), 0, ite(lt(length, at), length, at))
    if not isinstance(contents, ListContents) and sequences.holds_scalars(container(m, ref)):
        sequences.open_gap(m, ref, at)
        container(m, ref).items[0].write(m, ref, item, at)
        return
    items = sequences.items_of(m, ref)
    where = _chosen(m, at, len(items) + 1)
    set_items(m, ref, [*items[:where], item, *items[where:]])


def _number(m: Mac, value: Value) -> Scalar:
    value = as_integer(m, settle(m, value))
    if not is_integer(value):
        no_integer(m, value)
    return as_number(value)


def index_for_c(m: Mac, value: Value) -> Scalar:
    return sized(m, _number(m, value))


def pop(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, index = take("pop", positional, keywords, ("self", "index"), 1, index=-1)
    ref = receiver(m, ref)
    index = index_for_c(m, index)
    length = sequences.length_of(m, ref)
    at = sequences.position_in(m, index, length)
    if at is None:
        problems = "pop from empty list", "pop index out of range"
        throw(IndexError, ite(eq(length, 0), *problems))
    item = sequences.item_at(m, ref, at)
    if index == -1 and not isinstance(contents_of(m, ref), ListContents):
        sequences.deque_changes(m, ref)
        info = container(m, ref)
        assert info.length is not None
        m.write_field(ref, info.length, sub(length, 1))
    else:
        take_out(m, ref, at)
    return item


def remove(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, item = take("remove", positional, keywords, ("self", "value"), 2)
    ref = receiver(m, ref)
    try:
        matching = matches(m, ref, item)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "list_remove"), (ref, item))
    if not m.decide(or_(*matching)):
        held = type_name(m, ref)
        throw(ValueError, _not_in(m, item, held) if held == "deque" else NOT_IN_LIST)
    take_out(m, ref, _first(matching))
    return NONE


def matches(m: Mac, whole: Value, item: Value) -> list[Scalar]:
    """For each index, the condition that there is an item and that it is equal."""
    if is_ref(whole):
        found = sequences.slots(m, whole)
    else:
        found = [(True, other) for other in sequences.items_of(m, whole)]
    return [
        False if present is False else and_(present, is_among(m, item, (other,)))
        for present, other in found
    ]


def _first(conditions: list[Scalar]) -> Scalar:
    """The index of the first that holds; one does."""
    at: Scalar = len(conditions) - 1
    for index in range(len(conditions) - 2, -1, -1):
        at = ite(conditions[index], index, at)
    return at


def index_of(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    names = ("self", "value", "start", "stop")
    ref, item, start, stop = take_given("index", positional, keywords, names, 2)
    assert ref is not None and item is not None
    ref = settle(m, ref)
    try:
        matching = matches(m, ref, item)
    except NeedsCodeError:
        bounds = (0 if start is None else start, NONE if stop is None else stop)
        return calls.enter(m, runtime(m).prelude(m, "list_index"), (ref, item, *bounds))
    if start is not None or stop is not None:
        length = sequences.length_of(m, ref)
        low = _from_end(_number(m, start), length) if start is not None else 0
        high = _from_end(_number(m, stop), length) if stop is not None else length
        matching = [
            and_(condition, le(low, index), lt(index, high))
            for index, condition in enumerate(matching)
        ]
    if not m.decide(or_(*matching)):
        held = type_name(m, ref)
        absent = "tuple.index(x): x not in tuple"
        throw(ValueError, absent if held == "tuple" else _not_in(m, item, held))
    return _first(matching)


def _not_in(m: Mac, item: Value, held: str) -> pieces.Text:
    return pieces.joined([describing.quoted(m, item), f" is not in {held}"])


def _from_end(index: Scalar, length: Scalar) -> Scalar:
    return ite(lt(index, 0), add(index, length), index)


def count(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, item = take("count", positional, keywords, ("self", "value"), 2)
    ref = settle(m, ref)
    try:
        matching = matches(m, ref, item)
    except NeedsCodeError:
        return calls.enter(m, runtime(m).prelude(m, "list_count"), (ref, item))
    total: Scalar = 0
    for condition in matching:
        total = add(total, ite(condition, 1, 0))
    return total


def clear(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("clear", positional, keywords, ("self",), 1)
    mappings.clear(m, receiver(m, ref))
    return NONE


def reverse(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("reverse", positional, keywords, ("self",), 1)
    ref = receiver(m, ref)
    set_items(m, ref, sequences.items_of(m, ref)[::-1])
    return NONE


def copy(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("copy", positional, keywords, ("self",), 1)
    ref = receiver(m, ref)
    contents = contents_of(m, ref)
    maxlen = contents.maxlen if isinstance(contents, ListContents) else None
    sequences.take_as_unlimited(m, ref)
    items = tuple(sequences.items_of(m, ref))
    return sequences.new_list(m, items, category(m, ref), maxlen)


MODELS: dict[str, Model] = {
    "list": make,
    "list.append": append,
    "list.extend": extend,
    "list.insert": insert,
    "list.remove": remove,
    "list.pop": pop,
    "list.clear": clear,
    "list.index": index_of,
    "list.count": count,
    "list.reverse": reverse,
    "list.copy": copy,
    "list.__copy__": copy,
    "tuple": make_tuple,
    "tuple.index": index_of,
    "tuple.count": count,
    "range.index": index_of,
    "range.count": count,
}

__all__ = ["MODELS", "extend_in_place", "push", "put_at", "set_items"]
