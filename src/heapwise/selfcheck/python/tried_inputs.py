"""Small inputs of a Python function, as plain-data heaps."""

from __future__ import annotations

import inspect
import itertools
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from fractions import Fraction

from heapwise.frontends.python.model.universe import Universe, members_of
from heapwise.frontends.python.source.builtin_bases import HELD
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    BytesShape,
    ClassShape,
    DictShape,
    EnumShape,
    ExceptionShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    Shape,
    StrShape,
    TupleShape,
    ValueShape,
    alternatives,
)
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.results.heap import Named, TupleValue
from heapwise.testgen.real_names import bytes_literal
from heapwise.testgen.tables import TEXT
from heapwise.testgen.value_texts import value_text

_SCALARS: dict[type, tuple[Value, ...]] = {
    IntShape: (0, 1, 2, -1, 3),
    BoolShape: (False, True),
    StrShape: ("", "a", "ab", "b"),
    FloatShape: (0.0, 1.5, -1.0, float("nan")),
    BytesShape: tuple(Named(bytes_literal(each)) for each in (b"", b"a", b"ab", b"\x00\xff")),
    NoneShape: (None,),
}
_OBJECTS: tuple[object, ...] = (
    *(date(1, 1, 1), date(2024, 2, 29), date(2023, 12, 31)),
    *(datetime(2024, 2, 29, 23, 59, 59), datetime(1, 1, 1), datetime(2000, 1, 31, 12, 0, 0, 5)),
    *(time(0), time(23, 59, 59, 999999)),
    *(timedelta(0), timedelta(days=-1, seconds=5), timedelta(hours=36)),
    *(Decimal("0.000"), Decimal("-1.500"), Decimal("2.125")),
    *(Fraction(0), Fraction(-3, 2), Fraction(5)),
    *(complex(0, 1), complex(1.5, 0)),
)
"""Values of the library, by their classes."""
_MOST_CHOICES = 40
"""Values of one parameter."""


def inputs_of(
    universe: Universe, parameters: Mapping[str, Shape], length: int, most: int, seed: int
) -> list[Heap]:
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
    return list({repr(each): each for each in found}.values())


# A draft is a value with the objects that it leads to, which have no names yet.


@dataclass(frozen=True)
class _Object:
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
                distinct = kind in ("set", "frozenset")
                for count in range(length + 1):
                    # Explorations take it that sets are given in order.
                    rows = (
                        itertools.combinations(sorted(plain, key=repr), count)
                        if distinct
                        else itertools.product(plain, repeat=count)
                    )
                    for items in rows:
                        yield _Object(kind, items=items)
            case TupleShape(parts):
                columns = [list(_values(universe, each, 1, depth - 1))[:4] for each in parts]
                for items in itertools.product(*columns):
                    yield _Object("tuple", items=items)
            case DictShape(kind, key, value):
                keys = list(_values(universe, key, 1, depth - 1))[:3]
                values = list(_values(universe, value, 1, depth - 1))[:3]
                for count in range(length + 1):
                    for names in itertools.permutations(keys, count):
                        for held in itertools.product(values, repeat=count):
                            entries = tuple(zip(names, held, strict=True))
                            yield _Object(kind, entries=entries)
            case ClassShape(cls):
                if depth > 0:
                    for each in universe.infos:
                        if issubclass(each, cls) and not inspect.isabstract(each):
                            yield from _objects(universe, part, each, depth)
            case ValueShape(cls):
                for known in _OBJECTS:
                    if type(known) is cls:
                        yield Named(value_text(known, universe.public_name))
            case ExceptionShape(cls, has_text):
                for text in ("", "a") if has_text else (None,):
                    fields = () if text is None else (("args", TupleValue((text,))),)
                    yield _Object(universe.public_name(cls), fields)
            case EnumShape(cls):
                name = universe.public_name(cls)
                yield from (Named(f"{name}.{member.name}") for member in members_of(cls))
            case LiteralShape(values):
                yield from (each for each in values if isinstance(each, bool | int | str))
            case _:
                yield from _SCALARS.get(type(part), ())  # of other types there are no inputs


def _objects(universe: Universe, shape: Shape, cls: type, depth: int) -> Iterator[_Draft]:
    """Objects of the class itself, and one that every field of its type leads back to."""
    infos = universe.infos[cls]
    choices = [
        list(_values(universe, info.shape, 1, depth - 1))[:3] or [None] for info in infos.values()
    ]
    for row in itertools.product(*choices):
        yield _holding(_Object(cls.__qualname__, tuple(zip(infos, row, strict=True))))
    for name, info in infos.items():
        if shape in alternatives(info.shape):
            row = tuple(each[0] for each in choices)
            fields = tuple(zip(infos, row, strict=True))
            yield _holding(_Object(cls.__qualname__, fields, itself=name))


def _holding(draft: _Object) -> _Object:
    """An object of a class below a builtin one is what it holds."""
    fields = dict(draft.fields)
    if HELD not in fields:
        return draft
    held = fields.pop(HELD)
    if isinstance(held, _Object):
        return replace(draft, fields=tuple(fields.items()), items=held.items, entries=held.entries)
    return replace(draft, fields=((TEXT, held), *fields.items()))


def _input(drafts: Mapping[str, _Draft]) -> Heap:
    """Named as witnesses are: in the order in which they are reached."""
    objects: dict[Ref, HeapObject] = {}
    counts: dict[str, int] = {}
    waiting: list[tuple[Ref, _Object]] = []

    def value(draft: _Draft) -> Value:
        if not isinstance(draft, _Object):
            return draft
        counts[draft.class_name] = counts.get(draft.class_name, 0) + 1
        ref = Ref(f"{draft.class_name}#{counts[draft.class_name]}")
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
    return Heap(roots, objects)
