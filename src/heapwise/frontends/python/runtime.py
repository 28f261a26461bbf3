"""The Python that a program runs on: what the engine and the operations ask of it, in one place."""

from __future__ import annotations

import types
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace

from heapwise.engine.machine import Enter, ThrownError
from heapwise.engine.state import Key, Store, is_made
from heapwise.frontends.input_options import InputLimits
from heapwise.frontends.python.host_objects import HostObjects
from heapwise.frontends.python.lower.function import lower_function
from heapwise.frontends.python.model.call_footprint import visible
from heapwise.frontends.python.model.class_facts import ClassFacts
from heapwise.frontends.python.model.code_versions import ONE_VERSION, CodeVersions
from heapwise.frontends.python.model.joined_values import Joint
from heapwise.frontends.python.model.members import Members
from heapwise.frontends.python.model.universe import Universe
from heapwise.frontends.python.model.values import (
    BoundMethod,
    Builtin,
    ClassValue,
    ExceptionValue,
    Function,
    Host,
    InputFunction,
    Kept,
    Mac,
    Value,
)
from heapwise.frontends.python.options import PythonOptions
from heapwise.frontends.python.semantics.builtins import ATTRIBUTES, MODELS
from heapwise.frontends.python.semantics.core import calls, held_values, refused_calls
from heapwise.frontends.python.semantics.core.environment import Environment
from heapwise.frontends.python.semantics.library import calling
from heapwise.frontends.python.semantics.objects import (
    abandoned_generators,
    construction,
    input_functions,
)
from heapwise.frontends.python.semantics.operations import (
    equality,
    ordering,
)
from heapwise.frontends.python.semantics.operators import binary_operators
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.functions import FunctionInfo
from heapwise.frontends.python.typing.shapes import Shape
from heapwise.program import Position
from heapwise.program.code import Code
from heapwise.program.types import ClassDecl
from heapwise.terms import Scalar


@dataclass(frozen=True)
class PythonTarget:
    """The function to explore, and the shapes of its inputs. Functions in `by_contract` are
    replaced by their contracts; asserts at its beginning may be preconditions. `limits` are what
    the user says of input objects."""

    loaded: LoadedModule
    info: FunctionInfo
    parameters: dict[str, Shape]
    by_contract: tuple[str, ...] = ()
    leading_asserts: bool = False
    limits: InputLimits = field(default_factory=InputLimits)


@dataclass(frozen=True, slots=True)
class Driver:
    """The receiver is made by the constructor of its class, and then by calls of `operation`: at
    most so many, the one with number n if the input `op{n}` is true. If `operation` is no method,
    it makes the receiver itself."""

    operation: FunctionInfo
    most: int

    @property
    def is_operation(self) -> bool:
        return self.operation.kind == "method"


SCOPE = "scope"
"""What a parameter of a function that makes receivers is called that is told their size."""


def of_maker(maker: FunctionInfo, parameter: str) -> str:
    """What the input is called that is passed to such a function."""
    return f"{maker.name}.{parameter}"


