"""Heaps of a JVM in the form of the engine: the other way round from `java_heaps`."""

from __future__ import annotations

from heapwise.frontends.java.program import JavaProgram
from heapwise.frontends.java.semantics.operations import in_units
from heapwise.frontends.java.universe.declarations import JavaArray
from heapwise.frontends.java.universe.well_known import TEXT
from heapwise.frontends.java.witness.java_heaps import TEXTS, Shown
from heapwise.program import InputError
from heapwise.results import Heap, HeapObject, Named


def engine_heap(program: JavaProgram, heap: Heap) -> Heap | None:
    """None if the program has no such objects, or only while it runs: class objects, constants."""
    shown = Shown(program, {}, {})
    values = [*heap.roots.values(), *(v for obj in heap.objects.values() for v in obj.contents())]
    if any(isinstance(value, Named) for value in values):
        return None
    try:
        objects = {ref: _object(program, shown, obj) for ref, obj in heap.objects.items()}
    except (KeyError, InputError):
        return None
    return Heap(heap.roots, objects)


def _object(program: JavaProgram, shown: Shown, obj: HeapObject) -> HeapObject:
    cls = program.classes[obj.class_name]
    if isinstance(cls, JavaArray):
        items = obj.items or ()
        cells = {"length": len(items), **{str(at): value for at, value in enumerate(items)}}
        return HeapObject(obj.class_name, cells)
    if cls.name in TEXTS:
        return HeapObject(obj.class_name, {TEXT: in_units(str(obj.fields[TEXT]))})
    names = {key: plain for key, (plain, _) in shown.names(cls).items()}
    return HeapObject(obj.class_name, {key: obj.fields[names[key]] for key in cls.fields()})
