"""Tells which registers decide whether a loop goes round once more: how `endless` is proved.

A path that comes back to the head of a loop, in the same world and with the same values of all that
matters, will come back for ever. What the loop merely counts does not matter: a length that is
counted along a cyclic list is another one in every turn, and the loop has no end all the same. A
register matters if an instruction of the loop reads it that may choose, fail or touch the heap, or
if a register that matters is computed from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from heapwise.program import code as ir
from heapwise.program.flow import successors
from heapwise.program.registers import bits_read, live_bits
from heapwise.terms import INT, Term

_HARMLESS = (ir.Constant, ir.Move, ir.Operation, ir.Compute, ir.Jump, ir.Note)
"""Instructions that neither choose nor fail, whatever the values are."""


class Matters(NamedTuple):
    """Of a loop: the registers that matter at its head, and those that must hold integers for it,
    because operations that count read them."""

    registers: tuple[int, ...]
    integers: tuple[int, ...]

    def of(self, registers: Sequence[object]) -> tuple[object, ...]:
        """The values that matter: all, where something else is counted than integers."""
        if not all(_is_integer(registers[number]) for number in self.integers):
            return tuple(registers)
        return tuple(registers[number] for number in self.registers)


@lru_cache(maxsize=4_000)
def matters(code: ir.Code, jump: int) -> Matters:
    """For the loop that the jump closes, by the number of its instruction."""
    body = _body(code, jump)
    relevant = 0
    integers = 0
    feeding: list[tuple[int, int]] = []
    for at in body:
        instruction = code.instructions[at]
        reads = bits_read(instruction)
        counts = isinstance(instruction, ir.Perform) and instruction.counts
        if counts or isinstance(instruction, _HARMLESS):
            target = getattr(instruction, "target", None)
            if isinstance(target, int):
                feeding.append((target, reads))
            if counts:
                integers |= reads
        else:
            relevant |= reads
    changed = True
    while changed:
        changed = False
        for target, reads in feeding:
            if relevant >> target & 1 and reads & ~relevant:
                relevant |= reads
                changed = True
    head = code.instructions[jump]
    assert isinstance(head, ir.Jump)
    relevant &= live_bits(code)[head.to]
    return Matters(_numbers(relevant), _numbers(integers & ~relevant))


def _body(code: ir.Code, jump: int) -> set[int]:
    """The instructions from which the jump is reached without passing the head of the loop."""
    head = code.instructions[jump]
    assert isinstance(head, ir.Jump)
    before: dict[int, list[int]] = {}
    for at in range(len(code.instructions)):
        for target in successors(code, at):
            before.setdefault(target, []).append(at)
    found = {jump, head.to}
    waiting = [jump]
    while waiting:
        at = waiting.pop()
        if at == head.to:
            continue
        for earlier in before.get(at, ()):
            if earlier not in found:
                found.add(earlier)
                waiting.append(earlier)
    return found


def _numbers(bits: int) -> tuple[int, ...]:
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def _is_integer(value: object) -> bool:
    if isinstance(value, Term):
        return value.sort is INT
    return isinstance(value, int)
