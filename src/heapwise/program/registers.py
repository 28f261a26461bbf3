"""What instructions do to registers, and which registers still matter at each of them.

A temporary value is *live* where an instruction may still read it: a language that counts
references drops it as soon as it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from heapwise.program import code as ir


def targets(instruction: ir.Instruction) -> tuple[int, ...]:
    """Where it may jump to."""
    if isinstance(instruction, ir.Branch):
        return instruction.then_to, instruction.else_to
    return (instruction.to,) if isinstance(instruction, ir.Jump) else ()


def falls_through(instruction: ir.Instruction) -> bool:
    return not isinstance(instruction, (ir.Branch, ir.Jump, ir.Return, ir.Fail))


def written(instruction: ir.Instruction) -> tuple[int, ...]:
    target = getattr(instruction, "target", None)
    return () if target is None else (target,)


def read(instruction: ir.Instruction) -> tuple[int, ...]:
    reads = _READS.get(type(instruction))
    return reads(instruction) if reads is not None else ()


def bits_read(instruction: ir.Instruction) -> int:
    """The same, as the bits of a number."""
    found = 0
    for register in read(instruction):
        found |= 1 << register
    return found


# Each entry takes its own type of instruction, which no type for a table can express.
_READS: dict[type[ir.Instruction], Callable[[Any], tuple[int, ...]]] = {
    ir.Move: lambda ins: (ins.source,),
    ir.Operation: lambda ins: ins.operands,
    ir.NewArray: lambda ins: (ins.length,),
    ir.GetField: lambda ins: (ins.object,),
    ir.PutField: lambda ins: (ins.object, ins.source),
    ir.ArrayLoad: lambda ins: (ins.array, ins.index),
    ir.ArrayStore: lambda ins: (ins.array, ins.index, ins.source),
    ir.ArrayLength: lambda ins: (ins.array,),
    ir.RefEquals: lambda ins: (ins.left, ins.right),
    ir.InstanceOf: lambda ins: (ins.object,),
    ir.Call: lambda ins: (ins.receiver, *ins.arguments),
    ir.Invoke: lambda ins: ins.arguments,
    ir.Compute: lambda ins: ins.operands,
    ir.Perform: lambda ins: ins.operands,
    ir.Branch: lambda ins: (ins.condition,),
    ir.Return: lambda ins: (ins.source,),
    ir.Yield: lambda ins: (ins.source,),
    ir.Assume: lambda ins: (ins.condition,),
    ir.Assert: lambda ins: (ins.condition,) if ins.result is None else (ins.condition, ins.result),
}


def live_registers(code: ir.Code, at: int) -> Iterator[int]:
    """Those that may be read at the instruction with this number, or later."""
    bits = live_bits(code)[at]
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits -= lowest


@lru_cache(maxsize=4_096)
def live_bits(code: ir.Code) -> tuple[int, ...]:
    """Backward dataflow: the live registers before each instruction, as the bits of a number."""
    instructions = code.instructions
    before = [0] * (len(instructions) + 1)
    changed = True
    while changed:
        changed = False
        for index in range(len(instructions) - 1, -1, -1):
            instruction = instructions[index]
            live = before[index + 1] if falls_through(instruction) else 0
            for target in targets(instruction):
                live |= before[target]
            for register in written(instruction):
                live &= ~(1 << register)
            for handler in code.handlers:
                if handler.start <= index < handler.end:
                    live |= before[handler.to] & ~(1 << handler.register)
            for register in read(instruction):
                live |= 1 << register
            if live != before[index]:
                before[index] = live
                changed = True
    return tuple(before)
