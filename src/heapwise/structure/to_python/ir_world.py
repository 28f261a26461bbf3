"""Programs that are all IR as Python classes, for invariants that run on thousands of candidates.

Each class of the program becomes a Python class, each method a Python function made of text
(`ir_to_python`): a field is an attribute, a call is a call. Fields of candidates are tracked by
their descriptors (`search.vectors`); objects that a method makes itself are plain. Nothing is
interpreted.

What a method may not do: write to the structure it looks at, or perform operations of a language
that are not IR (Python invariants run as they are).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from heapwise.program import ClassDecl, MethodDecl, Program
from heapwise.structure.search.field_domains import ClassScope
from heapwise.structure.search.vectors import BASE, LENGTH, ImpureError, Space, reader
from heapwise.structure.to_python.ir_to_python import IrWriter, default_of, key


class ProgramError(Exception):
    """The method fails as a program of its language would."""


class IrWorld:
    """The classes of a program as Python classes; `function` gives a method as a function."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._classes: dict[ClassDecl, type] = {}
        self._names: dict[str, object] = {
            "_put": _put,
            "_fail": _fail,
            "_load": _load,
            "_store": _store,
            "_array": self._new_array,
        }

    def make(self, scope: ClassScope, space: Space) -> object:
        cls = self._program.classes[scope.name]
        made = self._class(cls)
        readers = {
            key(name): reader(offset, key(name), space) for offset, name in enumerate(scope.fields)
        }
        if scope.element is not None:
            readers[key(LENGTH)] = reader(len(scope.fields), key(LENGTH), space)
            readers["space"] = space
        tracked = type(cls.name, (made,), readers)
        return tracked()

    @staticmethod
    def key(name: str) -> str:
        return key(name)

    def method(self, method: MethodDecl) -> Callable[..., object]:
        """The method as a function of its receiver and arguments, which it dispatches on."""
        self._class(method.owner)
        name = f"m_{method.name}"

        def call(receiver: Any, *arguments: object) -> object:
            return getattr(receiver, name)(*arguments)

        return call

    def _class(self, cls: ClassDecl) -> type:
        found = self._classes.get(cls)
        if found is not None:
            return found
        bases = tuple(self._class(above) for above in _parents(cls))
        found = type(cls.name, bases or (object,), {})
        self._classes[cls] = found
        for name, method in cls.own_methods.items():
            if method.code is not None:
                setattr(found, f"m_{name}", _Lazily(self, method, f"m_{name}"))
        return found

    def compile(self, method: MethodDecl) -> Callable[..., object]:
        code = method.code
        assert code is not None
        text = IrWriter(self, code, len(method.parameters) + 1).text()
        namespace: dict[str, Any] = dict(self._names)
        exec(compile(text, f"<{code.name}>", "exec"), namespace)
        made: Callable[..., object] = namespace["run"]
        return made

    # -- what compiled code names

    def class_name(self, cls: ClassDecl) -> str:
        name = f"C{cls.number}"
        self._names[name] = self._class(cls)
        return name

    def maker(self, cls: ClassDecl) -> str:
        """The function that makes a fresh object."""
        name = f"new{cls.number}"
        if name not in self._names:
            made = self._class(cls)
            defaults = {key(field.name): default_of(field.type) for field in cls.fields().values()}

            def new() -> object:
                obj = made()
                obj.__dict__.update(defaults)
                return obj

            self._names[name] = new
        return name

    def _new_array(self, made: type, length: int, default: object) -> object:
        if length < 0:
            raise ProgramError("NegativeArraySize")
        array: Any = made()
        array.__dict__[key(LENGTH)] = length
        array.__dict__["default"] = default
        return array


class _Lazily:
    """A method that is compiled when it is first called."""

    def __init__(self, world: IrWorld, method: MethodDecl, name: str) -> None:
        self._world = world
        self._method = method
        self._name = name

    def __get__(self, obj: Any, owner: type) -> Any:
        compiled = self._world.compile(self._method)
        setattr(self._world._class(self._method.owner), self._name, compiled)
        return compiled.__get__(obj, owner)


def _parents(cls: ClassDecl) -> Iterator[ClassDecl]:
    if cls.superclass is not None:
        yield cls.superclass
    yield from cls.interfaces


def _put(obj: Any, name: str, value: object) -> None:
    if obj is None:
        raise ProgramError("NullDereference")
    own = obj.__dict__
    if BASE in own:
        raise ImpureError("writes to the structure that it checks")
    own[name] = value


def _fail(what: str) -> None:
    raise ProgramError(what)


def _load(array: Any, index: int) -> object:
    if array is None:
        raise ProgramError("NullDereference")
    if not 0 <= index < array.f_length:
        raise ProgramError("IndexOutOfBounds")
    own = array.__dict__
    if index in own:
        return own[index]
    base = own.get(BASE)
    if base is None:
        return own["default"]
    return array.space.touch(base + 1 + index)


def _store(array: Any, index: int, value: object) -> None:
    if array is None:
        raise ProgramError("NullDereference")
    if not 0 <= index < array.f_length:
        raise ProgramError("IndexOutOfBounds")
    if BASE in array.__dict__:
        raise ImpureError("writes to the structure that it checks")
    array.__dict__[index] = value
