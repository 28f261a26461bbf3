"""The protocol of the runtime: what operations ask of the Python that a program runs on.

Operations of Python refer to one another without an end: a comparison may call a method, a call may
make an object, and a new dict compares its keys. What an operation needs of those above it is
declared here; `runtime.PythonRuntime` says for each what it is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias

from heapwise.engine.machine import Enter
from heapwise.frontends.python.model.class_facts import ClassFacts
from heapwise.frontends.python.model.members import Members
from heapwise.frontends.python.model.universe import Universe
from heapwise.frontends.python.model.values import (
    Function,
    InputFunction,
    Mac,
    Value,
)
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.program.code import Code
from heapwise.terms import Scalar

Positional: TypeAlias = tuple[Value, ...]
Keywords: TypeAlias = dict[str, Value]
Model: TypeAlias = Callable[[Mac, Positional, Keywords], Value | Enter]
"""What a builtin does with positional arguments and keywords: a value, or what has to run first."""
AttributeModel: TypeAlias = Callable[[Mac, Any, str], Value | Enter | None]
"""Gives the attribute of that name of a value of one kind; None if it has no such attribute."""


class Environment(Protocol):
    """The classes, builtins and modules of a program; and the operations that others build on."""

    universe: Universe
    members: Members
    classes: ClassFacts
    builtins: Mapping[str, Model]
    """The models by public name."""
    attribute_models: Mapping[type, AttributeModel]
    """What attributes values of some kinds have, by the type of the value."""
    every_schedule: bool
    """Do asynchronous tasks take turns in every order?"""

    # -- operations

    def equal(self, m: Mac, left: Value, right: Value) -> Scalar:
        """The condition of `left == right`, if no code of the program has to be run for it."""
        ...

    def less(self, m: Mac, left: Value, right: Value) -> Scalar:
        """The condition of `left < right`, likewise."""
        ...

    def binary(self, m: Mac, op: str, left: Value, right: Value) -> Value | Enter:
        """What a binary operator gives; `op` is its name in syntax trees."""
        ...

    def construct(
        self, m: Mac, cls: type, positional: Positional, keywords: Keywords
    ) -> Value | Enter:
        """What calling a class gives."""
        ...

    def call_input(
        self,
        m: Mac,
        function: InputFunction,
        positional: Positional,
        keywords: Keywords,
    ) -> Value | Enter:
        """What calling a function that is an input gives."""
        ...

    def call_builtin(
        self, m: Mac, name: str, positional: Positional, keywords: Keywords
    ) -> Value | Enter:
        """What a builtin with a model gives."""
        ...

    def call_host(
        self, m: Mac, function: object, positional: Positional, keywords: Keywords
    ) -> Value | Enter:
        """What an object of a library gives when it is called."""
        ...

    # -- code

    def lowered(self, function: FunctionCode) -> Code:
        """The instructions of a function."""
        ...

    def assumed(self, function: FunctionCode) -> Code | None:
        """What stands for calls of a function that is replaced by its contract."""
        ...

    def prelude(self, m: Mac, name: str) -> Function:
        """A function of the prelude."""
        ...

    # -- names and objects of the interpreter that runs us

    def builtin(self, name: str) -> Value | None:
        """What a name means that neither a function nor its module binds."""
        ...

    def wrap(self, m: Mac, value: object) -> Value:
        """An object of the interpreter as a value."""
        ...

    def library_function(self, m: Mac, function: object) -> Function | None:
        """A function of the library that is interpreted where it is called."""
        ...

    def method(self, m: Mac, function: object) -> Value:
        """What a class has as a method or a getter: a function, or what a library made of one."""
        ...
