"""The inputs of a program: whatever its code names."""

from __future__ import annotations

from heapwise.program.code import Input
from heapwise.program.program import Program
from heapwise.program.types import Type


def inputs_of(program: Program) -> dict[str, Type]:
    """Names and types, in the order of their names."""
    found: dict[str, Type] = {}
    codes = [program.main]
    for cls in program.classes.values():
        codes += [method.code for method in cls.own_methods.values()]
    for code in codes:
        for instruction in code.instructions if code else ():
            if isinstance(instruction, Input):
                found[instruction.name] = instruction.type
    return dict(sorted(found.items()))
