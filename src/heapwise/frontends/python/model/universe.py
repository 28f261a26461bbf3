"""The classes of a Python program as the heap sees them.

Every user class is a class of the program with a layout per attribute; every hinted type of
container is a class of its own (`list[int]`), below the plain class of the containers that the
program makes itself (`list`), whose contents the path keeps and not the heap. All classes must be
known before an exploration begins, because classes are numbered.
"""

from __future__ import annotations

import builtins
import collections
import enum
import inspect
import math
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Literal, TypeAlias, cast

from heapwise.frontends.python.model import value_objects
from heapwise.frontends.python.model.layouts import TYPES, Layout, Part
from heapwise.frontends.python.model.values import ClassValue, EnumValue, Host, Value
from heapwise.frontends.python.source.hierarchy import direct_subclasses, is_class
from heapwise.frontends.python.source.modules import is_user_code
from heapwise.frontends.python.typing import library_classes
from heapwise.frontends.python.typing.dict_subclasses import is_derived_dict
from heapwise.frontends.python.typing.fields import FieldInfo, fields_of
from heapwise.frontends.python.typing.hints import is_named_tuple
from heapwise.frontends.python.typing.shapes import (
    LEFT_OUT,
    LOCKS,
    BoolShape,
    BytesShape,
    CallableShape,
    ClassShape,
    DictShape,
    EnumShape,
    ExceptionShape,
    FloatShape,
    IntShape,
    ListShape,
    LiteralShape,
    NoneShape,
    OpaqueShape,
    Shape,
    StrShape,
    TupleShape,
    TypedDictShape,
    UnknownShape,
    ValueShape,
    WeakShape,
    alternatives,
)
from heapwise.program import Program
from heapwise.program.types import INT, ClassDecl, FieldDecl

ROOT = "object"
_CONTAINERS = ("list", "deque", "set", "frozenset", "dict", "tuple")
GENERATOR_KINDS = ("generator", "coroutine", "async_generator")
"""All of the category `generator`: suspended activations, which differ in what may be asked."""
LOCAL_KINDS = (*_CONTAINERS, "cell", "iterator", *GENERATOR_KINDS)
BOX = "box"
Category: TypeAlias = Literal[
    "object",
    "list",
    "deque",
    "set",
    "frozenset",
    "dict",
    "tuple",
    "record",
    "cell",
    "iterator",
    "generator",
    "box",
]
"""What a reference refers to: an object of a class of the program, or what the language has."""


@dataclass(frozen=True, slots=True, eq=False)
class Container:
    """A hinted type of container. `kind` is list, deque, set, frozenset, tuple (of any length),
    dict, or record (a tuple of known length). `items` are its layouts: elements; keys and values;
    or the parts of a record."""

    kind: Category
    shape: Shape
    cls: ClassDecl
    length: FieldDecl | None
    items: tuple[Layout, ...]

    @property
    def is_keyed(self) -> bool:
        """Are no two of its items, or of its keys, equal?"""
        return self.kind in ("dict", "set", "frozenset")


