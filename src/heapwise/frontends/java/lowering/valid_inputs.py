"""Code that assumes of a collection of the JDK, if it is an input, what the JDK makes of them."""

from __future__ import annotations

from heapwise.frontends.java.lowering.builder import Builder
from heapwise.frontends.java.semantics.collection_rules import (
    INPUTS,
    assume_valid,
    is_unchecked,
    walking,
)
from heapwise.program import code as ir


def assume_valid_input(b: Builder, register: int) -> None:
    """Of an object of the class whose code this is: the receiver, or another one."""
    name = walking(b.cls)
    if name is None:
        b.perform(b.scratch, assume_valid, (register,), b.cls.name)
        return
    (method,) = b.universe.decl(INPUTS).file.methods_named(name)
    walks, goes_on = b.label(), b.label()
    b.perform(b.scratch, is_unchecked, (register,))
    b.branch(b.scratch, walks, goes_on)
    b.mark(walks)
    b.emit(ir.Invoke(b.scratch, b.universe.method(method), (register,), at=b.at))
    b.emit(ir.Assume(b.scratch, at=b.at))
    b.mark(goes_on)
