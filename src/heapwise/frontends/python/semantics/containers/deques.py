"""collections.deque: lists with two ends, and at most so many items."""

from __future__ import annotations

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.store_keys import ITERATED
from heapwise.frontends.python.model.values import NONE, ListContents, Value
from heapwise.frontends.python.semantics.containers import lists
from heapwise.frontends.python.semantics.core import calls, mappings, sequences
from heapwise.frontends.python.semantics.core.arguments import Model, take, take_given
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    contents_of,
    is_integer,
    receiver,
    runtime,
    settle,
    throw,
)
from heapwise.frontends.python.semantics.core.large_integers import sized
from heapwise.frontends.python.semantics.core.lengths import known_length, most_items
from heapwise.frontends.python.semantics.core.plain import as_integer, as_number
from heapwise.frontends.python.semantics.core.special_methods import no_integer
from heapwise.terms import Term, eq, lt, mod


def make(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    items, maxlen = take_given("deque", positional, keywords, ("iterable", "maxlen"), 0)
    maxlen = None if maxlen is None else as_integer(m, settle(m, maxlen))
    if maxlen is NONE:
        maxlen = None
    if maxlen is not None:
        if not is_integer(maxlen):
            throw(TypeError, "an integer is required")
        maxlen = sized(m, as_number(maxlen))
        if m.decide(lt(maxlen, 0)):
            throw(ValueError, "maxlen must be non-negative")
        maxlen = known_length(m, maxlen, most_items(m))
    loc = sequences.new_list(m, (), "deque", maxlen)
    if items is None:
        return loc
    return lists.extend_in_place(m, loc, items)


def append_left(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, item = take("appendleft", positional, keywords, ("self", "object"), 2)
    push_left(m, receiver(m, ref), item)
    return NONE


def push_left(m: Mac, ref: Term, item: Value) -> None:
    contents = contents_of(m, ref)
    if not isinstance(contents, ListContents):
        sequences.take_as_unlimited(m, ref)
        lists.insert_at(m, ref, 0, item)
        return
    sequences.deque_changes(m, ref)
    items = (item, *contents.items)
    if isinstance(contents.maxlen, int):
        items = items[: contents.maxlen]
    m.put(ref, ListContents(items, contents.maxlen))


def extend_left(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    ref, items = take("extendleft", positional, keywords, ("self", "iterable"), 2)
    ref, items = receiver(m, ref), settle(m, items)
    if not sequences.at_once(m, items):
        return calls.enter(m, runtime(m).prelude(m, "extend_left"), (ref, items))
    for item in lists.listed(m, items):
        push_left(m, ref, item)
    return NONE


def _pop(m: Mac, ref: Term, at: int) -> Value:
    if m.decide(eq(sequences.length_of(m, ref), 0)):
        throw(IndexError, "pop from an empty deque")
    return lists.pop(m, (ref, at), {})


def pop(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("pop", positional, keywords, ("self",), 1)
    return _pop(m, receiver(m, ref), -1)


def pop_left(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("popleft", positional, keywords, ("self",), 1)
    return _pop(m, receiver(m, ref), 0)


def rotate(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, steps = take("rotate", positional, keywords, ("self", "n"), 1, n=1)
    ref, steps = receiver(m, ref), as_integer(m, settle(m, steps))
    if not is_integer(steps):
        no_integer(m, steps)
    number = sized(m, as_number(steps))
    items = sequences.items_of(m, ref)
    if len(items) < 2:
        return NONE
    if isinstance(number, Term):
        number = known_length(m, mod(number, len(items)))
    sequences.deque_changes(m, ref)
    first = len(items) - int(number) % len(items)
    lists.set_items(m, ref, items[first:] + items[:first])
    return NONE


def insert(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, index, item = take("insert", positional, keywords, ("self", "index", "object"), 3)
    ref = receiver(m, ref)
    at = lists.index_for_c(m, index)
    contents = contents_of(m, ref)
    if (
        isinstance(contents, ListContents)
        and isinstance(contents.maxlen, int)
        and len(contents.items) >= contents.maxlen
    ):
        throw(IndexError, "deque already at its maximum size")
    sequences.take_as_unlimited(m, ref)
    lists.insert_at(m, ref, at, item)
    return NONE


def clear(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (ref,) = take("clear", positional, keywords, ("self",), 1)
    ref = receiver(m, ref)
    if m.load(ITERATED) and not m.decide(eq(sequences.length_of(m, ref), 0)):
        sequences.deque_changes(m, ref)
    mappings.clear(m, ref)
    return NONE


def maxlen_of(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref = receiver(m, positional[0])
    contents = contents_of(m, ref)
    sequences.take_as_unlimited(m, ref)
    found = contents.maxlen if isinstance(contents, ListContents) else None
    return NONE if found is None else found


MODELS: dict[str, Model] = {
    "deque": make,
    "deque.append": lists.append,
    "deque.appendleft": append_left,
    "deque.extend": lists.extend,
    "deque.extendleft": extend_left,
    "deque.pop": pop,
    "deque.popleft": pop_left,
    "deque.rotate": rotate,
    "deque.insert": insert,
    "deque.remove": lists.remove,
    "deque.clear": clear,
    "deque.index": lists.index_of,
    "deque.count": lists.count,
    "deque.reverse": lists.reverse,
    "deque.copy": lists.copy,
    "get deque.maxlen": maxlen_of,
}