class Universe:
    """`max_length` bounds the items of an input container that a path looks at one by one, not its
    length; None is no bound. `library` are classes of the library whose objects the program makes:
    they are no inputs."""

    def __init__(
        self,
        classes: Iterable[type],
        shapes: Iterable[Shape],
        max_length: int | None,
        library: Iterable[type] = (),
    ) -> None:
        self._library = {base for cls in library for base in cls.__mro__ if _is_made(base)}
        self.root = ClassDecl(ROOT, None)
        self.max_length = max_length
        self.box = ClassDecl(BOX, self.root, counted=False)
        self.local: dict[str, ClassDecl] = {
            kind: ClassDecl(kind, self.root, counted=False) for kind in LOCAL_KINDS
        }
        self._decls: dict[type, ClassDecl] = {}
        self._classes: dict[ClassDecl, type] = {}
        self._containers: dict[Shape, Container] = {}
        self._named: collections.Counter[str] = collections.Counter()
        self._by_decl: dict[ClassDecl, Container] = {}
        self._unions: dict[tuple[ClassDecl, ...], ClassDecl] = {}
        self._layouts: dict[ClassDecl, dict[str, Layout]] = {}
        self.infos: dict[type, dict[str, FieldInfo]] = {}
        self.names: Mapping[str, object] | None = None
        """What the module that is explored can name; unknown means everything."""
        for cls in [*_closed(classes, shapes), *self._library]:
            self._declare(cls)
        for cls in list(self._decls):
            self.infos[cls] = fields_of(cls)
        for cls, infos in self.infos.items():
            self._lay_out(cls, infos)
        for shape in _with_typed_values(shapes):
            self._parts(self.root, "", shape, declare=False)

    # -- questions

    def program(self, target: str) -> Program:
        decls = [*self.local.values(), self.box, *self._decls.values()]
        decls += [container.cls for container in self._containers.values()]
        decls += self._unions.values()
        return Program("python", target, self.root, decls)

    def user_classes(self) -> Iterable[ClassDecl]:
        return self._decls.values()

    def decl(self, cls: type) -> ClassDecl | None:
        return self._decls.get(cls)

    def python_class(self, decl: ClassDecl) -> type | None:
        return self._classes.get(decl)

    def public_name(self, thing: type | FunctionType | BuiltinFunctionType) -> str:
        """As the module that is explored calls it, with its own module where that cannot."""
        for space in (self.names, vars(builtins), vars(collections)):
            if space is None or _within(space, thing.__qualname__) is thing:
                return thing.__qualname__
        return f"{thing.__module__}.{thing.__qualname__}"

    def name_of_sentinel(self, thing: object) -> str | None:
        """The name that the module has for an object that is there to be told from others."""
        if type(thing) is not object:
            return None
        return next((name for name, held in (self.names or {}).items() if held is thing), None)

    def container(self, decl: ClassDecl) -> Container | None:
        """None for a class of the user, and for what the program makes itself."""
        return self._by_decl.get(decl)

    def container_of(self, shape: Shape) -> Container:
        return self._containers[shape]

    def layout(self, decl: ClassDecl, name: str) -> Layout | None:
        of = self._classes.get(decl)
        if of is not None and name not in self.infos.get(of, {name: None}):
            return None  # a class may say that what its base keeps is no field of its own
        for cls in decl.lineage():
            found = self._layouts.get(cls, {}).get(name)
            if found is not None:
                return found
        return None

    def layouts(self, decl: ClassDecl) -> dict[str, Layout]:
        """The attributes of an object, those of base classes first."""
        found: dict[str, Layout] = {}
        for cls in reversed(list(decl.lineage())):
            found |= self._layouts.get(cls, {})
        of = self._classes.get(decl)
        known = self.infos.get(of) if of is not None else None
        if known is None:
            return found
        return {name: layout for name, layout in found.items() if name in known}

    def reference_type(self, shape: Shape) -> tuple[ClassDecl, bool]:
        """The class that references of this shape have, and may it be None?"""
        parts = alternatives(shape)
        decls = [self._decl_of(part) for part in parts if not isinstance(part, NoneShape)]
        return self._common(tuple(dict.fromkeys(decls))), NoneShape() in parts

    # -- how it is built

    def _declare(self, cls: type) -> ClassDecl:
        found = self._decls.get(cls)
        if found is not None:
            return found
        bases = [base for base in cls.__bases__ if base in self._wanted(base)]
        above = [self._declare(base) for base in bases]
        names = {decl.name for decl in self._decls.values()}
        name = cls.__qualname__.replace(".<locals>", "")
        if name in names or name in LOCAL_KINDS or name in (BOX, ROOT):
            name = f"{cls.__module__}.{name}"
        same = sum(each == name or each.startswith(f"{name} (") for each in names)
        if same:  # a class and the named tuple that it is derived from may be called the same
            name = f"{name} ({same + 1})"
        found = ClassDecl(
            name,
            above[0] if above else self.root,
            tuple(above[1:]),
            abstract=inspect.isabstract(cls) or _is_only_described(cls),
        )
        self._decls[cls] = found
        self._classes[found] = cls
        return found

    def _wanted(self, base: type) -> tuple[type, ...]:
        return (base,) if is_user_class(base) or base in self._library else ()

    def is_of_library(self, cls: type) -> bool:
        """Is it a class of the library whose objects the program makes?"""
        return cls in self._library

    def _lay_out(self, cls: type, infos: dict[str, FieldInfo]) -> None:
        decl = self._decls[cls]
        own = self._layouts[decl] = {}
        for name, info in infos.items():
            above = self._inherited(cls, name)
            if above is None or above.shape != info.shape or self.layout(decl, name) is None:
                own[name] = self._layout(decl, name, info.shape, indexed=False)

    def _inherited(self, cls: type, name: str) -> FieldInfo | None:
        for base in cls.__mro__[1:]:
            if base in self.infos and name in self.infos[base]:
                return self.infos[base][name]
        return None

    def _layout(self, owner: ClassDecl, name: str, shape: Shape, indexed: bool) -> Layout:
        parts = self._parts(owner, name, shape, declare=True)
        return Layout(owner, name, parts, self.box, self.root, indexed)

    def _parts(self, owner: ClassDecl, name: str, shape: Shape, declare: bool) -> tuple[Part, ...]:
        """The alternatives of a hint: all references are one, which None belongs to."""
        references: list[ClassDecl] = []
        found: list[Part] = []
        nullable = False

        def cell(kind: str, high: int | None = None) -> FieldDecl:
            label = name if not found and not references else f"{name}:{kind}{len(found)}"
            low = 0 if high is not None else None
            return FieldDecl(owner, label, TYPES.get(kind, INT), low=low, high=high)

        for part in alternatives(shape):
            match part:
                case IntShape():
                    found.append(Part("int", cell("int")))
                case BoolShape():
                    found.append(Part("bool", cell("bool")))
                case FloatShape():
                    found.append(Part("float", cell("float")))
                case StrShape():
                    found.append(Part("str", cell("str")))
                case BytesShape():
                    found.append(Part("bytes", cell("bytes")))
                case EnumShape(cls):
                    members = len(members_of(cls))
                    found.append(Part("enum", cell("enum", max(members - 1, 0)), cls=cls))
                case ValueShape(cls):
                    cells = [
                        FieldDecl(
                            owner, f"{name}:{cls.__name__}{number}", TYPES[kind], low=low, high=high
                        )
                        for number, (kind, low, high) in enumerate(value_objects.cells_of(cls))
                    ]
                    found.append(Part("parts", cells[0], cls=cls, more=tuple(cells[1:])))
                case LiteralShape(values):
                    literals = tuple(literal(value) for value in values)
                    high = len(values) - 1
                    found.append(Part("literal", cell("literal", high), literals=literals))
                case OpaqueShape(label):
                    found.append(Part("opaque", cell("opaque"), name=label))
                case UnknownShape(reason):
                    found.append(Part("opaque", cell("opaque"), name=f"?{reason}"))
                case ExceptionShape():
                    reason = f"?{LEFT_OUT}exceptions inside of something else"
                    if all(each.name != reason for each in found):
                        found.append(Part("opaque", cell("opaque"), name=reason))
                case TypedDictShape(label):
                    reason = f"the TypedDict {label} inside of something else"
                    found.append(Part("opaque", cell("opaque"), name=f"?{reason}"))
                case CallableShape():
                    found.append(Part("callable", cell("callable"), function=part))
                    if part.result is not None:
                        self._parts(self.root, "", part.result, declare=False)
                case WeakShape(target):
                    label = name if not found and not references else f"{name}:weak{len(found)}"
                    referent = FieldDecl(owner, label, self.reference_type(target)[0])
                    found.append(Part("weak", referent))
                case NoneShape():
                    nullable = True
                case _:
                    references.append(self._decl_of(part))
        if references:
            common = self._common(tuple(dict.fromkeys(references)))
            label = f"{name}:ref" if found else name
            field = FieldDecl(owner, label, common, nullable=nullable)
            found.insert(0, Part("ref", field))
        elif nullable:
            found.append(Part("none", None))
        return tuple(found)

    def _decl_of(self, shape: Shape) -> ClassDecl:
        match shape:
            case ClassShape(cls):
                return self._decls[cls]
            case ListShape() | DictShape() | TupleShape():
                return self._container(shape).cls
        raise AssertionError(f"{shape} is not a reference")

    def _common(self, decls: tuple[ClassDecl, ...]) -> ClassDecl:
        """A class that they all belong to, and nothing else if that can be."""
        if len(decls) == 1:
            return decls[0]
        for decl in decls:
            if all(decl in other.ancestors() for other in decls):
                return decl
        found = self._unions.get(decls)
        if found is None:
            name = " | ".join(decl.name for decl in decls)
            found = ClassDecl(name, self.root, abstract=True)
            self._unions[decls] = found
            for decl in decls:
                decl.interfaces = (*decl.interfaces, found)
        return found

    def _container(self, shape: ListShape | DictShape | TupleShape) -> Container:
        found = self._containers.get(shape)
        if found is not None:
            return found
        kind = _kind(shape)
        above = self.local["tuple" if kind == "record" else kind]
        # What is not known of the elements may differ.
        name = str(shape)
        self._named[name] += 1
        same = self._named[name]
        name = f"{name} {same}" if same > 1 else name
        cls = ClassDecl(name, above, counted=False)
        length = None
        if kind != "record":
            length = FieldDecl(cls, "length", INT, low=0, high=longest(shape))
            cls.own_fields["length"] = length
        items: list[Layout] = []
        # Known before its elements are: a type may contain itself.
        found = Container(kind, shape, cls, length, ())
        self._containers[shape] = found
        match shape:
            case ListShape(_, element):
                items.append(self._layout(cls, "item", element, indexed=True))
            case DictShape(_, key, value):
                items.append(self._layout(cls, "key", key, indexed=True))
                items.append(self._layout(cls, "value", value, indexed=True))
            case TupleShape(parts):
                items += [
                    self._layout(cls, str(index), part, indexed=False)
                    for index, part in enumerate(parts)
                ]
        found = Container(kind, shape, cls, length, tuple(items))
        self._containers[shape] = found
        self._by_decl[cls] = found
        return found


