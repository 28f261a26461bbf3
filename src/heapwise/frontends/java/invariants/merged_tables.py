"""Sets and maps of the JDK in an invariant that is compiled: which object is in them, and when.

An invariant keeps sets of objects that it has visited. The code of `HashMap`, run for all inputs at
once, would walk through chains in which every place may hold every object. Here a table is what it
means: for every object of the scope, the condition that it is in the table, and what it is mapped
to. That is right where only identity counts, as `identity_sets` says of the same tables on
candidates. Whatever else a table is asked for needs the code of the JDK (`StandInError`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from heapwise.frontends.java.models.library_model import Mac, java_int
from heapwise.frontends.java.semantics.identity_sets import is_by_identity
from heapwise.frontends.java.universe.declarations import JavaMethod
from heapwise.merging.all_choices import MergingMachine
from heapwise.merging.api import Language, StandInError
from heapwise.merging.paths import Merge
from heapwise.program import LinePosition, MethodDecl
from heapwise.program.code import Code, Perform, Return
from heapwise.terms import NULL, Scalar, Term, add, and_, eq, ite, or_

_HASH_MAP, _IDENTITY_MAP = "java.util.HashMap", "java.util.IdentityHashMap"


@dataclass(frozen=True, slots=True)
class _Entry:
    """The condition that a key is there, and its value, which means something if it is."""

    present: Scalar
    value: Scalar


@dataclass(frozen=True, slots=True)
class _Entries:
    """What a table has, by objects and null; `by_hash` if it finds them by their hash codes."""

    by_key: Mapping[Scalar, _Entry]
    size: Scalar
    by_hash: bool


def merging_language() -> Language:
    return Language(_merged, stand_ins=_stand_in, is_robust=True)


def _merged(merge: Merge, condition: Term, a: object, b: object) -> object | None:
    if not isinstance(a, _Entries) or not isinstance(b, _Entries):
        return a if type(a) is type(b) and a == b else None
    if a.by_hash is not b.by_hash:
        return None
    found: dict[Scalar, _Entry] = {}
    for key in (*a.by_key, *(key for key in b.by_key if key not in a.by_key)):
        one, other = a.by_key.get(key), b.by_key.get(key)
        if one is None or other is None:
            there = one or other
            assert there is not None
            here, away = (there.present, False) if other is None else (False, there.present)
            found[key] = replace(there, present=merge(condition, here, away))
        else:
            present = merge(condition, one.present, other.present)
            found[key] = _Entry(present, merge(condition, one.value, other.value))
    return _Entries(found, merge(condition, a.size, b.size), a.by_hash)


# -- what is asked of them


class _Table:
    """A table of the run, for one question or change."""

    def __init__(self, m: Mac, own: Term) -> None:
        assert isinstance(m, MergingMachine)
        self._m = m
        self._place = _decided(m, own)
        entries = m.load(self._place)
        if not isinstance(entries, _Entries):
            raise StandInError  # that of an input, or of a class below
        self._entries = entries

    @property
    def size(self) -> Scalar:
        return self._entries.size

    def has(self, key: Scalar) -> bool:
        """A choice: what is there is one way, and what is not is another."""
        entries = self._entries.by_key
        parts = [and_(guard, entries[each].present) for each, guard in self._found(key)]
        return self._m.decide(or_(*parts))

    def value(self, key: Scalar) -> Scalar:
        """Of a key that is there; anything on a path that no input takes, where it is not."""
        value: Scalar = NULL
        for number, (each, guard) in enumerate(self._found(key)):
            own = self._entries.by_key[each].value
            value = ite(guard, own, value) if number else own
        return value

    def put(self, key: Scalar, value: Scalar, is_new: bool) -> None:
        entries = dict(self._entries.by_key)
        for each, guard in self._alternatives(key):
            before = entries.get(each)
            if before is None:
                entries[each] = _Entry(guard, value)
            else:
                present = self._m.named(or_(before.present, guard))
                entries[each] = _Entry(present, ite(guard, value, before.value))
        self._keep(entries, 1 if is_new else 0)

    def remove(self, key: Scalar) -> None:
        """Of a key that is there."""
        entries = dict(self._entries.by_key)
        for each, guard in self._found(key):
            left = self._m.named(ite(guard, False, entries[each].present))
            entries[each] = replace(entries[each], present=left)
        self._keep(entries, -1)

    def clear(self) -> None:
        self._m.put(self._place, replace(self._entries, by_key={}, size=_number(self._m, 0)))

    def _keep(self, entries: Mapping[Scalar, _Entry], more: int) -> None:
        size = add(self._entries.size, _number(self._m, more)) if more else self._entries.size
        self._m.put(self._place, replace(self._entries, by_key=entries, size=size))

    def _found(self, key: Scalar) -> list[tuple[Scalar, Scalar]]:
        there = self._entries.by_key
        return [(each, guard) for each, guard in self._alternatives(key) if each in there]

    def _alternatives(self, key: Scalar) -> list[tuple[Scalar, Scalar]]:
        """The objects that a key may be, null among them, each under its guard."""
        assert isinstance(key, Term)
        found = self._m.looked_at(key)
        finds_by_hash = self._entries.by_hash and key is not NULL
        if finds_by_hash and not all(map(is_by_identity, self._m.possible_classes(key))):
            raise StandInError
        path = self._m.path
        known = {each: path.decided(guard) for each, guard in found.items()}
        certain = [each for each, holds in known.items() if holds]
        if certain or len(found) == 1:
            return [(each, True) for each in certain or found]
        return [(each, guard) for each, guard in found.items() if known[each] is None]


def _decided(m: MergingMachine[object], own: Term) -> Term:
    """Which table it is: a choice where it may be several."""
    found = m.alternatives(own)
    if found is None:
        raise StandInError
    places = [each for each in found if each is not NULL]
    for place in places[:-1]:
        assert isinstance(place, Term)
        if m.decide(m.same_reference(own, place)):
            return place
    last = places[-1]
    assert isinstance(last, Term)
    return last


def _number(m: Mac, number: int) -> Scalar:
    return java_int(m, number)


# -- methods of both


def _begin(m: Mac, own: Term, *capacity: Scalar) -> Scalar:
    assert isinstance(m, MergingMachine)
    (cls,) = m.possible_classes(own)
    if cls.name not in _CLASSES:
        raise StandInError  # a class below may look at the fields that a table of the JDK has
    m.put(_decided(m, own), _Entries({}, _number(m, 0), cls.name != _IDENTITY_MAP))
    return 0


def _size(m: Mac, own: Term) -> Scalar:
    return _Table(m, own).size


def _is_empty(m: Mac, own: Term) -> Scalar:
    return eq(_Table(m, own).size, _number(m, 0))


def _clear(m: Mac, own: Term) -> Scalar:
    _Table(m, own).clear()
    return 0


def _contains(m: Mac, own: Term, element: Scalar) -> Scalar:
    return _Table(m, own).has(element)


# -- sets


def _add(m: Mac, own: Term, element: Scalar) -> Scalar:
    table = _Table(m, own)
    if table.has(element):
        return False
    table.put(element, NULL, is_new=True)
    return True


def _discard(m: Mac, own: Term, element: Scalar) -> Scalar:
    table = _Table(m, own)
    if not table.has(element):
        return False
    table.remove(element)
    return True


# -- maps


def _get(m: Mac, own: Term, key: Scalar) -> Scalar:
    return _get_or(m, own, key, NULL)


def _get_or(m: Mac, own: Term, key: Scalar, other: Scalar) -> Scalar:
    table = _Table(m, own)
    return table.value(key) if table.has(key) else other


def _put(m: Mac, own: Term, key: Scalar, value: Scalar) -> Scalar:
    table = _Table(m, own)
    is_there = table.has(key)
    before = table.value(key) if is_there else NULL
    table.put(key, value, not is_there)
    return before


def _put_if_absent(m: Mac, own: Term, key: Scalar, value: Scalar) -> Scalar:
    table = _Table(m, own)
    is_there = table.has(key)
    before = table.value(key) if is_there else NULL
    assert isinstance(before, Term)
    if not m.decide(m.same_reference(before, NULL)):
        return before
    table.put(key, value, not is_there)
    return NULL


def _remove(m: Mac, own: Term, key: Scalar) -> Scalar:
    table = _Table(m, own)
    if not table.has(key):
        return NULL
    before = table.value(key)
    table.remove(key)
    return before


def _another(m: Mac, *arguments: Scalar) -> Scalar:
    raise StandInError


Method: TypeAlias = Callable[..., Scalar]

_O = "Ljava/lang/Object;"
_BOTH: dict[str, Method] = {
    "<init>()V": _begin,
    "<init>(I)V": _begin,
    "size()I": _size,
    "isEmpty()Z": _is_empty,
    "clear()V": _clear,
}
_SET: dict[str, Method] = {
    **_BOTH,
    f"add({_O})Z": _add,
    f"contains({_O})Z": _contains,
    f"remove({_O})Z": _discard,
}
_MAP: dict[str, Method] = {
    **_BOTH,
    f"get({_O}){_O}": _get,
    f"getOrDefault({_O}{_O}){_O}": _get_or,
    f"put({_O}{_O}){_O}": _put,
    f"putIfAbsent({_O}{_O}){_O}": _put_if_absent,
    f"containsKey({_O})Z": _contains,
    f"remove({_O}){_O}": _remove,
}
_CLASSES: dict[str, dict[str, Method]] = {
    "java.util.HashSet": _SET,
    _HASH_MAP: _MAP,
    _IDENTITY_MAP: _MAP,
}


@cache
def _stand_in(method: MethodDecl) -> Code | None:
    own = _CLASSES.get(method.owner.name)
    if own is None or not isinstance(method, JavaMethod) or method.method is None:
        return None
    if method.method.is_static or method.method.is_static_initialiser:
        return None
    operation = own.get(f"{method.method.name}{method.method.descriptor}", _another)
    count = len(method.parameters) + 1
    at = LinePosition(method.owner.name, 0, 0)
    perform = Perform(count, operation, tuple(range(count)), at=at)
    return Code(str(method), (perform, Return(count, at=at)), count + 1, library=True)
