"""Programs with a driver: the receiver is made by a constructor and a number of operations.

It is then not any object, but one that the class itself can make (lissa.txt §4.1, Driver).

Of constructors and overloads, public ones go first, and of these the one with the fewest
parameters. What they take are inputs (`new.size`, `op1.key`), and so is whether there is another
operation (`op1`). A constructor or an operation that throws makes no receiver.

A static method that returns an object of the class is a driver that the user has written
(`driver:made`): it may call what it likes and choose by the methods of `Verify`. Where it takes an
int and nothing else, that is the scope.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import ClassType
from heapwise.frontends.java.classpath.targets import find_method
from heapwise.frontends.java.contracts import JavaContract, is_condition
from heapwise.frontends.java.driver import RECEIVER, SCOPE, Driver, more
from heapwise.frontends.java.main_code import MainWriter, Parameter, parameters_of
from heapwise.frontends.java.program import JavaProgram, program_of
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.runtime_api import Mac
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.program import BOOL, InputError
from heapwise.program import code as ir
from heapwise.program.events import DRIVER_BEGINS, DRIVER_ENDS
from heapwise.structure.run.harness import operation_among
from heapwise.structure.to_python.deriving import INVARIANTS
from heapwise.terms import Term


def driver_program(
    program: JavaProgram, operation: str | None, most: int, contracts: bool
) -> JavaProgram:
    if program.parameters[:1] == [] or program.parameters[0].name != "this":
        method = program.found.method
        raise InputError(f"a driver makes the receiver of a method; `{method}` has none")
    options = replace(program.universe.options, contracts=contracts)
    changed = program_of(program.target, program.found, options)
    runtime = changed.runtime
    assert isinstance(runtime, JavaRuntime)
    driver = _driver(changed, runtime, operation, most)
    changed.inputs.declared([each.type for each in driver.inputs])
    contract = replace(changed.contract, invariants=())
    changed.contract = contract if contracts else JavaContract()
    changed.driver = driver
    changed.main = _DriverMain(changed, runtime, driver).make(changed.contract, ())
    return changed


def _driver(program: JavaProgram, runtime: JavaRuntime, operation: str | None, most: int) -> Driver:
    universe = program.universe
    cls = program.found.cls
    receiver = universe.decl(cls.name)
    if receiver.abstract:
        raise InputError(f"a driver cannot make a `{cls.java_name}`: it is abstract")
    if operation is not None and (written := _written(program, operation)) is not None:
        return _of_user(runtime, receiver, written, most)
    constructors = sorted(cls.methods_named("<init>"), key=_rank)
    if not constructors:
        raise InputError(f"a driver cannot make a `{cls.java_name}`: it has no constructor")
    known = [
        method
        for file in universe.hierarchy.line(cls.name)
        if file.superclass is not None
        for method in file.methods
        if _is_operation(file, method)
    ]
    wanted, bracket, rest = (operation or "").partition("(")
    known.sort(key=lambda method: method.is_private)
    names = list(dict.fromkeys(method.name for method in known))
    name = operation_among(names, wanted or None, cls.java_name)
    overloads = sorted((each for each in known if each.name == name), key=_rank)
    chosen = overloads[0]
    if bracket:
        chosen = find_method(universe.hierarchy, cls, f"{name}{bracket}{rest}")
    arguments = parameters_of(runtime, receiver, chosen)[1:]
    return Driver(
        constructors[0],
        chosen,
        _prefixed("new", parameters_of(runtime, receiver, constructors[0])),
        tuple(_prefixed(more(number), arguments) for number in range(1, most + 1)),
    )


def _written(program: JavaProgram, name: str) -> Method | None:
    """The user's own driver, if there is a method of this name that is one."""
    own = ClassType(program.found.cls.name)
    is_subtype = program.universe.hierarchy.is_subtype
    for method in program.found.cls.methods:
        if method.is_static and method.name == name and is_subtype(method.type.result, own):
            return method
    return None


