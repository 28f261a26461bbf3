"""Conditions on the inputs of a Python function that people would write as a precondition.

In terms of the parameters and of the fields of objects among them: not None, not empty, not zero,
an index within its list, a key in its dict, one before the other. The simplest come first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    ClassShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    NoneShape,
    Shape,
    StrShape,
    TupleShape,
    alternatives,
    is_optional,
)
from heapwise.results import Heap
from heapwise.testgen.alike import holds

_MOST_PLACES = 14
_SIZED = (ListShape, DictShape, StrShape)


@dataclass(frozen=True, slots=True)
class _Place:
    """An expression, and what it may be."""

    text: str
    shape: Shape

    def is_a(self, *kinds: type) -> bool:
        parts = [each for each in alternatives(self.shape) if not isinstance(each, NoneShape)]
        return bool(parts) and all(isinstance(each, kinds) for each in parts)


def separating(
    parameters: Mapping[str, Shape], failing: Sequence[Heap], passing: Sequence[Heap]
) -> list[str]:
    """Those that hold of every passing input and of no failing one: alone, or two of them."""
    everything = list(dict.fromkeys(_offered(parameters)))
    excluding = [each for each in everything if not any(holds(each, heap) for heap in failing)]
    covered = {each: frozenset(_holding(each, passing)) for each in excluding}
    everywhere = frozenset(range(len(passing)))
    alone = [each for each in excluding if covered[each] == everywhere]
    if alone:
        return alone
    either = [
        f"{one} or {other}"
        for one, other in combinations(excluding, 2)
        if covered[one] | covered[other] == everywhere
    ]
    true_of_all = [each for each in everything if all(holds(each, heap) for heap in passing)]
    left = {each: frozenset(_holding(each, failing)) for each in true_of_all}
    both = [
        f"{one} and {other}"
        for one, other in combinations(true_of_all, 2)
        if not left[one] & left[other]
    ]
    return [*either, *both] if passing else []


def _holding(text: str, heaps: Sequence[Heap]) -> Iterator[int]:
    return (number for number, heap in enumerate(heaps) if holds(text, heap))


def _offered(parameters: Mapping[str, Shape]) -> Iterator[str]:
    places = list(_places(parameters))[:_MOST_PLACES]
    for place in places:
        yield from _about_one(place)
    for one in places:
        for other in places:
            if one is not other:
                yield from _about_two(one, other)


def _places(parameters: Mapping[str, Shape]) -> Iterator[_Place]:
    for name, shape in parameters.items():
        yield _Place(name, shape)
    for name, shape in parameters.items():
        for part in alternatives(shape):
            if isinstance(part, ClassShape):
                for field, info in fields_of(part.cls).items():
                    yield _Place(f"{name}.{field}", info.shape)


def _about_one(place: _Place) -> Iterator[str]:
    text = place.text
    if is_optional(place.shape):
        yield from (f"{text} is not None", f"{text} is None")
    if place.is_a(IntShape, FloatShape):
        yield from (f"{text} != 0", f"{text} >= 0", f"{text} > 0", f"{text} > 1", f"{text} != 1")
        yield from (f"{text} != -1", f"{text} >= -1", f"{text} <= 0")
    if place.is_a(FloatShape, IntShape) and not place.is_a(IntShape):
        yield from (f"math.isfinite({text})", f"not math.isnan({text})")
    if place.is_a(BoolShape):
        yield from (text, f"not {text}")
    if place.is_a(*_SIZED):
        yield from (f"len({text}) > 0", f"len({text}) > 1", f"len({text}) > 2")
        yield f"len({text}) == 0"
    if place.is_a(ListShape):
        for part in alternatives(place.shape):
            if isinstance(part, ListShape):
                if is_optional(part.element):
                    yield f"None not in {text}"
                if _Place("", part.element).is_a(IntShape, FloatShape):
                    yield f"0 not in {text}"


def _about_two(one: _Place, other: _Place) -> Iterator[str]:
    a, b = one.text, other.text
    if one.is_a(IntShape) and other.is_a(*_SIZED):
        yield f"0 <= {a} < len({b})"
        yield f"-len({b}) <= {a} < len({b})"
        yield from (f"{a} < len({b})", f"{a} <= len({b})", f"0 <= {a} <= len({b})")
    if other.is_a(DictShape, ListShape) and not one.is_a(ListShape, DictShape, TupleShape):
        yield f"{a} in {b}"
        yield f"{a} not in {b}"
    if one.is_a(IntShape, FloatShape) and other.is_a(IntShape, FloatShape):
        yield from (f"{a} <= {b}", f"{a} < {b}")
        if a < b:
            yield from (f"{a} != {b}", f"{a} + {b} != 0")
    if one.is_a(*_SIZED) and other.is_a(*_SIZED):
        yield f"len({a}) <= len({b})"
        if a < b:
            yield f"len({a}) == len({b})"
    if one.is_a(ClassShape) and other.is_a(ClassShape) and a < b:
        yield f"{a} is not {b}"
