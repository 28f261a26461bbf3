"""Methods in the IR as Python functions, for invariants that run on thousands of candidates.

Each class of the program becomes a Python class, each method a Python function made of text: a
field is an attribute, a call is a call, and code is laid out as nested `if`s, with a loop around
blocks that are reached from several places. Fields of candidates are tracked by their descriptors
(see `vectors`); objects that a method makes itself are plain. Nothing is interpreted.

What a method may not do: write to the structure it looks at, or perform operations of a language
that are not IR (Python invariants run as they are).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from heapwise.program import ClassDecl, InputError, MethodDecl, Program, is_reference
from heapwise.program import code as ir
from heapwise.program.types import BOOL
from heapwise.structure.finitization import ClassScope
from heapwise.structure.vectors import BASE, LENGTH, ImpureError, Space, reader

_DEEPEST = 30
"""Nested blocks; Python has a limit."""


class ProgramError(Exception):
    """The method fails as a program of its language would."""


class IrWorld:
    """The classes of a program as Python classes; `function` gives a method as a function."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._classes: dict[ClassDecl, type] = {}
        self._names: dict[str, object] = {
            "_put": _put,
            "_fail": _fail,
            "_load": _load,
            "_store": _store,
            "_array": self._new_array,
        }

    def make(self, scope: ClassScope, space: Space) -> object:
        cls = self._program.classes[scope.name]
        made = self._class(cls)
        readers = {
            key(name): reader(offset, key(name), space) for offset, name in enumerate(scope.fields)
        }
        if scope.element is not None:
            readers[key(LENGTH)] = reader(len(scope.fields), key(LENGTH), space)
            readers["space"] = space
        tracked = type(cls.name, (made,), readers)
        return tracked()

    @staticmethod
    def key(name: str) -> str:
        return key(name)

    def method(self, method: MethodDecl) -> Callable[..., object]:
        """The method as a function of its receiver and arguments, which it dispatches on."""
        self._class(method.owner)
        name = f"m_{method.name}"

        def call(receiver: Any, *arguments: object) -> object:
            return getattr(receiver, name)(*arguments)

        return call

    def _class(self, cls: ClassDecl) -> type:
        found = self._classes.get(cls)
        if found is not None:
            return found
        bases = tuple(self._class(above) for above in _parents(cls))
        found = type(cls.name, bases or (object,), {})
        self._classes[cls] = found
        for name, method in cls.own_methods.items():
            if method.code is not None:
                setattr(found, f"m_{name}", _Lazily(self, method, f"m_{name}"))
        return found

    def compile(self, method: MethodDecl) -> Callable[..., object]:
        code = method.code
        assert code is not None
        text = _IrWriter(self, code, len(method.parameters) + 1).text()
        namespace: dict[str, Any] = dict(self._names)
        exec(compile(text, f"<{code.name}>", "exec"), namespace)
        made: Callable[..., object] = namespace["run"]
        return made

    # -- what compiled code names

    def class_name(self, cls: ClassDecl) -> str:
        name = f"C{cls.number}"
        self._names[name] = self._class(cls)
        return name

    def maker(self, cls: ClassDecl) -> str:
        """The function that makes a fresh object."""
        name = f"new{cls.number}"
        if name not in self._names:
            made = self._class(cls)
            defaults = {
                key(field.name): None if is_reference(field.type) else field.type is not BOOL and 0
                for field in cls.fields().values()
            }

            def new() -> object:
                obj = made()
                obj.__dict__.update(defaults)
                return obj

            self._names[name] = new
        return name

    def _new_array(self, made: type, length: int, default: object) -> object:
        if length < 0:
            raise ProgramError("NegativeArraySize")
        array: Any = made()
        array.__dict__[key(LENGTH)] = length
        array.__dict__["default"] = default
        return array


class _Lazily:
    """A method that is compiled when it is first called."""

    def __init__(self, world: IrWorld, method: MethodDecl, name: str) -> None:
        self._world = world
        self._method = method
        self._name = name

    def __get__(self, obj: Any, owner: type) -> Any:
        compiled = self._world.compile(self._method)
        setattr(self._world._class(self._method.owner), self._name, compiled)
        return compiled.__get__(obj, owner)


def key(name: str) -> str:
    """The attribute for a field: no keyword of Python."""
    return f"f_{name}"


def _parents(cls: ClassDecl) -> Iterator[ClassDecl]:
    if cls.superclass is not None:
        yield cls.superclass
    yield from cls.interfaces


def _put(obj: Any, name: str, value: object) -> None:
    if obj is None:
        raise ProgramError("NullDereference")
    own = obj.__dict__
    if BASE in own:
        raise ImpureError("writes to the structure that it checks")
    own[name] = value


def _fail(what: str) -> None:
    raise ProgramError(what)


def _load(array: Any, index: int) -> object:
    if array is None:
        raise ProgramError("NullDereference")
    if not 0 <= index < array.f_length:
        raise ProgramError("IndexOutOfBounds")
    own = array.__dict__
    if index in own:
        return own[index]
    base = own.get(BASE)
    if base is None:
        return own["default"]
    return array.space.touch(base + 1 + index)


def _store(array: Any, index: int, value: object) -> None:
    if array is None:
        raise ProgramError("NullDereference")
    if not 0 <= index < array.f_length:
        raise ProgramError("IndexOutOfBounds")
    if BASE in array.__dict__:
        raise ImpureError("writes to the structure that it checks")
    array.__dict__[index] = value


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


class _IrWriter(Writer):
    """For languages that are all IR."""

    def __init__(self, world: IrWorld, code: ir.Code, parameters: int) -> None:
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
                default = None if is_reference(element) else element is not BOOL and 0
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


def _targets(ins: ir.Instruction, at: int) -> tuple[int, ...]:
    match ins:
        case ir.Branch():
            return ins.then_to, ins.else_to
        case ir.Jump():
            return (ins.to,)
        case ir.Return() | ir.Fail():
            return ()
    return (at + 1,)
