"""A `java.util.HashSet` in an invariant that runs on candidates, as a Python set.

Most invariants keep a set of the objects that they have visited. If these have the hash code of
`Object`, only identity counts: a JVM would hardly ever compare them otherwise, and nobody sees in
which order a table keeps them unless the set is iterated over. So the bytecode of the JDK need not
run. Where an element has a hash code of its own, or another method of the set is called, the sets
of the JDK are used after all (`NativesError`), for this run of the invariant and all others.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from heapwise.frontends.java.universe.declarations import JavaArray, JavaClass, JavaMethod
from heapwise.program import ClassDecl, MethodDecl
from heapwise.structure.to_python.direct_machine import NativesError, Reference

_HASH_SET = "java.util.HashSet"
_MEMBERS = "members"


class IdentitySets:
    """Functions for the methods of HashSet."""

    def of(self, method: MethodDecl) -> Callable[..., object] | None:
        if method.owner.name != _HASH_SET or not isinstance(method, JavaMethod):
            return None
        code = method.method
        if code is None or code.is_static or code.is_static_initialiser:
            return None
        return _METHODS.get(f"{code.name}{code.descriptor}", _another)


def _another(*arguments: object) -> object:
    raise NativesError


def _begin(own: Reference, *capacity: object) -> None:
    own.__dict__[_MEMBERS] = {}


def _members(own: Any) -> dict[int, object]:
    found: dict[int, object] = own.__dict__[_MEMBERS]
    return found


def _identity(element: object) -> int:
    if isinstance(element, Reference) and not _is_by_identity(element.decl):
        raise NativesError
    return id(element)


@cache
def _is_by_identity(cls: ClassDecl) -> bool:
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


def _add(own: Reference, element: object) -> bool:
    members, key = _members(own), _identity(element)
    if key in members:
        return False
    members[key] = element
    return True


def _contains(own: Reference, element: object) -> bool:
    return _identity(element) in _members(own)


def _remove(own: Reference, element: object) -> bool:
    key = _identity(element)
    return _members(own).pop(key, own) is not own


def _size(own: Reference) -> int:
    return len(_members(own))


def _is_empty(own: Reference) -> bool:
    return not _members(own)


def _clear(own: Reference) -> None:
    _members(own).clear()


_METHODS: dict[str, Callable[..., object]] = {
    "<init>()V": _begin,
    "<init>(I)V": _begin,
    "add(Ljava/lang/Object;)Z": _add,
    "contains(Ljava/lang/Object;)Z": _contains,
    "remove(Ljava/lang/Object;)Z": _remove,
    "size()I": _size,
    "isEmpty()Z": _is_empty,
    "clear()V": _clear,
}
