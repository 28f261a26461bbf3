"""What objects of a witness are called.

Constants of enums have their names, shared boxes that of the first of them, all others the last
part of the names of their classes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from heapwise.engine.state import Store, StoreKey
from heapwise.frontends.java.classfile.class_file import ClassFile
from heapwise.frontends.java.semantics.enum_constants import constants_of
from heapwise.frontends.java.semantics.identity import BOXED, Boxed
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.program import Program
from heapwise.results import Heap, HeapObject, Named, Ref, Value
from heapwise.terms import Term


def stand_ins(program: Program, heap: Heap) -> dict[Ref, Named]:
    """The objects of a heap that stand for constants, by the names of these."""
    found: dict[Ref, Named] = {}
    for ref, body in heap.objects.items():
        cls = program.classes.get(body.class_name)
        ordinal = body.fields.get("ordinal")
        if isinstance(cls, JavaClass) and cls.file.is_enum and isinstance(ordinal, int):
            names = constants_of(cls)
            if names:  # where nobody has looked, any will do
                found[ref] = constant_name(cls.file, names[ordinal % len(names)])
    return found


def constant_name(file: ClassFile, name: str) -> Named:
    return Named(f"{file.java_name}.{name}")


def renamed(heap: Heap, names: Mapping[Ref, Value]) -> Heap:
    """A heap in which some objects are other values; those that are not themselves are left out."""

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


def shared_boxes(heap: Heap, store: Store) -> dict[Ref, Ref]:
    """What the boxes are that the caches of the JDK share: the first of those with one number."""
    found: dict[Ref, Ref] = {}
    first: dict[tuple[str, Value], Ref] = {}
    for key, boxed in store.items():
        if isinstance(key, StoreKey) and key.kind == BOXED:
            assert isinstance(key.about, Term) and isinstance(boxed, Boxed)
            name = boxed.owner.replace("/", ".")
            assert isinstance(key.about.value, int)
            ref = Ref(f"{name}@{-key.about.value}")
            number = heap.objects[ref].fields.get("value") if ref in heap.objects else None
            if isinstance(number, int) and Boxed(boxed.owner, number).is_cached:
                found[ref] = first.setdefault((name, number), ref)
    return found


def reachable(heap: Heap, more: Sequence[Value]) -> Heap:
    """The objects that the roots and these values lead to; an exception's own are not shown."""
    waiting = [*more, *heap.roots.values()]
    found: set[Ref] = set()
    while waiting:
        value = waiting.pop()
        if isinstance(value, Ref) and value not in found and value in heap.objects:
            found.add(value)
            waiting += heap.objects[value].contents()
    return Heap(heap.roots, {ref: body for ref, body in heap.objects.items() if ref in found})


class Shortened:
    """Objects called by the last part of the names of their classes (`Node#1`), where that is
    unambiguous."""

    def __init__(self, heaps: Sequence[Heap]) -> None:
        self._names: dict[Ref, Ref] = {}
        taken: dict[str, Ref] = {}
        for heap in heaps:
            for ref in heap.objects:
                if ref not in self._names:
                    short = ref.name.rpartition(".")[2].rpartition("$")[2]
                    free = taken.setdefault(short, ref) == ref
                    self._names[ref] = Ref(short) if free else ref

    def value(self, value: Value) -> Value:
        return self._names.get(value, value) if isinstance(value, Ref) else value

    def heap(self, heap: Heap) -> Heap:
        return Heap(
            {name: self.value(value) for name, value in heap.roots.items()},
            {
                self._names[ref]: HeapObject(
                    body.class_name,
                    {name: self.value(value) for name, value in body.fields.items()},
                    None if body.items is None else tuple(map(self.value, body.items)),
                )
                for ref, body in heap.objects.items()
            },
        )
