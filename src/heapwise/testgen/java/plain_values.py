"""Strings and boxes as people write them: literals, and numbers that the compiler boxes.

A literal is one object for all of the program, and so is the box of a small number. An input has
objects of its own, as `new String("a")` makes them; code under test that compares by `==` can tell.
So whoever writes an input as code asks a JVM whether it does the same with the shared objects.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace

from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.testgen.java.literals import BOXES

STRING = "java.lang.String"
INTERNED = "interned"
"""The mark of an object of an input that is shared: `testgen/java/__init__.py`."""
_LOWEST = {"Z": 0, "B": -128, "S": -128, "C": 0, "I": -128, "J": -128}
_HIGHEST = 127
"""What `valueOf` has made before; of floats and doubles, nothing."""
_MOST = 6
"""How many of several values are tried one by one: each is a run."""


def is_plain(body: HeapObject) -> bool:
    return body.class_name == STRING or body.class_name in BOXES


def is_shared(body: HeapObject) -> bool:
    """Is it marked as the literal, or as what `valueOf` gives?"""
    return is_plain(body) and bool(body.fields.get(INTERNED))


def is_fresh(body: HeapObject) -> bool:
    """Is it a box for which `valueOf` makes a new object, too?"""
    if body.class_name not in BOXES:
        return False
    value = body.fields["value"]
    lowest = _LOWEST.get(BOXES[body.class_name])
    return lowest is None or not (isinstance(value, int) and lowest <= value <= _HIGHEST)


def as_written(given: Heap, own: Collection[Value], does_the_same: Callable[[Heap], bool]) -> Heap:
    """The heap with shared strings and boxes wherever a run does the same with these; of equal ones
    that are several objects, the first. Those in `own` stay objects of their own."""
    first: dict[tuple[str, str], Ref] = {}
    for ref, body in given.objects.items():
        if is_plain(body) and not is_fresh(body) and not is_shared(body):
            value = body.fields["text" if body.class_name == STRING else "value"]
            first.setdefault((body.class_name, repr(value)), ref)
    found = [ref for ref in first.values() if ref not in own]
    together = _marked(given, found)
    if not found or does_the_same(together):
        return together
    for ref in found if 1 < len(found) <= _MOST else ():
        marked = _marked(given, [ref])
        given = marked if does_the_same(marked) else given
    return given


def _marked(heap: Heap, refs: Collection[Ref]) -> Heap:
    objects = {
        ref: replace(body, fields={**body.fields, INTERNED: True}) if ref in refs else body
        for ref, body in heap.objects.items()
    }
    return Heap(heap.roots, objects)
