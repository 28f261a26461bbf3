"""Programs with a driver: the receiver is built by its constructor and a few operations.

It is then not any object, but one that the class itself can make (lissa.txt §4.1, Driver).
"""

from __future__ import annotations

from heapwise.contracts.contract import Contract
from heapwise.frontends.python.lower.builder import Label
from heapwise.frontends.python.main_code import MainWriter, Requirements
from heapwise.frontends.python.program import parameters_of, program_of
from heapwise.frontends.python.runtime import Driver, PythonRuntime, PythonTarget
from heapwise.frontends.python.semantics.core import calls
from heapwise.frontends.python.semantics.core.calls import CallShape
from heapwise.frontends.python.semantics.objects import name_operations
from heapwise.frontends.python.semantics.objects.inputs import make_input
from heapwise.frontends.python.typing.functions import FunctionInfo, functions_of
from heapwise.frontends.python.typing.shapes import BOOL_SHAPE, Shape
from heapwise.program import InputError, Program
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
    found = {
        each.name: each
        for each in functions_of(target.loaded)
        if each.owner is info.owner and each.kind == "method" and not each.name.startswith("_")
    }
    chosen = found[operation_among(list(found), operation, info.owner.__qualname__)]
    program = program_of(
        target.loaded, info, max_length, Requirements(contract), limits=target.limits
    )
    writer = _DriverWriter(info, target.parameters, chosen, most)
    program.main = writer.write(Requirements(contract))
    assert isinstance(program.runtime, PythonRuntime)
    program.runtime.driver = Driver(chosen, most)
    # Calls of the driver are in no trace, so two paths that differ in them alone would count as
    # one. They are kept apart: each of them builds another input.
    program.library_decides = False
    return program


class _DriverWriter(MainWriter):
    def __init__(
        self,
        info: FunctionInfo,
        parameters: dict[str, Shape],
        operation: FunctionInfo,
        most: int,
    ) -> None:
        super().__init__(info, parameters)
        self._operation = operation
        self._most = most

    def _inputs(self) -> None:
        receiver, *others = self.info.parameters
        self.note(DRIVER_BEGINS)
        self.registers[receiver.name] = self._built()
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
            callee = build.perform(name_operations.host_constant, static=(function,))
            shape = CallShape(1 + len(arguments), (), ())
            build.perform(calls.call, callee, made, *arguments, static=(shape,))
        build.put(end)
        return made
