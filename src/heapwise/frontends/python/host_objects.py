"""Objects of the interpreter that runs us, as values of the program.

A module's constants, functions and classes are looked at where they are. Its mutable objects are
copied into the path when they are first used, so that no path ever changes them.
"""

from __future__ import annotations

import ast
import enum
import os
import sys
import types
from collections import deque
from collections.abc import Mapping, Sized
from dataclasses import replace
from typing import Any

from heapwise.frontends.both_versions import NOW, VERSION
from heapwise.frontends.python.model import generated_methods, value_objects
from heapwise.frontends.python.model.code_versions import ONE_VERSION, CodeVersions
from heapwise.frontends.python.model.store_keys import copy_of, unset_attributes
from heapwise.frontends.python.model.universe import Universe, members_of
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Bytes,
    Cell,
    ClassValue,
    DictContents,
    EnumValue,
    ExceptionValue,
    Function,
    Host,
    ListContents,
    Mac,
    Naming,
    SetContents,
    Tuple,
    Value,
)
from heapwise.frontends.python.prelude.prelude_codes import prelude_code
from heapwise.frontends.python.semantics.core import sequences
from heapwise.frontends.python.semantics.core.environment import Model
from heapwise.frontends.python.semantics.core.kinds import (
    unsupported,
)
from heapwise.frontends.python.semantics.library import calling, world
from heapwise.frontends.python.source import library_source, python_twins
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.hierarchy import is_class
from heapwise.frontends.python.typing.functions import FunctionInfo, own_info
from heapwise.program.code import Code
from heapwise.program.types import ClassDecl
from heapwise.terms import Term
from heapwise.testgen import stand_ins

_PRELUDE = "heapwise.frontends.python.prelude"
_CONTRACTS = ("heapwise", "icontract", "deal")
"""Their decorators check what `contracts` reads."""
_MOST_ITEMS = 2_000
"""Items of a module's container that are copied into a path."""


