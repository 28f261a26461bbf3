"""Where two heaps differ, by the ways that lead there from their roots.

They are compared up to the names of objects: to each object of one belongs one of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from heapwise.results.heap import Heap, HeapObject, Ref, TupleValue, Value, refs_in


@dataclass(frozen=True, slots=True)
class Difference:
    """`way` leads to the two values, `a.next[0]`; if it is about a length, `what` says so. If two
    ways lead to one object in the first heap and not in the second, `alias` is the other way."""

    way: str
    before: Value
    now: Value
    what: str = ""
    alias: str = ""


def differences(before: Heap, now: Heap) -> Iterator[Difference]:
    """The nearest to the roots first."""
    pairs: dict[Ref, Ref] = {}
    backwards: dict[Ref, Ref] = {}
    ways: dict[Ref, str] = {}
    waiting = [(name, value, now.roots.get(name)) for name, value in before.roots.items()]
    for way, one, other in waiting:
        if isinstance(one, TupleValue) and isinstance(other, TupleValue):
            if len(one.items) != len(other.items):
                yield Difference(way, len(one.items), len(other.items), "length")
            waiting += _items(way, one.items, other.items)
        elif isinstance(one, Ref) and isinstance(other, Ref):
            if one in pairs or other in backwards:
                if pairs.get(one) != other:
                    yield Difference(way, one, other, alias=ways.get(one, ""))
                continue
            pairs[one], backwards[other], ways[one] = other, one, way
            yield from _objects(way, before.objects[one], now.objects[other])
            waiting += _inside(way, before.objects[one], now.objects[other])
        elif type(one) is not type(other) or not (one == other or (one != one and other != other)):
            yield Difference(way, one, other)


def _objects(way: str, one: HeapObject, other: HeapObject) -> Iterator[Difference]:
    if one.class_name != other.class_name:
        yield Difference(way, one.class_name, other.class_name, "class")
    for mine, its in ((one.items, other.items), (one.entries, other.entries)):
        if mine is not None and its is not None and len(mine) != len(its):
            yield Difference(way, len(mine), len(its), "length")


def _inside(way: str, one: HeapObject, other: HeapObject) -> Iterator[tuple[str, Value, Value]]:
    for name, value in one.fields.items():
        if name in other.fields:
            yield f"{way}.{name}", value, other.fields[name]
    listed = f"list({way})" if one.class_name in ("set", "frozenset", "deque") else way
    yield from _items(listed, one.items or (), other.items or ())
    entries = zip(one.entries or (), other.entries or (), strict=False)
    for number, ((key, value), (its_key, its_value)) in enumerate(entries):
        yield f"list({way})[{number}]", key, its_key
        yield f"list({way}.values())[{number}]", value, its_value


def _items(
    way: str, one: tuple[Value, ...], other: tuple[Value, ...]
) -> Iterator[tuple[str, Value, Value]]:
    for number, (mine, its) in enumerate(zip(one, other, strict=False)):
        yield f"{way}[{number}]", mine, its


def tidied(heap: Heap) -> Heap:
    """Only what the roots lead to, with names that begin with the class."""
    order: dict[Ref, None] = {}
    waiting = [ref for value in heap.roots.values() for ref in refs_in(value)]
    while waiting:
        ref = waiting.pop(0)
        if ref not in order:
            order[ref] = None
            waiting += [each for value in heap.objects[ref].contents() for each in refs_in(value)]
    counts: dict[str, int] = {}
    names: dict[Ref, Ref] = {}
    for ref in order:
        cls = heap.objects[ref].class_name.rpartition(".")[2]
        counts[cls] = counts.get(cls, 0) + 1
        names[ref] = Ref(f"{cls}#{counts[cls]}")

    def renamed(value: Value) -> Value:
        if isinstance(value, Ref):
            return names[value]
        if isinstance(value, TupleValue):
            return TupleValue(tuple(map(renamed, value.items)))
        return value

    objects = {}
    for ref in order:
        obj = heap.objects[ref]
        objects[names[ref]] = replace(
            obj,
            class_name=obj.class_name.rpartition(".")[2],
            fields={name: renamed(value) for name, value in obj.fields.items()},
            items=None if obj.items is None else tuple(map(renamed, obj.items)),
            entries=None
            if obj.entries is None
            else tuple((renamed(key), renamed(value)) for key, value in obj.entries),
        )
    return Heap({name: renamed(value) for name, value in heap.roots.items()}, objects)
