"""What a name means in a class: a field, a method, a property, a constant."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from types import (
    BuiltinFunctionType,
    ClassMethodDescriptorType,
    FunctionType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)

from heapwise.frontends.python.model.layouts import Layout
from heapwise.frontends.python.model.universe import Universe
from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.hierarchy import declared, declares
from heapwise.program.types import ClassDecl


class Member:
    """Members are compared by identity: `Members` makes each once."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Default:
    value: object


@dataclass(frozen=True, slots=True, eq=False)
class FieldMember(Member):
    """`default` is what the class has under this name, for an object that does not."""

    layout: Layout
    default: Default | None

    __match_args__ = ("layout", "default")


@dataclass(frozen=True, slots=True, eq=False)
class MethodMember(Member):
    """A function, or what a decorator of a library has made of one."""

    function: object

    __match_args__ = ("function",)


@dataclass(frozen=True, slots=True, eq=False)
class PropertyMember(Member):
    """The getter of a cached property is that property."""

    getter: Callable[..., object] | functools.cached_property[object]
    setter: Callable[..., object] | None

    __match_args__ = ("getter", "setter")


@dataclass(frozen=True, slots=True, eq=False)
class StaticMember(Member):
    function: object

    __match_args__ = ("function",)


@dataclass(frozen=True, slots=True, eq=False)
class ClassMethodMember(Member):
    function: object

    __match_args__ = ("function",)


@dataclass(frozen=True, slots=True, eq=False)
class ConstantMember(Member):
    value: object

    __match_args__ = ("value",)


@dataclass(frozen=True, slots=True, eq=False)
class DescriptorMember(Member):
    """An object of the program that says itself what reading and writing the attribute mean."""

    descriptor: object

    __match_args__ = ("descriptor",)


@dataclass(frozen=True, slots=True, eq=False)
class MissingMember(Member):
    pass


@dataclass(frozen=True, slots=True, eq=False)
class BoundOtherwise(Member):
    """What Python binds in a way of its own, such as a partial method."""


_ABSENT = object()
MISSING = MissingMember()
BOUND_OTHERWISE = BoundOtherwise()


class Members:
    def __init__(self, universe: Universe) -> None:
        self._universe = universe
        self._found: dict[tuple[ClassDecl, str], Member] = {}
        self._made: dict[tuple[str, int, int], Member] = {}

    def find(self, decl: ClassDecl, name: str) -> Member:
        key = (decl, name)
        found = self._found.get(key)
        if found is None:
            found = self._find(decl, name)
            self._found[key] = found
        return found

    def _find(self, decl: ClassDecl, name: str) -> Member:
        cls = self._universe.python_class(decl)
        if cls is None:
            return MISSING
        raw = raw_attribute(cls, name)
        layout = self._universe.layout(decl, name)
        if isinstance(raw, property):
            if raw.fget is None:
                return MISSING
            return self._once("property", raw, PropertyMember(raw.fget, raw.fset))
        if isinstance(raw, functools.cached_property):
            return self._once("property", raw, PropertyMember(raw, None))
        of_program = self._universe.decl(type(raw)) is not None
        if of_program and is_descriptor(raw) and (layout is None or _has_data(type(raw))):
            return self._once("descriptor", raw, DescriptorMember(raw))
        if layout is not None:
            is_default = raw is not _ABSENT and not inspect.isdatadescriptor(raw)
            held = raw.__func__ if isinstance(raw, staticmethod) else raw
            default = Default(held) if is_default and not isinstance(raw, FunctionType) else None
            return self._once("field", layout, FieldMember(layout, default))
        if raw is _ABSENT:
            return MISSING
        if isinstance(raw, FunctionType):
            return self._once("method", raw, MethodMember(raw))
        if isinstance(raw, staticmethod):
            return self._once("static", raw, StaticMember(raw.__func__))
        if isinstance(raw, classmethod):
            return self._once("class", raw, ClassMethodMember(raw.__func__))
        wrapped = getattr(raw, "__wrapped__", None)
        if isinstance(wrapped, FunctionType):
            return self._once("method", raw, MethodMember(raw))
        if isinstance(raw, BuiltinFunctionType) and not isinstance(raw.__self__, type):
            return self._once("constant", raw, ConstantMember(raw))  # it is not bound
        if raw_attribute(object, name) is raw or inspect.isroutine(raw):
            return BOUND_OTHERWISE if is_of_program(raw) else MISSING
        if isinstance(raw, GetSetDescriptorType | MemberDescriptorType):
            return MISSING
        return self._once("constant", raw, ConstantMember(raw))

    def _once(self, kind: str, thing: object, member: Member) -> Member:
        """The same member for all classes that share it, so that a choice need not tell them
        apart."""
        extra = 0
        if isinstance(member, FieldMember) and member.default is not None:
            extra = id(member.default.value)
        return self._made.setdefault((kind, id(thing), extra), member)

    def is_frozen(self, decl: ClassDecl) -> bool:
        cls = self._universe.python_class(decl)
        parameters = None if cls is None else declared(cls, "__dataclass_params__")
        return bool(parameters is not None and parameters.frozen)

    @staticmethod
    def has_slots(cls: type) -> bool:
        return not any("__dict__" in vars(base) for base in cls.__mro__)

    def next_owner(self, decl: ClassDecl, after: type, name: str) -> type:
        """The class after `after` in the order of the object's class that has `name`."""
        cls = self._universe.python_class(decl)
        assert cls is not None
        order = cls.__mro__
        position = order.index(after) + 1 if after in order else 0
        return next((base for base in order[position:] if name in vars(base)), object)


def raw_attribute(cls: type, name: str) -> object:
    """As it stands there; what a class below a builtin one has from that, in Python."""
    return builtin_bases.method_of(cls, declared(cls, name, _ABSENT))


def is_of_program(raw: object) -> bool:
    """Does a class that has this under the name of a special method say itself what it does, be it
    by None or by something that is no function?"""
    return raw is not _ABSENT and not isinstance(raw, _OF_C)


_OF_C = (
    ClassMethodDescriptorType,
    GetSetDescriptorType,
    MemberDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)


def is_descriptor(raw: object) -> bool:
    return declares(type(raw), "__get__") or _has_data(type(raw))


def _has_data(cls: type) -> bool:
    """Does a descriptor of this class come before what an object has itself?"""
    return declares(cls, "__set__") or declares(cls, "__delete__")


def is_absent(raw: object) -> bool:
    return raw is _ABSENT
