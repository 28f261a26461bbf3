"""Writes code in the IR as the text of a Python function: the only place that does.

Code is laid out as nested `if`s, with a loop around blocks that are reached from several places.
`IrWriter` is for programs that are all IR (`ir_world`): a field is an attribute, a call is a call.
`DirectWriter` is for languages that have operations in direct style and exceptions
(`direct_world`). What an instruction is in both of them, `Writer` says.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

from heapwise.program import BOOL, ClassDecl, InputError, MethodDecl, Type, is_reference
from heapwise.program import code as ir

_DEEPEST = 30
"""Nested blocks; Python has a limit."""


def key(name: str) -> str:
    """The attribute for a field: no keyword of Python."""
    return f"f_{name}"


def default_of(type_: Type) -> object:
    """What a field of a new object holds, in programs that have integers and Booleans only."""
    return None if is_reference(type_) else type_ is not BOOL and 0


_BINARY = {
    ir.Operator.ADD: "+",
    ir.Operator.SUB: "-",
    ir.Operator.LESS: "<",
    ir.Operator.EQUAL: "==",
    ir.Operator.AND: "and",
    ir.Operator.OR: "or",
}


class Writer:
    """The text of one function, laid out; what a plain instruction is, others say."""

    def __init__(self, code: ir.Code, parameters: int) -> None:
        self._code = code
        self._parameters = parameters
        self._lines: list[str] = []
        self._shared = self._shared_blocks()
        self._waiting: list[int] = []
        self._started: set[int] = set()

    def text(self) -> str:
        arguments = ", ".join(f"r{number}" for number in range(self._parameters))
        self._lines = [f"def run({arguments}):", " b = 0", " while True:"]
        self._blocks([0], 2)
        return "\n".join(self._lines)

    def _blocks(self, entries: list[int], depth: int) -> None:
        self._waiting = entries
        while self._waiting:
            block = self._waiting.pop()
            if block not in self._started:
                self._started.add(block)
                self._line(depth, f"if b == {block}:")
                self._block(block, depth + 1)

    def _shared_blocks(self) -> set[int]:
        """Instructions that control reaches from more than one place, or backwards."""
        count: dict[int, int] = {}
        for at, ins in enumerate(self._code.instructions):
            for to in _targets(ins, at):
                count[to] = count.get(to, 0) + (2 if to <= at else 1)
        return {at for at, number in count.items() if number > 1}

    def _line(self, depth: int, text: str) -> None:
        self._lines.append(" " * depth + text)

    def _go(self, to: int, depth: int) -> None:
        if to in self._shared or depth > _DEEPEST:
            self._waiting.append(to)
            self._line(depth, f"b = {to}")
            self._line(depth, "continue")
        else:
            self._block(to, depth)

    def _block(self, at: int, depth: int) -> None:
        while True:
            ins = self._code.instructions[at]
            match ins:
                case ir.Branch():
                    self._line(depth, f"if r{ins.condition}:")
                    self._go(ins.then_to, depth + 1)
                    self._line(depth, "else:")
                    return self._go(ins.else_to, depth + 1)
                case ir.Jump():
                    return self._go(ins.to, depth)
                case ir.Return():
                    return self._line(depth, f"return r{ins.source}")
                case ir.Fail():
                    return self._line(depth, f"_fail({ins.exception!r})")
            self._put(depth, at, ins)
            at += 1
            if at in self._shared:
                return self._go(at, depth)

    def _put(self, depth: int, at: int, ins: ir.Instruction) -> None:
        self._line(depth, self._plain(ins))

    def _plain(self, ins: ir.Instruction) -> str:
        """An instruction that needs neither objects nor other functions."""
        match ins:
            case ir.Constant():
                return f"r{ins.target} = {ins.value!r}"
            case ir.Move():
                return f"r{ins.target} = r{ins.source}"
            case ir.Operation(operator=ir.Operator.NOT):
                return f"r{ins.target} = not r{ins.operands[0]}"
            case ir.Operation():
                left, right = ins.operands
                return f"r{ins.target} = r{left} {_BINARY[ins.operator]} r{right}"
            case ir.Note():
                return "pass"
        raise InputError(f"an invariant cannot do this ({type(ins).__name__})", ins.at)


class ClassNames(Protocol):
    """By which names the text of a function uses classes."""

    def class_name(self, cls: ClassDecl) -> str: ...

    def maker(self, cls: ClassDecl) -> str:
        """The function that makes a fresh object."""
        ...


class IrWriter(Writer):
    """For languages that are all IR."""

    def __init__(self, world: ClassNames, code: ir.Code, parameters: int) -> None:
        super().__init__(code, parameters)
        self._world = world

    def _plain(self, ins: ir.Instruction) -> str:
        match ins:
            case ir.GetField():
                return f"r{ins.target} = r{ins.object}.{key(ins.field.name)}"
            case ir.PutField():
                return f"_put(r{ins.object}, {key(ins.field.name)!r}, r{ins.source})"
            case ir.RefEquals():
                a, b = f"r{ins.left}", f"r{ins.right}"
                same = f"{a} is {b} or ({a}.__class__ is {b}.__class__ and {a} == {b})"
                return f"r{ins.target} = {same}"
            case ir.InstanceOf():
                cls = self._world.class_name(ins.cls)
                return f"r{ins.target} = isinstance(r{ins.object}, {cls})"
            case ir.Call():
                arguments = ", ".join(f"r{argument}" for argument in ins.arguments)
                return f"r{ins.target} = r{ins.receiver}.m_{ins.method}({arguments})"
            case ir.NewObject():
                return f"r{ins.target} = {self._world.maker(ins.cls)}()"
            case ir.NewArray():
                cls, element = self._world.class_name(ins.cls), ins.cls.element
                assert element is not None
                default = default_of(element)
                return f"r{ins.target} = _array({cls}, r{ins.length}, {default!r})"
            case ir.ArrayLength():
                return f"r{ins.target} = r{ins.array}.f_length"
            case ir.ArrayLoad():
                return f"r{ins.target} = _load(r{ins.array}, r{ins.index})"
            case ir.ArrayStore():
                return f"_store(r{ins.array}, r{ins.index}, r{ins.source})"
            case ir.Assume() | ir.Assert():
                return f"if not r{ins.condition}: _fail('an assertion does not hold')"
        return super()._plain(ins)


class Names(Protocol):
    """By which names the text of a function uses what is outside of it."""

    idle: Mapping[Callable[..., object], Callable[..., bool]]
    on_ints: Mapping[Callable[..., object], str]

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
                given = [f"r{each}" for each in ins.operands]
                computed = f"{world.named('c', ins.function)}({', '.join(given)})"
                on_ints = world.on_ints.get(ins.function)
                if on_ints is None:
                    return f"r{ins.target} = {computed}"
                are_ints = " is ".join(f"{each}.__class__" for each in given) + " is int"
                return f"r{ins.target} = {on_ints.format(*given)} if {are_ints} else {computed}"
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


def _targets(ins: ir.Instruction, at: int) -> tuple[int, ...]:
    match ins:
        case ir.Branch():
            return ins.then_to, ins.else_to
        case ir.Jump():
            return (ins.to,)
        case ir.Return() | ir.Fail():
            return ()
    return (at + 1,)
