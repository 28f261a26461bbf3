"""Reads type hints: which values each of them allows, as a `Shape`.

`shape_of` never fails: a hint that cannot be used becomes an `UnknownShape` whose reason says what
to write instead. Type arguments of user generics are not tracked: `Stack[int]` is a `Stack`, whose
fields have the shapes that the class itself gives them.
"""

from __future__ import annotations

import argparse
import collections
import collections.abc as abc
import contextlib
import dataclasses
import enum
import inspect
import numbers
import sys
import threading
import types
import typing
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

from heapwise.frontends.python.source import builtin_bases
from heapwise.frontends.python.source.hierarchy import declared, subclasses
from heapwise.frontends.python.source.modules import is_user_code, module_of
from heapwise.frontends.python.typing.annotation_types import MissingName, Scope, scope_of_class
from heapwise.frontends.python.typing.dict_subclasses import dict_arguments, is_derived_dict
from heapwise.frontends.python.typing.exception_shapes import exception_shape, is_plain_builtin
from heapwise.frontends.python.typing.library_classes import VALUE_CLASSES
from heapwise.frontends.python.typing.shapes import (
    ANY_SHAPE,
    BOOL_SHAPE,
    BYTES_SHAPE,
    FLOAT_SHAPE,
    FOREIGN_SHAPE,
    INT_SHAPE,
    LEFT_OUT,
    LOCK_SHAPE,
    NAMESPACE_SHAPE,
    NONE_SHAPE,
    OBJECT_SHAPE,
    RLOCK_SHAPE,
    STR_SHAPE,
    BoolShape,
    BytesShape,
    CallableShape,
    ClassShape,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    LeftOutShape,
    ListShape,
    LiteralShape,
    MissingHint,
    NoneShape,
    NothingShape,
    OpaqueShape,
    OpenShape,
    Shape,
    StrShape,
    TupleShape,
    TypedDictShape,
    UnionShape,
    UnknownShape,
    ValueShape,
    WeakShape,
    alternatives,
    classes_in,
    is_optional,
    opened,
    unite,
    usable_alternatives,
)
from heapwise.frontends.python.typing.stand_in_shapes import (
    described_shape,
    is_for_numbers,
    is_implemented,
    iterator_shape,
)

__all__ = [
    "ANY_SHAPE",
    "BOOL_SHAPE",
    "BYTES_SHAPE",
    "FLOAT_SHAPE",
    "FOREIGN_SHAPE",
    "INT_SHAPE",
    "LOCK_SHAPE",
    "NAMESPACE_SHAPE",
    "NONE_SHAPE",
    "OBJECT_SHAPE",
    "RLOCK_SHAPE",
    "STR_SHAPE",
    "BoolShape",
    "BytesShape",
    "CallableShape",
    "ClassShape",
    "DictShape",
    "EnumShape",
    "FloatShape",
    "IntShape",
    "LeftOutShape",
    "ListShape",
    "LiteralShape",
    "MissingHint",
    "NoneShape",
    "OpaqueShape",
    "Shape",
    "StrShape",
    "TupleShape",
    "UnionShape",
    "UnknownShape",
    "WeakShape",
    "alternatives",
    "classes_in",
    "is_class_variable",
    "is_optional",
    "opened",
    "shape_of",
    "unite",
    "unwrap",
    "weak",
]

_DEEPEST = 40
"""Hints that are nested more deeply are not followed: generic aliases may grow for ever."""

ANY_TUPLE = ListShape("tuple", ANY_SHAPE)
_SCALARS: dict[object, Shape] = {
    int: INT_SHAPE,
    bool: BOOL_SHAPE,
    float: FLOAT_SHAPE,
    str: STR_SHAPE,
    bytes: BYTES_SHAPE,
    None: NONE_SHAPE,
    type(None): NONE_SHAPE,
    object: OBJECT_SHAPE,
    abc.Hashable: OpaqueShape("Hashable", ordered=False),
    typing.Any: ANY_SHAPE,
    typing.AnyStr: STR_SHAPE,
    typing.LiteralString: STR_SHAPE,
    typing.SupportsIndex: INT_SHAPE,
    numbers.Integral: INT_SHAPE,
    numbers.Real: unite((INT_SHAPE, FLOAT_SHAPE)),
    numbers.Number: unite((INT_SHAPE, FLOAT_SHAPE)),
    abc.Callable: CallableShape("Callable"),
    argparse.Namespace: NAMESPACE_SHAPE,
    **dict.fromkeys((threading.Lock, type(threading.Lock())), LOCK_SHAPE),
    **dict.fromkeys((threading.RLock, type(threading.RLock())), RLOCK_SHAPE),
}

