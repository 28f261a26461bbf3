"""Restricts input collections of the JDK to what the JDK itself would make.

Lists in arrays may have any length: an ArrayList has an array, and no more elements than that has
places. Through other collections `INPUTS` walks.

Nobody but the JDK sees the fields of these classes, so it is soon enough to say it when a method of
the class begins to run. Where a class of the JDK is itself under test, its invariant is part of the
contract (`contracts`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.semantics.runtime_api import Mac, universe_of
from heapwise.frontends.java.universe.input_classes import InputClasses
from heapwise.program import ClassDecl, FieldDecl
from heapwise.terms import (
    NULL,
    Scalar,
    Term,
    le,
    not_,
)

INPUTS = "heapwise/jdk/Inputs"
"""Our class with what inputs of the user's code are, as methods: of each contents there is one."""
_WALKED = {
    "java/util/ArrayDeque": "arrayDeque",
    "java/util/BitSet": "bitSet",
    "java/util/HashMap": "hashMap",
    "java/util/HashSet": "hashSet",
    "java/util/LinkedHashMap": "hashMap",
    "java/util/LinkedHashSet": "hashSet",
    "java/util/LinkedList": "linkedList",
    "java/util/PriorityQueue": "priorityQueue",
    "java/util/TreeMap": "treeMap",
    "java/util/TreeSet": "treeSet",
}
"""The methods that walk through an input."""


class KnownInvariant(NamedTuple):
    """A method of ours that says what a collection of the JDK is like; a method that is under test
    keeps it (`is_kept`), or makes collections of another form."""

    owner: str
    name: str
    is_kept: bool = True


_INVARIANTS = "heapwise/jdk/Invariants"
_SMALL_MAP = KnownInvariant(INPUTS, "smallHashMap", False)
_SMALL_SET = KnownInvariant(INPUTS, "smallHashSet", False)
KNOWN_INVARIANTS = {
    "java/util/ArrayDeque": KnownInvariant(_INVARIANTS, "arrayDeque"),
    "java/util/ArrayList": KnownInvariant(_INVARIANTS, "arrayList"),
    "java/util/BitSet": KnownInvariant(_INVARIANTS, "bitSet"),
    "java/util/HashMap": _SMALL_MAP,
    "java/util/HashSet": _SMALL_SET,
    "java/util/LinkedHashMap": _SMALL_MAP,
    "java/util/LinkedHashSet": _SMALL_SET,
    "java/util/LinkedList": KnownInvariant(_INVARIANTS, "linkedList"),
    "java/util/PriorityQueue": KnownInvariant(_INVARIANTS, "priorityQueue"),
    "java/util/Stack": KnownInvariant(_INVARIANTS, "vector"),
    "java/util/TreeMap": KnownInvariant(_INVARIANTS, "treeMap"),
    "java/util/TreeSet": KnownInvariant(_INVARIANTS, "treeSet"),
    "java/util/Vector": KnownInvariant(_INVARIANTS, "vector"),
}
"""For inputs of methods of the JDK itself, by class."""
STAND_INS = {
    f"java.util.{name}.remove(Object)": f"heapwise.jdk.Inputs.remove(java.util.{name})"
    for name in ("HashSet", "TreeSet")
}
"""Methods that look at the one value which all sets of the JDK have for their items: inputs have
others."""


def is_checked(inputs: InputClasses, cls: ClassFile, method: Method) -> bool:
    """Has a method a receiver of which something is known?"""
    is_called = not (method.is_static or method.is_constructor or method.is_private)
    return is_called and has_rules(inputs, cls)


def has_rules(inputs: InputClasses, cls: ClassFile) -> bool:
    """Is something known of inputs of this class?"""
    return (cls.name in _RULES or cls.name in _WALKED) and not inputs.of_jdk


def walking(cls: ClassFile) -> str | None:
    """The method of `INPUTS` that says what an input of this class is; None if rules do."""
    return _WALKED.get(cls.name)


def assume_valid(m: Mac, name: str, ref: Term) -> int:
    """Before a method of this class."""
    if is_unchecked(m, ref):
        _RULES[name](_Fields(m, universe_of(m).decl(name), ref))
    return 0


def is_unchecked(m: Mac, ref: Term) -> bool:
    """Is it an input of which nothing was said yet? It is said now."""
    key: StoreKey[bool] = StoreKey("valid", (ref,))
    if not m.targets(ref)[0] or m.load(key) is not None:
        return False
    m.put(key, True)
    return True


class _Fields:
    """What an object holds, and what is to be true of it."""

    def __init__(self, m: Mac, cls: ClassDecl, ref: Term) -> None:
        self._m = m
        self._cls = cls
        self._ref = ref

    def number(self, name: str) -> Scalar:
        return self._m.read_field(self._ref, self._field(name))

    def reference(self, name: str) -> Term:
        found = self._m.read_field(self._ref, self._field(name))
        assert isinstance(found, Term)
        return found

    def _field(self, name: str) -> FieldDecl:
        found = self._cls.find_field(name)
        assert found is not None, f"{self._cls} has no field {name}"
        return found

    def is_null(self, name: str) -> Scalar:
        return self._m.same_reference(self.reference(name), NULL)

    def length(self, name: str) -> Scalar:
        """Of the array in a field that is not null."""
        array = self.reference(name)
        return self._m.array_length(operations.array_class(self._m, array), array)

    def demand(self, condition: Scalar) -> None:
        known = self._m.known(condition) if isinstance(condition, Term) else bool(condition)
        if known is None:
            self._m.assume(condition)
        elif not known:
            self._m.require(False)


def _array_list(fields: _Fields) -> None:
    _counted(fields, "elementData", "size")


def _vector(fields: _Fields) -> None:
    _counted(fields, "elementData", "elementCount")


def _counted(fields: _Fields, array: str, size: str) -> None:
    """An array, the first elements of which count."""
    fields.demand(not_(fields.is_null(array)))
    fields.demand(le(0, fields.number(size)))
    fields.demand(le(fields.number(size), fields.length(array)))


_RULES: dict[str, Callable[[_Fields], None]] = {
    "java/util/ArrayList": _array_list,
    "java/util/Vector": _vector,
}