class PythonRuntime(Environment):
    """`max_calls` are those that a module can nest under Python's own limit, being one itself."""

    max_calls = 999

    def __init__(
        self,
        universe: Universe,
        target: PythonTarget,
        by_contract: Mapping[types.CodeType, Code] | None = None,
        versions: CodeVersions = ONE_VERSION,
    ) -> None:
        self.universe = universe
        self.target = target
        self.members = Members(universe)
        self.classes = ClassFacts(universe)
        self.builtins = MODELS
        self.attribute_models = ATTRIBUTES
        limits = target.limits
        self.every_schedule = isinstance(limits, PythonOptions) and limits.schedules == "all"
        self.driver: Driver | None = None
        self._host = HostObjects(universe, MODELS, target.info, by_contract or {}, versions)

    # -- what the engine asks

    def joined(
        self, condition: Scalar, then: Value, otherwise: Value, references: bool
    ) -> Value | None:
        return Joint(condition, references).value(then, otherwise)

    def joined_contents(
        self, key: Key, condition: Scalar, then: Kept, otherwise: Kept, references: bool
    ) -> Kept | None:
        return Joint(condition, references).contents(key, then, otherwise)

    def too_deep(self) -> Value:
        return ExceptionValue(RecursionError, ("maximum recursion depth exceeded",))

    def uncaught(self, value: object, decl: ClassDecl | None) -> tuple[bool, str]:
        if isinstance(value, ExceptionValue):
            return value.text is not None, value.text or self._shown(value.cls)
        cls = self.universe.python_class(decl) if decl is not None else None
        return False, self._shown(cls) if cls is not None else "Exception"

    def _shown(self, cls: type) -> str:
        return self.universe.public_name(cls)

    def located(self, value: object, at: Position) -> tuple[object, Position]:
        if not isinstance(value, ExceptionValue):
            return value, at
        if value.thrown_at is None:  # what the prelude catches is thrown where it was called
            return value if is_made(at) else replace(value, thrown_at=at), at
        return value, value.thrown_at

    def out_of_generator(self, value: object, kind: ClassDecl) -> object:
        """What would end whoever asks the generator for items is an error of its own."""
        is_async = kind.name == "async_generator"
        for end in (StopIteration, StopAsyncIteration) if is_async else (StopIteration,):
            if isinstance(value, ExceptionValue) and issubclass(value.cls, end):
                message = f"{kind.name.replace('_', ' ')} raised {end.__name__}"
                return ExceptionValue(RuntimeError, (message,), (("__cause__", value),))
        return value

    def abandoned(self, m: Mac) -> Enter | None:
        return abandoned_generators.abandoned(m)

    def outlives(self, m: Mac) -> bool:
        return abandoned_generators.outlives(m)

    def visible(self, arguments: tuple[object, ...], store: Store) -> Hashable | None:
        return visible(arguments, store)

    # -- operations

    def equal(self, m: Mac, left: Value, right: Value) -> Scalar:
        return equality.equal(m, left, right)

    def less(self, m: Mac, left: Value, right: Value) -> Scalar:
        return ordering.less(m, left, right, or_equal=False)

    def binary(self, m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
        return binary_operators.binary(m, op, left, right)

    def construct(
        self, m: Mac, cls: type, positional: tuple[Value, ...], keywords: dict[str, Value]
    ) -> Value | Enter:
        return construction.construct(m, cls, positional, keywords)

    def call_input(
        self,
        m: Mac,
        function: InputFunction,
        positional: tuple[Value, ...],
        keywords: dict[str, Value],
    ) -> Value | Enter:
        return input_functions.call(m, function, positional, keywords)

    # -- code

    def lowered(self, function: FunctionCode) -> Code:
        if function.lowered is None:
            code = lower_function(function)
            function.lowered = replace(code, library=True) if function.library else code
        return function.lowered

    def assumed(self, function: FunctionCode) -> Code | None:
        return self._host.assumed.get(function)

    def prelude(self, m: Mac, name: str) -> Function:
        return self._host.prelude(m, name)

    # -- objects of the interpreter

    def wrap(self, m: Mac, value: object) -> Value:
        return self._host.wrap(m, value)

    def method(self, m: Mac, function: object) -> Value:
        return self._host.method(m, function)

    def library_function(self, m: Mac, function: object) -> Function | None:
        return self._host.library_function(m, function)

    # -- names

    def builtin(self, name: str) -> Value | None:
        actual = getattr(__import__("builtins"), name, None)
        if isinstance(actual, type):
            return ClassValue(actual)
        if name in self.builtins:
            return Builtin(name)
        if actual is NotImplemented or actual is Ellipsis:
            return Host(actual)
        if name == "__name__":
            return "__main__"
        return Host(actual) if actual is not None else None

    # -- calls out of the program

    def call_builtin(
        self, m: Mac, name: str, positional: tuple[Value, ...], keywords: dict[str, Value]
    ) -> Value | Enter:
        if self.classes.some_hold_values and "." in name:
            done = self._of_holder(m, name, positional, keywords)
            if done is not None:
                return done
        refused_calls.refuse_number(name, positional, keywords)
        try:
            return self.builtins[name](m, positional, keywords)
        except ThrownError as error:
            is_type_error = getattr(error.value, "cls", None) is TypeError
            if self.classes.some_hold_values and is_type_error:
                plain = held_values.with_plain_texts(m, positional, name == "str.join")
                if plain is not None:
                    return self.builtins[name](m, plain, keywords)
            raise refused_calls.in_words_of_cpython(m, name, error, positional, keywords) from None

    def call_host(
        self, m: Mac, function: object, positional: tuple[Value, ...], keywords: dict[str, Value]
    ) -> Value | Enter:
        if self.classes.some_hold_values and isinstance(function, types.WrapperDescriptorType):
            name = f"{function.__objclass__.__name__}.{function.__name__}"
            done = self._of_holder(m, name, positional, keywords)
            if done is not None:
                return done
        return calling.call(m, function, positional, keywords)

    @staticmethod
    def _of_holder(
        m: Mac, name: str, positional: tuple[Value, ...], keywords: dict[str, Value]
    ) -> Value | Enter | None:
        """A method of a builtin class, called with an object of one below it."""
        own = held_values.own_method(m, name, positional)
        if own is None:
            return None
        given = positional[1:] if isinstance(own, BoundMethod) else positional
        return calls.invoke(m, own, given, keywords)
