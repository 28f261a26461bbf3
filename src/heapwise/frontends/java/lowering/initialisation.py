"""Initialisation of classes before bytecode uses them."""

from __future__ import annotations

from heapwise.frontends.java.lowering.builder import Builder
from heapwise.frontends.java.semantics import statics


def initialised(b: Builder, name: str, for_fields: bool = False) -> None:
    """Initialise a class before it is used, unless it certainly is: it has been since code of it,
    or of a class below it, has begun to run."""
    line = b.universe.hierarchy.line(b.cls.name)
    if any(file.name == name for file in line):
        return
    if b.runtime.statics.needs(name, for_fields):
        b.perform(b.scratch, statics.initialise, (), b.universe.decl(name))
