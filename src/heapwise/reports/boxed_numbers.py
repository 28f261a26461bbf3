"""Boxed numbers of Java in drawings: a box that is referred to once is shown as the value in it.

A box with two references stays an object: that they are the same is to be seen. html/heap.js does
the same with the heaps of a page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from heapwise.results import Heap, HeapObject, Ref, TupleValue, Value, refs_in

_BOXES = frozenset(
    f"java.lang.{name}"
    for name in ("Boolean", "Byte", "Character", "Double", "Float", "Integer", "Long", "Short")
)


def without_boxes(heaps: Sequence[Heap]) -> list[Heap]:
    """Heaps of one run: what is shared in one of them, or has another content, is a box in all."""
    values: dict[Ref, Value] = {}
    shared: set[Ref] = set()
    for heap in heaps:
        inside = (value for obj in heap.objects.values() for value in obj.contents())
        uses = Counter(ref for held in (*heap.roots.values(), *inside) for ref in refs_in(held))
        for ref, obj in heap.objects.items():
            if obj.class_name in _BOXES and list(obj.fields) == ["value"]:
                value = obj.fields["value"]
                if uses[ref] > 1 or repr(values.setdefault(ref, value)) != repr(value):
                    shared.add(ref)
    for ref in shared:
        values.pop(ref, None)  # none, if it is shared in all of them
    return [_unboxed(heap, values) for heap in heaps] if values else list(heaps)


def _unboxed(heap: Heap, values: dict[Ref, Value]) -> Heap:
    def shown(value: Value) -> Value:
        if isinstance(value, TupleValue):
            return TupleValue(tuple(map(shown, value.items)))
        return values.get(value, value) if isinstance(value, Ref) else value

    def content(obj: HeapObject) -> HeapObject:
        return replace(
            obj,
            fields={name: shown(value) for name, value in obj.fields.items()},
            items=None if obj.items is None else tuple(map(shown, obj.items)),
            entries=None
            if obj.entries is None
            else tuple((shown(key), shown(value)) for key, value in obj.entries),
        )

    return Heap(
        {name: shown(value) for name, value in heap.roots.items()},
        {ref: content(obj) for ref, obj in heap.objects.items() if ref not in values},
    )