_LISTS: dict[object, str] = {
    list: "list",
    set: "set",
    frozenset: "frozenset",
    collections.deque: "deque",
    abc.Sequence: "list",
    abc.MutableSequence: "list",
    abc.Iterable: "list",
    abc.Collection: "list",
    abc.Container: "list",
    abc.Reversible: "list",
    abc.Sized: "list",
    abc.Set: "set",
    abc.MutableSet: "set",
    abc.KeysView: "list",
    abc.ValuesView: "list",
}

_DICTS: dict[object, str] = {
    dict: "dict",
    collections.defaultdict: "defaultdict",
    collections.OrderedDict: "OrderedDict",
    collections.Counter: "Counter",
    abc.Mapping: "dict",
    abc.MutableMapping: "dict",
}

_WRAPPERS: tuple[object, ...] = tuple(
    getattr(typing, name)
    for name in ("Final", "ClassVar", "Annotated", "Required", "NotRequired", "ReadOnly")
    if hasattr(typing, name)
)

BUILTIN_BASES: tuple[type, ...] = (
    *(int, float, str, bytes, complex, tuple, type),
    *(list, dict, set, frozenset, collections.deque),
)


_SOME_CLASSES = (int, str)
"""What is passed where any class may be."""
_OF_LIBRARY: dict[type, tuple[type, ...]] = {
    IntShape: (int, bool),
    StrShape: (str,),
    FloatShape: (float,),
    BytesShape: (bytes,),
    BoolShape: (bool,),
}


def shape_of(
    hint: object,
    owner: type | None = None,
    *,
    scope: Scope | None = None,
    of_parameter: bool = False,
) -> Shape:
    """The shape of values that `hint` describes. Strings and forward references are looked up in
    `scope`, by default that of `owner`, the class in which the hint stands. Some values are made
    for parameters alone, not for what is inside of something."""
    if scope is None:
        scope = scope_of_class(owner) if owner is not None else Scope()
    try:
        return _Reader(scope, of_parameter).read(hint, 0)
    except RecursionError:
        return UnknownShape("the hint is nested too deeply")


def unwrap(hint: object, scope: Scope) -> object:
    """The hint behind a string and behind `Final[…]`, `Annotated[…]` and the like; it stays what it
    is if there is nothing inside (a bare `Final`)."""
    for _ in range(_DEEPEST):
        if isinstance(hint, str):
            hint = scope.evaluate(hint)
        elif isinstance(hint, typing.ForwardRef):
            hint = hint.__forward_arg__
        elif isinstance(hint, dataclasses.InitVar):
            hint = hint.type
        elif typing.get_origin(hint) in _WRAPPERS:
            hint = typing.get_args(hint)[0]
        else:
            break
    return hint


def is_class_variable(hint: object, scope: Scope) -> bool:
    """Whether a hint says that the name belongs to the class (or only to its constructor)."""
    if isinstance(hint, str):
        hint = scope.evaluate(hint)
    if typing.get_origin(hint) is typing.Annotated:
        hint = typing.get_args(hint)[0]
    return (
        hint is typing.ClassVar
        or typing.get_origin(hint) is typing.ClassVar
        or isinstance(hint, dataclasses.InitVar)
        or hint is dataclasses.InitVar
        or hint is dataclasses.KW_ONLY
    )


def _scalar(hint: object) -> Shape | None:
    with contextlib.suppress(TypeError):  # not hashable: no scalar
        return _SCALARS.get(hint)
    return None


