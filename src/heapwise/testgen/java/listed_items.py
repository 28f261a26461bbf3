"""What collections of the JDK contain: code that builds or looks at one needs no more.

That is so if the collection is as its public methods leave one, and nobody else has the arrays and
nodes that it consists of. How much room there is in the array is not looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.results.heap import references_in, refs_in
from heapwise.testgen.java.set_values import field_of, hash_nodes, tree_nodes


class Listed(NamedTuple):
    """`inner` are the objects that the collection consists of. A map has `values`, one for each of
    its items. `room` is what its constructor takes."""

    items: tuple[Value, ...]
    inner: frozenset[Ref]
    values: tuple[Value, ...] | None = None
    room: str = ""


def listed(heap: Heap, after: bool = False) -> Mapping[Ref, Listed]:
    """The collections of a heap whose contents say it all. `after` a run nobody builds them, so it
    does not matter who else has what they consist of."""
    references = references_in(heap)
    found: dict[Ref, Listed] = {}
    for ref, body in heap.objects.items():
        reader = _READERS.get(body.class_name)
        contents = reader(heap, body) if reader is not None else None
        if contents is not None and (after or _is_own(heap, ref, contents, references)):
            found[ref] = contents
    return found


def _is_own(heap: Heap, ref: Ref, contents: Listed, references: Counter[Ref]) -> bool:
    """Does nobody else refer to what it consists of, its items included?"""
    if contents.inner.intersection(ref for item in contents.items for ref in refs_in(item)):
        return False
    known: Counter[Ref] = Counter()
    for each in (ref, *contents.inner):
        known.update(other for value in heap.objects[each].contents() for other in refs_in(value))
    return all(references[each] == known[each] for each in contents.inner)


def _counted(array: str, size: str) -> Callable[[Heap, HeapObject], Listed | None]:
    """The first elements of an array."""

    def read(heap: Heap, body: HeapObject) -> Listed | None:
        count, ref = body.fields.get(size), body.fields.get(array)
        if count == 0:
            return Listed((), frozenset((ref,) if isinstance(ref, Ref) else ()))
        items = _items(heap, ref)
        if items is None or not isinstance(count, int) or not 0 < count <= len(items):
            return None
        assert isinstance(ref, Ref)
        return Listed(items[:count], frozenset((ref,)))

    return read


def _items(heap: Heap, ref: Value) -> tuple[Value, ...] | None:
    body = heap.objects.get(ref) if isinstance(ref, Ref) else None
    return tuple(body.items) if body is not None and body.items is not None else None


def _array_deque(heap: Heap, body: HeapObject) -> Listed | None:
    """From one index to another, going round; never null."""
    items = _items(heap, body.fields.get("elements"))
    head, tail = body.fields.get("head"), body.fields.get("tail")
    if items is None or not (isinstance(head, int) and isinstance(tail, int)):
        return None
    ref = body.fields["elements"]
    assert isinstance(ref, Ref)
    if not (0 <= head < len(items) and 0 <= tail < len(items)):
        return None
    found = items[head:tail] if head <= tail else items[head:] + items[:tail]
    return None if None in found else Listed(found, frozenset((ref,)))


def _linked_list(heap: Heap, body: HeapObject) -> Listed | None:
    """A chain that leads back as it leads forth."""
    found: list[Value] = []
    inner: list[Ref] = []
    before: Ref | None = None
    ref = body.fields.get("first")
    while isinstance(ref, Ref):
        node = heap.objects[ref]
        if ref in inner or node.fields.get("prev") != before:
            return None
        inner.append(ref)
        found.append(node.fields.get("item"))
        before, ref = ref, node.fields.get("next")
    if body.fields.get("last") != before or body.fields.get("size") != len(found):
        return None
    return Listed(tuple(found), frozenset(inner))


_ONE_PLACE = "1, 7f"
"""With these arguments a HashMap keeps seven entries in the order in which they were put."""


def _hash_map(heap: Heap, body: HeapObject) -> Listed | None:
    """As it goes through its entries."""
    table = body.fields.get("table")
    nodes = [*hash_nodes(heap, table)]
    room = _ONE_PLACE
    if "head" in body.fields:
        nodes = [*_after(heap, body.fields["head"])]
        room = ""
    if body.fields.get("size") != len(nodes) or body.fields.get("accessOrder"):
        return None
    return _entries(heap, nodes, (table,), room)


def _after(heap: Heap, ref: Value) -> Iterator[Ref]:
    seen: set[Ref] = set()
    while isinstance(ref, Ref) and ref not in seen:
        seen.add(ref)
        yield ref
        ref = field_of(heap, ref, "after")


def _tree_map(heap: Heap, body: HeapObject) -> Listed | None:
    nodes = [*tree_nodes(heap, body.fields.get("root"))]
    if body.fields.get("comparator") is not None:
        return None
    return _entries(heap, nodes, (), "") if body.fields.get("size") == len(nodes) else None


def _entries(heap: Heap, nodes: Sequence[Ref], others: Sequence[Value], room: str) -> Listed:
    keys = tuple(field_of(heap, ref, "key") for ref in nodes)
    values = tuple(field_of(heap, ref, "value") for ref in nodes)
    inner = frozenset((*nodes, *(ref for ref in others if isinstance(ref, Ref))))
    return Listed(keys, inner, values, room)


def _set(field: str) -> Callable[[Heap, HeapObject], Listed | None]:
    """The keys of a map."""

    def read(heap: Heap, body: HeapObject) -> Listed | None:
        ref = body.fields.get(field)
        held = heap.objects.get(ref) if isinstance(ref, Ref) else None
        reader = _READERS.get(held.class_name) if held is not None else None
        found = reader(heap, held) if reader is not None and held is not None else None
        if found is None:
            return None
        assert isinstance(ref, Ref)
        return Listed(found.items, found.inner | {ref}, None, found.room)

    return read


SETS = ("java.util.HashSet", "java.util.LinkedHashSet", "java.util.TreeSet")
"""Sets: their items are looked for."""

_READERS: dict[str, Callable[[Heap, HeapObject], Listed | None]] = {
    "java.util.ArrayList": _counted("elementData", "size"),
    "java.util.Vector": _counted("elementData", "elementCount"),
    "java.util.Stack": _counted("elementData", "elementCount"),
    "java.util.LinkedList": _linked_list,
    "java.util.ArrayDeque": _array_deque,
    "java.util.PriorityQueue": _counted("queue", "size"),
    "java.util.HashMap": _hash_map,
    "java.util.LinkedHashMap": _hash_map,
    "java.util.TreeMap": _tree_map,
    "java.util.HashSet": _set("map"),
    "java.util.LinkedHashSet": _set("map"),
    "java.util.TreeSet": _set("m"),
}
