"""What the prelude asks of dicts and sets whose keys it finds by running code of the program."""

from __future__ import annotations

from dataclasses import dataclass

from heapwise.engine.machine import CutError, Enter
from heapwise.frontends.python.model.store_keys import (
    changed_hash,
    hash_in,
    hashed,
    own_hash,
    removed_from,
)
from heapwise.frontends.python.model.values import NONE, HashOf, Opaque, Tuple, Value, View
from heapwise.frontends.python.semantics.containers import dicts, lists
from heapwise.frontends.python.semantics.core import calls, mappings, sequences
from heapwise.frontends.python.semantics.core.arguments import Model
from heapwise.frontends.python.semantics.core.environment import Keywords, Positional
from heapwise.frontends.python.semantics.core.identity import identical
from heapwise.frontends.python.semantics.core.keys import has_own_hash
from heapwise.frontends.python.semantics.core.kinds import (
    Mac,
    category,
    is_float,
    is_int,
    is_integer,
    is_ref,
    receiver,
    runtime,
    settle,
    throw,
    unsupported,
)
from heapwise.frontends.python.semantics.operations import iteration
from heapwise.frontends.python.semantics.operations.equality import equal
from heapwise.terms import Scalar, Term, and_, eq, le, lt, mod

CHANGED = "keys whose hash changes"
_PLACES = 8
_SMALL = 32


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
    """A key of which `__hash__` was just asked, and that was not found."""
    ref, entry = receiver(m, positional[0]), positional[1:]
    key = entry[0]
    known = m.load(own_hash(key))
    if known is not None:
        if m.load(changed_hash(key)) and m.load(hash_in(ref, key)) is not None:
            raise CutError(CHANGED)  # the container may hold this object twice
        m.put(hash_in(ref, key), known)
    _append(m, ref, entry)
    return NONE


def append_stored(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """An item of another set, or an entry of another dict, which has remembered its hash."""
    ref, entry = receiver(m, positional[0]), positional[1:]
    if m.load(changed_hash(entry[0])):
        raise CutError(CHANGED)
    _append(m, ref, entry)
    return NONE


def _append(m: Mac, ref: Term, entry: Positional) -> None:
    if len(entry) == 2:
        mappings.append_entry(m, ref, *entry)
    else:
        mappings.append_item(m, ref, entry[0])


def remove_by_position(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    mappings.remove_at(m, receiver(m, positional[0]), _position(positional[1]))
    return NONE


def remember_hash(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    key, found = positional
    known = m.load(own_hash(key))
    if known is not None and known is not found and not m.decide(_same_hash(m, known, found)):
        m.put(changed_hash(key), True)
    m.put(own_hash(key), found)
    return NONE


def stored_hash(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Of a key that is in some container."""
    (key,) = positional
    if m.load(changed_hash(key)):
        raise CutError(CHANGED)
    known = m.load(own_hash(key))
    return _plain_hash(m, key) if known is None else known


def _hash_in(m: Mac, ref: Term, key: Value) -> Value:
    """What a container remembers of a key that is in it. One that was copied is not known to hold
    what a key had then, unless that is what it always had."""
    kept = m.load(hash_in(ref, key))
    return stored_hash(m, (key,), {}) if kept is None else kept


def _plain_hash(m: Mac, key: Value) -> Value:
    settled = settle(m, key)
    if has_own_hash(m, settled):
        unsupported("an input container of objects with a __hash__ of their own")
    if isinstance(settled, Opaque) and not settled.name.startswith("?"):
        settled = settled.term
    return settled if is_int(settled) else HashOf(settled)


def hashes_itself(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Has the key, or a part of it, a `__hash__` of its own?"""
    return has_own_hash(m, settle(m, positional[0]))


def has_hash(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """May a key that is in a container have this hash there?"""
    owner, key, wanted = positional
    return _same_hash(m, _hash_in(m, _container(m, owner), key), wanted)


def _container(m: Mac, owner: Value) -> Term:
    """A dict or set, or the dict of a view."""
    owner = settle(m, owner)
    return owner.source if isinstance(owner, View) else receiver(m, owner)


def _same_hash(m: Mac, known: Value, wanted: Value) -> Scalar:
    """Texts have no number for a hash here, and neither has what is not known."""
    if isinstance(known, HashOf) and isinstance(wanted, HashOf):
        pair = (known.of, wanted.of)
        by_identity = any(_hashes_by_identity(m, each) for each in pair)
        return identical(m, *pair) if by_identity else equal(m, known, wanted)
    if isinstance(known, HashOf) == isinstance(wanted, HashOf):
        return equal(m, known, wanted)
    asked, number = (known, wanted) if isinstance(known, HashOf) else (wanted, known)
    assert isinstance(asked, HashOf)
    source = m.load(hashed(number)) if type(number) is int else None
    if source is not None:
        return equal(m, asked.of, source)
    return is_float(asked.of) and is_integer(number) and equal(m, asked.of, number)


def _hashes_by_identity(m: Mac, key: Value) -> bool:
    """Whatever its class may say of `==`: the hash is that of no other object."""
    key = settle(m, key)
    if not is_ref(key) or category(m, key) != "object":
        return False
    class_of = runtime(m).universe.python_class
    return m.classify(key, lambda decl: getattr(class_of(decl), "__hash__", 0) is object.__hash__)


def is_small_hash(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    (value,) = positional
    return is_integer(value) and and_(le(0, value), lt(value, _SMALL))


def is_found(m: Mac, positional: Positional, keywords: Keywords) -> Value:
    """Does looking for this hash lead to a key of the container, which is the very object that is
    looked for? It does, unless its hash has changed. Then a set does not know it again, and a dict
    only if it is come upon on the way: one of a single entry has 8 places."""
    ref, key, wanted = _container(m, positional[0]), positional[1], positional[2]
    kept = _hash_in(m, ref, key)
    if kept is wanted or m.decide(_same_hash(m, kept, wanted)):
        return True
    if category(m, ref) != "dict":
        return False
    alone = len(sequences.entries_of(m, ref)) == 1 and not m.load(removed_from(ref))
    if not (alone and is_integer(kept) and is_integer(wanted)):
        raise CutError(CHANGED)
    return eq(mod(kept, _PLACES), mod(wanted, _PLACES))


def missing(m: Mac, positional: Positional, keywords: Keywords) -> Value | Enter:
    """`d[key]` where the key is not there."""
    ref, key = receiver(m, positional[0]), positional[1]
    return dicts.missing_value(m, ref, key)


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
    problem = f"cannot convert dictionary update sequence element #{number} to a sequence"
    if not iteration.is_iterable(m, item):
        throw(TypeError, problem)
    return calls.enter(m, runtime(m).prelude(m, "as_pair"), (item, problem), IsPair(number))


MODELS: dict[str, Model] = {
    "__pair__": pair_of,
    "__keys__": key_list,
    "__value_at__": value_by_position,
    "__put_at__": put_by_position,
    "__append_new__": append_new,
    "__append_stored__": append_stored,
    "__is_found__": is_found,
    "__is_small_hash__": is_small_hash,
    "__remove_at__": remove_by_position,
    "__missing__": missing,
    "__remember_hash__": remember_hash,
    "__has_hash__": has_hash,
    "__has_own_hash__": hashes_itself,
    "__stored_hash__": stored_hash,
}
