"""Concrete heaps as plain data: what a witness looks like in reports, tests and JSON.

A value is an int, a bool, a float, a str, None (null), a `Ref` that names an object of the same
heap, a `TupleValue` (tuples have no identity worth keeping) or a `Named` constant. A user object
has `fields`; a list, set, frozenset or deque has `items`; a dict has `entries`, in their order; an
object of a class derived from one of these has both. An array of the small languages is an object
with the pseudo-field `length` and its elements under the fields "0", "1", ….
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from heapwise.results.integers import is_long
from heapwise.results.shown import as_bundle, as_html


@dataclass(frozen=True, slots=True)
class Ref:
    """The name of an object in one heap, e.g. `Node#1`."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class TupleValue:
    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A constant that the program under test can name: `Color.RED`, a class, a function."""

    text: str

    def __str__(self) -> str:
        return self.text


SOME_TEXT = Named("<some text>")
"""A string of which only that is known: the text of a message, for instance."""

Value: TypeAlias = int | bool | float | str | Ref | TupleValue | Named | None


@dataclass(frozen=True, slots=True)
class HeapObject:
    class_name: str
    fields: Mapping[str, Value]
    items: tuple[Value, ...] | None = None
    entries: tuple[tuple[Value, Value], ...] | None = None

    def contents(self) -> Iterator[Value]:
        """Every value in the object: fields, then items, then keys and values."""
        yield from self.fields.values()
        yield from self.items or ()
        for key, value in self.entries or ():
            yield key
            yield value


@dataclass(frozen=True, slots=True)
class Heap:
    """`roots` maps the names of inputs to their values; `objects` is closed under references."""

    roots: Mapping[str, Value] = field(default_factory=dict)
    objects: Mapping[Ref, HeapObject] = field(default_factory=dict)

    def _repr_html_(self) -> str:
        return as_html("heap_html", self)

    def _repr_mimebundle_(self, **_: object) -> dict[str, str]:
        return as_bundle("heap", self)


def refs_in(value: Value) -> Iterator[Ref]:
    """The references in a value, those inside tuples included, from left to right."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, Ref):
            yield each
        elif isinstance(each, TupleValue):
            pending.extend(reversed(each.items))


def reached(heap: Heap, values: Iterable[Value]) -> set[Ref]:
    """The objects that these values lead to."""
    waiting = [ref for value in values for ref in refs_in(value)]
    found: set[Ref] = set()
    while waiting:
        ref = waiting.pop()
        if ref not in found and ref in heap.objects:
            found.add(ref)
            waiting += [to for value in heap.objects[ref].contents() for to in refs_in(value)]
    return found


def references_in(heap: Heap) -> Counter[Ref]:
    """How often each object is referred to."""
    found = Counter(ref for value in heap.roots.values() for ref in refs_in(value))
    for body in heap.objects.values():
        found.update(ref for value in body.contents() for ref in refs_in(value))
    return found


def value_to_json(value: Value) -> object:
    """A reference is the string that keys its object; what JSON has no word for is an object with
    one key that says what it is."""
    if value is None or value is True or value is False:
        return value
    if type(value) is int:
        return {"int": hex(value)} if is_long(value) else value
    if isinstance(value, Ref):
        return value.name
    if isinstance(value, str):
        return text_to_json(value)
    if isinstance(value, float):
        return {"float": repr(value)}
    if isinstance(value, TupleValue):
        return {"tuple": [value_to_json(item) for item in value.items]}
    if isinstance(value, Named):
        return {"name": value.text}
    return value


def text_to_json(text: str) -> dict[str, object]:
    """A string whose characters include both halves of a surrogate pair, side by side, is not the
    string with the character that they would make; JSON cannot tell them apart."""
    if not text.isascii() and _PAIR.search(text):
        return {"chars": [ord(each) for each in text]}
    return {"str": text}


_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def value_from_json(data: object) -> Value:
    if isinstance(data, str):
        return Ref(data)
    if data is None or isinstance(data, (bool, int)):
        return data
    match data:
        case {"str": str(text), **rest} if not rest:
            return text
        case {"chars": list(codes), **rest} if not rest:
            return "".join(map(chr, codes))
        case {"float": str(text), **rest} if not rest:
            return float(text)
        case {"int": str(text), **rest} if not rest:
            return int(text, 16)
        case {"tuple": list(items), **rest} if not rest:
            return TupleValue(tuple(value_from_json(item) for item in items))
        case {"name": str(text), **rest} if not rest:
            return Named(text)
    raise ValueError(f"not a heap value: {data!r}")


def heap_to_json(heap: Heap) -> dict[str, object]:
    return {
        "roots": {name: value_to_json(value) for name, value in heap.roots.items()},
        "objects": {ref.name: _object_to_json(obj) for ref, obj in heap.objects.items()},
    }


def _object_to_json(obj: HeapObject) -> dict[str, object]:
    body: dict[str, object] = {
        "class": obj.class_name,
        "fields": {name: value_to_json(value) for name, value in obj.fields.items()},
    }
    if obj.items is not None:
        body["items"] = [value_to_json(item) for item in obj.items]
    if obj.entries is not None:
        body["entries"] = [[value_to_json(k), value_to_json(v)] for k, v in obj.entries]
    return body


def heap_from_json(data: Mapping[str, Mapping[str, object]]) -> Heap:
    objects: dict[Ref, HeapObject] = {}
    for name, body in data["objects"].items():
        if not isinstance(body, dict):
            raise ValueError(f"not a heap object: {body!r}")
        fields = {key: value_from_json(value) for key, value in body["fields"].items()}
        items = body.get("items")
        entries = body.get("entries")
        objects[Ref(name)] = HeapObject(
            str(body["class"]),
            fields,
            None if items is None else tuple(value_from_json(item) for item in items),
            None
            if entries is None
            else tuple((value_from_json(key), value_from_json(value)) for key, value in entries),
        )
    return Heap({name: value_from_json(value) for name, value in data["roots"].items()}, objects)
