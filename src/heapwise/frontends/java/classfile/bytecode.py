"""Bytecode decoded into typed instructions (JVMS 6.5), operands resolved in the constant pool.

Invariant: a decoded method has an instruction at every jump, switch and handler target, and its
instructions cover its bytes exactly. Bytecode indexes are as in the class file (`javap` shows the
same). Verification of types and stack depth is left to the lowering.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from heapwise.frontends.java.classfile.attributes import BootstrapMethod
from heapwise.frontends.java.classfile.byte_reader import ClassFormatError, Reader, printable
from heapwise.frontends.java.classfile.code_attribute import Code
from heapwise.frontends.java.classfile.constants import (
    ClassRef,
    ConstantPool,
    DoubleConst,
    DynamicConst,
    FieldRef,
    InvokeDynamicConst,
    Loadable,
    LongConst,
    MethodRef,
)
from heapwise.frontends.java.classfile.descriptors import (
    BOOLEAN,
    BYTE,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    LONG,
    SHORT,
    PrimitiveType,
)
from heapwise.frontends.java.classfile.opcodes import (
    FIELD_ACCESSES,
    INVOKES,
    JUMPS,
    LOCAL_ACCESSES,
    LOOKUPSWITCH,
    MNEMONICS,
    OPCODES,
    RETURNS,
    SHORT_ACCESSES,
    SHORT_CONSTANTS,
    SUBROUTINES,
    TABLESWITCH,
    TYPE_OPERATIONS,
    WIDE,
    WIDE_JUMPS,
)

_ARRAY_TYPES = {
    4: BOOLEAN,
    5: CHAR,
    6: FLOAT,
    7: DOUBLE,
    8: BYTE,
    9: SHORT,
    10: INT,
    11: LONG,
}


@dataclass(frozen=True, slots=True)
class Instruction:
    """`at` is the bytecode index, `size` the length in bytes."""

    at: int
    opcode: int
    size: int

    @property
    def mnemonic(self) -> str:
        """The name in the specification, short forms included (`aload_0`)."""
        return MNEMONICS[self.opcode]

    @property
    def operation(self) -> str:
        """The name without the short and wide forms (`aload`)."""
        return MNEMONICS[self.opcode]

    @property
    def next(self) -> int:
        """The bytecode index of the instruction behind this one."""
        return self.at + self.size

    @property
    def targets(self) -> tuple[int, ...]:
        """Where it may jump to, other than to the next instruction."""
        return ()

    @property
    def falls_through(self) -> bool:
        """Whether control may reach the next instruction without a jump."""
        return not (self.opcode in RETURNS or MNEMONICS[self.opcode] == "athrow")

    @property
    def is_subroutine(self) -> bool:
        """Whether it is a `jsr` or `ret`, which compilers since Java 6 do not write."""
        return self.opcode in SUBROUTINES


@dataclass(frozen=True, slots=True)
class Simple(Instruction):
    """An instruction without operands: arithmetic, stack shuffles, array accesses, returns, …"""


@dataclass(frozen=True, slots=True)
class Push(Instruction):
    """`iconst_*`, `lconst_*`, `fconst_*`, `dconst_*`, `bipush`, `sipush`."""

    value: int | float

    @property
    def type(self) -> PrimitiveType:
        return {"l": LONG, "f": FLOAT, "d": DOUBLE}.get(self.mnemonic[0], INT)


@dataclass(frozen=True, slots=True)
class LoadConstant(Instruction):
    """`ldc`, `ldc_w`, `ldc2_w`; a DynamicConst comes with its bootstrap method."""

    constant: Loadable
    bootstrap: BootstrapMethod | None

    @property
    def operation(self) -> str:
        return "ldc"


@dataclass(frozen=True, slots=True)
class Local(Instruction):
    """A load or store of a local variable, or `ret`."""

    kind: str
    slot: int

    @property
    def operation(self) -> str:
        return self.kind

    @property
    def falls_through(self) -> bool:
        return self.kind != "ret"


@dataclass(frozen=True, slots=True)
class Increment(Instruction):
    """`iinc`."""

    slot: int
    delta: int


@dataclass(frozen=True, slots=True)
class Jump(Instruction):
    """`goto`, `jsr` and every conditional jump."""

    kind: str
    target: int

    @property
    def operation(self) -> str:
        return self.kind

    @property
    def targets(self) -> tuple[int, ...]:
        return (self.target,)

    @property
    def falls_through(self) -> bool:
        return self.kind not in ("goto", "jsr")


@dataclass(frozen=True, slots=True)
class Switch(Instruction):
    """`tableswitch` and `lookupswitch`: pairs of key and target, keys ascending."""

    default: int
    cases: tuple[tuple[int, int], ...]

    @property
    def targets(self) -> tuple[int, ...]:
        return (*(target for _, target in self.cases), self.default)

    @property
    def falls_through(self) -> bool:
        return False


@dataclass(frozen=True, slots=True)
class FieldAccess(Instruction):
    """`getstatic`, `putstatic`, `getfield`, `putfield`."""

    field: FieldRef


@dataclass(frozen=True, slots=True)
class Invoke(Instruction):
    """`invokevirtual`, `invokespecial`, `invokestatic`, `invokeinterface`."""

    method: MethodRef


@dataclass(frozen=True, slots=True)
class InvokeDynamic(Instruction):
    call_site: InvokeDynamicConst
    bootstrap: BootstrapMethod


@dataclass(frozen=True, slots=True)
class TypeOperation(Instruction):
    """`new`, `anewarray` (of components of the class), `checkcast`, `instanceof`."""

    cls: ClassRef


@dataclass(frozen=True, slots=True)
class NewArray(Instruction):
    """`newarray`: an array of a primitive type."""

    element: PrimitiveType


@dataclass(frozen=True, slots=True)
class MultiNewArray(Instruction):
    """`multianewarray`: `cls` is the array class, `dimensions` how many lengths are given."""

    cls: ClassRef
    dimensions: int


class _Same:
    """A method as itself: another one may have equal bytes, which mean something else with its
    constants."""

    __slots__ = ("code",)

    def __init__(self, code: Code) -> None:
        self.code = code

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.code is self.code

    def __hash__(self) -> int:
        return id(self.code)


def decode(code: Code) -> tuple[Instruction, ...]:
    """The instructions of a method, in the order of the file; raises `ClassFormatError`."""
    return _decoded(_Same(code))


@lru_cache(maxsize=8_192)
def _decoded(same: _Same) -> tuple[Instruction, ...]:
    """Several questions about a program look through the same methods, and programs share them."""
    code = same.code
    reader = Reader(code.data, code.pool.source)
    try:
        found = tuple(_instructions(reader, code))
        _check_targets(code, found)
    except ClassFormatError as error:
        # Readers below count from the first instruction; the user's file does not.
        where = f"in bytecode: {error.problem}"
        raise ClassFormatError(error.source, code.offset + error.offset, where) from None
    return found


def _check_targets(code: Code, instructions: tuple[Instruction, ...]) -> None:
    begins = {instruction.at for instruction in instructions}
    source = code.pool.source
    for instruction in instructions:
        for target in instruction.targets:
            if target not in begins:
                problem = f"`{instruction.mnemonic}` jumps to {target}: no instruction begins there"
                raise ClassFormatError(source, instruction.at, problem)
    for handler in code.handlers:
        for index in (handler.start, handler.end, handler.target):
            if index not in begins and index != len(code.data):
                problem = f"an exception handler names {index}: no instruction begins there"
                raise ClassFormatError(source, handler.start, problem)


def _instructions(reader: Reader, code: Code) -> Iterator[Instruction]:
    while reader.at < reader.end:
        at = reader.at
        opcode = reader.u1()
        if opcode >= len(MNEMONICS):
            raise reader.error(f"unknown opcode {opcode}", at)
        if opcode in SHORT_ACCESSES:
            kind, slot = SHORT_ACCESSES[opcode]
            yield Local(at, opcode, 1, kind, slot)
        elif opcode in SHORT_CONSTANTS:
            yield Push(at, opcode, 1, SHORT_CONSTANTS[opcode])
        elif opcode in LOCAL_ACCESSES:
            yield Local(at, opcode, 2, LOCAL_ACCESSES[opcode], reader.u1())
        elif opcode in JUMPS:
            yield Jump(at, opcode, 3, JUMPS[opcode], at + reader.s2())
        elif opcode in WIDE_JUMPS:
            yield Jump(at, opcode, 5, WIDE_JUMPS[opcode], at + reader.s4())
        elif opcode in (TABLESWITCH, LOOKUPSWITCH):
            yield _switch(reader, at, opcode)
        elif opcode == WIDE:
            yield _wide(reader, at)
        else:
            yield _other(reader, code, at, opcode)


def _wide(reader: Reader, at: int) -> Instruction:
    opcode = reader.u1()
    if opcode == OPCODES["iinc"]:
        return Increment(at, opcode, 6, reader.u2(), reader.s2())
    if opcode in LOCAL_ACCESSES:
        return Local(at, opcode, 4, LOCAL_ACCESSES[opcode], reader.u2())
    raise reader.error(f"`wide` before the opcode {opcode}, which has no wide form", at)


def _switch(reader: Reader, at: int, opcode: int) -> Switch:
    reader.take(-(at + 1) % 4)
    default = at + reader.s4()
    if opcode == TABLESWITCH:
        low, high = reader.s4(), reader.s4()
        _check_room(reader, at, high - low + 1, 4, "tableswitch")
        if low > high:
            raise reader.error(f"`tableswitch` from {low} to {high}", at)
        cases = tuple([(key, at + reader.s4()) for key in range(low, high + 1)])
    else:
        count = reader.s4()
        _check_room(reader, at, count, 8, "lookupswitch")
        cases = tuple([(reader.s4(), at + reader.s4()) for _ in range(count)])
        if any(a[0] >= b[0] for a, b in pairwise(cases)):
            raise reader.error("the keys of a `lookupswitch` do not ascend", at)
    return Switch(at, opcode, reader.at - at, default, cases)


def _check_room(reader: Reader, at: int, count: int, size: int, what: str) -> None:
    if count < 0 or count * size > reader.end - reader.at:
        raise reader.error(f"`{what}` announces {count} cases, more than the code can hold", at)


def _other(reader: Reader, code: Code, at: int, opcode: int) -> Instruction:
    """Instructions whose operand is a constant, a type or a small number, and those without."""
    pool = code.pool
    name = MNEMONICS[opcode]
    if opcode in FIELD_ACCESSES:
        return FieldAccess(at, opcode, 3, pool.get(reader.u2(), FieldRef, at))
    if opcode in INVOKES:
        return _invoke(reader, pool, at, opcode)
    if opcode in TYPE_OPERATIONS:
        return TypeOperation(at, opcode, 3, pool.get(reader.u2(), ClassRef, at))
    if name == "invokedynamic":
        site = pool.get(reader.u2(), InvokeDynamicConst, at)
        reader.take(2)
        return InvokeDynamic(at, opcode, 5, site, _bootstrap(reader, code, at, site.bootstrap))
    if name in ("ldc", "ldc_w", "ldc2_w"):
        return _load(reader, code, at, opcode)
    if name == "bipush":
        return Push(at, opcode, 2, reader.s1())
    if name == "sipush":
        return Push(at, opcode, 3, reader.s2())
    if name == "iinc":
        return Increment(at, opcode, 3, reader.u1(), reader.s1())
    if name == "newarray":
        type = reader.u1()
        if type not in _ARRAY_TYPES:
            raise reader.error(f"`newarray` of the unknown type {type}", at)
        return NewArray(at, opcode, 2, _ARRAY_TYPES[type])
    if name == "multianewarray":
        return _multi_new_array(reader, pool, at, opcode)
    return Simple(at, opcode, 1)


def _invoke(reader: Reader, pool: ConstantPool, at: int, opcode: int) -> Invoke:
    method = pool.get(reader.u2(), MethodRef, at)
    size = 3
    if MNEMONICS[opcode] == "invokeinterface":
        reader.take(2)
        size = 5
        if not method.in_interface:
            raise reader.error("`invokeinterface` of a method of a class", at)
    if method.name.startswith("<") and (
        MNEMONICS[opcode] != "invokespecial" or method.name != "<init>"
    ):
        shown = printable(method.name)
        raise reader.error(f"`{MNEMONICS[opcode]}` of the initialiser `{shown}`", at)
    return Invoke(at, opcode, size, method)


def _load(reader: Reader, code: Code, at: int, opcode: int) -> LoadConstant:
    short = MNEMONICS[opcode] == "ldc"
    constant = code.pool.loadable(reader.u1() if short else reader.u2(), at)
    if isinstance(constant, DynamicConst):
        wide = constant.descriptor in ("J", "D")
        bootstrap = _bootstrap(reader, code, at, constant.bootstrap)
    else:
        wide = isinstance(constant, LongConst | DoubleConst)
        bootstrap = None
    if wide != (MNEMONICS[opcode] == "ldc2_w"):
        raise reader.error(f"`{MNEMONICS[opcode]}` of a constant of the other size", at)
    return LoadConstant(at, opcode, 2 if short else 3, constant, bootstrap)


def _bootstrap(reader: Reader, code: Code, at: int, index: int) -> BootstrapMethod:
    if index >= len(code.bootstraps):
        problem = f"bootstrap method {index} is missing: the class has {len(code.bootstraps)}"
        raise reader.error(problem, at)
    return code.bootstraps[index]


def _multi_new_array(reader: Reader, pool: ConstantPool, at: int, opcode: int) -> MultiNewArray:
    cls = pool.get(reader.u2(), ClassRef, at)
    dimensions = reader.u1()
    if not 0 < dimensions <= len(cls.name) - len(cls.name.lstrip("[")):
        raise reader.error(f"`multianewarray` gives {dimensions} lengths for `{cls.name}`", at)
    return MultiNewArray(at, opcode, 4, cls, dimensions)
