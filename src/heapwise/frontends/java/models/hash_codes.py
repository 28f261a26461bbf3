"""Identity hash codes: those of `Object.hashCode` and `System.identityHashCode`.

They are whatever a virtual machine likes, and those of two objects hardly ever collide. Who asks
makes the difference:

* A table of the JDK, to find a place. If `equals` of the class is identity, all objects may
  have one number, 1, and the table tells them apart; that leaves open which are the same until the
  table asks. If `equals` is of the user, objects get different numbers, so that it is asked of
  those only that really meet: here it is decided which are the same.
* The default `toString`: different numbers as well.
* Whoever else, directly or through `Objects.hash` and the like: an unknown function of the
  reference, so that no branch on it is missed, with different values for different objects.

The order of a table of such objects is one of many: an approximation, which is told where code goes
through one. Replays give input objects the numbers of the path; other objects have 1, or, where
that leads elsewhere, the numbers that the JVM likes (`witnesses.py`).
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from heapwise.engine.machine import Enter, UnsupportedError
from heapwise.engine.state import StoreKey
from heapwise.frontends.java.models.library_model import Mac, is_null, runtime, universe
from heapwise.frontends.java.semantics.asked_inputs import running_condition
from heapwise.frontends.java.semantics.identity import boxed_at, same_object
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.program import ClassDecl
from heapwise.program.code import Code
from heapwise.terms import (
    INT,
    REF,
    MapSort,
    Scalar,
    Term,
    and_,
    bit_vector,
    eq,
    le,
    not_,
    or_,
    select,
    symbol,
)

_LARGEST = 0x7FFFFFFF
_USUAL = 1
IN_TABLES: StoreKey[Term | str] = StoreKey("identity hash in tables")
"""Where it keeps one object that a table has asked for its hash code, and then `_SEVERAL`."""
_SEVERAL = "several"
_ORDER = "the order of tables by identity hash codes is one of many"
_TEXTS = "identity hash codes in texts are small numbers"


class Known(NamedTuple):
    """An object with a hash code. A `condition` of the contract has asked for it if that is not
    empty."""

    ref: Term
    code: Scalar
    condition: str


HASHED: StoreKey[tuple[Known, ...]] = StoreKey("identity hash")
"""Where the store keeps `Known`: who has a hash code of their own."""


def identity_hash(m: Mac, ref: Term) -> Scalar:
    if not _is_for_a_table(m):
        return _some_number(m, ref)
    before = m.load(IN_TABLES)
    if before is not ref and before != _SEVERAL:
        m.put(IN_TABLES, ref if before is None else _SEVERAL)
    if m.classify(ref, partial(_has_own_equals, m)):
        return different_number(m, ref)
    return _USUAL


def hash_of_any(m: Mac, ref: Term) -> Scalar:
    """`System.identityHashCode`: 0 for null."""
    box = None if _is_for_a_table(m) else boxed_at(m, ref)
    if box is not None and isinstance(box.value, Term) and m.decide(box.is_cached):
        raise UnsupportedError("the identity hash code of a box from the cache")
    return 0 if m.decide(is_null(m, ref)) else identity_hash(m, ref)


def shown_hash(m: Mac, ref: Term) -> int:
    """What the default `toString` shows; that of a class with a `hashCode` is that of others."""
    m.approximate(_TEXTS)
    found = different_number(m, ref)
    if isinstance(found, Term):
        raise UnsupportedError("the text of an identity hash code that is symbolic")
    return int(found)


def different_number(m: Mac, ref: Term) -> Scalar:
    """The number that the object has, or one that no other has."""
    known = m.load(HASHED) or ()
    for each in known:
        if m.decide(same_object(m, ref, each.ref)):
            return each.code
    number = 1
    while any(m.decide(eq(each.code, number)) for each in known):
        number += 1
    m.put(HASHED, (*known, Known(ref, number, running_condition(m))))
    return number


def _some_number(m: Mac, ref: Term) -> Scalar:
    value = bit_vector(32) if universe(m).exact else INT
    found = select(symbol("Object.hashCode", MapSort((REF,), value)), (ref,))
    known = m.load(HASHED) or ()
    if not any(each.code is found for each in known):
        facts = [le(1, found), le(found, _LARGEST)]
        for each in known:
            same = same_object(m, ref, each.ref)
            equal = eq(found, each.code)
            facts.append(or_(and_(same, equal), and_(not_(same), not_(equal))))
        m.assume(and_(*facts))
        m.put(HASHED, (*known, Known(ref, found, running_condition(m))))
    return found


def _has_own_equals(m: Mac, cls: ClassDecl) -> bool:
    """Does a class of the user override `equals`? That of enums, which is final, is identity."""
    if not isinstance(cls, JavaClass) or not cls.is_user or cls.file.is_enum:
        return False
    line = universe(m).hierarchy.line(cls.file.name)
    return any(file.method("equals", "(Ljava/lang/Object;)Z") for file in line[:-1])


def _is_for_a_table(m: Mac) -> bool:
    """Does a table of the JDK ask, be it through methods that make hash codes out of others? Where
    nobody keeps count of who runs, which is so for invariants on candidates, tables do."""
    java = runtime(m)
    asks = next((code for code in m.running if not java.is_hash_code(code)), None)
    return asks is None or java.is_table_code(asks)


def in_some_order(m: Mac, code: Code, *values: Scalar) -> Enter:
    """Goes through a table in the order of its hash codes."""
    if m.load(IN_TABLES) == _SEVERAL:
        m.approximate(_ORDER)
    return Enter(code, values)


_TABLES = (
    "java/util/HashMap",
    "java/util/HashSet",
    "java/util/LinkedHashMap",
    "java/util/LinkedHashSet",
    "java/util/Hashtable",
    "java/util/IdentityHashMap",
    "java/util/WeakHashMap",
    "java/util/ImmutableCollections",
    "java/util/concurrent/ConcurrentHashMap",
)


def is_table(owner: str) -> bool:
    """Is the class of this internal name a table that finds places by hash codes, or in one?"""
    return owner.partition("$")[0] in _TABLES


ORDERED = {
    ("java/util/HashMap$HashIterator", "nextNode"),
    ("java/util/HashMap$KeySpliterator", "tryAdvance"),
    ("java/util/HashMap$KeySpliterator", "forEachRemaining"),
    ("java/util/HashMap$ValueSpliterator", "tryAdvance"),
    ("java/util/HashMap$ValueSpliterator", "forEachRemaining"),
    ("java/util/HashMap$EntrySpliterator", "tryAdvance"),
    ("java/util/HashMap$EntrySpliterator", "forEachRemaining"),
    ("java/util/HashMap$KeySet", "forEach"),
    ("java/util/HashMap$Values", "forEach"),
    ("java/util/HashMap$EntrySet", "forEach"),
    ("java/util/HashMap", "forEach"),
    ("java/util/HashMap", "replaceAll"),
    ("java/util/HashMap", "keysToArray"),
    ("java/util/HashMap", "valuesToArray"),
    ("java/util/concurrent/ConcurrentHashMap$Traverser", "advance"),
    ("java/util/Hashtable$Enumerator", "nextElement"),
    ("java/util/Hashtable", "forEach"),
    ("java/util/Hashtable", "replaceAll"),
    ("java/util/IdentityHashMap$IdentityHashMapIterator", "nextIndex"),
    ("java/util/IdentityHashMap", "forEach"),
    ("java/util/WeakHashMap$HashIterator", "nextEntry"),
    ("java/util/WeakHashMap", "forEach"),
    ("java/util/ImmutableCollections$SetN$SetNIterator", "next"),
    ("java/util/ImmutableCollections$MapN$MapNIterator", "next"),
}
"""Methods that go through a table (class, name). LinkedHashMap's are not among them."""
