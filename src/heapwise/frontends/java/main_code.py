"""The code that makes the inputs of a method, assumes its contract, calls it and checks it.

    assume(invariants); assume(preconditions); old = m_old
    m
    assert(invariants); assert(postconditions)

A condition that throws does not hold. Events of conditions stand between two notes in the trace.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from heapwise.engine.machine import Result
from heapwise.frontends.java.classfile.attributes import MethodParameters, find
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import ClassType, JavaType
from heapwise.frontends.java.classfile.parameter_notes import Limits, limits_of, refuses_null
from heapwise.frontends.java.contracts import OLD, RESULT, Condition, JavaContract
from heapwise.frontends.java.lowering.builder import parameter_slots
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics import enum_constants, operations, statics
from heapwise.frontends.java.semantics.asked_inputs import begin_condition, end_condition
from heapwise.frontends.java.semantics.stubs import StubClass
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.frontends.java.universe.scalars import widening
from heapwise.program import ClassDecl, InputError, LinePosition, Position, Type
from heapwise.program import code as ir
from heapwise.program.events import ASSUMPTION_BEGINS, CONDITION_ENDS, PROMISE_BEGINS

_START = ("main", "([Ljava/lang/String;)V")


class Parameter(NamedTuple):
    """An input: `type` is what the engine knows, `java` what the class file says. An array may have
    to be `empty`; `noted` are the numbers that annotations allow."""

    name: str
    type: Type
    java: JavaType
    nullable: bool
    empty: bool = False
    noted: Limits | None = None


def parameters_of(runtime: JavaRuntime, receiver: JavaClass, method: Method) -> list[Parameter]:
    """The receiver and the parameters, with the names that the compiler wrote."""
    universe = runtime.universe
    declared = runtime.inputs.types.parameter_types(universe.decl(method.owner).file, method)
    names = names_of(method)
    found: list[Parameter] = []
    if not (method.is_static or method.is_constructor):
        found.append(Parameter("this", receiver, ClassType(receiver.file.name), False))
        if receiver.file.is_enum and not enum_constants.constants_of(receiver):
            raise InputError(
                f"the enum `{receiver.name}` has no constants: nothing runs `{method}`"
            )
    has_notes = runtime.universe.options.contracts
    for index, (name, type_) in enumerate(zip(names, declared, strict=True)):
        java = method.type.parameters[index]
        empty = is_start(method) and runtime.universe.options.main_arguments != "any"
        nullable = not (empty or (has_notes and refuses_null(method, index)))
        noted = limits_of(method, index) if has_notes else None
        found.append(Parameter(name, type_, java, nullable, empty, noted))
    return found


def is_start(method: Method) -> bool:
    """Is it what a JVM begins a program with?"""
    return method.is_static and (method.name, method.descriptor) == _START


def names_of(method: Method) -> list[str]:
    """What the parameters are called, as far as the compiler wrote it down."""
    count = len(method.type.parameters)
    given = find(method.attributes, MethodParameters)
    if given is not None and len(given.parameters) == count:
        listed = [each.name for each in given.parameters]
        if all(listed) and len(set(listed)) == count:
            return [str(name) for name in listed]
    found: list[str] = []
    slots = [slot for slot, _ in parameter_slots(method)][-count:] if count else []
    for index, slot in enumerate(slots):
        variable = method.code.variable_at(slot, 0) if method.code is not None else None
        name = variable.name if variable is not None else f"arg{index}"
        found.append(f"arg{index}" if name in found or name in ("this", RESULT) else name)
    return found


def line_of(cls: ClassFile, method: Method) -> Position:
    """Where the body of a method begins in the source."""
    lines = method.code.lines if method.code is not None else ()
    return LinePosition(cls.source_file or cls.java_name, min(lines)[1] if lines else 0, 0)


def _file_name(cls: ClassDecl) -> str | None:
    """The class file that has the methods of a class."""
    if isinstance(cls, StubClass):
        return cls.stubbed.file.name
    return cls.file.name if isinstance(cls, JavaClass) else None


def main_code(
    runtime: JavaRuntime,
    receiver: JavaClass,
    method: Method,
    parameters: Sequence[Parameter],
    contract: JavaContract,
    kept: Sequence[Condition],
) -> ir.Code:
    """The `kept` invariants are checked at the end."""
    return MainWriter(runtime, receiver, method, parameters).make(contract, kept)


def condition_code(
    runtime: JavaRuntime,
    receiver: JavaClass,
    method: Method,
    parameters: Sequence[Parameter],
    conditions: Sequence[Condition],
    catching: bool = True,
) -> ir.Code:
    """Asks the conditions of these inputs, one after the other: goes on where they hold. With
    `catching`, one that throws does not hold."""
    return MainWriter(runtime, receiver, method, parameters).check(conditions, catching)


class MainWriter:
    """Registers: the inputs, the result, a scratch register, and what a condition has thrown."""

    def __init__(
        self,
        runtime: JavaRuntime,
        receiver: JavaClass,
        method: Method,
        parameters: Sequence[Parameter],
    ) -> None:
        self._runtime = runtime
        self._receiver = receiver
        self._method = method
        self._parameters = parameters
        self._places = {each.name: index for index, each in enumerate(parameters)}
        self._result = self._places[RESULT] = len(parameters)
        self._scratch = self._result + 1
        self._at = line_of(receiver.file, method)
        self._registers = self._scratch + 2
        self._code: list[ir.AnyInstruction] = []
        self._handlers: list[ir.Handler] = []
        self._returned: int | None = None

    def extra_registers(self, count: int) -> int:
        """The first of so many more."""
        self._registers += count
        return self._registers - count

    def make(self, contract: JavaContract, kept: Sequence[Condition]) -> ir.Code:
        self._initialise(self._receiver.file.name)
        for index, each in enumerate(self._parameters):
            self._input(index, each)
        before = [each for each in contract.invariants if each.arguments != (RESULT,)]
        for condition in (*before, *contract.requires):
            self._condition(condition, None)
        self.remember_old(contract)
        self._call()
        for condition in kept:
            self._condition(condition, f"invariant {condition.name}")
        for condition in contract.ensures:
            self._condition(condition, f"postcondition {condition.name}")
        self._code.append(ir.Return(self._result, at=self._at))
        handlers = tuple(self._handlers)
        return ir.Code("main", tuple(self._code), self._registers, handlers, library=True)

    def check(self, conditions: Sequence[Condition], catching: bool) -> ir.Code:
        self._initialise(self._receiver.file.name)
        for index, each in enumerate(self._parameters):
            self._input(index, each)
        for condition in conditions:
            self._condition(condition, None)
        self._code.append(ir.Constant(self._result, True, at=self._at))
        self._code.append(ir.Return(self._result, at=self._at))
        handlers = tuple(self._handlers) if catching else ()
        code = tuple(self._code)
        return ir.Code("conditions", code, self._registers, handlers, library=True)

    def _initialise(self, name: str) -> None:
        if self._runtime.statics.needs(name):
            static = (self._runtime.universe.decl(name),)
            self._code.append(
                ir.Perform(self._scratch, statics.initialise, (), static, at=self._at)
            )

    def _input(self, index: int, each: Parameter) -> None:
        self._code.append(ir.Input(index, each.name, each.type, each.nullable, at=self._at))
        if each.name == "this" and self._receiver.file.is_enum:
            static = (self._receiver, self._method)
            self._code.append(
                ir.Perform(index, enum_constants.settle_receiver, (index,), static, at=self._at)
            )
        elif each.name == "this":
            self._require_class(index)
        elif each.empty:
            self._perform(self._scratch, operations.require_empty, (index,), ())
        elif isinstance(each.type, ClassDecl):
            self._settle_enums(index, each.java, each.type)
        elif each.java.descriptor != "Z":
            widen = widening(each.java.descriptor, self._runtime.universe.exact)
            if widen is not None:
                self._code.append(ir.Compute(index, widen, (index,), at=self._at))
            if each.noted is not None:
                limits = (each.noted.low, each.noted.high)
                self._perform(self._scratch, operations.require_between, (index,), limits)

    def _settle_enums(self, index: int, java: JavaType, type_: Type) -> None:
        """A reference that may be to a constant of an enum becomes that constant."""
        enum = enum_constants.enum_of(self._runtime.universe, java)
        if enum is not None:
            self._initialise(enum.file.name)
            self._perform(index, enum_constants.settle, (index,), (enum,))
        elif isinstance(type_, ClassDecl):
            among = self._runtime.inputs.enums_among(type_)
            for enum in among:
                self._initialise(enum.file.name)
            if among:
                self._perform(index, enum_constants.settle_any, (index,), (among,))

    def _perform(
        self,
        target: int,
        operation: Callable[..., Result],
        operands: tuple[int, ...],
        static: tuple[object, ...],
    ) -> None:
        self._code.append(ir.Perform(target, operation, operands, static, at=self._at))

    def _require_class(self, index: int) -> None:
        """The receiver has the class that the user named if it can; else one that runs the
        method."""
        universe = self._runtime.universe
        known = self._runtime.inputs.input_classes(self._receiver)
        if not known:
            raise InputError(
                f"no object of `{self._receiver.name}` can be made up, so nothing runs "
                f"`{self._method}`; `--precondition driver` makes one with its constructor"
            )
        allowed = [*known] if self._receiver.abstract else [self._receiver]
        chosen = [
            each
            for each in allowed
            if (name := _file_name(each)) is not None
            and universe.hierarchy.select(name, self._method) == self._method
        ]
        if not chosen:
            raise InputError(f"no class on the class path inherits `{self._method}`")
        if set(chosen) != set(known):
            static = (frozenset(chosen),)
            self._code.append(
                ir.Perform(self._scratch, operations.require_class, (index,), static, at=self._at)
            )

    def _call(self) -> None:
        universe = self._runtime.universe
        arguments = tuple(range(len(self._parameters)))
        target = self._result
        if self._method.is_constructor:
            self._code.append(ir.NewObject(self._result, self._receiver, at=self._at))
            arguments = (self._result, *arguments)
            target = self._scratch
        method = universe.method(self._method)
        self._code.append(ir.Invoke(target, method, arguments, at=self._at))
        self._returned = self._result

    def remember_old(self, contract: JavaContract) -> None:
        """What postconditions compare with. Where it cannot be computed, none of them holds."""
        if contract.old is None:
            return
        self._places[OLD] = self.extra_registers(1)
        self._ask(contract.old, f"postcondition {contract.old.name}", self._places[OLD])

    def _condition(self, condition: Condition, promised: str | None) -> None:
        """Assume that it holds, or check that it does, as it was promised."""
        subject = condition.arguments[0] if condition.is_invariant else ""
        if not any(each.name == subject and each.nullable for each in self._parameters):
            self._ask(condition, promised)
            return
        # An invariant says nothing of null.
        code, at = self._code, self._at
        null, truth = self._scratch + 1, self._scratch
        code.append(ir.Constant(null, None, at=at))
        code.append(ir.RefEquals(truth, self._places[subject], null, at=at))
        skip = len(code)
        code.append(ir.Branch(truth, 0, skip + 1, "", "", at=at))
        self._ask(condition, promised)
        code[skip] = ir.Branch(truth, len(code), skip + 1, "", "", at=at)

    def _ask(self, condition: Condition, promised: str | None, value: int | None = None) -> None:
        """Into the register `value` goes what is no truth value: then all that is asked is whether
        it can be computed."""
        code, at = self._code, self._at
        arguments = tuple(self._places[name] for name in condition.arguments)
        self._initialise(condition.method.owner)
        thrown, truth = self._scratch + 1, self._scratch
        begins = ASSUMPTION_BEGINS if promised is None else PROMISE_BEGINS
        code.append(ir.Note(begins, at=at))
        label = f"{condition.method.name}({', '.join(condition.arguments)})"
        code.append(ir.Perform(thrown, begin_condition, (), (label,), at=at))
        if value is not None:
            code.append(ir.Constant(truth, True, at=at))
        begin = len(code)
        method = self._runtime.universe.method(condition.method)
        code.append(ir.Invoke(truth if value is None else value, method, arguments, at=at))
        code.append(ir.Jump(begin + 3, at=at))
        code.append(ir.Constant(truth, False, at=at))
        self._handlers.append(ir.Handler(begin, begin + 1, begin + 2, thrown))
        code.append(ir.Note(CONDITION_ENDS, at=at))
        code.append(ir.Perform(thrown, end_condition, (), (), at=at))
        if promised is None:
            code.append(ir.Assume(truth, at=at))
        else:
            owner = self._runtime.universe.decl(condition.method.owner).file
            place = line_of(owner, condition.method)
            code.append(ir.Assert(truth, promised, self._returned, at=place))
