"""Concrete heaps as plain data: what a witness looks like in reports, tests and JSON.

A value is an int, a bool, None (null) or a `Ref` that names an object of the same heap. An array
is an object with the pseudo-field `length` and its elements under the fields "0", "1", ….
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True, slots=True)
class Ref:
    """The name of an object in one heap, e.g. `Node#1`."""

    name: str

    def __str__(self) -> str:
        return self.name


Value: TypeAlias = int | bool | Ref | None


@dataclass(frozen=True, slots=True)
class HeapObject:
    class_name: str
    fields: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Heap:
    """`roots` maps the names of inputs to their values; `objects` is closed under references."""

    roots: Mapping[str, Value] = field(default_factory=dict)
    objects: Mapping[Ref, HeapObject] = field(default_factory=dict)


def value_to_json(value: Value) -> object:
    """A reference is the string that keys its object; other values are themselves."""
    return value.name if isinstance(value, Ref) else value


def value_from_json(data: object) -> Value:
    if isinstance(data, str):
        return Ref(data)
    if data is None or isinstance(data, (bool, int)):
        return data
    raise ValueError(f"not a heap value: {data!r}")


def heap_to_json(heap: Heap) -> dict[str, object]:
    return {
        "roots": {name: value_to_json(value) for name, value in heap.roots.items()},
        "objects": {
            ref.name: {
                "class": obj.class_name,
                "fields": {name: value_to_json(value) for name, value in obj.fields.items()},
            }
            for ref, obj in heap.objects.items()
        },
    }


def heap_from_json(data: Mapping[str, Mapping[str, object]]) -> Heap:
    objects: dict[Ref, HeapObject] = {}
    for name, body in data["objects"].items():
        if not isinstance(body, dict):
            raise ValueError(f"not a heap object: {body!r}")
        fields = {key: value_from_json(value) for key, value in body["fields"].items()}
        objects[Ref(name)] = HeapObject(str(body["class"]), fields)
    return Heap({name: value_from_json(value) for name, value in data["roots"].items()}, objects)
