"""What a user of a module can do with its objects: the operations that a search for calls tries.

Constructors, public methods and functions, fields that are public; a field may be assigned if code
of the module that is not of its class does so too. Arguments are chosen from a few values of the
type that the hints and the code tell: those of the witnesses first, then small ones.
"""

from __future__ import annotations

import enum
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from heapwise.frontends.python.model.universe import classes_in_module, mentioned
from heapwise.frontends.python.program import parameters_of
from heapwise.frontends.python.source.modules import LoadedModule
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import FunctionInfo, functions_of, info_of
from heapwise.frontends.python.typing.shapes import (
    BoolShape,
    BytesShape,
    CallableShape,
    ClassShape,
    DictShape,
    EnumShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    OpaqueShape,
    Shape,
    StrShape,
    TupleShape,
    UnknownShape,
    alternatives,
)
from heapwise.results import Heap, Named, Value
from heapwise.results.heap import value_to_json

_SPECIAL = frozenset(
    (
        *("__setitem__", "__delitem__", "__getitem__", "__iadd__", "__isub__", "__ior__"),
        *("__iand__", "__ixor__", "__imul__", "__add__", "__sub__", "__or__", "__and__"),
        *("__mul__", "__neg__", "__call__", "__enter__", "__next__"),
    )
)
_MOST_OPERATIONS = 60
_MOST_OF_WITNESS = 5
_SCALARS: dict[type, tuple[Value, ...]] = {
    int: (0, 1, 2, -1, 3),
    str: ("a", "b", ""),
    float: (0.0, 1.0, 2.0, -1.0),
    bool: (False, True),
}

Choices = list[list[Any]]
Operation = dict[str, Any]


