"""The program that runs both versions of a Java method on the same symbolic heap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heapwise.engine.machine import UnsupportedError
from heapwise.engine.state import Store, Value
from heapwise.frontends.both_versions import End, Fragment, Mac, Start, main_of, same_fields
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classpath.targets import JavaTarget
from heapwise.frontends.java.contracts import Condition, Offered, contract_of
from heapwise.frontends.java.main_code import MainWriter, parameters_of
from heapwise.frontends.java.options import JavaOptions
from heapwise.frontends.java.product.merged_classes import MergedClasses, VersionedMethods
from heapwise.frontends.java.program import JavaProgram, empty_program, tested_classes
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.asked_inputs import NONDET
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.frontends.java.universe.well_known import BOXES, STRING
from heapwise.program import ClassDecl, FieldDecl, InputError, Program
from heapwise.program import code as ir
from heapwise.terms import Scalar, Term


class Versions(NamedTuple):
    """A method in both versions: of the merged classes, and as each version has it. The two may be
    called otherwise."""

    classes: MergedClasses
    before: JavaTarget
    now: JavaTarget


def program_of_both(target: str, versions: Versions, options: JavaOptions) -> JavaProgram:
    """Raises `InputError` if the versions cannot be given the same inputs."""
    classes = versions.classes
    methods = [_merged(classes, each) for each in (versions.before, versions.now)]
    _need_same_parameters(versions, methods)
    found = JavaTarget(classes, classes.load(versions.before.cls.name), methods[0])
    program = empty_program(target, found, options)
    runtime, universe, inputs = program.runtime, program.universe, program.inputs
    assert isinstance(runtime, JavaRuntime)
    receiver = universe.decl(found.cls.name)
    inputs.examine(receiver, methods[0], [(classes.now, versions.now.method)])
    files = (versions.before.cls, versions.now.cls)
    inputs.tested = tuple(
        dict.fromkeys(each for file in files for each in tested_classes(universe, file))
    )
    program.parameters = parameters_of(runtime, receiver, methods[0])
    runtime.by_contract = VersionedMethods(runtime, classes).code_of
    inputs.declared([each.type for each in program.parameters])
    conditions: list[Condition] = []
    offered = [Offered(each.name, each.java) for each in program.parameters]
    for method in dict.fromkeys(methods):
        contract = contract_of(universe, found.cls, method, offered)
        assumed = [each for each in contract.invariants if "result" not in each.arguments]
        conditions += [each for each in (*assumed, *contract.requires) if each not in conditions]
    writer = _Writer(runtime, receiver, methods[0], program.parameters)
    program.main = writer.both(conditions, methods)
    program.assumed = tuple(each.name for each in conditions)
    program.restrictions = (*inputs.restrictions(),)
    return program


def _merged(classes: MergedClasses, target: JavaTarget) -> Method:
    """The method as the merged classes have it."""
    method = target.method
    found = classes.load(method.owner).method(method.name, method.descriptor)
    assert found is not None
    return found


def _need_same_parameters(versions: Versions, methods: Sequence[Method]) -> None:
    one, other = methods
    same = one.descriptor == other.descriptor and one.is_static == other.is_static
    if not same or one.is_constructor != other.is_constructor:
        raise InputError("the parameters or the result are not of the same types")
    if not one.is_static and versions.before.cls.name != versions.now.cls.name:
        raise InputError("objects of two classes are no inputs of both")


class _Writer(MainWriter):
    def both(self, conditions: Sequence[Condition], methods: Sequence[Method]) -> ir.Code:
        for index, each in enumerate(self._parameters):
            self._input(index, each)
        inputs = self._taken()
        for condition in conditions:
            self._condition(condition, None)
        assumed, handlers = self._taken(), tuple(self._handlers)
        calls = []
        for method in methods:
            self._method = method
            self._initialise(method.owner if method.is_static else self._receiver.file.name)
            self._call()
            calls.append(Fragment(self._taken(), self._result))
        if methods[0].type.result.descriptor == "V" and not methods[0].is_constructor:
            nothing = ir.Constant(self._result, 0, at=self._at)
            calls = [Fragment([*each.instructions, nothing], each.result) for each in calls]
        fragments = Fragment(assumed, 0)
        one, other = calls
        return main_of(_RULES, self._registers, inputs, fragments, handlers, (one, other), self._at)

    def _taken(self) -> list[ir.AnyInstruction]:
        """What was written since the last time."""
        found, self._code = self._code, []
        return found


_REMEMBERED = (
    *("identity hash", "identity hash in tables", "String.hashCode", "looked", "valid"),
    *("ungiven", "some messages", "surroundings", "observed"),
)


class _Rules:
    def remembers(self, kind: str) -> bool:
        return kind in _REMEMBERED

    def compared(self, m: Mac, start: Start, end: End, how: str, value: Value) -> Scalar:
        return same_fields(m, self, start, end, how, value)

    def compared_by_value(self, program: Program) -> Sequence[ClassDecl]:
        wanted = {name.replace("/", ".") for name in (STRING, *BOXES)}
        return [cls for cls in program.by_number if cls.name in wanted]

    def raised(self, m: Mac, value: Value) -> object:
        """By their classes; what an exception says is not compared."""
        assert isinstance(value, Term)
        return m.classify(value, lambda cls: cls)

    def is_compared(self, field: FieldDecl) -> bool:
        """Not how often the JDK has counted that a collection was changed."""
        owner = field.owner
        is_own = not isinstance(owner, JavaClass) or owner.is_user
        return is_own or field.name != "modCount"

    def length_of(self, field: FieldDecl) -> FieldDecl | None:
        """Nobody sees how much room there is in a list of the JDK."""
        if str(field) != "java.util.ArrayList.elementData":
            return None
        return field.owner.find_field("size")

    def unite(self, m: Mac, first: Store) -> None:
        """Both versions are told the same when they ask for values."""
        one, other = NONDET.of(first) or (), m.load(NONDET) or ()
        if one[: len(other)] != other[: len(one)]:
            raise UnsupportedError("versions that ask for different values while they run")
        m.put(NONDET, max(one, other, key=len))


_RULES = _Rules()
