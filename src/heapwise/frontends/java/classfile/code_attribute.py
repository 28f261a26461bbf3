"""The Code attribute (JVMS 4.7.3): a method's bytes, its handlers and its tables.

The bytes are decoded on demand only (`bytecode.decode`), so that a class of which one method is
reached costs little. Invariant: every index of the exception table lies within the code.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field

from heapwise.frontends.java.classfile.attributes import (
    Attribute,
    BootstrapMethod,
    LineNumberTable,
    LocalVariable,
    LocalVariableTable,
    RawAttribute,
    read_attributes,
    read_layout,
)
from heapwise.frontends.java.classfile.byte_reader import Reader
from heapwise.frontends.java.classfile.constants import ClassRef, ConstantPool

MAX_CODE = 65535


@dataclass(frozen=True, slots=True)
class Handler:
    """One row of the exception table: it covers `[start, end)`; `catches` is None for any."""

    start: int
    end: int
    target: int
    catches: str | None


@dataclass(frozen=True, slots=True)
class Code:
    """`offset` is where the bytecode begins in the file `pool.source`."""

    max_stack: int
    max_locals: int
    data: bytes
    handlers: tuple[Handler, ...]
    attributes: tuple[Attribute, ...]
    pool: ConstantPool = field(repr=False, compare=False)
    bootstraps: tuple[BootstrapMethod, ...] = field(repr=False, compare=False)
    offset: int = field(repr=False, compare=False)

    @property
    def lines(self) -> tuple[tuple[int, int], ...]:
        """Where each line's code begins, in the order of bytecode indexes."""
        tables = [a.lines for a in self.attributes if isinstance(a, LineNumberTable)]
        return tuple(sorted(row for table in tables for row in table))

    def line_at(self, index: int) -> int | None:
        """The source line of the instruction at a bytecode index, if the compiler wrote it."""
        lines = self.lines
        found = bisect_right(lines, (index, 1 << 16))
        return lines[found - 1][1] if found else None

    def variables(self) -> tuple[LocalVariable, ...]:
        tables = [a.variables for a in self.attributes if isinstance(a, LocalVariableTable)]
        return tuple(row for table in tables for row in table)

    def variable_at(self, slot: int, index: int) -> LocalVariable | None:
        """What the local variable `slot` is called at a bytecode index, if the compiler wrote
        it."""
        for variable in self.variables():
            if variable.slot == slot and variable.start <= index < variable.end:
                return variable
        return None


def read_code(
    reader: Reader,
    pool: ConstantPool,
    raw: RawAttribute,
    bootstraps: tuple[BootstrapMethod, ...],
    narrow: bool,
) -> Code:
    """`narrow` is for class files before version 45.3, whose counts are shorter."""
    window = Reader(reader.data, reader.source, raw.start, raw.end)
    max_stack = window.u1() if narrow else window.u2()
    max_locals = window.u1() if narrow else window.u2()
    length_at = window.at
    length = window.u2() if narrow else window.u4()
    if not 0 < length <= MAX_CODE:
        raise window.error(f"code of {length} bytes; 1 to {MAX_CODE} are allowed", length_at)
    offset = window.at
    data = window.take(length)
    handlers = tuple(
        [_handler(window, pool, length) for _ in range(window.table(8, "the exception table"))]
    )
    attributes = read_attributes(window, pool, read_layout(window, pool))
    window.finish("attribute Code")
    return Code(max_stack, max_locals, data, handlers, attributes, pool, bootstraps, offset)


def _handler(reader: Reader, pool: ConstantPool, length: int) -> Handler:
    at = reader.at
    start, end, target = reader.u2(), reader.u2(), reader.u2()
    catches = pool.optional(reader.u2(), ClassRef, at)
    if not (start < end <= length and target < length):
        problem = f"exception handler [{start}, {end}) -> {target} outside the code of {length}"
        raise reader.error(f"{problem} bytes", at)
    return Handler(start, end, target, catches.name if catches else None)