@dataclass
class PublicCalls:
    """Those that may help to make objects of some classes. `own` are classes that may be made
    although they are private, because the function in question is theirs or takes them."""

    loaded: LoadedModule
    wanted: Sequence[type]
    own: frozenset[type] = frozenset()
    witnesses: Sequence[Heap] = ()
    _pool: dict[type, list[Value]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for kind, usual in _SCALARS.items():
            seen = dict.fromkeys(v for heap in self.witnesses for v in _scalars(heap, kind))
            first = sorted(seen, key=lambda value: len(str(value)))[:_MOST_OF_WITNESS]
            same = [(type(value), value) for value in first]
            more = [value for value in usual if (type(value), value) not in same]
            self._pool[kind] = [*first, *more]

    @cached_property
    def classes(self) -> list[type]:
        """The classes whose objects matter: the wanted ones, those that have such in fields, those
        that their operations take, and what is derived from these."""
        around = list(classes_in_module(self.loaded.module))
        found = dict.fromkeys(self.wanted)
        for cls in around:
            parts = {each for info in fields_of(cls).values() for each in mentioned(info.shape)}
            if parts & set(self.wanted):
                found[cls] = None
        waiting = list(found)
        while waiting:
            cls = waiting.pop(0)
            more = [each for each in around if cls in each.__mro__]
            for shape in self._shapes_taken(cls):
                more += mentioned(shape)
            waiting += [each for each in dict.fromkeys(more) if each not in found]
            found.update(dict.fromkeys(more))
        return [cls for cls in found if not issubclass(cls, enum.Enum | BaseException)]

    def name_of(self, thing: type | FunctionInfo) -> str:
        """As code of the module would call it."""
        if isinstance(thing, FunctionInfo):
            return thing.qualname
        if thing.__module__ == self.loaded.module.__name__:
            return thing.__qualname__
        return f"{thing.__module__}.{thing.__qualname__}"

    def operations(self) -> list[Operation]:
        """The most useful ones first."""
        found: list[Operation] = []
        for cls in self.classes:
            found += self._constructors(cls)
        for cls in self.classes:
            found += self._members(cls)
        for info in functions_of(self.loaded):
            if info.owner is None and _is_public(info.name) and self._is_about_objects(info):
                found += self._calls("function", info.qualname, "", *_signature(info))
        for cls in self.classes:
            found += self._fields(cls)
        return found[:_MOST_OPERATIONS]

    def parameters(self, shapes: Mapping[str, Shape]) -> list[dict[str, Any]]:
        return [{"name": n, "choices": self.choices(shape)} for n, shape in shapes.items()]

    # ------------------------------------------------------------------ operations

    def _shapes_taken(self, cls: type) -> Iterator[Shape]:
        yield from (shape for _, shape, _, _ in _constructor(cls))
        for info in _methods(cls):
            if _is_public(info.name) and info.kind == "method":
                yield from list(parameters_of(info).values())[1:]

    def _is_about_objects(self, info: FunctionInfo) -> bool:
        shapes = list(parameters_of(info).values())
        if info.returns is not None:
            shapes.append(info.returns)
        return any(cls in self.classes for shape in shapes for cls in mentioned(shape))

    def _constructors(self, cls: type) -> Iterator[Operation]:
        is_private = any(part.startswith("_") for part in cls.__qualname__.split("."))
        if inspect.isabstract(cls) or (is_private and cls not in self.own):
            return
        yield from self._calls("new", self.name_of(cls), "", _constructor(cls))

    def _members(self, cls: type) -> Iterator[Operation]:
        owner = self.name_of(cls)
        for info in _methods(cls):
            if not _is_public(info.name) or inspect.isabstract(info.function):
                continue
            parameters = list(_signature(info)[0])
            if info.kind == "method":
                yield from self._calls("method", info.name, owner, parameters[1:])
            elif info.kind in ("staticmethod", "classmethod"):
                if info.owner is cls:
                    rest = parameters[1:] if info.kind == "classmethod" else parameters
                    yield from self._calls("function", f"{owner}.{info.name}", "", rest)
            elif len(info.parameters) == 2:
                yield self._setter(owner, info.name, parameters[1][1], free=True)
            elif info.returns is not None and set(mentioned(info.returns)) & set(self.classes):
                yield _operation("get", info.name, owner)

    def _fields(self, cls: type) -> Iterator[Operation]:
        owner = self.name_of(cls)
        for name, info in fields_of(cls).items():
            if name.startswith("_"):
                continue
            parts = [each for each in alternatives(info.shape) if isinstance(each, ClassShape)]
            if any(part.cls in self.classes for part in parts):
                yield _operation("get", name, owner)
            if info.from_outside:
                yield self._setter(owner, name, info.shape, free=False)

    def _setter(self, owner: str, name: str, shape: Shape, free: bool) -> Operation:
        made = _operation("set", name, owner, [{"name": name, "choices": self.choices(shape)}], 1)
        return made | {"free": free}

    def _calls(
        self, do: str, name: str, owner: str, parameters: Iterable[_Parameter]
    ) -> Iterator[Operation]:
        """With the arguments that must be given, and with all."""
        parameters = list(parameters)
        required = [each for each in parameters if each.required]
        rest = [each for each in parameters if each.kind is inspect.Parameter.VAR_POSITIONAL]
        named = [
            each
            for each in parameters
            if each not in rest and each.kind is not inspect.Parameter.VAR_KEYWORD
        ]
        variants = [required]
        if len(named) > len(required):
            variants.append(named)
        if rest:
            shape = rest[0].shape
            element = shape.element if isinstance(shape, ListShape) else shape
            one = _Parameter(rest[0].name, element, inspect.Parameter.POSITIONAL_ONLY, True)
            variants += [[*required, one], [*required, one, one]]
        for chosen in variants:
            by_name = [each for each in chosen if each.kind is inspect.Parameter.KEYWORD_ONLY]
            plain = [each for each in chosen if each not in by_name]
            given = [
                {"name": each.name, "choices": self.choices(each.shape)}
                for each in (*plain, *by_name)
            ]
            yield _operation(do, name, owner, given, len(plain))

    # ------------------------------------------------------------------ values

    def choices(self, shape: Shape, depth: int = 3) -> Choices:
        found: Choices = []
        if depth:
            for part in alternatives(shape):
                found += self._of(part, depth - 1)
        return found

    def _of(self, shape: Shape, depth: int) -> Choices:
        match shape:
            case IntShape():
                return _values(self._pool[int])
            case BoolShape():
                return _values(self._pool[bool])
            case FloatShape():
                return _values(self._pool[float])
            case StrShape():
                return _values(self._pool[str])
            case BytesShape():
                return _values([Named('b"a"'), Named('b""')])
            case NoneShape():
                return _values([None])
            case ClassShape(cls):
                return [["of", self.name_of(cls)]]
            case EnumShape(cls):
                assert issubclass(cls, enum.Enum)
                return _values([Named(f"{self.name_of(cls)}.{each.name}") for each in cls])
            case LiteralShape(values):
                return _values([each for each in values if _is_scalar(each)])
            case ListShape(kind, element):
                return [["items", kind, self.choices(element, depth)]]
            case DictShape(kind, key, value, None):
                return [["entries", kind, self.choices(key, depth), self.choices(value, depth)]]
            case TupleShape(items):
                return [["tuple", [self.choices(item, depth) for item in items]]]
            case CallableShape():
                result = self.choices(shape.result, depth) if shape.result else _values([None, 0])
                return [["function", result]]
            case OpaqueShape() | UnknownShape():
                return _values([*self._pool[int][:4], *self._pool[str][:2], None])
        return []


@dataclass(frozen=True, slots=True)
class _Parameter:
    name: str
    shape: Shape
    kind: inspect._ParameterKind
    required: bool

    def __iter__(self) -> Iterator[Any]:
        return iter((self.name, self.shape, self.kind, self.required))

    def __getitem__(self, index: int) -> Any:
        return (self.name, self.shape, self.kind, self.required)[index]


def _operation(
    do: str,
    name: str,
    owner: str,
    parameters: Sequence[Mapping[str, Any]] = (),
    plain: int = 0,
) -> Operation:
    given = list(parameters)
    return {"do": do, "name": name, "owner": owner, "parameters": given, "plain": plain}


def _values(values: Iterable[Any]) -> Choices:
    return [["value", value_to_json(value)] for value in values]


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, bool | int | float | str)