_LONGEST = sys.maxsize // 8
"""Pointers, one for each item."""


def longest(shape: Shape) -> int:
    """How long such a container can be: no longer than CPython allows, nor than there are different
    items for a set or keys for a dict."""
    most = None
    if isinstance(shape, DictShape):
        most = _different(shape.key)
    elif isinstance(shape, ListShape) and shape.kind in ("set", "frozenset"):
        most = _different(shape.element)
    return _LONGEST if most is None else min(most, _LONGEST)


def _different(shape: Shape) -> int | None:
    """At most so many values of this shape are pairwise different; None if there is no end."""
    total = 0
    for part in alternatives(shape):
        match part:
            case NoneShape():
                count: int | None = 1
            case BoolShape():
                count = 2
            case EnumShape(cls):
                count = len(members_of(cls))
            case LiteralShape(values):
                count = len(values)
            case TupleShape(parts):
                counts = [_different(each) for each in parts]
                known = [each for each in counts if each is not None]
                count = math.prod(known) if len(known) == len(counts) else None
            case ListShape(kind, element) if kind == "frozenset":
                inner = _different(element)
                count = None if inner is None or inner > sys.maxsize.bit_length() else 2**inner
            case _:
                count = None
        if count is None:
            return None
        total += count
    return total


def _is_only_described(cls: type) -> bool:
    """Is it a protocol that other classes have? One that no class has is explored as it is."""
    below = direct_subclasses(cls)
    return bool(cls.__dict__.get("_is_protocol")) and any(map(is_user_class, below))


