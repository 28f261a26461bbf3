"""The value that sets of the JDK have for all their items, which is a constant of theirs.

The engine knows no constant that an input could hold: there, the values of an input set are any
objects. A JVM must be given the constant, or the set would not find its own items.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from heapwise.results import Heap, HeapObject, Named, Ref, Value
from heapwise.results.heap import refs_in

_HASH_SETS = ("java.util.HashSet", "java.util.LinkedHashSet")
_TREE_SET = "java.util.TreeSet"


def entries_of_sets(heap: Heap) -> Iterator[Ref]:
    """Those of the maps that sets consist of."""
    for body in heap.objects.values():
        if body.class_name in _HASH_SETS:
            yield from hash_nodes(heap, field_of(heap, body.fields.get("map"), "table"))
        elif body.class_name == _TREE_SET:
            yield from tree_nodes(heap, field_of(heap, body.fields.get("m"), "root"))


def with_set_values(heap: Heap, entries: Iterable[Ref]) -> Heap:
    """The heap with that constant for the values of these entries."""
    changed: dict[Ref, HeapObject] = {}
    for ref in entries:
        node = heap.objects.get(ref)
        if node is not None:
            owner = _TREE_SET if "parent" in node.fields else _HASH_SETS[0]
            fields = {**node.fields, "value": Named(f"{owner}.PRESENT")}
            changed[ref] = replace(node, fields=fields)
    if not changed:
        return heap
    before = {ref for node in changed for ref in refs_in(heap.objects[node].fields["value"])}
    left = Heap(heap.roots, {**heap.objects, **changed})
    values = [value for body in left.objects.values() for value in body.contents()]
    held = {ref for value in (*left.roots.values(), *values) for ref in refs_in(value)}
    unused = before - held
    return Heap(left.roots, {r: body for r, body in left.objects.items() if r not in unused})


def hash_nodes(heap: Heap, table: Value) -> Iterator[Ref]:
    """The entries of a HashMap with this table, as it goes through them."""
    body = heap.objects.get(table) if isinstance(table, Ref) else None
    for node in (body.items or ()) if body is not None else ():
        seen: set[Ref] = set()
        while isinstance(node, Ref) and node not in seen:
            seen.add(node)
            yield node
            node = field_of(heap, node, "next")


def tree_nodes(heap: Heap, root: Value) -> Iterator[Ref]:
    """The entries of a TreeMap with this root, in order."""
    above: list[Ref] = []
    seen: set[Ref] = set()
    node = root
    while above or isinstance(node, Ref):
        while isinstance(node, Ref) and node not in seen:
            seen.add(node)
            above.append(node)
            node = field_of(heap, node, "left")
        if not above:
            return
        yield above[-1]
        node = field_of(heap, above.pop(), "right")


def field_of(heap: Heap, ref: Value, name: str) -> Value:
    """What a field of an object holds; None if there is no such object."""
    body = heap.objects.get(ref) if isinstance(ref, Ref) else None
    return body.fields.get(name) if body is not None else None