class HostObjects:
    """Decisions in the file of `target` are events. `by_contract` has code that stands for
    functions, but not for `target` itself; `assumed` is that of the functions that were met."""

    def __init__(
        self,
        universe: Universe,
        models: Mapping[str, Model],
        target: FunctionInfo,
        by_contract: Mapping[types.CodeType, Code],
        versions: CodeVersions = ONE_VERSION,
    ) -> None:
        self.universe = universe
        self._models = models
        self._target = target
        self._by_contract = by_contract
        self._versions = versions
        self._codes: dict[types.FunctionType, FunctionCode | None] = {}
        self._library: dict[types.FunctionType, FunctionCode | None] = {}
        self.assumed: dict[FunctionCode, Code] = {}

    def prelude(self, m: Mac, name: str) -> Function:
        code = prelude_code(name)
        assert isinstance(code.node, ast.FunctionDef)
        arguments = code.node.args
        defaults = tuple(self.wrap(m, ast.literal_eval(item)) for item in arguments.defaults)
        keyword_defaults = tuple(
            (item.arg, self.wrap(m, ast.literal_eval(default)))
            for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is not None
        )
        return Function(code, defaults, keyword_defaults)

    def wrap(self, m: Mac, value: object) -> Value:
        value = python_twins.in_python(value)
        if value is None:
            return NONE
        if isinstance(value, types.UnionType) and any(map(self._is_of_second, value.__args__)):
            unsupported("a union of classes as a value, in a second version")
        if _is_disguised(value):
            copied = self._copied(m, value)
            return Host(value) if copied is None else copied
        if isinstance(value, enum.Enum):
            return self._member(value)
        if isinstance(value, bool | int | float | str) and type(value) in (bool, int, float, str):
            return value
        if type(value) is bytes:
            return Bytes(value.decode("latin-1"))
        if is_class(value):
            return ClassValue(self._versions.class_of(python_twins.original_of(value)))
        if isinstance(value, types.FunctionType):
            return self.function(m, value)
        if isinstance(value, types.MethodType):
            model = calling.model_of(self._models, value)
            if model is not None:
                return calling.bound(value, model)
            return BoundMethod(self.wrap(m, value.__self__), self.wrap(m, value.__func__))
        if type(value) is tuple:
            return Tuple(tuple(self.wrap(m, item) for item in value))
        if isinstance(value, BaseException) and self._decl(value) is None:
            cls = self._versions.class_of(type(value))
            return ExceptionValue(cls, tuple(self.wrap(m, item) for item in value.args))
        simple = value_objects.value_of(value)
        if simple is not None:
            return simple
        copied = self._copied(m, value)
        return copied if copied is not None else calling.found(m, value)

    def _member(self, value: enum.Enum) -> Value:
        members = members_of(type(value))
        if value not in members:  # several flags together
            if self._is_of_second(type(value)):
                unsupported("several flags together, in a second version")
            return Host(value)
        return EnumValue(self._versions.class_of(type(value)), members.index(value))

    def _is_of_second(self, cls: type) -> bool:
        return self._versions.class_of(cls) is not cls

    def _decl(self, value: object) -> ClassDecl | None:
        return self.universe.decl(self._versions.class_of(type(value)))

    def _copied(self, m: Mac, value: object) -> Value | None:
        """The path's own copy of a mutable object of the program."""
        if value is sys.argv:
            return world.arguments(m)
        decl = self._decl(value)
        if self.universe.is_of_library(type(value)):
            decl = None  # its methods are asked as those of any object that is there
        is_container = type(value) in (list, dict, set, frozenset, deque) or (
            isinstance(value, dict) and type(value).__module__ == "collections"
        )
        if decl is None and not is_container:
            return None
        known = m.load(copy_of(value))
        if known is not None:
            return known
        if is_container and isinstance(value, Sized) and len(value) > _MOST_ITEMS:
            unsupported(f"a constant with more than {_MOST_ITEMS} items")
        if decl is not None:
            return self._copied_object(m, value, decl)
        if isinstance(value, dict):
            loc = sequences.new_dict(m, (), type(value).__name__)
            m.put(copy_of(value), loc)
            entries = tuple((self.wrap(m, k), self.wrap(m, v)) for k, v in value.items())
            factory = self.wrap(m, getattr(value, "default_factory", None))
            m.put(loc, DictContents(entries, factory, type(value).__name__))
            return loc
        assert isinstance(value, list | set | frozenset | deque)
        if isinstance(value, set | frozenset):
            loc = sequences.new_set(m, (), isinstance(value, frozenset))
        else:
            limit = value.maxlen if isinstance(value, deque) else None
            loc = sequences.new_list(m, (), "list" if type(value) is list else "deque", limit)
        m.put(copy_of(value), loc)
        items = tuple(self.wrap(m, item) for item in value)
        contents = m.load(loc)
        assert isinstance(contents, ListContents | SetContents)
        m.put(loc, replace(contents, items=items))
        return loc

    def _copied_object(self, m: Mac, value: object, decl: Any) -> Value:
        loc = m.allocate(decl)
        m.put(copy_of(value), loc)
        layouts = self.universe.layouts(decl)
        missing = set()
        for name, layout in layouts.items():
            try:
                held = object.__getattribute__(value, name)
            except AttributeError:
                missing.add(name)
                continue
            layout.write(m, loc, self.wrap(m, held))
        m.put(unset_attributes(loc), frozenset(missing))
        return loc

    def function(self, m: Mac, function: types.FunctionType) -> Value:
        """A function of the user; or one of a library, which is not looked into."""
        module = str(function.__globals__.get("__name__"))
        if module.startswith(_PRELUDE):
            return self.prelude(m, function.__name__)
        if self._versions.functions and m.load(VERSION) == NOW:
            function = self._versions.functions.get(function, function)
        if module.partition(".")[0] in _CONTRACTS and hasattr(function, "__wrapped__"):
            return self.wrap(m, function.__wrapped__)
        code = self._code_of(function)
        if code is None:
            return calling.found(m, function)
        return self._as_value(m, function, code)

    def _as_value(self, m: Mac, function: types.FunctionType, code: FunctionCode) -> Function:
        defaults = tuple(self.wrap(m, value) for value in function.__defaults__ or ())
        keyword_defaults = tuple(
            (name, self.wrap(m, value)) for name, value in (function.__kwdefaults__ or {}).items()
        )
        cells = tuple(self._cell(m, function, name) for name in code.free_cells)
        naming = None
        if hasattr(function, "__wrapped__"):
            naming = Naming(function.__name__, function.__qualname__, function.__doc__)
        return Function(code, defaults, keyword_defaults, cells, naming)

    def library_function(self, m: Mac, function: object) -> Function | None:
        """A function of the library whose source is to be run."""
        function = getattr(function, "__wrapped__", function)
        if not isinstance(function, types.FunctionType):
            return None
        if function not in self._library:
            self._library[function] = library_source.code_when_called(function)
        code = self._library[function]
        return None if code is None else self._as_value(m, function, code)

    def method(self, m: Mac, function: object) -> Value:
        """What a class has as a method or a getter: a function, or what a library made of one."""
        if isinstance(function, types.FunctionType):
            return self.function(m, function)
        return calling.found(m, function)

    def _code_of(self, function: types.FunctionType) -> FunctionCode | None:
        # Not by `__code__`: that of generated methods of different classes may be equal.
        if function not in self._codes:
            self._codes[function] = self._new_code(function)
        return self._codes[function]

    def _new_code(self, function: types.FunctionType) -> FunctionCode | None:
        info = own_info(function)
        if info is None:
            return generated_methods.code_of(function, self.universe) or library_source.code_of(
                function
            )
        actual = info.function
        code = FunctionCode(
            info.name,
            info.at.file,
            info.node,
            actual.__globals__,
            None if info.owner is None else self._versions.class_of(info.owner),
            tuple(name for name in actual.__code__.co_freevars if name != "__class__"),
        )
        code.attributes = vars(function)
        code.traced = _is_same_file(info.at.file, self._target.at.file)
        code.beside = not code.traced and _are_together(actual, self._target.function)
        code.library = actual.__globals__ is vars(stand_ins)
        instead = self._by_contract.get(actual.__code__)
        if instead is not None and actual is not self._target.function:
            self.assumed[code] = instead
        return code

    def _cell(self, m: Mac, function: types.FunctionType, name: str) -> Term:
        index = function.__code__.co_freevars.index(name)
        cell = (function.__closure__ or ())[index]
        known = m.load(copy_of(cell))
        if isinstance(known, Term):
            return known
        loc = m.allocate(self.universe.local["cell"])
        m.put(copy_of(cell), loc)
        m.put(loc, Cell(self.wrap(m, cell.cell_contents)))
        return loc


def _is_disguised(value: object) -> bool:
    """A proxy says that it has another class, and may have to look for it."""
    return any("__class__" in vars(base) for base in type(value).__mro__ if base is not object)


def _is_same_file(one: str, other: str) -> bool:
    """One may be shown relative to the working directory, the other as the user wrote it."""
    return one == other or os.path.realpath(one) == os.path.realpath(other)


_SHARED = ("site-packages", "dist-packages")
"""Folders with files that have nothing to do with each other."""


def _are_together(one: types.FunctionType, other: types.FunctionType) -> bool:
    """Are they of one package, or in files of one folder?"""
    if _package(one) == _package(other):
        return True
    folders = {
        os.path.dirname(os.path.realpath(each.__code__.co_filename)) for each in (one, other)
    }
    return len(folders) == 1 and os.path.basename(folders.pop()) not in _SHARED


def _package(function: types.FunctionType) -> str:
    return str(function.__globals__.get("__name__")).partition(".")[0]
