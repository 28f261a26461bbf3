"""Classes that stand for lambdas and method references.

Such a class implements one interface; the method of that name calls the implementation with the
captured values and its own arguments, which are cast, boxed or unboxed as `LambdaMetafactory` does.
"""

from __future__ import annotations

from collections.abc import Callable

from heapwise.engine.machine import Result
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.classfile.constants import FieldRef, MethodHandle, MethodRef
from heapwise.frontends.java.classfile.descriptors import (
    PRIMITIVES,
    VOID,
    ArrayType,
    ClassType,
    JavaType,
    MethodDescriptor,
    PrimitiveType,
)
from heapwise.frontends.java.semantics import operations, statics
from heapwise.frontends.java.semantics.runtime_api import RuntimeApi
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaClass, JavaMethod
from heapwise.frontends.java.universe.scalars import scalar_type, widening
from heapwise.frontends.java.universe.well_known import BOXES
from heapwise.program import ClassDecl, FieldDecl, InputError, LinePosition, MethodDecl, Type
from heapwise.program import code as ir

_SUFFIX = "$$Lambda"
_BOX_OF = {letter: name for name, letter in BOXES.items()}


class LambdaClass(ClassDecl):
    """`interface` is what it implements, beside the `markers`, which have no methods of their own;
    `methods` makes the method of that name."""

    __slots__ = ("_made", "_runtime", "interface", "lambda_name", "methods")

    def __init__(
        self,
        runtime: RuntimeApi,
        name: str,
        interface: JavaClass,
        lambda_name: str,
        markers: tuple[JavaClass, ...] = (),
    ) -> None:
        super().__init__(name, runtime.universe.root, (interface, *markers))
        self._runtime = runtime
        self._made: dict[str, MethodDecl | None] = {}
        self.interface = interface
        self.lambda_name = lambda_name
        self.methods: _Implementation | None = None

    @staticmethod
    def key(cls: str, method: Method, bci: int) -> str:
        return f"{cls.replace('/', '.')}{_SUFFIX}.{method.name}{method.descriptor}:{bci}"

    @property
    def shown(self) -> str:
        """What a JVM calls it, but for a number. What it has captured, a JVM does not show."""
        return self.name.partition(_SUFFIX)[0] + _SUFFIX

    def fields(self) -> dict[str, FieldDecl]:
        return self.own_fields

    def items(self) -> dict[str, FieldDecl]:
        return {}

    def find_method(self, name: str) -> MethodDecl | None:
        if name not in self._made:
            self._made[name] = self._find(name)
        return self._made[name]

    def _find(self, key: str) -> MethodDecl | None:
        universe = self._runtime.universe
        resolved = universe.resolved(key)
        if resolved is None:
            return None
        if resolved.name == self.lambda_name and resolved.is_abstract:
            assert self.methods is not None
            return self.methods.make(self, resolved)
        if not resolved.is_abstract and universe.decl(resolved.owner).file.is_interface:
            found = universe.hierarchy.select(self.interface.file.name, resolved)
            return universe.method(found or resolved)
        found = universe.hierarchy.select(self.interface.file.name, resolved)
        if found is not None:
            return universe.method(found)
        return universe.method(resolved) if not resolved.is_abstract else None


class _Implementation:
    def __init__(
        self,
        runtime: RuntimeApi,
        captured: tuple[JavaType, ...],
        handle: MethodHandle,
        instantiated: MethodDescriptor,
        declared: bool,
    ) -> None:
        self._runtime = runtime
        self._captured = captured
        self._declared = declared
        self._handle = handle
        self._instantiated = instantiated

    def make(self, cls: LambdaClass, method: Method) -> MethodDecl:
        universe = self._runtime.universe
        types = method.type
        parameters = tuple(
            (f"arg{index}", universe.erased(each)) for index, each in enumerate(types.parameters)
        )
        made = JavaMethod(cls, cls.lambda_name, parameters, universe.erased(types.result))
        made.code = _Body(self._runtime, cls, method).make(
            self._captured, self._handle, self._instantiated, self._declared
        )
        return made