def _within(space: Mapping[str, object], path: str) -> object:
    first, *rest = path.split(".")
    found = space.get(first)
    for name in rest:
        found = getattr(found, name, None)
    return found


def _kind(shape: ListShape | DictShape | TupleShape) -> Category:
    if isinstance(shape, TupleShape):
        return "record"
    return "dict" if isinstance(shape, DictShape) else cast("Category", shape.kind)


def literal(value: object) -> Value:
    if isinstance(value, enum.Enum):
        return EnumValue(type(value), members_of(type(value)).index(value))
    if isinstance(value, tuple(type(lock) for lock in LOCKS.values())):
        return Host(value)
    if isinstance(value, type):
        return ClassValue(value)
    assert isinstance(value, int | float | str), value
    return value


def members_of(cls: type) -> list[enum.Enum]:
    assert issubclass(cls, enum.Enum)
    return list(cls)


def is_user_class(cls: object) -> bool:
    """A class whose objects are objects of the heap."""
    return (
        is_class(cls)
        and not issubclass(cls, enum.Enum)
        and not is_derived_dict(cls)
        and (is_user_code(inspect.getmodule(cls)) or cls in library_classes.CLASSES)
    )


def _is_made(cls: type) -> bool:
    return not is_user_class(cls) and library_classes.makes_objects(cls)


