"""The default factory of an input defaultdict, which no hint tells: the type of its values."""

from __future__ import annotations

from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    DictShape,
    FloatShape,
    IntShape,
    ListShape,
    Shape,
    StrShape,
)

_SCALARS: dict[type, type] = {IntShape: int, FloatShape: float, StrShape: str, BoolShape: bool}
_LISTS: dict[str, type] = {"list": list, "set": set, "frozenset": frozenset, "tuple": tuple}


def input_factory(shape: Shape) -> type | None:
    """None if there is no builtin type that makes such values."""
    if not isinstance(shape, DictShape) or shape.kind != "defaultdict":
        return None
    value = shape.value
    if isinstance(value, ListShape):
        return _LISTS.get(value.kind)
    if isinstance(value, DictShape):
        return dict if value.kind == "dict" else None
    return _SCALARS.get(type(value))
