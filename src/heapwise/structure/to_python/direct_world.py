"""Programs with operations in direct style as Python functions, to run invariants on candidates.

It is for languages that have such operations (`Perform`), exceptions, and methods that are made
when they are first called. Code becomes text of Python (`ir_to_python`). A reference is a Python
object that is a term as well (`Reference`), so that an operation takes it for the constant it is;
null is None, and `NULL` for operations. `DirectMachine` is what they run on: there is one answer to
every question. What an operation of the language keeps for the run (`put`) is forgotten with it,
and so is the numbering of new objects: a run must read the same in the same order as long as the
structure is the same. Only what is done under a `lasting` operation, such as the initialisation of
a class, stays.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from heapwise.engine.machine import (
    CutError,
    Enter,
    HeapFailureError,
    ThrownError,
    UnsupportedError,
)
from heapwise.heaps.api import Failure
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, InputError, MethodDecl, Program, Type
from heapwise.program import code as ir
from heapwise.structure.search.field_domains import ClassScope
from heapwise.structure.search.vectors import BASE, LENGTH, Space, reader
from heapwise.structure.to_python.direct_machine import (
    ELSEWHERE,
    DirectMachine,
    Natives,
    NativesError,
    Reference,
    RejectedError,
    require_own,
)
from heapwise.structure.to_python.ir_to_python import DirectWriter, key
from heapwise.structure.to_python.ir_world import ProgramError
from heapwise.terms import NULL, Term, default_value

_LASTING_FROM = 1 << 20
"""The numbers of objects that stay are beyond those of a run."""


class DirectWorld:
    """Makes the objects of structures, and functions of codes. `lasting` are operations whose
    effects stay for all runs; `idle` tells of an operation, from its operands, whether it would do
    nothing; `natives` stand for methods, until one cannot. `on_ints` has the text of functions for
    operands that are ints (and no Booleans)."""

    def __init__(
        self,
        program: Program,
        lasting: tuple[Callable[..., object], ...] = (),
        idle: Mapping[Callable[..., object], Callable[..., bool]] | None = None,
        natives: Natives | None = None,
        on_ints: Mapping[Callable[..., object], str] | None = None,
    ) -> None:
        self.program = program
        self._lasting = lasting
        self.idle = idle or {}
        self.on_ints = on_ints or {}
        self._natives = natives
        self._classes: dict[ClassDecl, type[Reference]] = {}
        self._defaults: dict[ClassDecl, dict[str, object]] = {}
        self._functions: dict[tuple[ir.Code, int], Callable[..., object]] = {}
        self._made = 0
        self.machine = DirectMachine(self)
        self._space: Space | None = None
        self.names: dict[str, Any] = {
            "ThrownError": ThrownError,
            "fail": self._fail,
            "load": self.load,
            "store": self.store,
            "length": self._length,
            "put": self._put,
            "array": self.new_array,
            "new": self.new,
            "perform": self._perform,
            "reject": _reject,
            "root": self._root,
        }
        self._numbers: dict[object, str] = {}

    # -- structures

    def make(self, scope: ClassScope, space: Space) -> object:
        cls = self.program.classes[scope.name]
        readers: dict[str, object] = {
            key(name): reader(offset, key(name), space) for offset, name in enumerate(scope.fields)
        }
        if scope.element is not None:
            readers[key(LENGTH)] = reader(len(scope.fields), key(LENGTH), space)
            readers["space"] = space
        tracked = type(cls.name, (self._class(cls),), readers)
        return tracked(len(space.objects) + 1)

    @staticmethod
    def key(name: str) -> str:
        return key(name)

    def invariant(self, code: ir.Code, space: Space, raising: bool) -> Callable[[], object]:
        """Runs the code on the structure that the space shows. What it throws is an error, or means
        that the structure is not valid."""
        run = self.function(code, 0)

        def holds() -> bool:
            try:
                return once()
            except NativesError:
                self._without_natives()
                return once()

        def once() -> bool:
            self._space = space
            self._made = 0
            self.machine.begin()
            try:
                return bool(run())
            except RejectedError:
                return False
            except ThrownError as error:
                if not raising:
                    return False
                raise ProgramError(_class_name(error.value)) from None
            except RecursionError:
                if not raising:
                    return False
                raise ProgramError("it calls itself without end") from None

        return holds

    def _root(self, name: str) -> object:
        assert self._space is not None
        return self._space.root(name)

    # -- objects

    def _class(self, cls: ClassDecl) -> type[Reference]:
        found = self._classes.get(cls)
        if found is None:
            found = self._classes[cls] = type(cls.name, (Reference,), {"decl": cls})
        return found

    def new(self, cls: ClassDecl) -> Reference:
        defaults = self._defaults.get(cls)
        if defaults is None:
            defaults = self._defaults[cls] = {
                key(name): _default(field.type) for name, field in cls.fields().items()
            }
        made = self._class(cls)(self._next_number())
        made.__dict__.update(defaults)
        return made

    def stand_in(
        self, cls: ClassDecl, number: int, values: Mapping[str, object], name: str
    ) -> Reference:
        """An object of the input that is known by its name, and no part of a search."""
        made = self._class(cls)(_LASTING_FROM + number)
        made.__dict__["name"] = name
        made.__dict__.update((key(name), value) for name, value in values.items())
        return made

    def _next_number(self) -> int:
        if self.machine.lasting:
            self.machine.kept += 1
            return -_LASTING_FROM - self.machine.kept
        self._made += 1
        return -self._made

    def new_array(self, cls: ClassDecl, length: int) -> Reference:
        if length < 0:
            self._fail(Failure.NEGATIVE_ARRAY_SIZE)
        assert cls.element is not None
        made = self._class(cls)(self._next_number())
        made.__dict__[key(LENGTH)] = length
        made.__dict__["default"] = _default(cls.element)
        return made

    def _length(self, array: Any) -> Any:
        if array is None:
            self._fail(Failure.NULL_DEREFERENCE)
        return array.f_length

    def load(self, array: Any, index: int) -> Any:
        if not 0 <= index < self._length(array):
            self._fail(Failure.INDEX_OUT_OF_BOUNDS)
        own = array.__dict__
        if index in own:
            return own[index]
        base = own.get(BASE)
        return own["default"] if base is None else array.space.touch(base + 1 + index)

    def store(self, array: Any, index: int, value: object) -> None:
        if not 0 <= index < self._length(array):
            self._fail(Failure.INDEX_OUT_OF_BOUNDS)
        require_own(array)
        array.__dict__[index] = value

    def _put(self, obj: Any, name: str, value: object) -> None:
        if obj is None:
            self._fail(Failure.NULL_DEREFERENCE)
        require_own(obj)
        obj.__dict__[name] = value

    def _fail(self, failure: Failure = Failure.NULL_DEREFERENCE) -> None:
        thrown_by = self.program.thrown_by
        if thrown_by is None:
            raise ProgramError(failure.value)
        thrown = thrown_by(failure.value)
        assert isinstance(thrown, ClassDecl)
        raise ThrownError(self.new(thrown))

    # -- code

    def function(self, code: ir.Code, arguments: int) -> Callable[..., object]:
        """It takes exactly so many arguments: CPython 3.13 does not notice an endless recursion of
        functions that are called with fewer than they have parameters."""
        found = self._functions.get((code, arguments))
        if found is None:
            namespace = self.names
            text = DirectWriter(self, code, arguments).text()
            exec(compile(text, f"<{code.name}>", "exec"), namespace)
            found = self._functions[code, arguments] = namespace.pop("run")
        return found

    def _without_natives(self) -> None:
        """All methods are run as they are from now on, those too that have run already."""
        self._natives = None
        self.machine.forget()
        for what, name in self._numbers.items():
            if isinstance(what, MethodDecl):
                self.names[name] = self._lazily(what, name)
            elif isinstance(self.names[name], _Virtual):
                self.names[name].clear()

    def method(self, declared: MethodDecl, arguments: int) -> Callable[..., object]:
        native = None if self._natives is None else self._natives.of(declared)
        if native is not None:
            return native
        code = declared.code
        if code is None:
            assert self.program.body is not None
            code = self.program.body(declared)
        return self.function(code, arguments)

    def named(self, prefix: str, value: Any) -> str:
        """The name by which the text of a function can use a value."""
        where = (prefix, id(value))
        name = self._numbers.get(where)
        if name is None:
            name = self._numbers[where] = f"{prefix}{len(self._numbers)}"
            self.names[name] = value
        return name

    def call(self, declared: MethodDecl) -> str:
        """The name of a method's function, which is made when it is first called."""
        name = self._numbers.get(declared)
        if name is None:
            name = self._numbers[declared] = f"m{len(self._numbers)}"
            self.names[name] = self._lazily(declared, name)
        return name

    def _lazily(self, declared: MethodDecl, name: str) -> Callable[..., object]:
        def first(*arguments: object) -> object:
            made = self.names[name] = self.method(declared, len(arguments))
            return made(*arguments)

        return first

    def virtual(self, method: str, arguments: int) -> str:
        """The name of a table of functions by the class of the receiver."""
        where = (method, arguments)
        name = self._numbers.get(where)
        if name is None:
            name = self._numbers[where] = f"v{len(self._numbers)}"
            self.names[name] = _Virtual(self, method, arguments)
        return name

    def _perform(self, operation: Callable[..., Any], static: Any, *operands: Any) -> object:
        machine = self.machine
        values = [NULL if each is None else each for each in operands]
        try:
            value = operation(machine, *static, *values)
            if type(value) is Enter:
                value = self._enter(value, operation in self._lasting)
            if isinstance(value, Term) and not isinstance(value, Reference) and value is not NULL:
                raise UnsupportedError(ELSEWHERE)
        except HeapFailureError as error:
            self._fail(error.failure)
            return None
        except (CutError, UnsupportedError) as error:
            what = error.what if isinstance(error, UnsupportedError) else error.bound
            raise InputError(f"the invariant cannot be run on candidates: {what}") from None
        return None if value is NULL else value

    def _enter(self, entry: Enter, lasts: bool) -> object:
        arguments = [None if each is NULL else each for each in entry.arguments]
        self.machine.lasting += lasts
        try:
            value = self.function(entry.code, len(arguments))(*arguments)
        finally:
            self.machine.lasting -= lasts
        if entry.finish is None:
            return value
        return entry.finish(NULL if value is None else value)


class _Virtual(dict[ClassDecl, Callable[..., object]]):
    """What objects of a class run when a method is called."""

    def __init__(self, world: DirectWorld, method: str, arguments: int) -> None:
        self._world = world
        self._method = method
        self._arguments = arguments

    def __missing__(self, cls: ClassDecl) -> Callable[..., object]:
        declared = cls.find_method(self._method)
        assert declared is not None, f"{cls} has no method {self._method}"
        found = self[cls] = self._world.method(declared, self._arguments)
        return found


def _reject() -> None:
    raise RejectedError


def _default(type_: Type) -> object:
    return None if isinstance(type_, ClassDecl) else default_value(sort_of_type(type_))


def _class_name(value: object) -> str:
    return value.decl.name if isinstance(value, Reference) else str(value)
