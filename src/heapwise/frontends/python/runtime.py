"""The Python that a program runs on: its classes, its builtins, and the objects of its modules.

`wrap` turns an object of the interpreter that runs us into a value: a module's constants, functions
and classes are looked at where they are. Its mutable objects are copied into the path when they are
first used, so that no path ever changes them.
"""

from __future__ import annotations

import ast
import enum
import os
import types
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from heapwise.engine.machine import Enter
from heapwise.frontends.python.lower.function import lower_function
from heapwise.frontends.python.model import generated_methods
from heapwise.frontends.python.model.call_footprint import visible
from heapwise.frontends.python.model.joined_values import Joint
from heapwise.frontends.python.model.layouts import Layout
from heapwise.frontends.python.model.members import Members, is_absent, is_descriptor, raw_attribute
from heapwise.frontends.python.model.universe import Universe, members_of
from heapwise.frontends.python.model.values import (
    NONE,
    BoundMethod,
    Builtin,
    Bytes,
    Cell,
    ClassValue,
    EnumValue,
    ExceptionValue,
    Function,
    Host,
    InputFunction,
    Tuple,
    UnknownText,
    Value,
)
from heapwise.frontends.python.prelude.reading import prelude_codes
from heapwise.frontends.python.semantics.builtins import ATTRIBUTES, MODELS
from heapwise.frontends.python.semantics.core import calls, pieces, sequences
from heapwise.frontends.python.semantics.core.environment import Environment, Mac
from heapwise.frontends.python.semantics.core.kinds import (
    category,
    dict_class,
    kind,
    python_class,
    settle,
    throw,
    type_name,
    unsupported,
)
from heapwise.frontends.python.semantics.core.special_methods import reject_metaclass
from heapwise.frontends.python.semantics.library import calling, weakrefs
from heapwise.frontends.python.semantics.objects import (
    abandoned_generators,
    construction,
    input_functions,
)
from heapwise.frontends.python.semantics.operations import (
    attributes,
    describing,
    equality,
    ordering,
)
from heapwise.frontends.python.semantics.operations.equality import equal
from heapwise.frontends.python.semantics.operators import binary_operators
from heapwise.frontends.python.source import library_source
from heapwise.frontends.python.source.function_code import FunctionCode
from heapwise.frontends.python.source.hierarchy import declared, declares
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.functions import FunctionInfo, own_info
from heapwise.frontends.python.typing.shapes import Shape
from heapwise.program import Position
from heapwise.program.code import Code
from heapwise.program.types import ClassDecl
from heapwise.terms import Op, Scalar, Term, eq

_PRELUDE = "heapwise.frontends.python.prelude"
_CONTRACTS = ("heapwise", "icontract", "deal")
"""Their decorators check what `contracts` reads."""
_MOST_ITEMS = 2_000
"""Items of a module's container that are copied into a path."""


@dataclass(frozen=True)
class PythonTarget:
    """The function to explore, and the shapes of its inputs. Functions in `by_contract` are
    replaced by their contracts; asserts at its beginning may be preconditions."""

    loaded: LoadedModule
    info: FunctionInfo
    parameters: dict[str, Shape]
    by_contract: tuple[str, ...] = ()
    leading_asserts: bool = False


@dataclass(frozen=True, slots=True)
class Driver:
    """The receiver is made by the constructor of its class, and then by calls of `operation`: at
    most so many, the one with number n if the input `op{n}` is true."""

    operation: FunctionInfo
    most: int


def _is_same_file(one: str, other: str) -> bool:
    """One may be shown relative to the working directory, the other as the user wrote it."""
    return one == other or os.path.realpath(one) == os.path.realpath(other)


