"""From a target to a program: the inputs of a Java method, and the call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from heapwise.frontends.input_limits import tell_limits
from heapwise.frontends.java.calls_by_contract import ContractedMethods
from heapwise.frontends.java.classfile.bytecode import Local, TypeOperation, decode
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.classfile.descriptors import ClassType
from heapwise.frontends.java.classfile.opcodes import OPCODES
from heapwise.frontends.java.classfile.parameter_notes import refuses_null
from heapwise.frontends.java.classpath.targets import (
    JavaTarget,
    find_class,
    find_method,
    load_target,
)
from heapwise.frontends.java.contracts import JavaContract, Offered, contract_of
from heapwise.frontends.java.driver import Driver
from heapwise.frontends.java.main_code import Parameter, main_code, parameters_of
from heapwise.frontends.java.options import INTS, JavaOptions
from heapwise.frontends.java.runtime import JavaRuntime
from heapwise.frontends.java.semantics.collection_rules import STAND_INS
from heapwise.frontends.java.semantics.finitising import finitised
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaArray, JavaClass
from heapwise.frontends.java.universe.field_limits import check_limits
from heapwise.frontends.java.universe.input_classes import InputClasses
from heapwise.program import ClassDecl, InputError, Program
from heapwise.testgen.java.jvm import CLASSES


class JavaProgram(Program):
    """Classes are numbered as they are declared; those of inputs are fixed before it runs."""

    def __init__(
        self, target: str, universe: Universe, inputs: InputClasses, found: JavaTarget
    ) -> None:
        self.universe = universe
        self.inputs = inputs
        self.found = found
        self.parameters: list[Parameter] = []
        self.contract = JavaContract()
        self.driver: Driver | None = None
        super().__init__("java", target, universe.root, [])
        self.settings["ints"] = universe.options.ints
        if universe.options.ints == "math":
            self.approximations += ("mathematical integers, which do not wrap",)
        if universe.options.strings == "opaque":
            self.settings["strings"] = universe.options.strings
            self.approximations += ("opaque strings, of which compareTo tells -1, 0 or 1",)
        universe.program = self

    def remark(self) -> str | None:
        """What the user should know about the inputs."""
        found: list[str] = []
        names = self.inputs.unimplemented()
        if names:
            found.append(f"null is all there is for inputs of {', '.join(names)}")
        stubs = self.inputs.stubs()
        if stubs:
            found.append(
                f"inputs of {', '.join(stubs)} are stubs, whose methods may return anything"
            )
        remarks = []
        if found:
            remarks.append(
                f"{'; '.join(found)}: no class on the class path is one; --input-class "
                "TYPE=CLASS,… names classes"
            )
        for name, missing in sorted(self.inputs.left_out.items()):
            remarks.append(
                f"no input is a {name}: its superclass or interface {missing} is missing; "
                "--class-path names the jar or folder that has it"
            )
        return "\n".join(remarks) or None

    def subtypes(self, cls: ClassDecl) -> tuple[ClassDecl, ...]:
        return self.inputs.input_classes(cls)

    def below(self, cls: ClassDecl) -> tuple[ClassDecl, ...]:
        found = self._subtypes.get(cls)
        if found is None:
            found = self._subtypes[cls] = self.universe.below(cls)
        return found

    def are_compatible(self, a: ClassDecl, b: ClassDecl) -> bool:
        if a.is_subclass_of(b) or b.is_subclass_of(a):
            return True
        if isinstance(a, JavaArray) or isinstance(b, JavaArray):
            return False
        return not set(self.below(a)).isdisjoint(self.below(b))


def load_program(target: str, options: JavaOptions | None = None) -> JavaProgram:
    """The program that explores the method that `target` names. Raises `InputError` if there is
    none, or if a class that it needs is missing."""
    chosen = options or JavaOptions()
    if chosen.ints not in INTS:
        raise InputError(f"unknown integers `{chosen.ints}` (known: {', '.join(INTS)})")
    # The libraries of verification benchmarks, whose methods have models, are ours to give.
    found = load_target(target, [*chosen.class_path, str(CLASSES)], chosen.jdk)
    return program_of(target, found, chosen)


def program_of(target: str, found: JavaTarget, options: JavaOptions) -> JavaProgram:
    method: Method = found.method
    if method.is_abstract:
        raise InputError(f"{target}: `{method}` is abstract: name a class that implements it")
    if method.is_static_initialiser:
        raise InputError(f"{target}: a static initialiser is run before the method under test")
    program = empty_program(target, found, replace(options, finitization=None))
    if options.finitization is not None:
        options = finitised(program, program.universe, found.cls.name, options)
        program = empty_program(target, found, options)
    if options.fields:
        classes = program.universe.classes
        check_limits(options.fields, map(classes.load, classes.user_classes()))
    universe, inputs, runtime = program.universe, program.inputs, program.runtime
    assert isinstance(runtime, JavaRuntime)
    for text, stand_in in {**STAND_INS, **options.models}.items():
        replace_method(runtime, text, stand_in)
    receiver: JavaClass = universe.decl(found.cls.name)
    inputs.examine(receiver, method)
    inputs.tested = tuple(tested_classes(universe, found.cls))
    program.parameters = parameters_of(runtime, receiver, method)
    contracted = ContractedMethods(runtime, method, found.cls)
    runtime.by_contract = contracted.code_of
    inputs.declared([*(each.type for each in program.parameters), *contracted.types()])
    if options.contracts:
        offered = [Offered(each.name, each.java) for each in program.parameters]
        program.contract = contract_of(universe, found.cls, method, offered)
    contract = program.contract
    program.main = main_code(runtime, receiver, method, program.parameters, contract, contract.kept)
    program.assumed = (*program.contract.assumed, *noted_of(program))
    program.restrictions = (*inputs.restrictions(),)
    if any(each.empty for each in program.parameters) and _reads_arguments(method):
        program.restrictions += ("main without arguments",)
    tell_limits(program, options)
    return program


def noted_of(program: JavaProgram) -> Iterator[str]:
    """What annotations of the parameters demand."""
    method, options = program.found.method, program.universe.options
    own = [each for each in program.parameters if each.name != "this"]
    for index, each in enumerate(own if options.contracts else ()):
        if refuses_null(method, index):
            yield f"@NotNull {each.name}"
        if each.noted is not None:
            yield f"{each.noted.text} {each.name}"


def _reads_arguments(method: Method) -> bool:
    """Does it look at its first local variable at all?"""
    assert method.code is not None
    return any(isinstance(each, Local) and each.slot == 0 for each in decode(method.code))


def empty_program(target: str, found: JavaTarget, options: JavaOptions) -> JavaProgram:
    """With a runtime, and without code to explore."""
    universe = Universe(found.classes, options)
    inputs = InputClasses(universe, found.cls.package)
    program = JavaProgram(target, universe, inputs, found)
    runtime = JavaRuntime(universe, inputs)
    program.runtime = runtime
    program.body = runtime.code_of
    program.thrown_by = runtime.thrown_by
    return program


def replace_method(runtime: JavaRuntime, text: str, stand_in: str) -> None:
    """Let a method of the user stand for another one (kiasan.txt §3.5): a static method with the
    same parameters, the receiver first if the other one has one."""
    original, replacement = (_named_method(runtime, each) for each in (text, stand_in))
    wanted = list(original.type.parameters)
    if not original.is_static:
        wanted.insert(0, ClassType(original.owner))
    given = list(replacement.type.parameters)
    if not replacement.is_static:
        given.insert(0, ClassType(replacement.owner))
    subtype = runtime.universe.hierarchy.is_subtype
    if len(given) != len(wanted) or not all(
        subtype(mine, theirs) for mine, theirs in zip(wanted, given, strict=True)
    ):
        raise InputError(f"--model {text}={stand_in}: `{replacement}` takes other arguments")
    runtime.replaced[original.owner, original.name, original.descriptor] = replacement


def _named_method(runtime: JavaRuntime, text: str) -> Method:
    path, bracket, rest = text.partition("(")
    owner, _, name = path.rpartition(".")
    cls = find_class(runtime.universe.classes, owner)
    if cls is None:
        raise InputError(f"--model {text}: no class `{owner}` on the class path")
    return find_method(runtime.universe.hierarchy, cls, f"{name}{bracket}{rest}")


_TYPE_TESTS = tuple(OPCODES[name] for name in ("checkcast", "instanceof"))


def tested_classes(universe: Universe, cls: ClassFile) -> Iterator[JavaClass]:
    """The classes that the methods of a class cast to or ask for."""
    names: dict[str, None] = {}
    for method in cls.methods:
        if method.code is None or not any(opcode in method.code.data for opcode in _TYPE_TESTS):
            continue  # a class may have very many methods: most need not be decoded
        for each in decode(method.code):
            if isinstance(each, TypeOperation) and each.operation in ("checkcast", "instanceof"):
                names[each.cls.name] = None
    for name in names:
        if not name.startswith("["):
            try:
                yield universe.decl(name)
            except InputError:
                continue
