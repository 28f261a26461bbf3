"""The Java that a program runs on: code of methods, models, exceptions of the JVM itself."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import partial

from heapwise.engine.state import Store
from heapwise.frontends.java import models
from heapwise.frontends.java.classfile.class_file import ClassFile, Method
from heapwise.frontends.java.lowering.method import lower
from heapwise.frontends.java.models import hash_codes
from heapwise.frontends.java.semantics import operations
from heapwise.frontends.java.semantics.arithmetic import arithmetic
from heapwise.frontends.java.semantics.runtime_api import Model
from heapwise.frontends.java.semantics.statics import Statics
from heapwise.frontends.java.semantics.stubs import StubClass
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaArray, JavaClass, JavaMethod
from heapwise.frontends.java.universe.input_classes import InputClasses
from heapwise.heaps.api import Failure
from heapwise.program import ClassDecl, InputError, LinePosition, MethodDecl, Position
from heapwise.program.code import Code, Invoke, Perform, Return
from heapwise.terms import Scalar

_FAILURES = {
    Failure.NULL_DEREFERENCE.value: "java/lang/NullPointerException",
    Failure.CLASS_CAST.value: "java/lang/ClassCastException",
    Failure.INDEX_OUT_OF_BOUNDS.value: "java/lang/ArrayIndexOutOfBoundsException",
    Failure.NEGATIVE_ARRAY_SIZE.value: "java/lang/NegativeArraySizeException",
}


class JavaRuntime:
    """`replaced` are methods that models of the user stand for; `by_contract` gives the code of
    those that their contracts stand for."""

    max_calls = 9_000

    def __init__(self, universe: Universe, inputs: InputClasses) -> None:
        self.universe = universe
        self.inputs = inputs
        self.statics = Statics(universe)
        self.replaced: dict[tuple[str, str, str], Method] = {}
        self.by_contract: Callable[[Method], Code | None] = _as_it_is
        self._models: dict[tuple[str, str, str], Model | None] = {}
        self._behind_models: dict[tuple[str, str, str], Code] = {}
        self._user_codes: set[Code] = set()
        self._hash_codes: set[Code] = set()
        self._table_codes: set[Code] = set()
        self._arithmetic = arithmetic(universe.exact)
        universe.missing = self._missing
        universe.body = self.code_of
        inputs.stub = partial(StubClass, self)

    # -- what the engine asks

    def too_deep(self) -> ClassDecl:
        return self.universe.decl("java/lang/StackOverflowError")

    def thrown_by(self, failure: str) -> ClassDecl:
        return self.universe.decl(_FAILURES[failure])

    def located(self, value: object, at: Position) -> tuple[object, Position]:
        return value, at

    def out_of_generator(self, value: object, kind: ClassDecl) -> object:
        return value

    def visible(self, arguments: tuple[object, ...], store: Store) -> Hashable | None:
        return None

    def uncaught(self, value: object, cls: ClassDecl | None) -> tuple[bool, str]:
        if cls is None:
            return False, "java.lang.Throwable"
        assertion = self.universe.decl("java/lang/AssertionError")
        return cls.is_subclass_of(assertion), cls.name

    # -- code

    def code_of(self, declared: MethodDecl) -> Code:
        """The code of a method, made when it is first called."""
        if declared.code is None:
            assert isinstance(declared, JavaMethod) and declared.method is not None
            declared.code = self._make(declared, declared.method)
            if _computes_hash(declared.owner, declared.method):
                self._hash_codes.add(declared.code)
            elif hash_codes.is_table(declared.method.owner):
                self._table_codes.add(declared.code)
        return declared.code

    def bytecode_of(self, method: Method) -> Code:
        """The code that a method has in the JDK, for a model that is not about all arguments."""
        key = method.owner, method.name, method.descriptor
        if key not in self._behind_models:
            lowered = lower(self, self.universe.decl(method.owner).file, method)
            self._behind_models[key] = lowered
        return self._behind_models[key]

    def code_in(self, file: ClassFile, method: Method) -> Code:
        """The code that a method of the user has in this class file, if there are several of a
        class. What cannot be lowered is unsupported when it is called."""
        cls = self.universe.decl(file.name)
        try:
            code = lower(self, file, method)
        except InputError as error:
            count = len(method.type.parameters) + (not method.is_static)
            at = LinePosition(file.source_file or cls.name, 0, 0)
            perform = Perform(count, operations.unsupported, (), (str(error),), at=at)
            return Code(str(method), (perform, Return(count, at=at)), count + 1, library=True)
        self._user_codes.add(code)
        if _computes_hash(cls, method):
            self._hash_codes.add(code)
        return code

    def _make(self, declared: JavaMethod, method: Method) -> Code:
        cls = declared.owner
        assert isinstance(cls, JavaClass)
        replacement = self.replaced.get((method.owner, method.name, method.descriptor))
        count = len(declared.parameters) + (not method.is_static)
        operands = tuple(range(count))
        at = LinePosition(cls.file.source_file or cls.name, 0, 0)
        if replacement is not None:
            other = self.universe.method(replacement)
            invoke = Invoke(count, other, operands, at=at)
            returns = Return(count, at=at)
            return Code(str(declared), (invoke, returns), count + 1, library=True)
        promised = self.by_contract(method)
        if promised is not None:
            return promised
        model = self.model(method)
        static: tuple[object, ...] = ()
        if model is None and method.code is not None:
            try:
                code = lower(self, cls.file, method)
            except InputError as error:
                model, static = operations.unsupported, (str(error),)
            else:
                if cls.is_user:
                    self._user_codes.add(code)
                if (method.owner, method.name) not in hash_codes.ORDERED:
                    return code
                self._table_codes.add(code)
                model, static = hash_codes.in_some_order, (code,)
        elif model is None:
            kind = "native" if method.is_native else "abstract"
            model, static = operations.unsupported, (f"{kind} method {method}",)
        perform = Perform(count, model, operands, static, at=at)
        return Code(str(declared), (perform, Return(count, at=at)), count + 1, library=True)

    def is_user_code(self, code: Code) -> bool:
        """Is it of a method of the user?"""
        return code in self._user_codes

    def is_hash_code(self, code: Code) -> bool:
        """Is it of a method that computes a hash code, a `hashCode` of the user included?"""
        return code in self._hash_codes

    def is_table_code(self, code: Code) -> bool:
        """Is it of a table of the JDK that finds places by hash codes?"""
        return code in self._table_codes

    def model(self, method: Method) -> Model | None:
        key = method.owner, method.name, method.descriptor
        if key in self.replaced:
            return None
        if key not in self._models:
            self._models[key] = self._find_model(method)
        return self._models[key]

    def _find_model(self, method: Method) -> Model | None:
        is_opaque = self.universe.options.strings == "opaque"
        return models.find(
            method.owner, method.name, method.descriptor, method.is_native, is_opaque
        )

    def _missing(self, cls: JavaClass | JavaArray, method: Method) -> MethodDecl:
        """In place of a method that a class should have and has not."""
        count = len(method.type.parameters) + 1
        parameters = tuple((f"arg{i}", self.universe.root) for i in range(count - 1))
        made = JavaMethod(cls, method.name, parameters, self.universe.root)
        at = LinePosition(cls.name, 0, 0)
        static = ("java/lang/AbstractMethodError", str(method))
        throws = Perform(count, operations.throw_new, (), static, at=at)
        made.code = Code(str(made), (throws, Return(count, at=at)), count + 1, library=True)
        return made

    # -- what the lowering asks

    def arithmetic(self, name: str) -> Callable[..., Scalar]:
        return self._arithmetic[name]


def _as_it_is(method: Method) -> Code | None:
    return None


def _computes_hash(cls: ClassDecl, method: Method) -> bool:
    """Is it a `hashCode`, or a method of the JDK that makes hash codes out of others?"""
    if isinstance(cls, JavaClass) and cls.is_user:
        return method.name == "hashCode" and method.descriptor == "()I"
    return "hash" in method.name.lower() and method.descriptor.endswith(")I")
