"""The shapes of stand-ins: what the attributes of their objects may hold.

They are kept with the class itself, which is made once: a method of a protocol may give an object
of the same protocol.
"""

from __future__ import annotations

import inspect
import zlib
from collections.abc import Callable

from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    ClassShape,
    ListShape,
    Shape,
)
from heapwise.testgen import stand_ins

_SHAPES = "heapwise_shapes"
_NUMBERS = frozenset(
    f"__{name}__"
    for name in (
        *("lt", "le", "gt", "ge", "eq", "ne", "hash", "add", "radd", "sub", "rsub", "mul", "rmul"),
        *("truediv", "rtruediv", "floordiv", "mod", "pow", "neg", "pos", "abs", "int", "float"),
        *("index", "round", "trunc", "divmod", "and", "or", "xor", "bool"),
    )
)
"""What integers have: who asks for nothing else is given values that are integers in witnesses."""

Read = Callable[[object, type], Shape]
"""The shape of a hint in a class."""


def is_for_numbers(described: type) -> bool:
    return set(stand_ins.members_of(described)) <= _NUMBERS


def described_shape(described: type, read: Read) -> Shape | None:
    """Of a protocol or an abstract class that no class of the program implements; None if no class
    can be derived from it."""
    try:
        made = stand_ins.stand_in_for(described)
    except Exception:  # code of the program decides who may derive from it
        return None
    if _SHAPES not in vars(made):
        shapes: dict[str, Shape] = {}
        setattr(made, _SHAPES, shapes)
        for name in stand_ins.members_of(described):
            raw = inspect.getattr_static(described, name)
            function = raw.fget if isinstance(raw, property) else getattr(raw, "__func__", raw)
            hint = getattr(function, "__annotations__", {}).get("return")
            shape = ANY_SHAPE if hint is None else read(hint, described)
            if isinstance(shape, ClassShape) and stand_ins.is_stand_in(shape.cls):
                items = kept_shapes(shape.cls).get(stand_ins.ITEMS)
                shape = items if name == "__iter__" and items is not None else shape
            held = stand_ins.held_for(name)
            if held == stand_ins.ITEMS and not isinstance(shape, ListShape):
                shape = shapes.get(held, ListShape("list", ANY_SHAPE))
            shapes[held] = shape
    return ClassShape(made)


def iterator_shape(element: Shape) -> Shape:
    made = stand_ins.iterator(zlib.crc32(repr(element).encode()))
    keep_shapes(made, {stand_ins.ITEMS: ListShape("list", element)})
    return ClassShape(made)


def keep_shapes(cls: type, shapes: dict[str, Shape]) -> None:
    """What the attributes of a stand-in hold. Its name tells it from others that hold something
    else."""
    if _SHAPES not in vars(cls):
        setattr(cls, _SHAPES, shapes)


def kept_shapes(cls: type) -> dict[str, Shape]:
    """The fields of a stand-in that its class does not declare."""
    found = vars(cls).get(_SHAPES, {}) if stand_ins.is_stand_in(cls) else {}
    assert isinstance(found, dict)
    return found


def is_implemented(described: type, below: list[type]) -> bool:
    """By a class of the program."""
    return any(
        not stand_ins.is_stand_in(each)
        and not inspect.isabstract(each)
        and not vars(each).get("_is_protocol", False)
        for each in below
    )