class _Reader:
    def __init__(self, scope: Scope, of_parameter: bool) -> None:
        self._scope = scope
        self._is_whole = of_parameter
        self._being_read: set[object] = set()

    def read(self, hint: object, depth: int) -> Shape:
        """The shape; a name (of an alias, in quotes) that leads back to itself is not followed."""
        key = _name_of(hint)
        if key in self._being_read or depth > _DEEPEST:
            return UnknownShape("a recursive alias is not supported as an input")
        if key is None:
            return self._read(hint, depth)
        self._being_read.add(key)
        shape = self._read(hint, depth)
        self._being_read.remove(key)
        return shape

    def _read(self, hint: object, depth: int) -> Shape:
        hint = unwrap(hint, self._scope)
        scalar = _scalar(hint)
        if scalar is not None:
            return scalar
        if isinstance(hint, MissingName):
            name = hint.__name__
            return OpenShape(f"the hint `{name}` is not defined when the program runs")
        if isinstance(hint, typing.NewType):
            return self.read(hint.__supertype__, depth + 1)
        if isinstance(hint, typing.TypeVar):
            return self._type_variable(hint, depth)
        if hint is typing.Self:
            owner = self._scope.owner
            return self.read(owner, depth + 1) if owner else UnknownShape("`Self` outside a class")
        alias = _alias_value(hint)
        if alias is not None:
            return self.read(alias, depth + 1)
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if origin is not None:
            return self._generic(hint, origin, arguments, depth)
        return self._plain(hint, depth)

    def _many(self, hints: Sequence[object], depth: int) -> tuple[Shape, ...]:
        return tuple(self.read(hint, depth + 1) for hint in hints)

    def _plain(self, hint: object, depth: int) -> Shape:
        if hint in (typing.Final, typing.ClassVar):
            return UnknownShape(
                f"`{_text(hint)}` says nothing about the type: write it in brackets"
            )
        if hint in (typing.Never, typing.NoReturn):
            return UnknownShape("there is no such value")
        if hint is tuple:
            return ANY_TUPLE
        if hint is type:
            return self._class_object(object, depth)
        if isinstance(hint, type) and is_derived_dict(hint):
            shape = self._container(dict, dict_arguments(hint), depth)
            assert isinstance(shape, DictShape)
            return dataclasses.replace(shape, cls=hint)
        if isinstance(hint, type) and typing.is_typeddict(hint):
            with self._inside():
                return self._typed_dict(hint, depth)
        if self._is_whole and isinstance(hint, type) and is_plain_builtin(hint):
            return exception_shape(hint, self._scope.globals)
        if isinstance(hint, type):
            return self._container(hint, (), depth) or _class(hint)
        return _unsupported(hint)

    def _typed_dict(self, cls: type, depth: int) -> Shape:
        if cls in self._being_read:
            return UnknownShape("a TypedDict inside of itself is not supported as an input")
        self._being_read.add(cls)
        required = declared(cls, "__required_keys__", frozenset())
        assert isinstance(required, frozenset)
        hints = declared(cls, "__annotations__", {})
        assert isinstance(hints, dict)
        shapes = {key: self.read(hint, depth + 1) for key, hint in hints.items()}
        items = tuple((key, shape, key in required) for key, shape in shapes.items())
        self._being_read.remove(cls)
        return TypedDictShape(cls.__qualname__, items)

    def _generic(
        self, hint: object, origin: object, arguments: tuple[object, ...], depth: int
    ) -> Shape:
        if origin is typing.Union or origin is types.UnionType:
            return usable_alternatives(unite(self._many(arguments, depth)))
        with self._inside():
            return self._of_parts(hint, origin, arguments, depth)

    @contextlib.contextmanager
    def _inside(self) -> Iterator[None]:
        before, self._is_whole = self._is_whole, False
        yield
        self._is_whole = before

    def _of_parts(
        self, hint: object, origin: object, arguments: tuple[object, ...], depth: int
    ) -> Shape:
        if origin is typing.Literal:
            return _literal(arguments)
        if origin is abc.Callable:
            return self._callable(hint, arguments, depth)
        if origin is tuple:
            return ANY_TUPLE if not hasattr(hint, "__args__") else self._tuple(arguments, depth)
        if origin is type:
            return self._class_object(arguments[0] if arguments else object, depth)
        if origin is weakref.ReferenceType:
            return weak(self.read(arguments[0], depth + 1)) or _unsupported(hint)
        if origin is typing.Unpack:
            return _unsupported(hint)
        return self._container(origin, arguments, depth) or self.read(origin, depth + 1)

    def _container(self, origin: object, arguments: Sequence[object], depth: int) -> Shape | None:
        if origin in _LISTS:
            element = self.read(arguments[0], depth + 1) if arguments else ANY_SHAPE
            return ListShape(_LISTS[origin], element)
        if origin in (abc.Iterator, abc.Generator):
            return iterator_shape(self.read(arguments[0], depth + 1) if arguments else ANY_SHAPE)
        if origin is abc.ItemsView and len(arguments) == 2:
            return ListShape("list", TupleShape(self._many(arguments, depth)))
        if origin in _DICTS:
            kind = _DICTS[origin]
            key = self.read(arguments[0], depth + 1) if arguments else ANY_SHAPE
            if kind == "Counter":
                return DictShape(kind, key, INT_SHAPE)
            value = self.read(arguments[1], depth + 1) if len(arguments) > 1 else ANY_SHAPE
            return DictShape(kind, key, value)
        return None

    def _callable(self, hint: object, arguments: tuple[object, ...], depth: int) -> Shape:
        if len(arguments) != 2:
            return CallableShape(_text(hint))
        parameters, result = arguments
        arity = len(parameters) if isinstance(parameters, list) else None
        return CallableShape(_text(hint), arity, self.read(result, depth + 1))

    def _class_object(self, argument: object, depth: int) -> Shape:
        """`type[C]`: the classes of the program that are a C and have instances. Of classes of the
        library, or any class at all, some."""
        found: list[type] = []
        others = False
        for part in alternatives(self.read(argument, depth + 1)):
            if isinstance(part, ClassShape):
                found += [part.cls, *subclasses(part.cls)]
            elif isinstance(part, UnknownShape) and isinstance(argument, type):
                found += [argument, *subclasses(argument)]  # whose objects are no inputs
            else:
                others = True
                found += _OF_LIBRARY.get(type(part), _SOME_CLASSES)
        usable = tuple(cls for cls in dict.fromkeys(found) if not inspect.isabstract(cls))
        if isinstance(argument, type) and not is_user_code(sys.modules.get(argument.__module__)):
            usable = (argument,) if argument is not object else usable
        left = LeftOutShape(f"{LEFT_OUT}classes but {', '.join(c.__qualname__ for c in usable)}")
        return unite((LiteralShape(usable), *([left] if others else []))) if usable else left

    def _tuple(self, arguments: tuple[object, ...], depth: int) -> Shape:
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return ListShape("tuple", self.read(arguments[0], depth + 1))
        if any(typing.get_origin(argument) is typing.Unpack for argument in arguments):
            return UnknownShape("a tuple hint with `*` is not supported as an input")
        # `tuple[()]` has the argument `()` in some versions and none in others.
        return TupleShape(self._many([one for one in arguments if one != ()], depth))

    def _type_variable(self, variable: typing.TypeVar, depth: int) -> Shape:
        opaque = OpaqueShape(variable.__name__, ordered=True)
        if variable.__constraints__:
            return unite(self._many(variable.__constraints__, depth))
        if variable.__bound__ is None:
            return opaque
        bound = self.read(variable.__bound__, depth + 1)
        usable = all(
            not isinstance(part, OpaqueShape | UnknownShape) for part in alternatives(bound)
        )
        return bound if usable else opaque