class _Body:
    """Registers: the receiver, the arguments, then whatever is needed."""

    def __init__(self, runtime: RuntimeApi, cls: LambdaClass, method: Method) -> None:
        self._runtime = runtime
        self._universe: Universe = runtime.universe
        self._cls = cls
        self._method = method
        self._at = LinePosition(cls.name, 0, 0)
        self._code: list[ir.AnyInstruction] = []
        self._registers = 1 + len(method.type.parameters)

    def make(
        self,
        captured: tuple[JavaType, ...],
        handle: MethodHandle,
        instantiated: MethodDescriptor,
        declared: bool,
    ) -> ir.Code:
        values: list[tuple[int, JavaType]] = []
        for field, type_ in zip(self._cls.own_fields.values(), captured, strict=True):
            register = self._register()
            self._code.append(ir.GetField(register, 0, field, at=self._at))
            values.append((register, type_))
        given = zip(self._method.type.parameters, instantiated.parameters, strict=True)
        for index, (erased, type_) in enumerate(given):
            if declared and isinstance(type_, ClassType | ArrayType) and erased != type_:
                # As where code of the user takes something out of a collection itself.
                wanted_cls = self._universe.type_of(type_)
                self._perform(operations.require_declared, (1 + index,), wanted_cls)
            register = self._adapt(1 + index, erased, type_)
            values.append((register, type_))
        result, type_ = self._invoke(handle, values)
        wanted = self._method.type.result
        if wanted is VOID:
            self._code.append(ir.Constant(result, None, at=self._at))
        else:
            result = self._adapt(result, type_, instantiated.result)
            result = self._adapt(result, instantiated.result, wanted)
        self._code.append(ir.Return(result, at=self._at))
        return ir.Code(str(self._cls), tuple(self._code), self._registers, library=True)

    def _register(self) -> int:
        self._registers += 1
        return self._registers - 1

    # -- the call

    def _invoke(
        self, handle: MethodHandle, values: list[tuple[int, JavaType]]
    ) -> tuple[int, JavaType]:
        reference = handle.reference
        if isinstance(reference, FieldRef):
            raise InputError("a lambda that accesses a field")
        universe = self._universe
        kind = handle.kind_name
        method = universe.hierarchy.resolve_method(reference)
        types: list[JavaType] = list(method.type.parameters)
        if kind not in ("invokeStatic", "newInvokeSpecial"):
            types.insert(0, ClassType(reference.owner))
        arguments = [
            self._adapt(register, type_, wanted)
            for (register, type_), wanted in zip(values, types, strict=True)
        ]
        target = self._register()
        if kind == "newInvokeSpecial":
            cls = universe.decl(reference.owner)
            self._initialise(cls)
            self._code.append(ir.NewObject(target, cls, at=self._at))
            self._direct(self._register(), method, (target, *arguments))
            return target, ClassType(reference.owner)
        if kind == "invokeStatic":
            self._initialise(universe.decl(method.owner))
            self._direct(target, method, tuple(arguments))
        elif kind == "invokeSpecial" or method.is_private or method.is_final:
            self._perform(operations.check_not_null, (arguments[0],))
            self._direct(target, method, tuple(arguments))
        else:
            owner = universe.class_named(reference.owner)
            key = universe.virtual(method)
            event = f"{self._cls.name}"
            call = ir.Call(
                target, arguments[0], owner, key, tuple(arguments[1:]), event, at=self._at
            )
            self._code.append(call)
        return target, method.type.result

    def _direct(self, target: int, method: Method, arguments: tuple[int, ...]) -> None:
        model = self._runtime.model(method)
        if model is not None:
            self._code.append(ir.Perform(target, model, arguments, at=self._at))
        elif not (method.owner == "java/lang/Object" and method.is_constructor):
            declared = self._universe.method(method)
            self._code.append(ir.Invoke(target, declared, arguments, at=self._at))

    def _initialise(self, cls: JavaClass) -> None:
        if self._runtime.statics.needs(cls.file.name):
            self._perform(statics.initialise, (), cls)

    def _perform(
        self, operation: Callable[..., Result], operands: tuple[int, ...], *static: object
    ) -> None:
        target = self._register()
        self._code.append(ir.Perform(target, operation, operands, static, at=self._at))

    # -- conversions

    def _adapt(self, register: int, given: JavaType, wanted: JavaType) -> int:
        """The value as the other type: cast, boxed, unboxed or widened."""
        if given == wanted or wanted is VOID:
            return register
        if isinstance(wanted, PrimitiveType):
            if isinstance(given, PrimitiveType):
                return self._widen(register, given, wanted)
            box = _box_for(given, wanted)
            register = self._cast(register, ClassType(box))
            letter = BOXES[box]
            field = self._universe.decl(box).find_field("value")
            assert field is not None
            target = self._register()
            self._code.append(ir.GetField(target, register, field, at=self._at))
            target = self._stacked(target, letter)
            return self._widen(target, PRIMITIVES[letter], wanted)
        if isinstance(given, PrimitiveType):
            box = _BOX_OF[given.descriptor]
            descriptor = f"({given.descriptor})L{box};"
            method = self._universe.hierarchy.resolve_method(
                MethodRef(box, "valueOf", descriptor, False)
            )
            target = self._register()
            self._direct(target, method, (register,))
            return target
        return self._cast(register, wanted)

    def _stacked(self, register: int, letter: str) -> int:
        widen = widening(letter, self._universe.exact) if letter != "Z" else None
        if widen is not None:
            self._code.append(ir.Compute(register, widen, (register,), at=self._at))
        return register

    def _widen(self, register: int, given: PrimitiveType, wanted: PrimitiveType) -> int:
        letters = {"J": "l", "F": "f", "D": "d"}
        source = letters.get(given.descriptor, "i")
        result = letters.get(wanted.descriptor, "i")
        if source == result:
            return register
        target = self._register()
        function = self._runtime.arithmetic(f"{source}2{result}")
        self._code.append(ir.Compute(target, function, (register,), at=self._at))
        return target

    def _cast(self, register: int, wanted: ClassType | ArrayType) -> int:
        if isinstance(wanted, ClassType) and wanted.name == "java/lang/Object":
            return register
        cls = self._universe.type_of(wanted)
        self._perform(operations.cast, (register,), cls)
        return register


