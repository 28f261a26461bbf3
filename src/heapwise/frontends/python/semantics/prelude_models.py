"""What the prelude asks of dicts and sets whose keys it finds by running code of the program."""

from __future__ import annotations

from heapwise.engine.machine import Enter
from heapwise.frontends.python.semantics import compare, dicts, mappings, sequences
from heapwise.frontends.python.semantics.keys import has_own_hash
from heapwise.frontends.python.semantics.kinds import Mac, kind, settle, unsupported
from heapwise.frontends.python.semantics.model import Model
from heapwise.frontends.python.values import NONE, HashOf, Opaque, Tuple, Value

_Positional = tuple[Value, ...]
_Keywords = dict[str, Value]


def key_list(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    """The keys of a dict or the items of a set, as they are now."""
    return Tuple(tuple(sequences.items_of(m, settle(m, positional[0]))))


def value_by_position(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    ref, at = settle(m, positional[0]), positional[1]
    return mappings.value_at(m, ref, [(True, at)])


def put_by_position(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    ref, at, value = settle(m, positional[0]), positional[1], positional[2]
    entries = sequences.entries_of(m, ref)
    entries[at] = (entries[at][0], value)
    dicts.set_entries(m, ref, entries)
    return NONE


def append_new(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    ref, *entry = positional
    ref = settle(m, ref)
    if len(entry) == 2:
        mappings.append_entry(m, ref, *entry)
    else:
        mappings.append_item(m, ref, entry[0])
    return NONE


def remove_by_position(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    mappings.remove_at(m, settle(m, positional[0]), positional[1])
    return NONE


def remember_hash(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    """The hash of a key does not change while it is in a container."""
    key, found = positional
    m.put(("hash", key), found)
    return NONE


def stored_hash(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    """Of a key that is in a container."""
    (key,) = positional
    known = m.load(("hash", key))
    return _plain_hash(m, key) if known is None else known


def _plain_hash(m: Mac, key: Value) -> Value:
    settled = settle(m, key)
    if has_own_hash(m, settled):
        unsupported("an input container of objects with a __hash__ of their own")
    if isinstance(settled, Opaque) and not settled.name.startswith("?"):
        settled = settled.term
    return settled if kind(settled) == "int" else HashOf(settled)


def has_hash(m: Mac, positional: _Positional, keywords: _Keywords) -> Value:
    """May a key that is in a container have this hash?"""
    key, wanted = positional
    known = m.load(("hash", key))
    if known is None:
        known = _plain_hash(m, key)
    mixed = isinstance(known, HashOf) != isinstance(wanted, HashOf)
    return False if mixed else compare.equal(m, known, wanted)


def missing(m: Mac, positional: _Positional, keywords: _Keywords) -> Value | Enter:
    """`d[key]` where the key is not there."""
    ref, key = settle(m, positional[0]), positional[1]
    return dicts.missing_value(m, ref, key, by_code=True)


MODELS: dict[str, Model] = {
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
