"""The code of one method in the making: registers, the operand stack at lowering time, and labels.

Local variables are registers. The operand stack is mostly resolved here: an entry says which
register (a local variable's, perhaps) or constant a word stands for, so that `aload_0; getfield f`
is one instruction. Word i of the stack has a register of its own, its *home*; where paths join,
every word is at home. A long or double takes two words, as in the JVM, and the second is None.

Invariant: a store to a local variable first moves away the words that stand for its old value.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from heapwise.engine.machine import Result
from heapwise.frontends.java.classfile.class_file import ClassFile, Method, is_made_for_enum
from heapwise.frontends.java.classfile.descriptors import BOOLEAN, INT, ClassType, JavaType
from heapwise.frontends.java.semantics.runtime_api import RuntimeApi
from heapwise.frontends.java.universe.scalars import bool_of_int, int_of_bool
from heapwise.program import LinePosition, Position
from heapwise.program import code as ir
from heapwise.terms import Scalar, not_

if TYPE_CHECKING:
    from heapwise.frontends.java.classfile.bytecode import Instruction

Constant: TypeAlias = int | bool | float | None
Label: TypeAlias = int | tuple[str, int]
"""A bytecode index, or a place that bytecode does not have."""


class Operand(NamedTuple):
    """What a word stands for: `register`, or `constant` if that is -1. `type` is what is known of
    its type; a BOOLEAN is of sort Bool and no int. `compared` is the result of a comparison that
    was not made yet: its instruction, and the registers."""

    register: int
    type: JavaType | None = None
    constant: Constant = None
    nonnull: bool = False
    compared: tuple[str, int, int] | None = None

    @property
    def is_constant(self) -> bool:
        return self.register < 0 and self.compared is None


def constant(value: Constant, type: JavaType | None) -> Operand:
    return Operand(-1, type, value)


NULL_OPERAND = constant(None, None)


class LoweringError(Exception):
    """Bytecode that no verifier would accept."""


class LocalVariable(NamedTuple):
    type: JavaType | None
    nonnull: bool = False


@dataclass(slots=True)
class _Jump:
    """An instruction whose targets are still labels."""

    at: int
    labels: tuple[Label, ...]


class Builder:
    """`stack` and `locals` are the state at the instruction that is being lowered, which `previous`
    falls through to; `lasting` are the parameters that are never assigned."""

    def __init__(self, runtime: RuntimeApi, cls: ClassFile, method: Method) -> None:
        assert method.code is not None
        self.runtime = runtime
        self.universe = runtime.universe
        self.inputs = runtime.inputs
        self.exact = runtime.universe.exact
        self.cls = cls
        self.method = method
        self.name = f"{cls.java_name}.{method.name}"
        self.file = cls.source_file or f"{cls.java_name}.class"
        self.code = method.code
        self.bci = 0
        self.previous: Instruction | None = None
        self.at: Position = LinePosition(self.file, 0, 0)
        self.stack: list[Operand | None] = []
        self.locals: dict[int, LocalVariable] = {}
        self.lasting: dict[int, LocalVariable] = {}
        self.instructions: list[ir.AnyInstruction] = []
        self.labels: dict[Label, int] = {}
        self._jumps: list[_Jump] = []
        self._stubs: dict[Label, tuple[Label, Position]] = {}
        self._counter = 0
        self.marked = 0
        self._slots = _parameter_registers(method)
        self._registers = len(self._slots)
        for slot in range(self.code.max_locals):
            if slot not in self._slots:
                self._slots[slot] = self._registers
                self._registers += 1
        self.home = self._registers
        self._registers += self.code.max_stack
        self.scratch = self._registers
        self._registers += 1
        self._temporary: list[int] = []
        self._free: list[int] = []
        self._lines = self.code.lines

    # -- positions and names

    def move_to(self, bci: int) -> None:
        """Begin with an instruction: what no word of the stack stands for may be used again."""
        self.bci = bci
        before = bisect_right(self._lines, (bci, 1 << 16))
        line = self._lines[before - 1][1] if before else 0
        self.at = LinePosition(self.file, line, bci)
        used: set[int] = set()
        for word in self.stack:
            if word is not None:
                used.update(word.compared[1:] if word.compared else (word.register,))
        self._free = [each for each in self._temporary if each not in used]

    @property
    def place(self) -> str:
        """How the trace names the instruction."""
        return f"{self.name}:{self.bci}"

    def naming(self, what: str) -> str:
        """What somebody should know of the instruction, with where it is."""
        return f"{what} in {self.name}, bytecode index {self.bci}"

    # -- registers

    def register(self) -> int:
        """A register for what the current instruction needs."""
        if self._free:
            return self._free.pop()
        self._registers += 1
        self._temporary.append(self._registers - 1)
        return self._registers - 1

    @property
    def registers(self) -> int:
        return self._registers

    def slot(self, number: int) -> int:
        if number not in self._slots:
            raise LoweringError(f"there is no local variable {number}")
        return self._slots[number]

    def target(self) -> int:
        """A register for a result that will be pushed: its home, unless a word stands for that."""
        home = self.home + len(self.stack)
        if len(self.stack) >= self.code.max_stack:
            raise LoweringError("the operand stack overflows")
        if any(word is not None and _uses(word, home) for word in self.stack):
            return self.register()
        return home

    # -- the operand stack

    def push(self, operand: Operand, slots: int = 1) -> None:
        self.stack.append(operand)
        if slots == 2:
            self.stack.append(None)

    def push_register(
        self, register: int, type_: JavaType | None, slots: int = 1, nonnull: bool = False
    ) -> None:
        self.push(Operand(register, type_, nonnull=nonnull), slots)

    def pop(self, slots: int = 1) -> Operand:
        if len(self.stack) < slots:
            raise LoweringError("the operand stack is empty")
        if slots == 2:
            self.stack.pop()
        found = self.stack.pop()
        if found is None:
            raise LoweringError("half of a long or double is used")
        return found

    def value(self, operand: Operand) -> int:
        """A register that holds the operand as the JVM sees it: a boolean as an int."""
        if operand.compared is not None:
            kind, left, right = operand.compared
            return self.compute(self.register(), self.runtime.arithmetic(kind), left, right)
        if operand.is_constant:
            return self.load_constant(operand.constant)
        if operand.type is BOOLEAN:
            return self.compute(self.register(), int_of_bool, operand.register)
        return operand.register

    def boolean(self, operand: Operand) -> int:
        """A register that holds the operand as a truth value."""
        if operand.is_constant:
            return self.load_constant(bool(operand.constant))
        if operand.type is BOOLEAN:
            return operand.register
        return self.compute(self.register(), bool_of_int, self.value(operand))

    def converted(self, operand: Operand, type_: JavaType) -> int:
        """A register that holds the operand as an argument, result or cell of this type."""
        return self.boolean(operand) if type_ is BOOLEAN else self.value(operand)

    def pop_value(self, slots: int = 1) -> int:
        return self.value(self.pop(slots))

    def load_constant(self, value: Constant) -> int:
        register = self.register()
        self.emit(ir.Constant(register, value, at=self.at))
        return register

    def settle(self) -> None:
        """Put every word of the stack at home."""
        moves: list[tuple[int, int]] = []
        for index, word in enumerate(self.stack):
            if word is None:
                continue
            register = self.value(word)
            home = self.home + index
            if register != home:
                moves.append((home, register))
            type_ = INT if word.type is BOOLEAN or word.compared else word.type
            self.stack[index] = Operand(home, type_, nonnull=word.nonnull)
        targets = {home for home, _ in moves}
        safe: list[tuple[int, int]] = []
        for home, source in moves:
            if source in targets:
                copy = self.register()
                self.emit(ir.Move(copy, source, at=self.at))
                source = copy
            safe.append((home, source))
        for home, source in safe:
            self.emit(ir.Move(home, source, at=self.at))

    def free(self, register: int) -> None:
        """Before a store to `register`: words that stand for it get a register of their own."""
        copy = -1
        for index, word in enumerate(self.stack):
            if word is not None and _uses(word, register):
                if word.compared is not None:
                    self.stack[index] = Operand(self.value(word), INT)
                    continue
                if copy < 0:
                    copy = self.register()
                    self.emit(ir.Move(copy, register, at=self.at))
                self.stack[index] = word._replace(register=copy)

    # -- instructions

    def emit(self, instruction: ir.AnyInstruction) -> int:
        self.instructions.append(instruction)
        return len(self.instructions) - 1

    def compute(self, target: int, function: Callable[..., Scalar], *operands: int) -> int:
        self.emit(ir.Compute(target, function, operands, at=self.at))
        return target

    def perform(
        self,
        target: int,
        operation: Callable[..., Result],
        operands: tuple[int, ...],
        *static: object,
    ) -> int:
        self.emit(ir.Perform(target, operation, operands, static, at=self.at))
        return target

    def negated(self, register: int) -> int:
        return self.compute(self.register(), not_, register)

    # -- jumps

    def label(self) -> Label:
        self._counter += 1
        return ("made", self._counter)

    def mark(self, label: Label) -> None:
        self.marked = len(self.instructions)
        self.labels[label] = self.marked

    def jump(self, to: Label) -> None:
        back = isinstance(to, int) and to <= self.bci
        self._jumps.append(_Jump(self.emit(ir.Jump(0, back, at=self.at)), (to,)))

    def branch(self, condition: int, then: Label, otherwise: Label, *events: str) -> None:
        then_event, else_event = events or ("", "")
        branch = ir.Branch(condition, 0, 0, then_event, else_event, at=self.at)
        labels = (self._forward(then), self._forward(otherwise))
        self._jumps.append(_Jump(self.emit(branch), labels))

    def _forward(self, label: Label) -> Label:
        """Back edges are jumps of their own, which the loop bound counts."""
        if not (isinstance(label, int) and label <= self.bci):
            return label
        stub: Label = ("back", self.bci << 17 | label)
        self._stubs[stub] = (label, self.at)
        return stub

    def finish(self, handlers: tuple[ir.Handler, ...]) -> ir.Code:
        for stub, (label, at) in self._stubs.items():
            self.mark(stub)
            self._jumps.append(_Jump(self.emit(ir.Jump(0, True, at=at)), (label,)))
        for jump in self._jumps:
            instruction = self.instructions[jump.at]
            targets = [self.labels[label] for label in jump.labels]
            if isinstance(instruction, ir.Branch):
                changed: ir.AnyInstruction = replace(
                    instruction, then_to=targets[0], else_to=targets[1]
                )
            else:
                assert isinstance(instruction, ir.Jump)
                changed = replace(instruction, to=targets[0])
            self.instructions[jump.at] = changed
        is_user = self.universe.decl(self.cls.name).is_user
        library = not is_user or is_made_for_enum(self.cls, self.method)
        return ir.Code(
            self.name, tuple(self.instructions), self._registers, handlers, library=library
        )


def _uses(word: Operand, register: int) -> bool:
    if word.compared is not None:
        return register in word.compared[1:]
    return word.register == register


def _parameter_registers(method: Method) -> dict[int, int]:
    """Local variables of the receiver and the parameters: their registers come first."""
    return {slot: index for index, (slot, _) in enumerate(parameter_slots(method))}


def parameter_slots(method: Method) -> Iterator[tuple[int, JavaType]]:
    slot = 0
    if not method.is_static:
        yield 0, ClassType(method.owner)
        slot = 1
    for type_ in method.type.parameters:
        yield slot, type_
        slot += type_.slots
