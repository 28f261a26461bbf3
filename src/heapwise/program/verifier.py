"""Checks that a program is well formed, so that the engine need not.

The engine trusts its input: a register that was never written would be read as 0, and a call with
one argument too many would shift the others. A front end that passes here cannot cause that. It
is a check on front ends, not on what users write: those mistakes are theirs to report.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.program import code as ir
from heapwise.program.flow import unmarked_loop
from heapwise.program.program import Program
from heapwise.program.registers import falls_through, read, targets
from heapwise.program.registers import written as written_by
from heapwise.program.types import ClassDecl, FieldDecl, MethodDecl, Type


class VerificationError(ValueError):
    """`method` names the code, `index` the instruction (None: the code as a whole)."""

    def __init__(self, method: str, index: int | None, problem: str) -> None:
        where = method if index is None else f"{method}, instruction {index}"
        super().__init__(f"{where}: {problem}")
        self.method = method
        self.index = index
        self.problem = problem


def verify(program: Program) -> None:
    """Raises `VerificationError` for the first thing that is wrong."""
    if program.main is None:
        raise VerificationError("main", None, "there is no code to explore")
    for cls in program.classes.values():
        for method in cls.own_methods.values():
            if method.code is not None:
                _Verifier(program, method.code, 1 + len(method.parameters)).run()
            elif not cls.abstract:
                raise VerificationError(str(method), None, "the method has no code")
    _Verifier(program, program.main, 0).run()


class _Verifier:
    """Checks one body; `given` registers hold the receiver and the arguments."""

    def __init__(self, program: Program, code: ir.Code, given: int) -> None:
        self._program = program
        self._code = code
        self._given = given

    def run(self) -> None:
        instructions = self._code.instructions
        if self._given > self._code.registers:
            raise self._error(None, f"{self._given} arguments, {self._code.registers} registers")
        if not instructions or falls_through(instructions[-1]):
            raise self._error(None, "the code can run off its end")
        for index, instruction in enumerate(instructions):
            for register in (*written_by(instruction), *read(instruction)):
                if not 0 <= register < self._code.registers:
                    raise self._error(index, f"there is no register {register}")
            for target in targets(instruction):
                if not 0 <= target < len(instructions):
                    raise self._error(index, f"there is no instruction {target} to jump to")
            problem = self._problem(instruction)
            if problem is not None:
                raise self._error(index, problem)
        self._check_written_before_read()
        unmarked = unmarked_loop(self._code)
        if unmarked is not None:
            raise self._error(unmarked, "a loop without a jump that counts its turns")

    def _error(self, index: int | None, problem: str) -> VerificationError:
        return VerificationError(self._code.name, index, problem)

    # -- declarations

    def _problem(self, instruction: ir.Instruction) -> str | None:
        """What is wrong with the declarations that an instruction names."""
        if isinstance(instruction, ir.Operation):
            wanted = 1 if instruction.operator is ir.Operator.NOT else 2
            if len(instruction.operands) != wanted:
                return f"`{instruction.operator.value}` takes {wanted} operands"
        if isinstance(instruction, (ir.GetField, ir.PutField)):
            return self._field_problem(instruction.field)
        if isinstance(instruction, ir.Input):
            return self._type_problem(instruction.type)
        if isinstance(instruction, (ir.NewObject, ir.InstanceOf, ir.Call)):
            problem = self._type_problem(instruction.cls)
            if problem is None and isinstance(instruction, ir.NewObject):
                problem = _instance_problem(instruction.cls)
            if problem is None and isinstance(instruction, ir.Call):
                problem = self._call_problem(instruction)
            return problem
        if isinstance(instruction, (ir.NewArray, ir.ArrayLoad, ir.ArrayStore, ir.ArrayLength)):
            if instruction.cls.element is None:
                return f"`{instruction.cls}` is not an array class"
            return self._type_problem(instruction.cls)
        return None

    def _type_problem(self, type_: Type) -> str | None:
        if isinstance(type_, ClassDecl) and self._program.classes.get(type_.name) is not type_:
            return f"class `{type_}` is not of this program"
        return None

    def _field_problem(self, field: FieldDecl) -> str | None:
        if field.owner.own_fields.get(field.name) is not field:
            return f"class `{field.owner}` does not declare field `{field.name}`"
        return self._type_problem(field.owner)

    def _call_problem(self, call: ir.Call) -> str | None:
        """Some class that the receiver may have must know the method, and all that do must take
        these arguments. A class that does not know it is the business of a cast before the call."""
        found = list(self._implementations(call.cls, call.method))
        if not found:
            return f"no class below `{call.cls}` has a method `{call.method}`"
        for method in found:
            if len(method.parameters) != len(call.arguments):
                takes = f"`{method}` takes {len(method.parameters)} arguments"
                return f"{takes}, not {len(call.arguments)}"
        return None

    def _implementations(self, cls: ClassDecl, name: str) -> Iterator[MethodDecl]:
        seen: set[MethodDecl] = set()
        for below in self._program.by_number:
            method = below.find_method(name) if below.is_subclass_of(cls) else None
            if method is not None and method not in seen:
                seen.add(method)
                yield method

    # -- registers

    def _check_written_before_read(self) -> None:
        """Forward dataflow over basic blocks: the registers written on every path to a block, as
        the bits of a number. A block is looked at again whenever that set shrinks."""
        instructions = self._code.instructions
        leaders = {0}
        for instruction in instructions:
            leaders.update(targets(instruction))
        entry = {0: (1 << self._given) - 1}
        waiting = [0]
        while waiting:
            index = waiting.pop()
            written = entry[index]
            while True:
                instruction = instructions[index]
                for register in read(instruction):
                    if not written >> register & 1:
                        raise self._error(index, f"register {register} may not have been written")
                for register in written_by(instruction):
                    written |= 1 << register
                after = list(targets(instruction))
                if falls_through(instruction):
                    after.append(index + 1)
                if len(after) == 1 and after[0] not in leaders:
                    index = after[0]
                    continue
                for target in after:
                    common = entry.get(target, written) & written
                    if target not in entry or common != entry[target]:
                        entry[target] = common
                        waiting.append(target)
                break


def _instance_problem(cls: ClassDecl) -> str | None:
    if cls.abstract:
        return f"class `{cls}` is abstract and has no instances"
    return f"`{cls}` is an array class" if cls.element is not None else None