def weak(target: Shape) -> Shape | None:
    """Weak references to what has this shape, if that is objects of the program."""
    usable = all(isinstance(part, ClassShape) for part in alternatives(target))
    return WeakShape(target) if usable else None


def _name_of(hint: object) -> object | None:
    if isinstance(hint, typing.ForwardRef):
        return hint.__forward_arg__
    if isinstance(hint, str):
        return hint
    if sys.version_info >= (3, 12) and isinstance(hint, typing.TypeAliasType):
        return hint
    return None


def _alias_value(hint: object) -> object | None:
    """What a `type X = …` alias stands for, with its arguments put in where that works."""
    if sys.version_info < (3, 12):
        return None
    origin = typing.get_origin(hint)
    alias = origin if isinstance(origin, typing.TypeAliasType) else hint
    if not isinstance(alias, typing.TypeAliasType):
        return None
    try:
        value: Any = alias.__value__
    except Exception as error:
        return MissingName(f"{alias.__name__} ({error})", (), {})
    arguments = typing.get_args(hint)
    if arguments:
        with contextlib.suppress(TypeError):
            return typing.cast(object, value[arguments])
    return typing.cast(object, value)


def _literal(values: tuple[object, ...]) -> Shape:
    shapes: list[Shape] = []
    usable = tuple(value for value in values if value is not None)
    if any(isinstance(value, bytes) for value in usable):
        return UnknownShape("bytes are not supported as an input")
    if usable:
        shapes.append(LiteralShape(usable))
    if len(usable) < len(values):
        shapes.append(NONE_SHAPE)
    return unite(shapes)


