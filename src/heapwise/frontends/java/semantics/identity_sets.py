"""Sets and maps of the JDK in an invariant that runs on candidates, as dicts of Python.

Most invariants keep a set of the objects that they have visited, or a map from them to something
else. If these have the hash code of `Object`, or the table is an `IdentityHashMap`, only identity
counts: a JVM would hardly ever compare them otherwise, and nobody sees in which order a table keeps
them unless it is iterated over. So the bytecode of the JDK need not run. Where an element has a
hash code of its own, or another method is called, the tables of the JDK are used after all
(`NativesError`), for this run of the invariant and all others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from heapwise.frontends.java.universe.declarations import JavaArray, JavaClass, JavaMethod
from heapwise.program import ClassDecl, MethodDecl
from heapwise.structure.to_python.direct_machine import NativesError, Reference

_MEMBERS = "members"
_IDENTITY_MAP = "java.util.IdentityHashMap"


class IdentitySets:
    """Functions for the methods of the tables."""

    def of(self, method: MethodDecl) -> Callable[..., object] | None:
        own = _CLASSES.get(method.owner.name)
        if own is None or not isinstance(method, JavaMethod):
            return None
        code = method.method
        if code is None or code.is_static or code.is_static_initialiser:
            return None
        return own.get(f"{code.name}{code.descriptor}", _another)


def _another(*arguments: object) -> object:
    raise NativesError


class _Members(dict[int, tuple[object, object]]):
    """Keys and values by the identity of the key, which is kept so that it is not used again."""

    def __init__(self, by_hash: bool) -> None:
        super().__init__()
        self.by_hash = by_hash

    def key(self, element: object) -> int:
        if self.by_hash and isinstance(element, Reference) and not is_by_identity(element.decl):
            raise NativesError
        return id(element)


@cache
def is_by_identity(cls: ClassDecl) -> bool:
    """Have objects of this class the hash code of `Object`?"""
    if isinstance(cls, JavaArray):
        return True
    for each in cls.ancestors():
        if not isinstance(each, JavaClass):
            return False
        if each.superclass is not None and any(
            method.name == "hashCode" and method.descriptor == "()I" for method in each.file.methods
        ):
            return False
    return True


def _members(own: Any) -> _Members:
    """Of a table that the invariant has made; those of candidates have the fields of the JDK."""
    found: _Members | None = own.__dict__.get(_MEMBERS)
    if found is None:
        raise NativesError
    return found


# -- what both have


def _begin(own: Reference, *capacity: object) -> None:
    if own.decl.name not in _CLASSES:
        raise NativesError  # a class below may look at the fields that a table of the JDK has
    own.__dict__[_MEMBERS] = _Members(own.decl.name != _IDENTITY_MAP)


def _size(own: Reference) -> int:
    return len(_members(own))


def _is_empty(own: Reference) -> bool:
    return not _members(own)


def _clear(own: Reference) -> None:
    _members(own).clear()


def _contains(own: Reference, element: object) -> bool:
    members = _members(own)
    return members.key(element) in members


# -- sets


def _begin_from_map(own: Reference, map_: Reference) -> None:
    """`Collections.newSetFromMap`: the keys of a map, which nobody else uses."""
    own.__dict__[_MEMBERS] = _members(map_)


def _add(own: Reference, element: object) -> bool:
    members = _members(own)
    key = members.key(element)
    if key in members:
        return False
    members[key] = (element, True)
    return True


def _discard(own: Reference, element: object) -> bool:
    members = _members(own)
    return members.pop(members.key(element), None) is not None


# -- maps


def _get(own: Reference, key: object) -> object:
    return _get_or(own, key, None)


def _get_or(own: Reference, key: object, other: object) -> object:
    members = _members(own)
    found = members.get(members.key(key))
    return other if found is None else found[1]


def _put(own: Reference, key: object, value: object) -> object:
    members = _members(own)
    place = members.key(key)
    before = members.get(place)
    members[place] = (key, value)
    return None if before is None else before[1]


def _put_if_absent(own: Reference, key: object, value: object) -> object:
    before = _get(own, key)
    return _put(own, key, value) if before is None else before


def _remove(own: Reference, key: object) -> object:
    members = _members(own)
    found = members.pop(members.key(key), None)
    return None if found is None else found[1]


_O = "Ljava/lang/Object;"
_BOTH: dict[str, Callable[..., object]] = {
    "<init>()V": _begin,
    "<init>(I)V": _begin,
    "size()I": _size,
    "isEmpty()Z": _is_empty,
    "clear()V": _clear,
}
_SET: dict[str, Callable[..., object]] = {
    **_BOTH,
    f"add({_O})Z": _add,
    f"contains({_O})Z": _contains,
    f"remove({_O})Z": _discard,
}
_MAP: dict[str, Callable[..., object]] = {
    **_BOTH,
    f"get({_O}){_O}": _get,
    f"getOrDefault({_O}{_O}){_O}": _get_or,
    f"put({_O}{_O}){_O}": _put,
    f"putIfAbsent({_O}{_O}){_O}": _put_if_absent,
    f"containsKey({_O})Z": _contains,
    f"remove({_O}){_O}": _remove,
}
_CLASSES: dict[str, dict[str, Callable[..., object]]] = {
    "java.util.HashSet": _SET,
    "java.util.Collections$SetFromMap": {**_SET, "<init>(Ljava/util/Map;)V": _begin_from_map},
    "java.util.HashMap": _MAP,
    _IDENTITY_MAP: _MAP,
}
