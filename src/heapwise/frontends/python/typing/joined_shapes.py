"""Several pieces of evidence for what values may be, put together to one shape.

`NO_ELEMENT` marks the element of a container that is created empty; `merge` replaces it by what is
put in.
"""

from __future__ import annotations

import collections
import enum
from collections.abc import Collection, Sequence
from types import FunctionType

from heapwise.frontends.python.typing.hints import (
    INT_SHAPE,
    STR_SHAPE,
    BytesShape,
    CallableShape,
    ClassShape,
    DictShape,
    EnumShape,
    ListShape,
    Shape,
    StrShape,
    TupleShape,
    UnknownShape,
    alternatives,
    shape_of,
    unite,
)
from heapwise.testgen.stand_ins import attributes_of, is_bare, is_stand_in

NO_ELEMENT = UnknownShape("nothing is ever put into it")


def merge(shapes: Sequence[Shape]) -> Shape | None:
    """The union of evidence, with containers of one kind merged into one."""
    found: dict[Shape, None] = {}
    for part in (part for shape in shapes for part in alternatives(shape)):
        if part in found:
            continue
        may_join = isinstance(part, _JOINED) or NO_ELEMENT in found or part == NO_ELEMENT
        for other in tuple(found) if may_join else ():
            joined = _join(other, part)
            if joined is not None:
                found = {joined if each is other else each: None for each in found}
                break
        else:
            found[part] = None
    return unite(_without_stand_ins(found)) if found else None


def _without_stand_ins(parts: Collection[Shape]) -> list[Shape]:
    """Whatever has some attributes is one of the program's classes, if one of these has them."""
    classes = [part.cls for part in parts if isinstance(part, ClassShape)]
    known = [set(dir(cls)) for cls in classes if not is_stand_in(cls)]
    return [part for part in parts if not (known and _is_one_of(part, known))]


def _is_one_of(part: Shape, known: Sequence[set[str]]) -> bool:
    if not isinstance(part, ClassShape) or not is_bare(part.cls):
        return False
    return any(attributes_of(part.cls) <= each for each in known)


_JOINED = ListShape | DictShape | TupleShape


def _join(one: Shape, other: Shape) -> Shape | None:
    """One shape for both, if that is better than a union of the two."""
    if one == other or other == NO_ELEMENT:
        return one
    if one == NO_ELEMENT:
        return other
    if isinstance(one, ListShape) and isinstance(other, ListShape) and one.kind == other.kind:
        return ListShape(one.kind, merged(one.element, other.element))
    if isinstance(one, DictShape) and isinstance(other, DictShape) and one.kind == other.kind:
        if one.cls is not other.cls:
            return None
        key, value = merged(one.key, other.key), merged(one.value, other.value)
        return DictShape(one.kind, key, value, one.cls)
    if isinstance(one, TupleShape) and isinstance(other, TupleShape):
        if len(one.items) == len(other.items):
            return TupleShape(tuple(map(merged, one.items, other.items)))
        return None
    return None


def merged(one: Shape, other: Shape) -> Shape:
    return merge([one, other]) or NO_ELEMENT


def element_of(shape: Shape | None) -> Shape | None:
    """What iterating over it gives."""
    found: list[Shape] = []
    for part in alternatives(shape) if shape is not None else ():
        if isinstance(part, ListShape):
            found.append(part.element)
        elif isinstance(part, DictShape):
            found.append(part.key)
        elif isinstance(part, StrShape):
            found.append(STR_SHAPE)
        elif isinstance(part, BytesShape):
            found.append(INT_SHAPE)
        elif isinstance(part, TupleShape):
            found.extend(part.items)
        elif isinstance(part, EnumShape):
            found.append(part)
    return merge(found)


def shape_of_value(value: object) -> Shape | None:
    """The shape of a value that exists: a default, a constant of the module."""
    if isinstance(value, enum.Enum):
        return EnumShape(type(value))
    if isinstance(value, list | set | frozenset | collections.deque):
        shapes = [shape_of_value(item) for item in value]
        element = merge([shape for shape in shapes if shape is not None]) or NO_ELEMENT
        return ListShape(type(value).__name__, element) if None not in shapes else None
    if isinstance(value, tuple):
        shapes = [shape_of_value(item) for item in value]
        return TupleShape(tuple(shape for shape in shapes if shape)) if None not in shapes else None
    if isinstance(value, FunctionType):
        return CallableShape("Callable")
    shape = shape_of(type(value))
    return None if isinstance(shape, UnknownShape) else shape
