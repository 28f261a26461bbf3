"""Calls of Java methods by contract: how conditions are asked, what objects hold.

The steps and what "any value" is are those of `frontends.calls_by_contract`. What a call writes is
what `@Modifies` lists, unless the user says it. Final fields are never written, and neither are
strings and boxes; what an array or an object of the JDK holds cannot be forgotten. What a call may
throw is what the method declares: an object of such a class, or of a class of the program's own
below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from heapwise.engine.machine import ThrownError, UnsupportedError
from heapwise.frontends.calls_by_contract import (
    Frame,
    Maker,
    any_object,
    begin_call,
    call_code,
    fill_fields,
    frame_of,
    fresh_name,
    no_replacement,
    of_input,
    one_or_none,
    replaced,
)
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import VOID, PrimitiveType
from heapwise.frontends.java.classpath.targets import find_class, find_method
from heapwise.frontends.java.contracts import RESULT, JavaContract, Offered, contract_of
from heapwise.frontends.java.main_code import MainWriter, Parameter, parameters_of
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.asked_inputs import scalar_named
from heapwise.frontends.java.semantics.operations import BY_DECLARATION, MESSAGE, worded
from heapwise.frontends.java.semantics.runtime_api import Mac, universe_of
from heapwise.frontends.java.universe.declarations import JavaClass, Stub
from heapwise.frontends.java.universe.well_known import BOXES, STRING
from heapwise.program import ClassDecl, FieldDecl, InputError, Type
from heapwise.program import code as ir
from heapwise.terms import NULL, Scalar, Term

PRECONDITION = "precondition"
"""How the text of a violation begins: it is found where the call is."""
_UNWRITTEN = (STRING, *BOXES, "java/lang/Throwable", "java/lang/Enum")


class ContractedMethods:
    """The methods that their contracts stand for, and those that override them."""

    def __init__(self, runtime: JavaRuntime, tested: Method, cls: ClassFile) -> None:
        self._runtime = runtime
        self._tested = tested
        self._cls = cls
        self._frames: dict[Method, Frame] = {}
        for text in runtime.universe.options.by_contract:
            name, writes = replaced(text)
            method = self._named(name)
            self._frames[method] = self._frame(method, writes)

    def _frame(self, method: Method, writes: tuple[str, ...] | None) -> Frame:
        listed = self._contract(method).modifies if writes is None else writes
        parameters = self._parameters(method)
        types = {each.name: each.type for each in parameters if isinstance(each.type, ClassDecl)}

        def has_field(name: str, field: str) -> bool:
            return any(each.name == field for each in types[name].fields().values())

        return frame_of(str(method), types, listed, has_field)

    def _named(self, text: str) -> Method:
        """`Class.method`, with a class of the package of the class under test, or inside that
        class, without its package; or a method of the class under test."""
        universe = self._runtime.universe
        path, bracket, rest = text.partition("(")
        owner, _, name = path.rpartition(".")
        places = (owner, f"{self._cls.package}.{owner}", f"{self._cls.java_name}.{owner}")
        classes = (find_class(universe.classes, place) for place in places if owner)
        cls = next((each for each in classes if each is not None), None) if owner else self._cls
        if cls is None:
            raise no_replacement(text, f"no class `{owner}` on the class path")
        try:
            method = find_method(universe.hierarchy, cls, f"{name}{bracket}{rest}")
        except InputError as error:
            why = error.message.removeprefix(f"{text}: ")
            raise no_replacement(text, why) from None
        if method.is_constructor:
            raise no_replacement(text, "a constructor is always run")
        if not self._contract(method).is_stated:
            raise no_replacement(text, "it has no contract that could stand for it")
        return method

    def types(self) -> list[Type]:
        """Of what the calls are given, return and throw: values of these types are made up."""
        types = self._runtime.inputs.types
        found: list[Type] = []
        for method in self._frames:
            found += [each.type for each in self._parameters(method)]
            if not isinstance(method.type.result, PrimitiveType):
                found.append(types.result_type(method))
            found += [self._runtime.universe.decl(each) for each in method.throws]
        return found

    def code_of(self, method: Method) -> ir.Code | None:
        """What runs in place of a method, if something does."""
        if method == self._tested:
            return None
        for promised, frame in self._frames.items():
            if method == promised or self._overrides(method, promised):
                contract, parameters = self._contract(promised), self._parameters(promised)
                return call_code(_JavaCall(self._runtime, promised, parameters, contract, frame))
        return None

    def _overrides(self, method: Method, promised: Method) -> bool:
        if (method.name, method.descriptor) != (promised.name, promised.descriptor):
            return False
        if promised.is_static or promised.is_private or method.is_static:
            return False
        return self._runtime.universe.hierarchy.is_subclass(method.owner, promised.owner)

    def _parameters(self, method: Method) -> list[Parameter]:
        return parameters_of(self._runtime, self._runtime.universe.decl(method.owner), method)

    def _contract(self, method: Method) -> JavaContract:
        universe = self._runtime.universe
        offered = [Offered(each.name, each.java) for each in self._parameters(method)]
        # What the user names by option is about the method under test.
        options = replace(universe.options, requires=(), ensures=())
        return contract_of(universe, universe.classes.load(method.owner), method, offered, options)


class _JavaCall(MainWriter):
    def __init__(
        self,
        runtime: JavaRuntime,
        method: Method,
        parameters: Sequence[Parameter],
        contract: JavaContract,
        frame: Frame,
    ) -> None:
        super().__init__(runtime, runtime.universe.decl(method.owner), method, parameters)
        self._contract = contract
        self._frame = frame
        self._name = f"{method.owner.rpartition('/')[2].replace('$', '.')}.{method.name}"
        self._perform(self._scratch, begin_call, (), (self._name,))

    def demand(self) -> None:
        before = [each for each in self._contract.invariants if each.arguments != (RESULT,)]
        for condition in (*before, *self._contract.requires):
            self._condition(condition, f"{PRECONDITION} {condition.name} of {self._name}")

    def remember(self) -> None:
        self.remember_old(self._contract)

    def forget(self) -> None:
        for name, fields in self._frame.items():
            self._perform(self._scratch, forget, (self._places[name],), (fields,))

    def throw_declared(self) -> None:
        if self._method.throws:
            static = (self._method.name, self._method.throws)
            self._perform(self._scratch, throw_declared, (), static)

    def make_result(self) -> None:
        result = self._method.type.result
        if result is VOID:
            self._code.append(ir.Constant(self._result, 0, at=self._at))
        elif isinstance(result, PrimitiveType):
            static = (self._method.name, result.descriptor)
            self._perform(self._result, make_scalar, (), static)
        else:
            type_ = self._runtime.inputs.types.result_type(self._method)
            self._perform(self._result, make_object, (), (self._method.name, type_))
            self._settle_enums(self._result, result, type_)

    def suppose(self) -> None:
        for condition in (*self._contract.invariants, *self._contract.ensures):
            self._condition(condition, None)

    def finish(self) -> ir.Code:
        self._code.append(ir.Return(self._result, at=self._at))
        handlers = tuple(self._handlers)
        code = tuple(self._code)
        return ir.Code(f"contract of {self._name}", code, self._registers, handlers, library=True)


# ---------------------------------------------------------------------------- operations


def make_scalar(m: Mac, name: str, descriptor: str) -> Scalar:
    return scalar_named(m, fresh_name(m, name), descriptor)


def make_object(m: Mac, name: str, type_: Type) -> Scalar:
    assert isinstance(type_, ClassDecl)
    return any_object(m, fresh_name(m, name), type_, True, _MAKER)


def throw_declared(m: Mac, name: str, declared: tuple[str, ...]) -> int:
    universe = universe_of(m)
    stated = [universe.decl(each) for each in declared]
    below = [each for cls in stated for each in m.program.subtypes(cls) if _is_own(each)]
    classes = [each for each in dict.fromkeys((*stated, *below)) if not each.abstract]
    chosen = one_or_none(m, name, classes)
    if chosen is not None:
        made = m.allocate(chosen)
        fill_fields(m, made, _MAKER, lambda field: _is_own(field.owner))
        message = of_input(m, fresh_name(m, f"{name}:message"), universe.decl(STRING), True)
        m.write_field(made, chosen.fields()[MESSAGE], message)
        m.put(worded(made), BY_DECLARATION)
        raise ThrownError(made)
    return 0


def _is_own(cls: ClassDecl) -> bool:
    """Is it of the program, and not of the JDK?"""
    return isinstance(cls, JavaClass) and cls.is_user


def forget(m: Mac, fields: frozenset[str] | None, ref: Term) -> int:
    """Give the fields of an object any value: those of these names, or all of them."""
    if not m.decide(m.same_reference(ref, NULL)):
        fill_fields(m, ref, _MAKER, lambda field: _names(fields, field) and _is_written(m, field))
    return 0


def _names(fields: frozenset[str] | None, field: FieldDecl) -> bool:
    return fields is None or field.name in fields


def _is_written(m: Mac, field: FieldDecl) -> bool:
    owner = field.owner
    file = owner.stubbed if isinstance(owner, Stub) else owner
    assert isinstance(file, JavaClass)
    if not file.is_user:
        if file.file.name not in _UNWRITTEN:
            raise UnsupportedError(f"forgetting what an object of {file.name} holds")
        return False
    known = universe_of(m).known_field
    return not any(each.is_final for each in file.file.fields if known(file, each) is field)


_MAKER = Maker(of_input, fill_fields)