def _box_for(given: JavaType, wanted: PrimitiveType) -> str:
    if isinstance(given, ClassType) and given.name in BOXES:
        return given.name
    return _BOX_OF[wanted.descriptor]


def lambda_class(
    runtime: RuntimeApi,
    name: str,
    types: MethodDescriptor,
    method: str,
    handle: MethodHandle,
    instantiated: MethodDescriptor,
    markers: tuple[str, ...] = (),
    declared: bool = False,
) -> LambdaClass:
    """The class of the objects that a call site makes, once for each name; `types` are the captured
    values and the interface, `markers` what other interfaces it implements. `declared`: arguments
    that are inputs are what the compiler says that they are."""
    universe = runtime.universe
    assert universe.program is not None
    known = universe.program.classes.get(name)
    if isinstance(known, LambdaClass):
        return known
    assert isinstance(types.result, ClassType)
    interface = universe.decl(types.result.name)
    others = tuple(map(universe.decl, markers))
    cls = LambdaClass(runtime, name, interface, method, others)
    for index, type_ in enumerate(types.parameters):
        field = f"captured{index}"
        cls.own_fields[field] = FieldDecl(cls, field, _captured_type(universe, type_))
    cls.methods = _Implementation(runtime, types.parameters, handle, instantiated, declared)
    universe.program.add(cls)
    return cls


def _captured_type(universe: Universe, type_: JavaType) -> Type:
    """Values are captured as they are on the operand stack."""
    if isinstance(type_, PrimitiveType) and type_.descriptor in "BSC":
        return scalar_type("I", universe.exact)
    return universe.erased(type_)
