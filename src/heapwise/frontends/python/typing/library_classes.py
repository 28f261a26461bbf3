"""Classes of the standard library whose objects are objects of the heap, like the program's own."""

from __future__ import annotations

import collections
import collections.abc as abc
import datetime
import decimal
import fractions

from heapwise.frontends.python.source import library_source
from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    OBJECT_SHAPE,
    DictShape,
    ListShape,
    Shape,
)

_FIELDS: dict[type, dict[str, Shape]] = {
    abc.MappingView: {"_mapping": OBJECT_SHAPE},
    collections.UserDict: {"data": DictShape("dict", ANY_SHAPE, ANY_SHAPE)},
    collections.UserList: {"data": ListShape("list", ANY_SHAPE)},
}


VIEWS: tuple[type, ...] = (abc.MappingView, abc.KeysView, abc.ItemsView, abc.ValuesView)
"""What the mixin methods of mappings return."""


VALUE_CLASSES: tuple[type, ...] = (
    *(datetime.date, datetime.datetime, datetime.time, datetime.timedelta),
    *(fractions.Fraction, decimal.Decimal, complex),
)
"""Classes whose objects are immutable and a few numbers: values, not objects of the heap."""


CLASSES = frozenset((*VIEWS, collections.UserDict, collections.UserList))
"""Classes whose objects are objects of the heap, like those of the program."""


def library_fields(cls: type) -> dict[str, Shape]:
    """The fields that one of `CLASSES`, or a class of the library in Python, brings in."""
    known = _FIELDS.get(cls)
    if known is not None or cls.__module__ in ("builtins", "collections.abc"):
        return known or {}
    if not library_source.makes_objects(cls):
        return {}
    if "_fields" in vars(cls):  # a named tuple
        return dict.fromkeys(vars(cls)["_fields"], ANY_SHAPE)
    return dict.fromkeys(library_source.stored_attributes(cls), ANY_SHAPE)


def makes_objects(cls: type) -> bool:
    """A class of the library whose objects programs make, and which has no model."""
    return cls not in VALUE_CLASSES and cls not in CLASSES and library_source.makes_objects(cls)


def needed_by(cls: type) -> tuple[type, ...]:
    """The classes of the library whose objects methods of `cls` make."""
    return VIEWS if issubclass(cls, abc.Mapping | abc.MappingView) else ()
