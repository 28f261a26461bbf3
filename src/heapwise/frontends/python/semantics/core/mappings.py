"""Looking things up in containers, and changing dicts and sets.

A lookup asks one question, whether the key is there, and makes one term of the value: the path does
not learn where. The items of an input dict or set are pairwise different, which is told to the
solver of those that a path looks at.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from heapwise.frontends.python.model.key_index import KeyIndex
from heapwise.frontends.python.model.store_keys import removed_from
from heapwise.frontends.python.model.values import DictContents, ListContents, SetContents, Value
from heapwise.frontends.python.semantics.core import guarded_sets, sequences
from heapwise.frontends.python.semantics.core.equal_items import NeedsCodeError, is_among
from heapwise.frontends.python.semantics.core.guarded_values import complete, first_of, merged
from heapwise.frontends.python.semantics.core.hashable import check_hashable
from heapwise.frontends.python.semantics.core.keys import (
    has_generated_hash,
    has_own_hash,
    known_key,
)
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    container,
    contents_of,
    runtime,
)
from heapwise.frontends.python.semantics.core.lengths import grow
from heapwise.terms import Scalar, Term, add, and_, ite, or_, sub

Found = list[tuple[Scalar, int]]
"""Where a key may be: at most one of the conditions holds."""
STABLE = "keys of input containers whose hash does not change"


# -- lookups


def has_item(m: Mac, ref: Term, item: Value) -> Scalar:
    guarded = guarded_sets.guarded_items(m, ref)
    if guarded is not None and not has_own_hash(m, item):
        return guarded_sets.has(m, guarded, item)
    return or_(*(condition for condition, _ in _matches(m, ref, item)))


has_key = has_item


def _matches(m: Mac, ref: Term, key: Value) -> Found:
    contents = contents_of(m, ref)
    is_made = isinstance(contents, DictContents | SetContents)
    if category(m, ref) in ("dict", "set", "frozenset") and has_own_hash(m, key):
        if is_made or not has_generated_hash(m, key):
            raise NeedsCodeError
        m.approximate(STABLE)
    if isinstance(contents, DictContents | SetContents):
        return _matches_in(m, contents, key)
    found: Found = []
    for index, (present, other) in enumerate(sequences.slots(m, ref)):
        condition = and_(present, is_among(m, key, (other,)))
        if condition is True:
            return [(True, index)]
        if condition is not False:
            found.append((condition, index))
    return found


def _matches_in(m: Mac, contents: DictContents | SetContents, key: Value) -> Found:
    length, known = _size(contents), known_key(m, key)
    found: Found = []
    for at in index_of(m, contents).candidates(known, length):
        other = (
            contents.entries[at][0] if isinstance(contents, DictContents) else contents.items[at]
        )
        condition = is_among(m, key, (other,))
        if condition is True:
            return [(True, at)]
        if condition is not False:
            found.append((condition, at))
    return found


def _size(contents: DictContents | SetContents) -> int:
    return len(contents.entries if isinstance(contents, DictContents) else contents.items)


def index_of(m: Mac, contents: DictContents | SetContents) -> KeyIndex:
    """Made when it is first needed: contents without one are equal to those with it."""
    if contents.index is None:
        if isinstance(contents, DictContents):
            index = KeyIndex(known_key(m, key) for key, _ in contents.entries)
        else:
            index = KeyIndex(known_key(m, item) for item in contents.items)
        object.__setattr__(contents, "index", index)
        return index
    return contents.index


def find(m: Mac, ref: Term, key: Value) -> Found | None:
    """Where the key may be, if it is there; None if it is not."""
    matching = _matches(m, ref, key)
    if not matching or not m.decide(or_(*(condition for condition, _ in matching))):
        return None
    known = [(condition, index) for condition, index in matching if m.known(condition) is not False]
    return known or matching


def position(m: Mac, found: Sequence[tuple[Scalar, int]]) -> Scalar:
    """The index, as a term."""
    at: Scalar = found[-1][1]
    for condition, index in reversed(found[:-1]):
        at = ite(condition, index, at)
    return at


def chosen_position(m: Mac, found: Sequence[tuple[Scalar, int]]) -> int:
    for condition, index in found[:-1]:
        if m.decide(condition):
            return index
    return found[-1][1]


def value_at(m: Mac, ref: Term, found: Sequence[tuple[Scalar, int]]) -> Value:
    """The value of a dict where a key was found."""
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        cases = [(condition, contents.entries[index][1]) for condition, index in found]
        return first_of(m, cases)
    return container(m, ref).items[1].read(m, ref, position(m, found))


def lookup(m: Mac, ref: Term, key: Value) -> tuple[Value] | None:
    """The value of a dict at `key`, if it is there."""
    found = find(m, ref, key)
    return None if found is None else (value_at(m, ref, found),)


# -- changes


def insert(m: Mac, ref: Term, key: Value, value: Value) -> None:
    """Into a dict."""
    check_hashable(m, key)
    contents = contents_of(m, ref)
    is_empty = isinstance(contents, DictContents) and not contents.entries
    if is_empty and not has_own_hash(m, key):  # like no other key, be it text that is not known
        append_entry(m, ref, key, value)
        return
    found = find(m, ref, key)
    if found is None:
        append_entry(m, ref, key, value)
        return
    if isinstance(contents, DictContents):
        _replace_value(m, ref, contents, found, value)
        return
    container(m, ref).items[1].write(m, ref, value, position(m, found))


def append_entry(m: Mac, ref: Term, key: Value, value: Value) -> None:
    """With a key that is not in the dict."""
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        index = index_of(m, contents).extended(known_key(m, key), len(contents.entries))
        entries = (*contents.entries, (key, value))
        m.put(ref, replace(contents, entries=entries, index=index))
        return
    info = container(m, ref)
    keys, values = info.items
    assert info.length is not None
    length = m.read_field(ref, info.length)
    keys.write(m, ref, key, length)
    values.write(m, ref, value, length)
    m.write_field(ref, info.length, add(length, 1))
    grow(m)


def _replace_value(
    m: Mac, ref: Term, contents: DictContents, found: Sequence[tuple[Scalar, int]], value: Value
) -> None:
    entries = list(contents.entries)
    values = complete([merged(m, condition, value, entries[at][1]) for condition, at in found])
    if values is None:
        found, values = [(True, chosen_position(m, found))], [value]
    elif len(found) == 1:
        values = [value]
    for (_, at), one in zip(found, values, strict=True):
        entries[at] = (entries[at][0], one)
    m.put(ref, replace(contents, entries=tuple(entries)))


def include(m: Mac, ref: Term, item: Value) -> None:
    """Into a set."""
    check_hashable(m, item)
    if guarded_sets.included(m, ref, item):
        return
    if not m.decide(has_item(m, ref, item)):
        append_item(m, ref, item)


def append_item(m: Mac, ref: Term, item: Value) -> None:
    """One that is not in the set."""
    contents = contents_of(m, ref)
    if isinstance(contents, SetContents):
        index = index_of(m, contents).extended(known_key(m, item), len(contents.items))
        m.put(ref, replace(contents, items=(*contents.items, item), index=index))
        return
    info = container(m, ref)
    assert info.length is not None
    length = m.read_field(ref, info.length)
    info.items[0].write(m, ref, item, length)
    m.write_field(ref, info.length, add(length, 1))
    grow(m)
    sequences.sets_changed(m)


def remove_found(m: Mac, ref: Term, found: Sequence[tuple[Scalar, int]]) -> None:
    """Take out what was found."""
    contents = contents_of(m, ref)
    if contents is None:
        info = container(m, ref)
        if info.kind in ("set", "frozenset"):
            _remove_unordered(m, ref, position(m, found))
            return
        if sequences.holds_scalars(info):
            sequences.items_move(m, ref)
            sequences.close_gap(m, ref, position(m, found))
            return
    remove_at(m, ref, chosen_position(m, found))


def _remove_unordered(m: Mac, ref: Term, at: Scalar) -> None:
    """The last item takes the place of the one that goes."""
    info = container(m, ref)
    assert info.length is not None
    sequences.items_move(m, ref)
    last = sub(m.read_field(ref, info.length), 1)
    for layout in info.items:
        layout.write(m, ref, layout.read(m, ref, last), at)
    m.write_field(ref, info.length, last)
    sequences.sets_changed(m)


def remove_at(m: Mac, ref: Term, at: int) -> None:
    """Take the item or entry at this index out; later ones move up."""
    if category(m, ref) in ("dict", "set"):
        sequences.items_move(m, ref)
        if runtime(m).classes.some_class_has("__hash__"):
            m.put(removed_from(ref), True)
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        kept = (*contents.entries[:at], *contents.entries[at + 1 :])
        m.put(ref, replace(contents, entries=kept, index=None))
        return
    if isinstance(contents, SetContents | ListContents):
        items = (*contents.items[:at], *contents.items[at + 1 :])
        if isinstance(contents, SetContents):
            m.put(ref, SetContents(items, contents.frozen))
        else:
            m.put(ref, replace(contents, items=items))
        return
    info = container(m, ref)
    assert info.length is not None
    length = m.read_field(ref, info.length)
    count = sequences.count_of(m, ref)
    for index in range(at, count - 1):
        for layout in info.items:
            layout.write(m, ref, layout.read(m, ref, index + 1), index)
    m.write_field(ref, info.length, sub(length, 1))


def clear(m: Mac, ref: Term) -> None:
    if category(m, ref) in ("dict", "set"):
        sequences.items_move(m, ref)
    contents = contents_of(m, ref)
    if isinstance(contents, DictContents):
        m.put(ref, replace(contents, entries=(), index=None))
    elif isinstance(contents, SetContents):
        m.put(ref, SetContents(()))
    elif isinstance(contents, ListContents):
        m.put(ref, replace(contents, items=()))
    else:
        info = container(m, ref)
        assert info.length is not None
        m.write_field(ref, info.length, 0)


def compared_counts(
    m: Mac, left: Term, right: Term, compare_counts: Callable[[Mac, Value, Value], Scalar]
) -> Scalar:
    """Is it so for every count? What is not there counts as zero."""
    conditions: list[Scalar] = []
    for one, other in ((left, right), (right, left)):
        for key, value in sequences.entries_of(m, one):
            found = lookup(m, other, key)
            counts = (value, found[0] if found else 0)
            low, high = counts if one is left else counts[::-1]
            conditions.append(compare_counts(m, low, high))
    return and_(*conditions)