def _class(cls: type) -> Shape:
    if issubclass(cls, enum.Enum):
        return enum_shape(cls)
    if cls in VALUE_CLASSES:
        return ValueShape(cls)
    if declared(cls, "_is_protocol", False):
        if is_implemented(cls, subclasses(cls)):
            return ClassShape(cls)
        opaque = OpaqueShape(cls.__name__, ordered=_has_order(cls))
        return opaque if is_for_numbers(cls) else described_shape(cls, shape_of) or opaque
    if not is_user_code(sys.modules.get(cls.__module__)) and not _is_shadowing(cls):
        return _unsupported(cls)
    if is_named_tuple(cls):
        return ClassShape(cls)
    base: type | None = next((base for base in BUILTIN_BASES if issubclass(cls, base)), None)
    if base is not None and builtin_bases.base_of(cls) is None:
        return UnknownShape(
            f"{cls.__qualname__} is a subclass of {base.__name__}, which is not supported as an"
            " input"
        )
    if inspect.isabstract(cls) and not is_implemented(cls, subclasses(cls)):
        return described_shape(cls, shape_of) or ClassShape(cls)
    return ClassShape(cls)


def held_shape(cls: type) -> Shape | None:
    """Of a class below a builtin one: what its objects hold."""
    base, arguments = builtin_bases.base_of(cls), builtin_bases.arguments_of(cls)
    if base is None:
        return None
    if base is str:
        return StrShape()
    shape = shape_of(base[arguments] if arguments else base, cls)  # type: ignore[index]
    assert isinstance(shape, ListShape | DictShape)
    return dataclasses.replace(shape, inside=cls)


def enum_shape(cls: type) -> Shape:
    """Members of the class; of one without any, those of the classes below."""
    if cls.__module__ == "enum":
        return UnknownShape(f"{cls.__qualname__} is not supported as an input")
    if issubclass(cls, enum.Flag):
        return UnknownShape(f"{cls.__qualname__} is a flag, which is not supported as an input")
    assert issubclass(cls, enum.Enum)
    below = [cls] if len(cls) else [each for each in subclasses(cls) if _has_members(each)]
    if not below:
        return NothingShape(f"{cls.__qualname__} has no members: there is nothing to pass")
    return unite(EnumShape(each) for each in below)


def _has_members(cls: type) -> bool:
    return issubclass(cls, enum.Enum) and len(cls) > 0


def is_named_tuple(cls: type) -> bool:
    return issubclass(cls, tuple) and isinstance(declared(cls, "_fields"), tuple)


def _is_shadowing(cls: type) -> bool:
    """Whether a class of the user's stands in a module whose name the standard library has."""
    return cls.__module__ in sys.stdlib_module_names and module_of(cls) is not None


def _has_order(cls: type) -> bool:
    return any("__lt__" in vars(base) for base in cls.__mro__[:-1])


def _text(hint: object) -> str:
    if isinstance(hint, type) and typing.get_origin(hint) is None:
        return hint.__qualname__
    return str(hint).replace("typing.", "").replace("collections.abc.", "")


def _unsupported(hint: object) -> Shape:
    return OpenShape(f"{_text(hint)} is not supported as an input")
