"""Sees that what a user says of fields can be, before their classes are declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from heapwise.frontends.input_limits import NOT_NULL, NOTHING, is_named, need_allowed, no_field
from heapwise.frontends.java.classfile.class_file import ClassFile
from heapwise.frontends.java.classfile.descriptors import PrimitiveType


def check_limits(limits: Mapping[str, str], classes: Iterable[ClassFile]) -> None:
    """Raises `InputError` for a field that there is not, or that cannot hold what is said."""
    known = [*classes]
    for where, what in limits.items():
        owner, _, name = where.rpartition(".")
        named = [each for each in known if is_named(each.name.replace("/", "."), owner)]
        fields = [field for cls in named for field in cls.fields if field.name == name]
        if not fields:
            raise no_field(where, what, bool(named))
        for field in fields:
            is_number = isinstance(field.type, PrimitiveType) and field.descriptor not in "ZFD"
            allowed = [NOTHING] if isinstance(field.type, PrimitiveType) else [NOTHING, NOT_NULL]
            need_allowed(where, what, allowed, is_number)
