"""Java code as Python functions, for invariants and finitizations that run on known objects.

`structure.to_python.direct_world` says how.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.frontends.java.semantics import operations, statics
from heapwise.frontends.java.semantics.arithmetic import INT_BITS, LONG_BITS, arithmetic
from heapwise.frontends.java.semantics.identity_sets import IdentitySets
from heapwise.frontends.java.semantics.jump_conditions import COMPARISONS, WITH_ZERO
from heapwise.program import ClassDecl, Program
from heapwise.structure.to_python.direct_machine import Reference
from heapwise.structure.to_python.direct_world import DirectWorld


def world_of(program: Program) -> DirectWorld:
    idle: dict[Callable[..., object], Callable[..., bool]] = {
        operations.check_store: _may_store,
        operations.check_not_null: _is_not_null,
    }
    return DirectWorld(program, (statics.initialise,), idle, IdentitySets(), ON_INTS)


def _on_ints() -> dict[Callable[..., object], str]:
    found: dict[Callable[..., object], str] = {
        COMPARISONS[name]: f"{{0}} {sign} {{1}}" for name, sign in _SIGNS.items()
    }
    found |= {WITH_ZERO[f"if{name}"]: f"{{0}} {sign} 0" for name, sign in _SIGNS.items()}
    for letter, width in (("i", INT_BITS), ("l", LONG_BITS)):
        half = 1 << (width - 1)
        for name, sign in _WRAPPING.items():
            text = f"({{0}} {sign} {{1}} + {half} & {2 * half - 1}) - {half}"
            for is_exact in (False, True):
                found[arithmetic(is_exact)[letter + name]] = text
    return found


_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "ge": ">=", "gt": ">", "le": "<="}
_WRAPPING = {"add": "+", "sub": "-", "mul": "*"}
ON_INTS = _on_ints()
"""The operators of Python for what Java computes."""


def _is_not_null(ref: Reference | None) -> bool:
    return ref is not None


def _may_store(array: Reference | None, index: int, value: Reference | None) -> bool:
    """Whether an array certainly takes a value."""
    if array is None or value is None:
        return True
    element = array.decl.element
    return not isinstance(element, ClassDecl) or value.decl.is_subclass_of(element)
