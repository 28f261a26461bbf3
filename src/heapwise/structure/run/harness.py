"""Programs with a prelude: the invariant is run first, or the input is built by operations.

Both are ordinary code in front of the main code of a program, for the languages that are all IR
(lissa.txt §4.1, IFrepOK and Driver).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace

from heapwise.program import BOOL, ClassDecl, InputError, MethodDecl, Program
from heapwise.program import code as ir
from heapwise.program.events import (
    ASSUMPTION_BEGINS,
    CONDITION_ENDS,
    DRIVER_BEGINS,
    DRIVER_ENDS,
)
from heapwise.structure.to_python.deriving import InvariantRoot, invariant_of

OPERATIONS = ("add", "put", "insert", "push", "append", "offer", "enqueue", "set")
"""What a method is called that makes a structure grow, the likeliest first."""


def invariant_roots(program: Program) -> list[InvariantRoot]:
    """The inputs whose class has an invariant, in the order in which the code uses them."""
    found: dict[str, InvariantRoot] = {}
    for ins in _main(program).instructions:
        if isinstance(ins, ir.Input) and isinstance(ins.type, ClassDecl):
            method = invariant_of(ins.type)
            if method is not None:
                found.setdefault(ins.name, InvariantRoot(ins.name, ins.type, ins.nullable, method))
    return list(found.values())


def assuming(program: Program, roots: Sequence[InvariantRoot]) -> Program:
    """The program on inputs whose invariants hold: they are run first."""
    main = _main(program)
    free = main.registers
    value, truth, other = free, free + 1, free + 2
    prelude: list[ir.AnyInstruction] = []
    for root in roots:
        at = root.method.at or main.instructions[0].at
        prelude.append(ir.Input(value, root.name, root.type, root.nullable, at=at))
        check: list[ir.AnyInstruction] = [
            ir.Note(ASSUMPTION_BEGINS, at=at),
            ir.Call(truth, value, root.type, root.method.name, (), str(at), at=at),
            ir.Note(CONDITION_ENDS, at=at),
            ir.Assume(truth, at=at),
        ]
        if root.nullable:
            here = len(prelude)
            prelude += [
                ir.Constant(other, None, at=at),
                ir.RefEquals(truth, value, other, at=at),
                ir.Branch(truth, here + 3 + len(check), here + 3, "", "", at=at),
            ]
        prelude += check
    return _with_prelude(program, prelude, free + 3)


def driving(program: Program, operation: str | None, most: int) -> Program:
    """The program on a receiver that is made by up to `most` operations on a new object."""
    main = _main(program)
    receiver = next(
        (i for i in main.instructions if isinstance(i, ir.Input) and not i.nullable), None
    )
    if receiver is None or not isinstance(receiver.type, ClassDecl):
        raise InputError("a driver makes the receiver of the first call, and this program has none")
    method = chosen_operation(receiver.type, operation)
    at = receiver.at
    made, more = main.registers, main.registers + 1
    arguments = tuple(more + 1 + index for index in range(len(method.parameters)))
    prelude: list[ir.AnyInstruction] = [
        ir.NewObject(made, receiver.type, at=at),
        ir.Note(DRIVER_BEGINS, at=at),
    ]
    rounds = len(method.parameters) + 3
    end = len(prelude) + most * rounds
    for number in range(1, most + 1):
        here = len(prelude)
        prelude += [
            ir.Input(more, f"op{number}", BOOL, at=at),
            ir.Branch(more, here + 2, end, "", "", at=at),
        ]
        prelude += [
            ir.Input(register, f"op{number}.{name}", type_, at=at)
            for register, (name, type_) in zip(arguments, method.parameters, strict=True)
        ]
        prelude.append(ir.Call(more, made, receiver.type, method.name, arguments, "op", at=at))
    prelude.append(ir.Note(DRIVER_ENDS, at=at))
    name = receiver.name
    driven = _with_prelude(program, prelude, more + 1 + len(arguments))
    main = _main(driven)
    instructions = tuple(
        ir.Move(ins.target, made, at=ins.at)
        if isinstance(ins, ir.Input) and ins.name == name
        else ins
        for ins in main.instructions
    )
    driven.main = replace(main, instructions=instructions)
    return driven


def chosen_operation(cls: ClassDecl, wanted: str | None) -> MethodDecl:
    known: dict[str, MethodDecl] = {}
    for each in cls.ancestors():
        for name, method in each.own_methods.items():
            known.setdefault(name, method)
    name = operation_among(list(known), wanted, cls.name)
    return known[name]


def operation_among(known: Sequence[str], wanted: str | None, owner: str) -> str:
    """The name of the operation that a driver calls."""
    if wanted is not None:
        if wanted not in known:
            raise InputError(f"`{owner}` has no method `{wanted}` for a driver to call")
        return wanted
    for likely in OPERATIONS:
        found = next((name for name in known if name.lower().startswith(likely)), None)
        if found is not None:
            return found
    raise InputError(
        f"which operation builds a `{owner}`? Write `driver:NAME` with one of its methods: "
        f"{', '.join(known) or 'it has none'}"
    )


def _main(program: Program) -> ir.Code:
    assert program.main is not None
    return program.main


def _with_prelude(
    program: Program, prelude: Sequence[ir.AnyInstruction], registers: int
) -> Program:
    main = _main(program)
    offset = len(prelude)
    shifted = tuple(_shifted(ins, offset) for ins in main.instructions)
    changed = copy.copy(program)
    changed.main = replace(main, instructions=(*prelude, *shifted), registers=registers)
    return changed


def _shifted(ins: ir.Instruction, offset: int) -> ir.Instruction:
    if isinstance(ins, ir.Branch):
        return replace(ins, then_to=ins.then_to + offset, else_to=ins.else_to + offset)
    if isinstance(ins, ir.Jump):
        return replace(ins, to=ins.to + offset)
    return ins
