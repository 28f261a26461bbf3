"""Inputs of enum classes.

The constants of an enum are objects that its initialiser makes. An input that is declared of an
enum class is a stand-in: its `ordinal` says which constant it means, and whoever reads it gets that
constant. So two inputs with the same ordinal are the same object, as in a JVM. In a witness, the
first stand-in of each constant is the constant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from heapwise.engine.machine import Machine
from heapwise.frontends.java.building import Builder
from heapwise.frontends.java.declarations import JavaClass
from heapwise.frontends.java.descriptors import ClassType, JavaType
from heapwise.frontends.java.lowering_statics import initialised
from heapwise.frontends.java.statics import StaticKey
from heapwise.frontends.java.universe import Universe
from heapwise.program import ClassDecl, InputError, Type
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.terms import NULL, Scalar, Term, and_, eq, ite, le, lt

Mac = Machine[Any]


def enum_of(universe: Universe, type_: JavaType) -> JavaClass | None:
    """The enum class that a type is, if it is one."""
    if not isinstance(type_, ClassType):
        return None
    try:
        found = universe.classes.find(type_.name)
        return universe.decl(type_.name) if found is not None and found.is_enum else None
    except InputError:
        return None


def constants_of(cls: JavaClass) -> list[str]:
    return [field.name for field in cls.file.fields if field.is_enum_constant]


def settle(m: Mac, cls: JavaClass, ref: Term) -> Scalar:
    """The constant that a reference means."""
    if ref is NULL or not m.targets(ref)[0]:
        return ref
    constants = [m.load(StaticKey(cls.file.name, name)) for name in constants_of(cls)]
    if not constants or any(each is None for each in constants):
        return ref
    if m.decide(m.same_reference(ref, NULL)):
        return NULL
    field = cls.find_field("ordinal")
    assert field is not None
    ordinal = m.read_field(ref, field)
    m.assume(and_(le(0, ordinal), lt(ordinal, len(constants))))
    result: Scalar = constants[-1]
    for number in range(len(constants) - 2, -1, -1):
        if m.merges_references:
            result = ite(eq(ordinal, number), constants[number], result)
        elif m.decide(eq(ordinal, number)):
            chosen: Scalar = constants[number]
            return chosen
    return result


def settle_any(m: Mac, classes: Sequence[JavaClass], ref: Term) -> Scalar:
    """The same for a reference that may mean something else as well."""
    if ref is NULL or not m.targets(ref)[0]:
        return ref
    for cls in classes:
        if m.decide(m.is_instance(ref, cls)):
            return settle(m, cls, ref)
    return ref


def lower_settle(b: Builder, register: int, type_: JavaType, holds: Type | None = None) -> None:
    """After a read of a cell of this type. `holds` is the type that it has in inputs."""
    cls = enum_of(b.universe, type_)
    if cls is not None:
        initialised(b, cls.file.name)
        b.perform(register, settle, (register,), cls)
    elif isinstance(holds, ClassDecl) and isinstance(type_, ClassType):
        found = b.universe.enums_among(holds)
        for each in found:
            initialised(b, each.file.name)
        if found:
            b.perform(register, settle_any, (register,), found)


class Constant(NamedTuple):
    """A constant of an enum: the class that declares it, its ordinal, and where it is."""

    owner: str
    ordinal: int
    location: Term


class Unified:
    """One object for each constant: its first stand-in in the input, or else the constant itself.
    `constants` are all that the path knows, by the names that they have in a heap."""

    def __init__(self, given: Heap, constants: Mapping[Ref, Constant]) -> None:
        self._names: dict[Ref, Ref] = {}
        self._meant: dict[Ref, Ref] = {}
        first: dict[tuple[str, Value], Ref] = {}
        by_ordinal = {(each.owner, each.ordinal): ref for ref, each in constants.items()}
        for ref, body in given.objects.items():
            ordinal = body.fields.get("ordinal")
            if isinstance(ordinal, int) and (body.class_name, ordinal) in by_ordinal:
                key = (body.class_name, ordinal)
                self._names[ref] = first.setdefault(key, ref)
                self._meant[first[key]] = by_ordinal[key]
        for ref, each in constants.items():
            self._names[ref] = first.get((each.owner, each.ordinal), ref)

    def value(self, value: Value) -> Value:
        return self._names.get(value, value) if isinstance(value, Ref) else value

    def before(self, heap: Heap) -> Heap:
        return self._heap(heap)

    def after(self, heap: Heap) -> Heap:
        """Stand-ins have become what they mean."""
        objects = dict(heap.objects)
        for ref, constant in self._meant.items():
            if ref in objects and constant in objects:
                objects[ref] = objects[constant]
        return self._heap(Heap(heap.roots, objects))

    def _heap(self, heap: Heap) -> Heap:
        return renamed(heap, self._names)


def renamed(heap: Heap, names: Mapping[Ref, Ref]) -> Heap:
    """A heap in which some objects are others; those that are not themselves are left out."""

    def named(value: Value) -> Value:
        return names.get(value, value) if isinstance(value, Ref) else value

    objects = {
        ref: HeapObject(
            body.class_name,
            {name: named(value) for name, value in body.fields.items()},
            None if body.items is None else tuple(map(named, body.items)),
        )
        for ref, body in heap.objects.items()
        if named(ref) == ref
    }
    return Heap({name: named(value) for name, value in heap.roots.items()}, objects)