def _of_user(runtime: JavaRuntime, receiver: JavaClass, method: Method, most: int) -> Driver:
    parameters = parameters_of(runtime, receiver, method)
    if [each.java.descriptor for each in parameters] == ["I"]:
        return Driver(method, None, (parameters[0]._replace(name=SCOPE),), scope=most)
    return Driver(method, None, _prefixed("made", parameters))


def _is_operation(cls: ClassFile, method: Method) -> bool:
    """Is it a method that may change its object, and no condition?"""
    if method.is_static or method.is_synthetic or method.name.startswith("<"):
        return False
    return not (is_condition(cls, method) or method.name in INVARIANTS)


def _rank(method: Method) -> tuple[bool, int]:
    return not method.is_public, len(method.type.parameters)


def _prefixed(name: str, parameters: Sequence[Parameter]) -> tuple[Parameter, ...]:
    return tuple(each._replace(name=f"{name}.{each.name}") for each in parameters)


class _DriverMain(MainWriter):
    """Registers of its own: for each argument of the driver, and two more."""

    def __init__(self, program: JavaProgram, runtime: JavaRuntime, driver: Driver) -> None:
        receiver = program.universe.decl(program.found.cls.name)
        super().__init__(runtime, receiver, program.found.method, program.parameters)
        self._driver = driver
        widest = max((len(driver.made), *(len(step) for step in driver.given)))
        self._first = self.extra_registers(widest + 2)

    def _input(self, index: int, each: Parameter) -> None:
        if each.name != "this":
            super()._input(index, each)
            return
        code, at = self._code, self._at
        code.append(ir.Note(DRIVER_BEGINS, at=at))
        ignored = self._first + 1
        if self._driver.operation is None:
            self._made_by_user(index, ignored)
            return
        code.append(ir.NewObject(index, self._receiver, at=at))
        self._step((index,), self._driver.constructor, self._driver.made, ignored)
        branches: list[int] = []
        for number, given in enumerate(self._driver.given, 1):
            code.append(ir.Input(self._first, more(number), BOOL, at=at))
            branches.append(len(code))
            code.append(ir.Branch(self._first, len(code) + 1, 0, "", "", at=at))
            self._step((index,), self._driver.operation, given, ignored)
        for branch in branches:
            before = code[branch]
            assert isinstance(before, ir.Branch)
            code[branch] = replace(before, else_to=len(code))
        code.append(ir.Note(DRIVER_ENDS, at=at))
        code.append(ir.Perform(ignored, _keep, (index,), at=at))

    def _made_by_user(self, index: int, ignored: int) -> None:
        """The receiver is what a method of the user returns, unless that is null."""
        code, at = self._code, self._at
        self._step((), self._driver.constructor, self._driver.made, index)
        code.append(ir.Constant(ignored, None, at=at))
        code.append(ir.RefEquals(ignored, index, ignored, at=at))
        code.append(ir.Operation(ignored, ir.Operator.NOT, (ignored,), at=at))
        code.append(ir.Assume(ignored, at=at))
        code.append(ir.Note(DRIVER_ENDS, at=at))
        code.append(ir.Perform(ignored, _keep, (index,), at=at))

    def _argument(self, register: int, each: Parameter) -> None:
        if each.name == SCOPE:
            self._code.append(ir.Constant(register, self._driver.scope, at=self._at))
        else:
            super()._input(register, each)

    def _step(
        self, receiver: tuple[int, ...], method: Method, given: Sequence[Parameter], target: int
    ) -> None:
        """Call a method with inputs; go on only if it returns."""
        code, at = self._code, self._at
        ignored = self._first + 1
        registers = [self._first + 2 + index for index in range(len(given))]
        for register, each in zip(registers, given, strict=True):
            self._argument(register, each)
        begin = len(code)
        declared = self._runtime.universe.method(method)
        code.append(ir.Invoke(target, declared, (*receiver, *registers), at=at))
        code.append(ir.Jump(begin + 4, at=at))
        code.append(ir.Constant(ignored, False, at=at))
        code.append(ir.Assume(ignored, at=at))
        self._handlers.append(ir.Handler(begin, begin + 1, begin + 2, ignored))


def _keep(m: Mac, ref: Term) -> int:
    m.put(RECEIVER, ref)
    return 0
