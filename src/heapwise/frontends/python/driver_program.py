"""Programs with a driver: the receiver is built by its constructor and a few operations.

It is then not any object, but one that the class itself can make (lissa.txt §4.1, Driver). Or a
function of the user builds it, who may call what they like: its parameters are inputs, by which it
chooses, and one called `scope` is told how large things may be.
"""

from __future__ import annotations

from heapwise.contracts.contract import Contract
from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.main_code import MainWriter, Requirements
from heapwise.frontends.python.program import parameters_of, program_of
from heapwise.frontends.python.runtime import (
    SCOPE,
    Driver,
    PythonRuntime,
    PythonTarget,
    of_maker,
)
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.calls import CallShape
from heapwise.frontends.python.semantics.objects import name_operations
from heapwise.frontends.python.semantics.objects.inputs import make_input
from heapwise.frontends.python.semantics.operations import truth as truth_of
from heapwise.frontends.python.typing.functions import FunctionInfo, functions_of
from heapwise.frontends.python.typing.shapes import BOOL_SHAPE, Shape
from heapwise.program import InputError, Program
from heapwise.program.code import Assume
from heapwise.program.events import DRIVER_BEGINS, DRIVER_ENDS
from heapwise.structure.run.harness import operation_among


def driver_program(
    target: PythonTarget,
    operation: str | None,
    most: int,
    max_length: int | None,
    contract: Contract,
) -> Program:
    info = target.info
    if info.owner is None or info.kind != "method":
        raise InputError(f"a driver makes the receiver of a method; `{info.qualname}` has none")
    chosen = _chosen(target, info.owner, operation)
    required = Requirements(contract)
    program = program_of(
        target.loaded, info, max_length, required, limits=target.limits, besides=(chosen,)
    )
    assert isinstance(program.runtime, PythonRuntime)
    driver = program.runtime.driver = Driver(chosen, most)
    program.main = _DriverWriter(info, target.parameters, driver).write(required)
    # Calls of the driver are in no trace, so two paths that differ in them alone would count as
    # one. They are kept apart: each of them builds another input.
    program.library_decides = False
    return program


def maker_of(program: Program) -> str | None:
    """The name of the function of the user that makes the receiver, if one does."""
    assert isinstance(program.runtime, PythonRuntime)
    driver = program.runtime.driver
    return None if driver is None or driver.is_operation else driver.operation.qualname


def _chosen(target: PythonTarget, owner: type, operation: str | None) -> FunctionInfo:
    """A public method of the class, or a function of the module that the user names."""
    known = functions_of(target.loaded)
    methods = {
        each.name: each
        for each in known
        if each.owner is owner and each.kind == "method" and not each.name.startswith("_")
    }
    makers = {each.qualname: each for each in known if each.kind in ("function", "staticmethod")}
    if operation is not None and operation not in methods and operation in makers:
        return makers[operation]
    return methods[operation_among(list(methods), operation, owner.__qualname__)]


class _DriverWriter(MainWriter):
    def __init__(self, info: FunctionInfo, parameters: dict[str, Shape], driver: Driver) -> None:
        super().__init__(info, parameters)
        self._driver = driver
        self._operation = driver.operation
        self._most = driver.most

    def _inputs(self) -> None:
        receiver, *others = self.info.parameters
        self.note(DRIVER_BEGINS)
        build, thrown, end = self.build, Label(), Label()
        region = build.protect(thrown)
        made = self._built() if self._driver.is_operation else self._made()
        build.close(region)
        build.jump(end)
        build.put(thrown)  # that is no receiver, and nothing about the method
        build.emit(Assume(build.constant(False), at=self.info.at))
        build.put(end)
        self.registers[receiver.name] = made
        self.note(DRIVER_ENDS)
        for parameter in others:
            static = (parameter.name, self.parameters[parameter.name])
            self.registers[parameter.name] = self.build.perform(make_input, static=static)

    def _built(self) -> int:
        build = self.build
        cls = build.perform(name_operations.host_constant, static=(self.info.owner,))
        made = build.perform(calls.call, cls, static=(CallShape(0, (), ()),))
        function = self._operation.function
        wanted = list(parameters_of(self._operation).items())[1:]
        end = Label()
        for number in range(1, self._most + 1):
            more = build.perform(make_input, static=(f"op{number}", BOOL_SHAPE))
            go_on = Label()
            build.branch(more, go_on, end)
            build.put(go_on)
            arguments = [
                build.perform(make_input, static=(f"op{number}.{name}", shape))
                for name, shape in wanted
            ]
            self._called(function, made, *arguments)
        build.put(end)
        return made

    def _made(self) -> int:
        """By the function of the user, where it returns an object of the class."""
        build, function = self.build, self._operation.function
        arguments = [
            build.constant(self._most)
            if name == SCOPE
            else build.perform(make_input, static=(of_maker(self._operation, name), shape))
            for name, shape in parameters_of(self._operation).items()
        ]
        made = self._called(function, *arguments)
        cls = build.perform(name_operations.host_constant, static=(self.info.owner,))
        fits = build.perform(truth_of.truth, self._called(isinstance, made, cls))
        build.emit(Assume(fits, at=self.info.at))
        return made

    def _called(self, function: object, *arguments: int) -> int:
        callee = self.build.perform(name_operations.host_constant, static=(function,))
        shape = CallShape(len(arguments), (), ())
        return self.build.perform(calls.call, callee, *arguments, static=(shape,))
