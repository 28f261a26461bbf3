"""What operations in direct style run on where everything is known: every question has one answer.

A reference is a Python object that is a term as well, so that an operation takes it for the
constant it is. What an operation keeps (`put`) is forgotten at the next run, unless it was done
under one whose effects last.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol, TypeVar

from heapwise.engine.bounds import Bounds
from heapwise.engine.machine import HeapFailureError, UnsupportedError
from heapwise.heaps.api import Failure
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.program import code as ir
from heapwise.structure.search.vectors import LENGTH, ImpureError
from heapwise.structure.to_python.ir_to_python import key
from heapwise.terms import NULL, REF, Op, Scalar, Term

K = TypeVar("K")

ELSEWHERE = "it depends on what is not part of the structure"


class RejectedError(Exception):
    """An assumption does not hold: the structure is none that the code is meant for."""


class NativesError(Exception):
    """A function that stands for a method cannot do what the method does."""


class Natives(Protocol):
    """Python functions that stand for methods."""

    def of(self, method: MethodDecl) -> Callable[..., object] | None: ...


class Reference(Term):
    """An object of a structure, or one that the code has made: the constant of its own number. Its
    fields are attributes (`key`), its class is `decl`."""

    __slots__ = ("__dict__",)
    decl: ClassDecl

    def __init__(self, number: int) -> None:
        self.op = Op.CONST
        self.sort = REF
        self.args = ()
        self.value = number
        self.depth = 1
        self.is_nonlinear = False
        self.mentions_allocated = number < 0
        self.theories = 0
        self._symbols = frozenset()

    def __repr__(self) -> str:
        name: str = self.__dict__.get("name") or super().__repr__()
        return name


class Objects(Protocol):
    """Makes objects, and reads and writes arrays."""

    program: Program

    def new(self, cls: ClassDecl) -> Reference: ...

    def new_array(self, cls: ClassDecl, length: int) -> Reference: ...

    def load(self, array: Any, index: int) -> Any: ...

    def store(self, array: Any, index: int, value: object) -> None: ...


def require_own(obj: Any) -> None:
    """An object that the code has made may be written to."""
    if obj.value > 0:
        raise ImpureError("writes to the structure that it checks")


class DirectMachine:
    """In place of `engine.machine.Machine`, where everything is known."""

    merges_references = False
    depth = 0

    def __init__(self, world: Objects) -> None:
        self._world = world
        self._kept: dict[object, object] = {}
        self._run: dict[object, object] = {}
        self.bounds = Bounds()
        self.lasting = 0
        self.kept = 0

    def begin(self) -> None:
        self._run = {}
        self.lasting = 0

    def forget(self) -> None:
        """Also what lasts."""
        self._kept = {}
        self.begin()

    @property
    def program(self) -> Program:
        return self._world.program

    @property
    def running(self) -> Iterator[ir.Code]:
        """Nobody keeps count."""
        return iter(())

    def load(self, where: object) -> Any:
        found = self._run.get(where)
        return self._kept.get(where) if found is None else found

    def put(self, where: object, value: object) -> None:
        (self._kept if self.lasting else self._run)[where] = value

    # -- choices

    def decide(self, condition: Scalar) -> bool:
        if isinstance(condition, Term):
            raise UnsupportedError(ELSEWHERE)
        return bool(condition)

    def known(self, condition: Scalar) -> bool | None:
        return self.decide(condition)

    def may_hold(self, condition: Scalar) -> bool:
        return self.decide(condition)

    def choose(self, alternatives: Iterator[tuple[Scalar, K]]) -> K:
        return next(value for guard, value in alternatives if self.decide(guard))

    def assume(self, condition: Scalar) -> None:
        if not isinstance(condition, Term) and not condition:
            raise RejectedError

    def require(self, condition: Scalar) -> None:
        self.assume(condition)

    # -- the heap

    def input_value(self, name: str, type_: Type, nullable: bool) -> Scalar:
        raise UnsupportedError("it asks for more inputs")

    def allocate(self, cls: ClassDecl) -> Term:
        return self._world.new(cls)

    def read_field(self, ref: Term, field: FieldDecl) -> Scalar:
        value: Scalar | None = getattr(_object(ref), key(field.name))
        return NULL if value is None else value

    def write_field(self, ref: Term, field: FieldDecl, value: Scalar) -> None:
        require_own(_object(ref))
        _object(ref).__dict__[key(field.name)] = None if value is NULL else value

    def new_array(self, cls: ClassDecl, length: Scalar) -> Term:
        return self._world.new_array(cls, _number(length))

    def array_length(self, cls: ClassDecl, ref: Term) -> Scalar:
        length: int = getattr(_object(ref), key(LENGTH))
        return length

    def array_load(self, cls: ClassDecl, ref: Term, index: Scalar) -> Scalar:
        value: Scalar | None = self._world.load(_object(ref), _number(index))
        return NULL if value is None else value

    def array_store(self, cls: ClassDecl, ref: Term, index: Scalar, value: Scalar) -> None:
        held = None if value is NULL else value
        self._world.store(_object(ref), _number(index), held)

    def same_reference(self, left: Term, right: Term) -> bool:
        return left is right

    def is_instance(self, ref: Term, cls: ClassDecl) -> bool:
        return ref is not NULL and _object(ref).decl.is_subclass_of(cls)

    def classify(self, ref: Term, by: Callable[[ClassDecl], K]) -> K:
        return by(_object(ref).decl)

    def possible_classes(self, ref: Term) -> set[ClassDecl]:
        return set() if ref is NULL else {_object(ref).decl}

    def allocated_class(self, ref: Term) -> ClassDecl:
        return _object(ref).decl

    def targets(self, ref: Term) -> tuple[bool, tuple[Term, ...]]:
        if ref is NULL:
            return False, ()
        assert isinstance(ref.value, int)
        return (True, ()) if ref.value > 0 else (False, (ref,))

    def resolved(self, ref: Term) -> Term:
        return ref


def _object(ref: Term) -> Reference:
    if not isinstance(ref, Reference):
        if ref is NULL:
            raise HeapFailureError(Failure.NULL_DEREFERENCE)
        raise UnsupportedError(ELSEWHERE)
    return ref


def _number(value: Scalar) -> int:
    if not isinstance(value, int):
        raise UnsupportedError(ELSEWHERE)
    return value