def _is_public(name: str) -> bool:
    return not name.startswith("_") or name in _SPECIAL


def _scalars(heap: Heap, kind: type) -> Iterator[Value]:
    values = [*heap.roots.values(), *(v for obj in heap.objects.values() for v in obj.contents())]
    return (value for value in values if type(value) is kind)


_OMITTED = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def _signature(info: FunctionInfo) -> tuple[list[_Parameter]]:
    shapes = parameters_of(info)
    return (
        [
            _Parameter(
                each.name,
                shapes.get(each.name, each.shape),
                each.kind,
                not each.has_default and each.kind not in _OMITTED,
            )
            for each in info.parameters
        ],
    )


def _constructor(cls: type) -> list[_Parameter]:
    """What a call of the class takes; of one that is made for it, the types of its fields."""
    for name in ("__init__", "__new__"):
        found = inspect.getattr_static(cls, name, None)
        info = info_of(found) if found is not None else None
        if info is not None:
            return _signature(info)[0][1:]
    try:
        signature = inspect.signature(cls)
    except (ValueError, TypeError):
        return []
    shapes: Callable[[str], Shape] = lambda name: (  # noqa: E731
        known.shape if (known := fields_of(cls).get(name)) else UnknownShape("no hint")
    )
    return [
        _Parameter(
            name,
            shapes(name),
            each.kind,
            each.default is inspect.Parameter.empty and each.kind not in _OMITTED,
        )
        for name, each in signature.parameters.items()
    ]


def _methods(cls: type) -> Iterator[FunctionInfo]:
    """Those that objects of the class have, inherited ones included, each once."""
    seen: set[str] = set()
    for base in cls.__mro__:
        for name, member in list(vars(base).items()):
            if name in seen or base is object:
                continue
            seen.add(name)
            info = info_of(member)
            if info is None:
                continue
            yield info
            if isinstance(member, property) and member.fset is not None:
                setter = info_of(member.fset)
                if setter is not None:
                    yield setter
