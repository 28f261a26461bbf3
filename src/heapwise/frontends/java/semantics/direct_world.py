"""Java code as Python functions, for invariants and finitizations that run on known objects.

`structure.to_python.direct_world` says how.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.frontends.java.semantics import operations, statics
from heapwise.frontends.java.semantics.identity_sets import IdentitySets
from heapwise.program import ClassDecl, Program
from heapwise.structure.to_python.direct_machine import Reference
from heapwise.structure.to_python.direct_world import DirectWorld


def world_of(program: Program) -> DirectWorld:
    idle: dict[Callable[..., object], Callable[..., bool]] = {operations.check_store: _may_store}
    return DirectWorld(program, (statics.initialise,), idle, IdentitySets())


def _may_store(array: Reference | None, index: int, value: Reference | None) -> bool:
    """Whether an array certainly takes a value."""
    if array is None or value is None:
        return True
    element = array.decl.element
    return not isinstance(element, ClassDecl) or value.decl.is_subclass_of(element)