def classes_in_module(module: ModuleType) -> Iterator[type]:
    """The user classes that a module defines or imports, those inside them included."""
    # As they are now: to look at a class may load a module, which adds names.
    waiting = [value for value in list(vars(module).values()) if is_user_class(value)]
    seen: set[type] = set()
    while waiting:
        cls = waiting.pop(0)
        if cls in seen:
            continue
        seen.add(cls)
        yield cls
        waiting += [value for value in list(vars(cls).values()) if is_user_class(value)]


def _closed(classes: Iterable[type], shapes: Iterable[Shape]) -> list[type]:
    """The classes, what their fields mention, their bases, and what other classes of their modules
    may stand for them."""
    waiting = [*classes, *(cls for shape in shapes for cls in mentioned(shape))]
    found: dict[type, None] = {}
    while waiting:
        cls = waiting.pop(0)
        if cls in found or not is_user_class(cls):
            continue
        found[cls] = None
        waiting += cls.__mro__[1:]
        waiting += direct_subclasses(cls) if cls not in library_classes.CLASSES else ()
        waiting += library_classes.needed_by(cls)
        for info in fields_of(cls).values():
            waiting += mentioned(info.shape)
    return list(found)


def _with_typed_values(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """With those of the values of parameters that are TypedDicts."""
    waiting = [part for shape in shapes for part in (shape, *alternatives(shape))]
    while waiting:
        shape = waiting.pop()
        if isinstance(shape, TypedDictShape):
            waiting += [each for _, each, _ in shape.items]
        else:
            yield shape


def mentioned(shape: Shape) -> list[type]:
    """The user classes in a shape, at any depth."""
    found: list[type] = []
    waiting = [shape]
    while waiting:
        part = waiting.pop()
        match part:
            case ClassShape(cls):
                found.append(cls)
            case ListShape(_, element):
                waiting.append(element)
            case DictShape(_, key, value):
                waiting += [key, value]
            case TupleShape(items):
                waiting += items
            case WeakShape(target):
                waiting.append(target)
            case CallableShape(_, _, result) if result is not None:
                waiting.append(result)
            case TypedDictShape(_, typed):
                waiting += [each for _, each, _ in typed]
            case LiteralShape(values):
                found += [value for value in values if is_class(value)]
            case _:
                waiting += [item for item in alternatives(part) if item is not part]
    return found


__all__ = [
    "Container",
    "Universe",
    "classes_in_module",
    "is_named_tuple",
    "is_user_class",
    "literal",
    "members_of",
    "mentioned",
]