class PythonRuntime(Environment):
    """`max_calls` is below Python's own limit, because the replay needs some of it."""

    max_calls = 900

    def __init__(
        self,
        universe: Universe,
        target: PythonTarget,
        by_contract: Mapping[types.CodeType, Code] | None = None,
    ) -> None:
        self.universe = universe
        self.target = target
        self._by_contract = by_contract or {}
        self._assumed: dict[FunctionCode, Code] = {}
        self.members = Members(universe)
        self.builtins = MODELS
        self.attribute_models = ATTRIBUTES
        self.driver: Driver | None = None
        self._codes: dict[types.FunctionType, FunctionCode | None] = {}
        self._some_have: dict[str, bool] = {}
        self._flat: dict[ClassDecl, generated_methods.FlatEquality | None] = {}
        self._prelude = prelude_codes()

    # -- what the engine asks

    def joined(
        self, condition: Scalar, then: Value, otherwise: Value, references: bool
    ) -> Value | None:
        return Joint(condition, references).value(then, otherwise)

    def joined_contents(
        self, key: object, condition: Scalar, then: Value, otherwise: Value, references: bool
    ) -> Value | None:
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
        if value.thrown_at is None:
            return replace(value, thrown_at=at), at
        return value, value.thrown_at

    def out_of_generator(self, value: object) -> object:
        if isinstance(value, ExceptionValue) and issubclass(value.cls, StopIteration):
            return ExceptionValue(RuntimeError, ("generator raised StopIteration",))
        return value

    def abandoned(self, m: Mac) -> Enter | None:
        return abandoned_generators.abandoned(m)

    def outlives(self, m: Mac) -> bool:
        return abandoned_generators.outlives(m)

    def visible(
        self, arguments: tuple[Value, ...], store: Mapping[object, Value]
    ) -> Hashable | None:
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
            function.lowered = lower_function(function)
        return function.lowered

    def assumed(self, function: FunctionCode) -> Code | None:
        return self._assumed.get(function) if self._assumed else None

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

    @staticmethod
    def builtin_class(name: str) -> type | None:
        if name == "deque":
            return deque
        found = getattr(__import__("builtins"), name, None)
        if found is None and name in ("defaultdict", "OrderedDict", "Counter"):
            found = getattr(__import__("collections"), name)
        return found if isinstance(found, type) else None

    def prelude(self, m: Mac, name: str) -> Function:
        code = self._prelude[name]
        assert isinstance(code.node, ast.FunctionDef)
        arguments = code.node.args
        defaults = tuple(self.wrap(m, ast.literal_eval(item)) for item in arguments.defaults)
        keyword_defaults = tuple(
            (item.arg, self.wrap(m, ast.literal_eval(default)))
            for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is not None
        )
        return Function(code, defaults, keyword_defaults)

    # -- objects of the interpreter

    def wrap(self, m: Mac, value: object, of: object = None) -> Value:
        if value is None:
            return NONE
        if isinstance(value, enum.Enum):
            return _member(value)
        if isinstance(value, bool | int | float | str) and type(value) in (bool, int, float, str):
            return value
        if type(value) is bytes:
            return Bytes(value.decode("latin-1"))
        if isinstance(value, type):
            return ClassValue(value)
        if isinstance(value, types.FunctionType):
            return self.function(m, value)
        if isinstance(value, types.MethodType):
            model = calling.model_of(self.builtins, value)
            if model is not None:
                return Builtin(model)
            return BoundMethod(self.wrap(m, value.__self__), self.wrap(m, value.__func__))
        if type(value) is tuple:
            return Tuple(tuple(self.wrap(m, item) for item in value))
        if isinstance(value, BaseException) and self.universe.decl(type(value)) is None:
            return ExceptionValue(type(value), tuple(self.wrap(m, item) for item in value.args))
        copied = self._copied(m, value)
        return copied if copied is not None else calling.found(m, value)

    def _copied(self, m: Mac, value: object) -> Value | None:
        """The path's own copy of a mutable object of the program."""
        decl = self.universe.decl(type(value))
        is_container = type(value) in (list, dict, set, frozenset, deque) or (
            isinstance(value, dict) and type(value).__module__ == "collections"
        )
        if decl is None and not is_container:
            return None
        known: Value = m.load(("host", id(value)))
        if known is not None:
            return known
        if is_container and len(value) > _MOST_ITEMS:  # type: ignore[arg-type]
            unsupported(f"a constant with more than {_MOST_ITEMS} items")
        if decl is not None:
            return self._copied_object(m, value, decl)
        if isinstance(value, dict):
            loc = sequences.new_dict(m, (), type(value).__name__)
            m.put(("host", id(value)), loc)
            entries = tuple((self.wrap(m, k), self.wrap(m, v)) for k, v in value.items())
            contents = m.load(loc)
            factory = getattr(value, "default_factory", None)
            made = type(contents)(entries, self.wrap(m, factory), type(value).__name__)
            m.put(loc, made)
            return loc
        assert isinstance(value, list | set | frozenset | deque)
        if isinstance(value, set | frozenset):
            loc = sequences.new_set(m, (), isinstance(value, frozenset))
        else:
            limit = value.maxlen if isinstance(value, deque) else None
            loc = sequences.new_list(m, (), "list" if type(value) is list else "deque", limit)
        m.put(("host", id(value)), loc)
        contents = m.load(loc)
        items = tuple(self.wrap(m, item) for item in value)
        m.put(loc, replace(contents, items=items))
        return loc

    def _copied_object(self, m: Mac, value: object, decl: Any) -> Value:
        loc = m.allocate(decl)
        m.put(("host", id(value)), loc)
        layouts = self.universe.layouts(decl)
        missing = set()
        for name, layout in layouts.items():
            try:
                held = object.__getattribute__(value, name)
            except AttributeError:
                missing.add(name)
                continue
            layout.write(m, loc, self.wrap(m, held))
        m.put(("unset", loc), frozenset(missing))
        return loc

    # -- functions

    def function(self, m: Mac, function: types.FunctionType) -> Value:
        """A function of the user; or one of a library, which is not looked into."""
        module = str(function.__globals__.get("__name__"))
        if module.startswith(_PRELUDE):
            return self.prelude(m, function.__name__)
        if module.partition(".")[0] in _CONTRACTS and hasattr(function, "__wrapped__"):
            return self.wrap(m, function.__wrapped__)
        code = self._code_of(function)
        if code is None:
            return calling.found(m, function)
        defaults = tuple(self.wrap(m, value) for value in function.__defaults__ or ())
        keyword_defaults = tuple(
            (name, self.wrap(m, value)) for name, value in (function.__kwdefaults__ or {}).items()
        )
        cells = tuple(self._cell(m, function, name) for name in code.free_cells)
        return Function(code, defaults, keyword_defaults, cells)

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
            info.owner,
            tuple(name for name in actual.__code__.co_freevars if name != "__class__"),
        )
        code.traced = _is_same_file(info.at.file, self.target.info.at.file)
        instead = self._by_contract.get(actual.__code__)
        if instead is not None and actual is not self.target.info.function:
            self._assumed[code] = instead
        return code

    def _cell(self, m: Mac, function: types.FunctionType, name: str) -> Term:
        index = function.__code__.co_freevars.index(name)
        cell = (function.__closure__ or ())[index]
        known = m.load(("host", id(cell)))
        if isinstance(known, Term):
            return known
        loc = m.allocate(self.universe.local["cell"])
        m.put(("host", id(cell)), loc)
        m.put(loc, Cell(self.wrap(m, cell.cell_contents)))
        return loc

    # -- classes

    def class_of(self, m: Mac, value: Value) -> Value:
        """What `type` gives."""
        found = kind(value)
        if found == "ref":
            if category(m, value) == "object":
                return ClassValue(python_class(m, value))
            derived = dict_class(m, value)
            if derived is not None:
                return ClassValue(derived)
        if found == "none":
            return ClassValue(type(None))
        if found in ("enum", "exception"):
            return ClassValue(value.cls)
        if found == "host":
            return ClassValue(type(value.value))
        if found == "weak":
            return ClassValue(weakrefs.CLASS)
        if found == "class":
            return ClassValue(type(value.cls))
        name = type_name(m, value)
        actual = self.builtin_class(name)
        if actual is None:
            if found == "opaque":
                unsupported(f"the type of a value of type {value.name.lstrip('?')}")
            unsupported(f"type() of {name}")
        return ClassValue(actual)

    def class_attribute(
        self, m: Mac, cls: type, name: str, after: type | None = None, receiver: Value = None
    ) -> Value | Enter:
        reject_metaclass(cls, "__getattribute__")
        order = cls.__mro__
        if after is not None:
            order = order[order.index(after) + 1 :]
        raw = next((vars(base)[name] for base in order if name in vars(base)), None)
        if name in ("__name__", "__qualname__"):
            return str(getattr(cls, name))
        if raw is None:
            if issubclass(cls, enum.Enum) and name in cls.__members__:
                return self.wrap(m, cls.__members__[name])
            if declares(cls, name) or declares(type(cls), name):
                reject_metaclass(cls, name)
                return self._host_attribute(m, cls, name)
            reject_metaclass(cls, "__getattr__")
            throw(AttributeError, f"type object '{cls.__name__}' has no attribute '{name}'")
        if isinstance(raw, classmethod):
            return BoundMethod(receiver or ClassValue(cls), self.wrap(m, raw.__func__))
        if isinstance(raw, staticmethod):
            return self.wrap(m, raw.__func__)
        if isinstance(raw, types.FunctionType):
            return self.function(m, raw)
        if issubclass(cls, enum.Enum) and name in cls.__members__:
            return self.wrap(m, cls.__members__[name])
        if is_descriptor(raw) and self.universe.decl(type(raw)) is not None:
            unsupported(f"the descriptor {cls.__name__}.{name} of the class itself")
        label = f"{cls.__name__}.{name}"
        if label in self.builtins and self.builtin_class(cls.__name__) is cls:
            return Builtin(label)
        if f"object.{name}" in self.builtins and raw_attribute(object, name) is raw:
            return Builtin(f"object.{name}")
        if isinstance(raw, types.ClassMethodDescriptorType):
            return self._host_attribute(m, cls, name)
        return self.wrap(m, raw)

    def _host_attribute(self, m: Mac, cls: type, name: str) -> Value:
        return self.wrap(m, getattr(cls, name))

    def super_attribute(
        self, m: Mac, owner: type, after: type, name: str, receiver: Value
    ) -> Value | Enter:
        raw = vars(owner).get(name)
        if isinstance(raw, types.FunctionType):
            return BoundMethod(receiver, self.function(m, raw))
        if isinstance(raw, property) and raw.fget is not None:
            return calls.enter(m, self.method(m, raw.fget), (receiver,))
        if isinstance(raw, classmethod):
            return BoundMethod(self.class_of(m, receiver), self.wrap(m, raw.__func__))
        if isinstance(raw, staticmethod):
            return self.wrap(m, raw.__func__)
        for base in (owner, BaseException, object):
            label = f"{base.__name__}.{name}"
            if label in self.builtins and (base in owner.__mro__):
                return BoundMethod(receiver, Builtin(label))
        if raw is None:
            throw(AttributeError, f"'super' object has no attribute '{name}'")
        unsupported(f"super().{name}")

    def initialiser(self, m: Mac, cls: type) -> Value | None:
        raw = raw_attribute(cls, "__init__")
        if isinstance(raw, types.FunctionType):
            return self.function(m, raw)
        return None

    @staticmethod
    def has_own_init(cls: type) -> bool:
        return isinstance(raw_attribute(cls, "__init__"), types.FunctionType)

    def is_plain_exception(self, cls: type) -> bool:
        """Have its objects nothing but what every exception has?"""
        return not self.has_own_init(cls) and not self.universe.infos.get(cls)

    @staticmethod
    def has_own_new(cls: type) -> bool:
        raw = raw_attribute(cls, "__new__")
        return isinstance(raw, staticmethod | types.FunctionType) and not issubclass(cls, tuple)

    def some_class_has(self, method: str) -> bool:
        """Has any user class a method of this name?"""
        found = self._some_have.get(method)
        if found is None:
            found = any(
                isinstance(raw_attribute(cls, method), types.FunctionType)
                for cls in self.universe.infos
            )
            self._some_have[method] = found
        return found

    @cached_property
    def some_are_unhashable(self) -> bool:
        """Have objects of any user class no hash?"""
        return any(declared(cls, "__hash__") is None for cls in self.universe.infos)

    def flat_equality(self, decl: ClassDecl) -> generated_methods.FlatEquality | None:
        """How objects of the class are equal, if their fields alone say so."""
        if decl not in self._flat:
            cls = self.universe.python_class(decl)
            found = None if cls is None else generated_methods.flat_equality(cls, self.universe)
            self._flat[decl] = found
        return self._flat[decl]

    def compares_by_identity(self, m: Mac, ref: Term) -> bool:
        """Is it None, or surely an object without a method to compare it?"""
        if ref is NONE:
            return True
        classes = self.identity_classes
        if ref.op == Op.CONST:
            return self._declared_by_identity(m, ref)
        initial, locations = m.targets(ref)
        if any(m.allocated_class(loc) not in classes for loc in locations):
            return False
        return not initial or self._declared_by_identity(m, ref)

    def _declared_by_identity(self, m: Mac, ref: Term) -> bool:
        possible = m.possible_classes(ref)
        return all(decl in self.identity_classes for decl in possible)

    @property
    def identity_classes(self) -> frozenset[Any]:
        found = getattr(self, "_identity_classes", None)
        if found is None:
            found = frozenset(
                decl
                for cls in self.universe.infos
                if (decl := self.universe.decl(cls)) is not None
                and not issubclass(cls, tuple)
                and not isinstance(raw_attribute(cls, "__eq__"), types.FunctionType)
            )
            self._identity_classes = found
        return found

    def has_own_equality(self, m: Mac, layout: Layout) -> bool:
        """May it hold an object of a class that says itself what its objects are equal to?"""
        return any(self._says_equality(m, decl, {layout}) for decl in _classes_in(m, layout))

    def _says_equality(self, m: Mac, decl: ClassDecl, above: Set[Layout]) -> bool:
        container = self.universe.container(decl)
        if container is None:
            return decl not in self.identity_classes
        return any(
            self._says_equality(m, inner, {*above, layout})
            for layout in container.items
            if layout not in above
            for inner in _classes_in(m, layout)
        )

    # -- enums

    def enum_method(self, m: Mac, cls: type, name: str) -> Function | None:
        raw = raw_attribute(cls, name)
        if isinstance(raw, types.FunctionType):
            found = self.function(m, raw)
            return found if isinstance(found, Function) else None
        return None

    def attribute_of_class(
        self, m: Mac, owner: EnumValue | ExceptionValue, name: str
    ) -> Value | Enter:
        """What a value that is no object of the heap has from its class."""
        raw = raw_attribute(owner.cls, name)
        if is_absent(raw):
            throw(AttributeError, f"'{owner.cls.__name__}' object has no attribute '{name}'")
        if isinstance(raw, property) and isinstance(raw.fget, types.FunctionType):
            return calls.enter(m, self.function(m, raw.fget), (owner,))
        if isinstance(raw, types.FunctionType):
            return BoundMethod(owner, self.function(m, raw))
        if isinstance(raw, classmethod):
            return BoundMethod(ClassValue(owner.cls), self.wrap(m, raw.__func__))
        if isinstance(raw, staticmethod):
            return self.wrap(m, raw.__func__)
        if name in getattr(owner.cls, "__members__", {}):
            return self.wrap(m, getattr(owner.cls, name))
        if isinstance(owner, ExceptionValue) and not declares(type(raw), "__get__"):
            return self.wrap(m, raw)
        unsupported(f"{owner.cls.__name__}.{name}")

    def enum_member(self, m: Mac, cls: type, positional: tuple[Value, ...]) -> Value:
        """`Color(2)`."""
        if len(positional) != 1:
            unsupported("making an enum class")
        value = settle(m, positional[0])
        if isinstance(value, EnumValue) and value.cls is cls:
            return value
        for index, member in enumerate(members_of(cls)):
            if m.decide(equal(m, value, self.wrap(m, member.value))):
                return EnumValue(cls, index)
        if not members_of(cls):
            throw(TypeError, UnknownText(f"{cls!r} has no members defined", message=True))
        text = (describing.quoted(m, value), f" is not a valid {cls.__qualname__}")
        throw(ValueError, pieces.joined(text))

    def enum_by_name(self, m: Mac, cls: type, key: Value) -> Value:
        for index, member in enumerate(members_of(cls)):
            if isinstance(key, str | Term) and m.decide(eq(key, member.name)):
                return EnumValue(cls, index)
        throw(KeyError, key)

    # -- calls out of the program

    def call_builtin(
        self, m: Mac, name: str, positional: tuple[Value, ...], keywords: dict[str, Value]
    ) -> Value | Enter:
        model: Callable[..., Value] = self.builtins[name]
        return model(m, positional, keywords)

    def call_host(
        self, m: Mac, function: object, positional: tuple[Value, ...], keywords: dict[str, Value]
    ) -> Value | Enter:
        return calling.call(m, function, positional, keywords)

    @staticmethod
    def _check_call(cls: type, positional: tuple[Value, ...], keywords: dict[str, Value]) -> None:
        """Do the arguments fit a named tuple? CPython itself says why not."""
        made = getattr(cls.__new__, "__globals__", {}).get("__name__", "")
        if not str(made).startswith("namedtuple_"):
            unsupported(f"{cls.__name__}.__new__()")
        try:
            cls.__new__(cls, *positional, **keywords)
        except TypeError as error:
            throw(TypeError, str(error))

    def fill_named_tuple(
        self,
        m: Mac,
        obj: Term,
        cls: type,
        positional: tuple[Value, ...],
        keywords: dict[str, Value],
    ) -> Value:
        names: tuple[str, ...] = cls._fields  # type: ignore[attr-defined]
        defaults: dict[str, object] = cls._field_defaults  # type: ignore[attr-defined]
        given = dict(zip(names, positional, strict=False))
        given.update(keywords)
        self._check_call(cls, positional, keywords)
        for name in names:
            if name not in given:
                given[name] = self.wrap(m, defaults[name])
        for name in names:
            attributes.assign(m, obj, name, given[name])
        return obj


def _member(value: enum.Enum) -> Value:
    members = members_of(type(value))
    if value not in members:  # several flags together
        return Host(value)
    return EnumValue(type(value), members.index(value))


def _classes_in(m: Mac, layout: Layout) -> Iterator[ClassDecl]:
    """The classes of the references that it holds to begin with."""
    for part in layout.parts:
        if part.kind == "ref" and part.field is not None and isinstance(part.field.type, ClassDecl):
            yield from m.program.subtypes(part.field.type)
