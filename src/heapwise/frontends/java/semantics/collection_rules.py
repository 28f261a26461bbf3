"""Restricts input collections of the JDK to what the JDK itself would make.

That goes as far as it can be said without walking through them: an ArrayList has an array, and no
more elements than that has places.

Nobody but the JDK sees the fields of these classes, so it is soon enough to say it when a method of
the class begins to run. Where a class of the JDK is itself under test, nothing is taken for
granted.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.engine.state import StoreKey
from heapwise.frontends.java.classfile.class_file import ClassFile, Field, Method
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.semantics.runtime_api import Mac, universe_of
from heapwise.frontends.java.universe.input_classes import InputClasses
from heapwise.program import ClassDecl, FieldDecl
from heapwise.terms import (
    INT,
    NULL,
    REF,
    MapSort,
    Op,
    Scalar,
    Term,
    eq,
    le,
    lt,
    not_,
    or_,
    select,
    symbol,
)


def is_checked(inputs: InputClasses, cls: ClassFile, method: Method) -> bool:
    """Has a method a receiver of which something is known?"""
    known = cls.name in _RULES and not inputs.of_jdk
    return known and not (method.is_static or method.is_constructor or method.is_private)


def assume_valid(m: Mac, name: str, ref: Term) -> int:
    """Before a method of this class."""
    key: StoreKey[bool] = StoreKey("valid", (name, ref))
    if not m.targets(ref)[0] or m.load(key) is not None:
        return 0
    m.put(key, True)
    _RULES[name](_Fields(m, universe_of(m).decl(name), ref))
    return 0


_LINKS = frozenset(
    (
        ("java/util/HashMap$Node", "next"),
        ("java/util/LinkedList$Node", "next"),
        ("java/util/TreeMap$Entry", "left"),
        ("java/util/TreeMap$Entry", "right"),
    )
)


def is_acyclic(inputs: InputClasses, field: Field) -> bool:
    """Does a field lead from one node of a collection to the next, and never back?"""
    return (field.owner, field.name) in _LINKS and not inputs.of_jdk


def assume_acyclic(m: Mac, value: Term) -> int:
    """Of what such a field was read to hold, if it does so from the beginning: there is a number
    for each node that grows less from one to the next."""
    if value.op == Op.SELECT:
        holder, node = value.args[0], value.args[1]
        if isinstance(holder, Term) and holder.op == Op.SYMBOL and isinstance(node, Term):
            rank = symbol("rank", MapSort((REF,), INT))
            follows = lt(select(rank, (value,)), select(rank, (node,)))
            m.assume(or_(eq(value, NULL), follows))
    return 0


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


def _priority_queue(fields: _Fields) -> None:
    _counted(fields, "queue", "size")


def _counted(fields: _Fields, array: str, size: str) -> None:
    """An array, the first elements of which count."""
    fields.demand(not_(fields.is_null(array)))
    fields.demand(le(0, fields.number(size)))
    fields.demand(le(fields.number(size), fields.length(array)))


def _array_deque(fields: _Fields) -> None:
    """The elements are between two indexes, going round."""
    fields.demand(not_(fields.is_null("elements")))
    length = fields.length("elements")
    for index in ("head", "tail"):
        fields.demand(le(0, fields.number(index)))
        fields.demand(lt(fields.number(index), length))


def _linked_list(fields: _Fields) -> None:
    """Both ends are there, or none."""
    size, first, last = fields.number("size"), fields.is_null("first"), fields.is_null("last")
    fields.demand(le(0, size))
    fields.demand(eq(first, eq(size, 0)))
    fields.demand(eq(last, first))


def _tree_map(fields: _Fields) -> None:
    size = fields.number("size")
    fields.demand(le(0, size))
    fields.demand(eq(fields.is_null("root"), eq(size, 0)))


def _wrapper(name: str) -> Callable[[_Fields], None]:
    """What it holds is not null."""

    def rule(fields: _Fields) -> None:
        fields.demand(not_(fields.is_null(name)))

    return rule


_LARGEST_TABLE = 64
"""The witness has a table of this size where the JDK makes one."""


def _hash_map(fields: _Fields) -> None:
    """Where there is no table, there are no entries, and one that is too full is made larger at
    once."""
    size, threshold = fields.number("size"), fields.number("threshold")
    fields.demand(le(0, size))
    fields.demand(le(size, threshold))
    fields.demand(le(threshold, _LARGEST_TABLE))
    fields.demand(or_(not_(fields.is_null("table")), eq(size, 0)))


_RULES: dict[str, Callable[[_Fields], None]] = {
    "java/util/ArrayList": _array_list,
    "java/util/Vector": _vector,
    "java/util/PriorityQueue": _priority_queue,
    "java/util/ArrayDeque": _array_deque,
    "java/util/LinkedList": _linked_list,
    "java/util/TreeMap": _tree_map,
    "java/util/TreeSet": _wrapper("m"),
    "java/util/HashSet": _wrapper("map"),
    "java/util/HashMap": _hash_map,
}
