"""Programs as text: the listing that a developer reads to see what a front end has made.

Classes come in the order of their numbers, so the same program always gives the same text.
Registers print as `r0`, `r1`, …; a jump shows the index of the instruction it goes to. A listing
is for reading only, nothing parses it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from heapwise.program import code as ir
from heapwise.program.program import Program
from heapwise.program.types import ClassDecl, MethodDecl


def to_text(program: Program, *, positions: bool = False) -> str:
    """The whole program; with `positions`, every instruction says where it comes from."""
    lines: list[str] = []
    for cls in program.by_number:
        lines += [*_class_lines(cls), ""]
    for cls in program.by_number:
        for method in cls.own_methods.values():
            lines += [_signature(method)]
            if method.code is not None:
                lines += _code_lines(method.code, positions)
            lines += [""]
    if program.main is not None:
        lines += [program.main.name, *_code_lines(program.main, positions)]
    return "\n".join(lines).rstrip("\n") + "\n"


def instruction_to_text(instruction: ir.Instruction) -> str:
    return _FORMATS[type(instruction)](instruction)


def _class_lines(cls: ClassDecl) -> Iterator[str]:
    above = f" extends {cls.superclass}" if cls.superclass is not None else ""
    if cls.interfaces:
        above += f" implements {', '.join(map(str, cls.interfaces))}"
    yield f"{'abstract ' if cls.abstract else ''}class {cls}{above}"
    for field in cls.own_fields.values():
        yield f"  {field.type} {field.name}"


def _signature(method: MethodDecl) -> str:
    """The registers that hold the arguments are named with them; the receiver is `r0`."""
    parameters = (
        f"{type_} {name} r{index}" for index, (name, type_) in enumerate(method.parameters, 1)
    )
    return f"{method.result} {method}({', '.join(parameters)})"


def _code_lines(code: ir.Code, positions: bool) -> Iterator[str]:
    width = len(str(max(0, len(code.instructions) - 1)))
    for index, instruction in enumerate(code.instructions):
        place = f"  // {instruction.at}" if positions else ""
        yield f"  {index:>{width}}  {instruction_to_text(instruction)}{place}"


def _registers(registers: Iterable[int]) -> str:
    return ", ".join(f"r{register}" for register in registers)


def _constant(ins: ir.Constant) -> str:
    if ins.value is None:
        return f"r{ins.target} = null"
    return f"r{ins.target} = {str(ins.value).lower()}"


def _operation(ins: ir.Operation) -> str:
    if len(ins.operands) == 1:
        return f"r{ins.target} = {ins.operator.value} r{ins.operands[0]}"
    joined = f" {ins.operator.value} ".join(f"r{operand}" for operand in ins.operands)
    return f"r{ins.target} = {joined}"


def _input(ins: ir.Input) -> str:
    return f"r{ins.target} = input {ins.name} : {ins.type}{'' if ins.nullable else ', never null'}"


def _call(ins: ir.Call) -> str:
    arguments = _registers(ins.arguments)
    return f"r{ins.target} = r{ins.receiver}.{ins.cls}::{ins.method}({arguments})"


def _compute(ins: ir.Compute) -> str:
    name = getattr(ins.function, "__name__", type(ins.function).__name__)
    return f"r{ins.target} = {name}({_registers(ins.operands)})"


def _branch(ins: ir.Branch) -> str:
    silent = "" if ins.then_event or ins.else_event else " silently"
    return f"if r{ins.condition} then {ins.then_to} else {ins.else_to}{silent}"


def _perform(ins: ir.Perform) -> str:
    name = getattr(ins.operation, "__name__", type(ins.operation).__name__)
    static = f"[{', '.join(map(str, ins.static))}]" if ins.static else ""
    return f"r{ins.target} = {name}{static}({_registers(ins.operands)})"


def _jump(ins: ir.Jump) -> str:
    return f"{'loop' if ins.loops else 'jump'} to {ins.to}"


# Each format takes its own type of instruction, which no type for a table can express.
_FORMATS: dict[type[ir.Instruction], Callable[[Any], str]] = {
    ir.Constant: _constant,
    ir.Move: lambda ins: f"r{ins.target} = r{ins.source}",
    ir.Input: _input,
    ir.Operation: _operation,
    ir.NewObject: lambda ins: f"r{ins.target} = new {ins.cls}",
    ir.NewArray: lambda ins: f"r{ins.target} = new {ins.cls.element}[r{ins.length}]",
    ir.GetField: lambda ins: f"r{ins.target} = r{ins.object}.{ins.field}",
    ir.PutField: lambda ins: f"r{ins.object}.{ins.field} = r{ins.source}",
    ir.ArrayLoad: lambda ins: f"r{ins.target} = r{ins.array}[r{ins.index}] of {ins.cls}",
    ir.ArrayStore: lambda ins: f"r{ins.array}[r{ins.index}] of {ins.cls} = r{ins.source}",
    ir.ArrayLength: lambda ins: f"r{ins.target} = length r{ins.array} of {ins.cls}",
    ir.RefEquals: lambda ins: f"r{ins.target} = r{ins.left} same as r{ins.right}",
    ir.InstanceOf: lambda ins: f"r{ins.target} = r{ins.object} instanceof {ins.cls}",
    ir.Fail: lambda ins: f"fail {ins.exception}",
    ir.Call: _call,
    ir.Invoke: lambda ins: f"r{ins.target} = {ins.method}({_registers(ins.arguments)})",
    ir.Compute: _compute,
    ir.Branch: _branch,
    ir.Jump: _jump,
    ir.Return: lambda ins: f"return r{ins.source}",
    ir.Perform: _perform,
    ir.Yield: lambda ins: f"r{ins.target} = yield r{ins.source}",
    ir.Assume: lambda ins: f"assume r{ins.condition}",
    ir.Assert: lambda ins: f'assert r{ins.condition} "{ins.text}"',
    ir.Note: lambda ins: f"note {ins.event}",
}
