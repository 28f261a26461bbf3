"""Tells which runs a reader would call alike, and whether the condition of a path is true."""

from __future__ import annotations

import math
from collections.abc import Mapping

from heapwise.results import Heap, HeapObject, Named, Ref, TupleValue, Value
from heapwise.testgen.cases import TestCase

_DEPTH = 3
_MANY = 2


def behaviour(case: TestCase) -> tuple[object, ...]:
    """The same for runs that differ in figures only: which branches they take, how they end, and
    whether what they leave is none, true, negative, empty, one or many."""
    observed = case.observed
    output = observed.output
    changed = tuple(
        (name, _sketch(value, output, _DEPTH))
        for name, value in output.roots.items()
        if _sketch(value, output, _DEPTH) != _sketch(case.given.roots.get(name), case.given, _DEPTH)
    )
    result = _sketch(observed.value, output, _DEPTH)
    return observed.trace, observed.status, observed.exception, result, changed


def _sketch(value: Value, heap: Heap, depth: int) -> object:
    match value:
        case None | bool():
            return value
        case int() | float():
            return ("number", (value > 0) - (value < 0), value != value)
        case str():
            return ("text", min(len(value), 1))
        case Named():
            return value.text
        case TupleValue():
            return ("tuple", *(_sketch(item, heap, depth - 1) for item in value.items))
        case Ref():
            found = heap.objects.get(value)
            return None if found is None else _object(found, heap, depth)
    return "something"


def _object(obj: HeapObject, heap: Heap, depth: int) -> object:
    for inside in (obj.items, obj.entries):
        if inside is not None:
            return obj.class_name, min(len(inside), _MANY)
    if depth == 0:
        return obj.class_name
    fields = sorted(obj.fields.items())
    return obj.class_name, *((name, _sketch(each, heap, depth - 1)) for name, each in fields)


# ---------------------------------------------------------------------------- conditions


class _Thing:
    """An object of which only the fields are known."""


_KNOWN = {each.__name__: each for each in (len, abs, isinstance, bool, int, float, str, bytes)}


def holds(condition: str, heap: Heap) -> bool:
    """Is the condition of a path, which is an expression over the inputs, true of this heap? False
    if that cannot be told."""
    if not condition:
        return True
    objects: dict[Ref, object] = {}
    for ref, obj in heap.objects.items():
        objects[ref] = {} if obj.entries is not None else [] if obj.items is not None else _Thing()
    try:
        for ref, obj in heap.objects.items():
            _fill(objects[ref], obj, objects)
        names = {name: _live(value, objects) for name, value in heap.roots.items()}
        return bool(eval(condition, {"__builtins__": _KNOWN, "math": math}, names))
    except Exception:
        return False


def _fill(made: object, obj: HeapObject, objects: Mapping[Ref, object]) -> None:
    if isinstance(made, dict):
        made.update({_live(k, objects): _live(v, objects) for k, v in obj.entries or ()})
    elif isinstance(made, list):
        made.extend(_live(item, objects) for item in obj.items or ())
    else:
        vars(made).update({name: _live(each, objects) for name, each in obj.fields.items()})


def _live(value: Value, objects: Mapping[Ref, object]) -> object:
    match value:
        case Ref():
            return objects[value]
        case TupleValue():
            return tuple(_live(item, objects) for item in value.items)
        case Named():
            raise ValueError(value.text)
    return value
