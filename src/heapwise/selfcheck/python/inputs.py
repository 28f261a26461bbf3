"""Small inputs of a Python function, and the values that one gives to the symbols of a path.

Under `fieldmaps` a symbol is a parameter, and a map is a field of a class, or the length, the
items, the keys or the values of the containers of one type: an input is read from its plain-data
heap.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from heapwise.frontends.python.shapes import (
    BoolShape,
    ClassShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    NoneShape,
    Shape,
    StrShape,
    alternatives,
)
from heapwise.frontends.python.universe import Universe
from heapwise.heaps.references import CLASS_OF
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.solver.model import MapInterpretation
from heapwise.terms import Concrete, Term

_SCALARS: dict[type, tuple[Value, ...]] = {
    IntShape: (0, 1, 2, -1, 3),
    BoolShape: (False, True),
    StrShape: ("", "a", "ab", "b"),
    FloatShape: (0.0, 1.5, -1.0, float("nan")),
    NoneShape: (None,),
}
_MOST_CHOICES = 40
"""Values of one parameter."""


class UnreadableError(Exception):
    """A condition speaks of something that is not part of the input."""


@dataclass(frozen=True)
class Input:
    """A heap, and the shape that each of its objects has."""

    heap: Heap
    shapes: Mapping[Ref, Shape]


def inputs_of(
    universe: Universe, parameters: Mapping[str, Shape], length: int, most: int, seed: int
) -> list[Input]:
    """At most so many inputs, containers of which have at most `length` items: all of them, or a
    choice that depends on the seed."""
    choices = [list(_values(universe, shape, length)) for shape in parameters.values()]
    chosen = random.Random(seed)
    choices = [
        each if len(each) <= _MOST_CHOICES else chosen.sample(each, _MOST_CHOICES)
        for each in choices
    ]
    total = 1
    for each in choices:
        total *= len(each)
    rows: Iterator[Sequence[_Draft]]
    if total <= most:
        rows = itertools.product(*choices)
    else:
        rows = iter([[chosen.choice(each) for each in choices] for _ in range(most)])
    found = [_input(dict(zip(parameters, row, strict=True))) for row in rows]
    return list({repr(each.heap): each for each in found}.values())


# A draft is a value with the objects that it leads to, which have no names yet.


@dataclass(frozen=True)
class _Object:
    shape: Shape
    class_name: str
    fields: tuple[tuple[str, _Draft], ...] = ()
    items: tuple[_Draft, ...] | None = None
    entries: tuple[tuple[_Draft, _Draft], ...] | None = None
    itself: str | None = None


_Draft = Value | _Object


def _values(universe: Universe, shape: Shape, length: int, depth: int = 2) -> Iterator[_Draft]:
    for part in alternatives(shape):
        match part:
            case ListShape(kind, element):
                plain = list(_values(universe, element, 1, depth - 1))[:4]
                for count in range(length + 1):
                    for items in itertools.product(plain, repeat=count):
                        yield _Object(part, kind, items=items)
            case DictShape(kind, key, value):
                keys = list(_values(universe, key, 1, depth - 1))[:3]
                values = list(_values(universe, value, 1, depth - 1))[:3]
                for count in range(length + 1):
                    for names in itertools.permutations(keys, count):
                        for held in itertools.product(values, repeat=count):
                            entries = tuple(zip(names, held, strict=True))
                            yield _Object(part, kind, entries=entries)
            case ClassShape(cls):
                if depth > 0:
                    yield from _objects(universe, part, cls, depth)
            case _:
                yield from _SCALARS.get(type(part), ())  # of other types there are no inputs


def _objects(universe: Universe, shape: Shape, cls: type, depth: int) -> Iterator[_Draft]:
    """Objects of the class itself, and one that every field of its type leads back to."""
    infos = universe.infos[cls]
    choices = [
        list(_values(universe, info.shape, 1, depth - 1))[:3] or [None] for info in infos.values()
    ]
    for row in itertools.product(*choices):
        yield _Object(shape, cls.__qualname__, tuple(zip(infos, row, strict=True)))
    for name, info in infos.items():
        if shape in alternatives(info.shape):
            row = tuple(each[0] for each in choices)
            fields = tuple(zip(infos, row, strict=True))
            yield _Object(shape, cls.__qualname__, fields, itself=name)


def _input(drafts: Mapping[str, _Draft]) -> Input:
    """Named as witnesses are: in the order in which they are reached."""
    objects: dict[Ref, HeapObject] = {}
    shapes: dict[Ref, Shape] = {}
    counts: dict[str, int] = {}
    waiting: list[tuple[Ref, _Object]] = []

    def value(draft: _Draft) -> Value:
        if not isinstance(draft, _Object):
            return draft
        counts[draft.class_name] = counts.get(draft.class_name, 0) + 1
        ref = Ref(f"{draft.class_name}#{counts[draft.class_name]}")
        shapes[ref] = draft.shape
        waiting.append((ref, draft))
        return ref

    roots = {name: value(draft) for name, draft in drafts.items()}
    while waiting:
        ref, draft = waiting.pop(0)
        fields = {name: ref if name == draft.itself else value(held) for name, held in draft.fields}
        items = None if draft.items is None else tuple(value(item) for item in draft.items)
        entries = draft.entries
        if entries is not None:
            entries = tuple((value(key), value(held)) for key, held in entries)
        objects[ref] = HeapObject(draft.class_name, fields, items, entries)
    return Input(Heap(roots, objects), shapes)


class InputBacking:
    """What a model asks: the values that an input gives to symbols and maps."""

    def __init__(self, universe: Universe, given: Input) -> None:
        self._universe = universe
        self._heap = given.heap
        self._refs = list(given.heap.objects)
        self._numbers = {ref: number for number, ref in enumerate(self._refs, 1)}
        self._shapes = given.shapes

    def symbol(self, symbol: Term) -> Concrete | None:
        name = str(symbol.value)
        if name not in self._heap.roots:
            raise UnreadableError(name)
        return self._concrete(self._heap.roots[name])

    def map(self, symbol: Term) -> MapInterpretation | None:
        cells: dict[tuple[Concrete, ...], Concrete] = {}
        if symbol is CLASS_OF:
            for ref, number in self._numbers.items():
                cells[number,] = self._universe.reference_type(self._shapes[ref])[0].number
            return MapInterpretation(cells, None)
        owner, _, part = str(symbol.value).rpartition(".")
        for ref, number in self._numbers.items():
            obj = self._heap.objects[ref]
            if self._universe.reference_type(self._shapes[ref])[0].name == owner:
                for keys, held in _cells(obj, part):
                    cells[number, *keys] = self._concrete(held)
        return MapInterpretation(cells, None)

    def _concrete(self, value: Value) -> Concrete:
        if isinstance(value, Ref):
            return self._numbers[value]
        if value is None:
            return 0
        assert isinstance(value, bool | int | float | str)
        return value


def _cells(obj: HeapObject, part: str) -> Iterator[tuple[tuple[int, ...], Value]]:
    contents: Sequence[object] = obj.items if obj.items is not None else obj.entries or ()
    if part in obj.fields:
        yield (), obj.fields[part]
    elif part == "length":
        yield (), len(contents)
    elif part == "item":
        yield from (((index,), item) for index, item in enumerate(obj.items or ()))
    elif part in ("key", "value"):
        for index, entry in enumerate(obj.entries or ()):
            yield (index,), entry[part == "value"]
