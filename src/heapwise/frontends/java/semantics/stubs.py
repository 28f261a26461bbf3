"""Stubs: inputs of an interface or abstract class that no class on the class path is one of.

Whatever an abstract method of it returns is one more input, another one for each call; it does
nothing else, and throws nothing. Methods with a body are run as they are, and the fields of an
abstract class are inputs like those of any other. In a replay, a proxy or a subclass made for it
gives the same answers in the same order.
"""

from __future__ import annotations

from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.descriptors import VOID, PrimitiveType
from heapwise.frontends.java.semantics import enum_constants, statics
from heapwise.frontends.java.semantics.asked_inputs import any_scalar, asked_name
from heapwise.frontends.java.semantics.runtime_api import Mac, RuntimeApi
from heapwise.frontends.java.universe.declarations import JavaClass, JavaMethod, Stub
from heapwise.frontends.java.universe.extending import abstract_methods
from heapwise.program import ClassDecl, FieldDecl, LinePosition, MethodDecl, Position, Type
from heapwise.program import code as ir
from heapwise.terms import Scalar

SUFFIX = "$any"
"""What is added to the name of the interface or class."""
ANSWER = "answer"
"""What the inputs are called that stubs return: `answer1`, `answer2` …"""


class StubClass(Stub):
    """The one class of a program that implements or extends `stubbed`."""

    __slots__ = ("_made", "_runtime")

    def __init__(self, runtime: RuntimeApi, stubbed: JavaClass) -> None:
        name, root = f"{stubbed.name}{SUFFIX}", runtime.universe.root
        if stubbed.file.is_interface:
            super().__init__(name, root, (stubbed,))
        else:
            super().__init__(name, stubbed)
        self._runtime = runtime
        self._made: dict[str, MethodDecl | None] = {}
        self.stubbed = stubbed
        assert runtime.universe.program is not None
        runtime.universe.program.add(self)

    def fields(self) -> dict[str, FieldDecl]:
        return self.stubbed.fields()

    def items(self) -> dict[str, FieldDecl]:
        return {}

    def results(self) -> list[Type]:
        """The types of what its methods return."""
        universe = self._runtime.universe
        abstract = abstract_methods(universe.hierarchy, self.stubbed.file.name)
        return [
            self._runtime.inputs.types.answer_type(self.stubbed, method)
            for method in abstract
            if method.type.result is not VOID
        ]

    def find_method(self, name: str) -> MethodDecl | None:
        if name not in self._made:
            self._made[name] = self._find(name)
        return self._made[name]

    def _find(self, key: str) -> MethodDecl | None:
        universe = self._runtime.universe
        resolved = universe.resolved(key)
        if resolved is None:
            return None if self.stubbed.file.is_interface else self.stubbed.find_method(key)
        if self.stubbed.file.is_interface:
            of_all = universe.root.file.method(resolved.name, resolved.descriptor)
            if of_all is not None:
                return universe.method(of_all)
        found = universe.hierarchy.select(self.stubbed.file.name, resolved)
        if found is not None and not found.is_abstract:
            return universe.method(found)
        if not resolved.is_abstract and self.stubbed.file.is_interface:
            return universe.method(resolved)
        if not self.is_subclass_of(universe.decl(resolved.owner)):
            return None  # a cast has ruled it out before
        return self._answering(found or resolved)

    def _answering(self, method: Method) -> MethodDecl:
        universe = self._runtime.universe
        types = method.type
        parameters = tuple(
            (f"arg{index}", universe.erased(each)) for index, each in enumerate(types.parameters)
        )
        made = JavaMethod(self, method.name, parameters, universe.erased(types.result))
        made.code = self._code(method)
        return made

    def _code(self, method: Method) -> ir.Code:
        at: Position = LinePosition(self.name, 0, 0)
        target = 1 + len(method.type.parameters)
        code: list[ir.AnyInstruction] = []
        result = method.type.result
        if isinstance(result, PrimitiveType):
            if result is VOID:
                code.append(ir.Constant(target, 0, at=at))
            else:
                static: tuple[object, ...] = (result.descriptor,)
                code.append(ir.Perform(target, _scalar_answer, (), static, at=at))
        else:
            type_ = self._runtime.inputs.types.answer_type(self.stubbed, method)
            code.append(ir.Perform(target, _answer, (), (type_,), at=at))
            code += self._settled(target, type_, at)
        code.append(ir.Return(target, at=at))
        name = f"{self.name}.{method.name}"
        return ir.Code(name, tuple(code), target + 2, library=True)

    def _settled(self, target: int, type_: Type, at: Position) -> list[ir.AnyInstruction]:
        """Constants of enums are what they are."""
        found: list[ir.AnyInstruction] = []
        if isinstance(type_, ClassDecl):
            among = self._runtime.inputs.enums_among(type_)
            for enum in among:
                if self._runtime.statics.needs(enum.file.name):
                    found.append(ir.Perform(target + 1, statics.initialise, (), (enum,), at=at))
            if among:
                found.append(
                    ir.Perform(target, enum_constants.settle_any, (target,), (among,), at=at)
                )
        return found


def _scalar_answer(m: Mac, descriptor: str) -> Scalar:
    return any_scalar(descriptor, ANSWER, m)


def _answer(m: Mac, type_: Type) -> Scalar:
    return m.input_value(asked_name(m, type_, "", ANSWER), type_, True)
