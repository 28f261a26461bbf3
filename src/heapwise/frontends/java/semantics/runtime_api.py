"""The protocol of the runtime: what operations, models and the lowering of Java ask of it.

`runtime.JavaRuntime` knows them all, and they only know this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from heapwise.engine.machine import Machine, Result
from heapwise.frontends.java.classfile.class_file import Method
from heapwise.frontends.java.universe.class_universe import Universe
from heapwise.frontends.java.universe.declarations import JavaClass
from heapwise.frontends.java.universe.input_classes import InputClasses
from heapwise.program import MethodDecl
from heapwise.program.code import Code
from heapwise.terms import Scalar

Mac: TypeAlias = Machine[Any, object]
Model: TypeAlias = Callable[..., Result]
"""An operation that stands for a method (`models.library_model`)."""


class Initialisation(Protocol):
    """When and how classes are initialised (`statics`)."""

    def needs(self, name: str, for_fields: bool = False) -> bool:
        """Has the initialisation of a class, or of one above it, an effect? `for_fields`: also
        that of a class whose static fields nothing but models is expected to use."""
        ...

    def code(self, cls: JavaClass) -> Code:
        """Marks the class as initialised, then initialises its superclass and itself."""
        ...


class RuntimeApi(Protocol):
    universe: Universe
    inputs: InputClasses

    @property
    def statics(self) -> Initialisation: ...

    def code_of(self, declared: MethodDecl) -> Code:
        """The code of a method, made when it is first called."""
        ...

    def bytecode_of(self, method: Method) -> Code:
        """The code that a method has in the JDK, for a model that is not about all arguments."""
        ...

    def model(self, method: Method) -> Model | None:
        """What stands for a method instead of its bytecode, if something does."""
        ...

    def arithmetic(self, name: str) -> Callable[..., Scalar]:
        """What an instruction of the JVM computes."""
        ...

    def is_user_code(self, code: Code) -> bool:
        """Is it of a method of the user?"""
        ...

    def is_hash_code(self, code: Code) -> bool:
        """Is it of a method that computes a hash code, a `hashCode` of the user included?"""
        ...

    def is_table_code(self, code: Code) -> bool:
        """Is it of a table of the JDK that finds places by hash codes?"""
        ...


def runtime_of(m: Mac) -> RuntimeApi:
    found: RuntimeApi = m.program.runtime  # type: ignore[assignment]  # none other gets here
    return found


def universe_of(m: Mac) -> Universe:
    return runtime_of(m).universe
