"""From the bytecode of a method to IR.

Blocks are lowered in the order of bytecode indexes, as far as control reaches them. What is known
of local variables where paths join comes from the stack maps that compilers write; without these,
less is known and the code is the same but slower. A decision of the bytecode leaves one event in
the trace: `pkg.Class.method:index kind outcome`.

Exceptions: for every set of rows of the exception table that covers an instruction there is one
landing pad, which tests the class of what was thrown, row after row, and throws it on at the end.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable

from heapwise.frontends.java.classfile.bytecode import Increment, Instruction, Local, decode
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.code_attribute import Handler as Row
from heapwise.frontends.java.classfile.descriptors import (
    BOOLEAN,
    INT,
    ArrayType,
    ClassType,
    JavaType,
    PrimitiveType,
)
from heapwise.frontends.java.classfile.stackmaps import (
    Frame,
    Uninitialised,
    VerificationType,
    stack_map,
)
from heapwise.frontends.java.lowering import calls, memory, simple_instructions
from heapwise.frontends.java.lowering.builder import (
    Builder,
    LocalVariable,
    LoweringError,
    Operand,
    parameter_slots,
)
from heapwise.frontends.java.lowering.valid_inputs import assume_valid_input
from heapwise.frontends.java.semantics import operations, statics
from heapwise.frontends.java.semantics.collection_rules import is_checked
from heapwise.frontends.java.semantics.runtime_api import RuntimeApi
from heapwise.program import InputError
from heapwise.program import code as ir

# Each handler takes its own type of instruction, which no type for a table can express.
_HANDLERS: dict[str, Callable[..., None]] = {
    **memory.HANDLERS,
    **simple_instructions.HANDLERS,
    **calls.HANDLERS,
}
_RETURNS = frozenset(("ireturn", "lreturn", "freturn", "dreturn", "areturn", "return"))


def lower(runtime: RuntimeApi, cls: ClassFile, method: Method) -> ir.Code:
    """The code of a method that has bytecode. Raises `InputError` if it is malformed."""
    builder = Builder(runtime, cls, method)
    try:
        return _Method(builder).lower()
    except LoweringError as error:
        raise InputError(
            f"{cls.source}: `{method}`, bytecode index {builder.bci}: {error}"
        ) from None


class _Method:
    def __init__(self, builder: Builder) -> None:
        self.b = builder
        decoded = decode(builder.code)
        self.by_index = {each.at: each for each in decoded}
        self.frames = {frame.at: frame for frame in stack_map(builder.method)}
        self.rows = builder.code.handlers
        self.leaders = {target for each in decoded for target in each.targets}
        self.leaders.update(row.target for row in self.rows)
        self.depths: dict[int, int] = {}
        self.waiting: list[int] = []
        self.covered: list[tuple[int, int, tuple[Row, ...]]] = []

    def lower(self) -> ir.Code:
        b = self.b
        b.locals = self._parameters()
        written = {
            each.slot
            for each in self.by_index.values()
            if isinstance(each, Increment) or (isinstance(each, Local) and "store" in each.kind)
        }
        b.lasting = {slot: each for slot, each in b.locals.items() if slot not in written}
        b.move_to(0)
        for slot in sorted(written & set(b.locals)):
            if b.locals[slot].type is BOOLEAN:
                b.compute(b.slot(slot), simple_instructions.int_of_bool, b.slot(slot))
                b.locals[slot] = LocalVariable(INT)
        if self._may_come_first():
            b.perform(b.scratch, statics.initialise, (), b.universe.decl(b.cls.name))
        if is_checked(b.inputs, b.cls, b.method):
            assume_valid_input(b, b.slot(0))
        if 0 in self.leaders:
            self._reach(0)
        else:
            self._run(0)
        while self.waiting:
            at = heapq.heappop(self.waiting)
            if at not in b.labels:
                self._begin(at)
                self._run(at)
        return b.finish(self._handlers())

    def _may_come_first(self) -> bool:
        """May its class be not initialised yet? Nobody has made a receiver that is an input."""
        b = self.b
        has_receiver = not (b.method.is_static or b.method.is_constructor)
        name = b.cls.name
        return has_receiver and b.inputs.may_be_input(name) and b.runtime.statics.needs(name)

    def _parameters(self) -> dict[int, LocalVariable]:
        found: dict[int, LocalVariable] = {}
        for slot, type_ in parameter_slots(self.b.method):
            small = type_.descriptor in ("B", "S", "C")
            is_this = slot == 0 and not self.b.method.is_static
            found[slot] = LocalVariable(INT if small else type_, is_this)
        return found

    # -- blocks

    def _reach(self, at: int) -> None:
        """Control may get to a leader with the stack as it is now; it must be at home."""
        depth = len(self.b.stack)
        if self.depths.setdefault(at, depth) != depth:
            raise LoweringError(
                f"paths meet at {at} with {depth} and {self.depths[at]} words on the stack"
            )
        if at not in self.b.labels:
            heapq.heappush(self.waiting, at)

    def _begin(self, at: int) -> None:
        b = self.b
        b.previous = None
        b.move_to(at)
        frame = self.frames.get(at)
        b.locals = dict(b.lasting)
        b.stack = []
        if frame is not None:
            self._take_frame(frame)
        else:
            b.stack = [Operand(b.home + index) for index in range(self.depths[at])]
        if len(b.stack) != self.depths[at]:
            raise LoweringError(f"the stack map at {at} disagrees with the code")

    def _take_frame(self, frame: Frame) -> None:
        b = self.b
        slot = 0
        for each in frame.locals:
            if slot not in b.lasting:
                b.locals[slot] = LocalVariable(_known(each, b.cls))
            slot += each.slots
        for each in frame.stack:
            b.push(Operand(b.home + len(b.stack), _known(each, b.cls)), each.slots)

    def _run(self, at: int) -> None:
        """Lower from here on until control leaves, or gets to a leader that was lowered."""
        b = self.b
        while True:
            if at not in self.by_index:
                raise LoweringError("the code can run off its end")
            instruction = self.by_index[at]
            b.move_to(at)
            if at in self.leaders:
                b.mark(at)
            before = len(b.instructions)
            self._lower(instruction)
            self._cover(at, before)
            b.previous = instruction
            if not instruction.falls_through:
                return
            at = instruction.next
            if at in self.leaders:
                following = self.by_index.get(at)
                if following is not None and following.operation in _RETURNS and b.stack:
                    # A result that is known here need not be known where paths meet.
                    before = len(b.instructions)
                    self._inline_return(following)
                    self._cover(at, before)
                    return
                b.settle()
                self._reach(at)
                if at in b.labels:
                    b.jump(at)
                    return
                self._begin(at)

    def _inline_return(self, instruction: Instruction) -> None:
        self.b.move_to(instruction.at)
        _HANDLERS[instruction.operation](self.b, instruction)

    def _lower(self, instruction: Instruction) -> None:
        b = self.b
        operation = instruction.operation
        if operation == "goto":
            (to,) = instruction.targets
            following = self.by_index[to]
            if following.operation in _RETURNS and b.stack:
                self._inline_return(following)
                return
            b.settle()
            self._reach(to)
            b.jump(to)
            return
        handler = _HANDLERS.get(operation)
        if handler is None:
            text = b.naming(f"`{operation}`")
            b.perform(b.scratch, operations.unsupported, (), text)
            b.emit(ir.Return(b.scratch, at=b.at))
            if instruction.falls_through:
                raise LoweringError(f"unknown instruction `{operation}`")
            return
        if instruction.targets:
            self._settle_below(instruction)
        handler(b, instruction)
        for target in dict.fromkeys(instruction.targets):
            self._reach(target)

    def _settle_below(self, instruction: Instruction) -> None:
        """The words under the operands of a jump are at home, for whoever it jumps to."""
        taken = 2 if "cmp" in instruction.operation else 1
        if len(self.b.stack) > taken:
            self.b.settle()

    # -- exceptions

    def _cover(self, at: int, before: int) -> None:
        after = len(self.b.instructions)
        rows = tuple(row for row in self.rows if row.start <= at < row.end)
        if not rows or before == after:
            return
        if self.covered and self.covered[-1][1] == before and self.covered[-1][2] == rows:
            self.covered[-1] = (self.covered[-1][0], after, rows)
        else:
            self.covered.append((before, after, rows))
        for row in rows:
            if self.depths.setdefault(row.target, 1) != 1:
                raise LoweringError(f"a handler at {row.target} with more on the stack")
            if row.target not in self.b.labels:
                heapq.heappush(self.waiting, row.target)

    def _handlers(self) -> tuple[ir.Handler, ...]:
        b = self.b
        pads: dict[tuple[Row, ...], int] = {}
        for _, _, rows in self.covered:
            if rows not in pads:
                pads[rows] = len(b.instructions)
                self._pad(rows)
        return tuple(
            ir.Handler(start, end, pads[rows], b.home) for start, end, rows in self.covered
        )

    def _pad(self, rows: tuple[Row, ...]) -> None:
        """Goes to the first row that catches what is at the home of the first word."""
        b = self.b
        for row in rows:
            b.move_to(row.target)
            b.bci = -1  # a handler is not a loop, wherever it stands
            caught = b.label()
            if row.catches in (None, "java/lang/Throwable"):
                self._catch(row)
                return
            assert row.catches is not None
            try:
                cls = b.universe.decl(row.catches)
            except InputError:
                continue  # no object can have a class that is not there
            truth = b.register()
            b.emit(ir.InstanceOf(truth, b.home, cls, at=b.at))
            otherwise = b.label()
            b.branch(truth, caught, otherwise)
            b.mark(caught)
            self._catch(row)
            b.mark(otherwise)
        b.perform(b.scratch, operations.rethrow, (b.home,))
        b.emit(ir.Return(b.scratch, at=b.at))

    def _catch(self, row: Row) -> None:
        """Exceptions are decisions too: what the handler does not tell apart, the trace does."""
        b = self.b
        b.emit(ir.Note(f"{b.name}:{row.target} catch", at=b.at))
        b.jump(row.target)


def _known(type_: VerificationType, cls: ClassFile) -> JavaType | None:
    if isinstance(type_, Uninitialised):
        return ClassType(cls.name) if type_.new_at is None else None
    return type_ if isinstance(type_, ClassType | ArrayType | PrimitiveType) else None
