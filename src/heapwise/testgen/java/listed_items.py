"""What lists and queues of the JDK contain: code that builds or looks at one needs no more.

That is so if the collection is as its public methods leave one, and nobody else has the arrays and
nodes that it consists of. How much room there is in the array is not looked at.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.results.heap import refs_in


class Listed(NamedTuple):
    """`inner` are the objects that the collection consists of."""

    items: tuple[Value, ...]
    inner: frozenset[Ref]


def listed(heap: Heap) -> Mapping[Ref, Listed]:
    """The collections of a heap whose contents say it all."""
    references = Counter(ref for value in heap.roots.values() for ref in refs_in(value))
    for body in heap.objects.values():
        references.update(ref for value in body.contents() for ref in refs_in(value))
    found: dict[Ref, Listed] = {}
    for ref, body in heap.objects.items():
        reader = _READERS.get(body.class_name)
        contents = reader(heap, body) if reader is not None else None
        if contents is not None and _is_own(heap, ref, contents, references):
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


_READERS: dict[str, Callable[[Heap, HeapObject], Listed | None]] = {
    "java.util.ArrayList": _counted("elementData", "size"),
    "java.util.Vector": _counted("elementData", "elementCount"),
    "java.util.Stack": _counted("elementData", "elementCount"),
    "java.util.LinkedList": _linked_list,
    "java.util.ArrayDeque": _array_deque,
}
