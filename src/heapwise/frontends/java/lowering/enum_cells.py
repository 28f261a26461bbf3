"""Reads of cells that may hold constants of enums: whoever reads one gets the constant itself."""

from __future__ import annotations

from heapwise.frontends.java.classfile.descriptors import ClassType, JavaType
from heapwise.frontends.java.lowering.builder import Builder
from heapwise.frontends.java.lowering.initialisation import initialised
from heapwise.frontends.java.semantics.enum_constants import enum_of, settle, settle_any
from heapwise.program import ClassDecl, Type


def lower_settle(b: Builder, register: int, type_: JavaType, holds: Type | None = None) -> None:
    """After a read of a cell of this type. `holds` is the type that it has in inputs."""
    cls = enum_of(b.universe, type_)
    if cls is not None:
        initialised(b, cls.file.name)
        b.perform(register, settle, (register,), cls)
    elif isinstance(holds, ClassDecl) and isinstance(type_, ClassType):
        found = b.inputs.enums_among(holds)
        for each in found:
            initialised(b, each.file.name)
        if found:
            b.perform(register, settle_any, (register,), found)
