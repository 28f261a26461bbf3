"""What the prelude asks of dicts and sets whose keys it finds by running code of the program."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.store_keys import own_hash
from heapwise.frontends.python.model.values import NONE, HashOf, Opaque, Tuple, Value
from heapwise.frontends.python.semantics.containers import dicts, lists
from heapwise.frontends.python.semantics.core import calls, mappings, sequences
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.keys import has_own_hash
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    is_int,
    receiver,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.operations import iteration
from heapwise.frontends.python.semantics.operations.equality import equal


def key_list(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """The keys of a dict or the items of a set, as they are now."""
    return Tuple(tuple(sequences.items_of(m, settle(m, positional[0]))))


def _position(value: Value) -> int:
    assert isinstance(value, int)
    return value


def value_by_position(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, at = receiver(m, positional[0]), _position(positional[1])
    return mappings.value_at(m, ref, [(True, at)])


def put_by_position(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, at, value = receiver(m, positional[0]), _position(positional[1]), positional[2]
    entries = sequences.entries_of(m, ref)
    entries[at] = (entries[at][0], value)
    dicts.set_entries(m, ref, entries)
    return NONE


def append_new(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    ref, entry = receiver(m, positional[0]), positional[1:]
    if len(entry) == 2:
        mappings.append_entry(m, ref, *entry)
    else:
        mappings.append_item(m, ref, entry[0])
    return NONE


def remove_by_position(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    mappings.remove_at(m, receiver(m, positional[0]), _position(positional[1]))
    return NONE


def remember_hash(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """The hash of a key does not change while it is in a container."""
    key, found = positional
    m.put(own_hash(key), found)
    return NONE


def stored_hash(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Of a key that is in a container."""
    (key,) = positional
    known = m.load(own_hash(key))
    return _plain_hash(m, key) if known is None else known


def _plain_hash(m: Mac, key: Value) -> Value:
    settled = settle(m, key)
    if has_own_hash(m, settled):
        unsupported("an input container of objects with a __hash__ of their own")
    if isinstance(settled, Opaque) and not settled.name.startswith("?"):
        settled = settled.term
    return settled if is_int(settled) else HashOf(settled)


def has_hash(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """May a key that is in a container have this hash?"""
    key, wanted = positional
    known = m.load(own_hash(key))
    if known is None:
        known = _plain_hash(m, key)
    mixed = isinstance(known, HashOf) != isinstance(wanted, HashOf)
    return False if mixed else equal(m, known, wanted)


def missing(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`d[key]` where the key is not there."""
    ref, key = receiver(m, positional[0]), positional[1]
    return dicts.missing_value(m, ref, key, by_code=True)


@dataclass(frozen=True, slots=True)
class IsPair:
    """The key and the value of a new entry, by the number of the item that should have both."""

    number: Value

    def __call__(self, pair: Value) -> Value:
        assert isinstance(pair, Tuple)
        if len(pair.items) != 2:
            what = f"element #{self.number} has length {len(pair.items)}; 2 is required"
            throw(ValueError, f"dictionary update sequence {what}")
        return pair


def pair_of(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    item, number = settle(m, positional[0]), positional[1]
    if sequences.at_once(m, item):
        return IsPair(number)(Tuple(tuple(lists.listed(m, item))))
    if not iteration.is_iterable(m, item):
        what = f"element #{number} to a sequence"
        throw(TypeError, f"cannot convert dictionary update sequence {what}")
    return calls.enter(m, runtime(m).prelude(m, "collect_tuple"), (item,), IsPair(number))


MODELS: dict[str, Model] = {
    "__pair__": pair_of,
    "__keys__": key_list,
    "__value_at__": value_by_position,
    "__put_at__": put_by_position,
    "__append_new__": append_new,
    "__remove_at__": remove_by_position,
    "__missing__": missing,
    "__remember_hash__": remember_hash,
    "__has_hash__": has_hash,
    "__stored_hash__": stored_hash,
}
