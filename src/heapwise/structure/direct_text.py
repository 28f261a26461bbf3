"""The text of a Python function for a piece of code (`direct`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from heapwise.program import MethodDecl
from heapwise.program import code as ir
from heapwise.structure.accesses import Writer
from heapwise.structure.direct_machine import key


class Names(Protocol):
    """By which names the text of a function uses what is outside of it."""

    idle: Mapping[Callable[..., object], Callable[..., bool]]

    def named(self, prefix: str, value: Any) -> str: ...

    def call(self, declared: MethodDecl) -> str: ...

    def virtual(self, method: str, arguments: int) -> str: ...


class DirectWriter(Writer):
    """The text of a function. `p` is the instruction that may throw, where there are handlers."""

    def __init__(self, names: Names, code: ir.Code, arguments: int) -> None:
        super().__init__(code, arguments)
        self._names = names
        self._shared |= {handler.to for handler in code.handlers}

    def text(self) -> str:
        code = self._code
        arguments = ", ".join(f"r{number}" for number in range(self._parameters))
        rest = "".join(f"r{number} = " for number in range(self._parameters, code.registers))
        self._lines = [f"def run({arguments}):", f" b = p = {rest}0", " while True:"]
        if not code.handlers:
            self._blocks([0], 2)
            return "\n".join(self._lines)
        self._line(2, "try:")
        self._blocks([0, *(handler.to for handler in code.handlers)], 3)
        self._line(2, "except ThrownError as error:")
        for handler in code.handlers:
            self._line(3, f"if {handler.start} <= p < {handler.end}:")
            self._line(4, f"r{handler.register} = error.value")
            self._line(4, f"b = {handler.to}")
            self._line(4, "continue")
        self._line(3, "raise")
        return "\n".join(self._lines)

    def _put(self, depth: int, at: int, ins: ir.Instruction) -> None:
        if self._code.handlers and not isinstance(ins, ir.Constant | ir.Move | ir.Compute):
            self._line(depth, f"p = {at}")
        match ins:
            case ir.GetField():
                self._line(depth, f"if r{ins.object} is None: fail()")
                name = key(ins.field.name)
                plain = f"r{ins.object}.{name}"
                found = plain if name.isidentifier() else f"getattr(r{ins.object}, {name!r})"
                self._line(depth, f"r{ins.target} = {found}")
            case ir.Call():
                self._line(depth, f"if r{ins.receiver} is None: fail()")
                arguments = ", ".join(f"r{each}" for each in (ins.receiver, *ins.arguments))
                table = self._names.virtual(ins.method, 1 + len(ins.arguments))
                self._line(depth, f"r{ins.target} = {table}[r{ins.receiver}.decl]({arguments})")
            case _:
                self._line(depth, self._plain(ins))

    def _plain(self, ins: ir.Instruction) -> str:
        world = self._names
        match ins:
            case ir.Constant(value=float()):
                return f"r{ins.target} = {world.named('k', ins.value)}"
            case ir.Input():
                return f"r{ins.target} = root({ins.name!r})"
            case ir.Compute():
                operands = ", ".join(f"r{each}" for each in ins.operands)
                return f"r{ins.target} = {world.named('c', ins.function)}({operands})"
            case ir.Invoke():
                arguments = ", ".join(f"r{each}" for each in ins.arguments)
                return f"r{ins.target} = {world.call(ins.method)}({arguments})"
            case ir.Perform():
                operation = world.named("o", ins.operation)
                static = world.named("s", ins.static)
                operands = "".join(f", r{each}" for each in ins.operands)
                performed = f"r{ins.target} = perform({operation}, {static}{operands})"
                idle = world.idle.get(ins.operation)
                if idle is None:
                    return performed
                return f"if not {world.named('i', idle)}({operands[2:]}): {performed}"
            case ir.PutField():
                return f"put(r{ins.object}, {key(ins.field.name)!r}, r{ins.source})"
            case ir.RefEquals():
                return f"r{ins.target} = r{ins.left} is r{ins.right}"
            case ir.InstanceOf():
                cls = world.named("C", ins.cls)
                ref = f"r{ins.object}"
                return f"r{ins.target} = {ref} is not None and {ref}.decl.is_subclass_of({cls})"
            case ir.NewObject():
                return f"r{ins.target} = new({world.named('C', ins.cls)})"
            case ir.NewArray():
                return f"r{ins.target} = array({world.named('C', ins.cls)}, r{ins.length})"
            case ir.ArrayLength():
                return f"r{ins.target} = length(r{ins.array})"
            case ir.ArrayLoad():
                return f"r{ins.target} = load(r{ins.array}, r{ins.index})"
            case ir.ArrayStore():
                return f"store(r{ins.array}, r{ins.index}, r{ins.source})"
            case ir.Assume():
                return f"if not r{ins.condition}: reject()"
        return super()._plain(ins)
