"""The fields that a class declares itself: annotations, dataclass and attrs fields, slots.

The items of named tuples are among them. No code is read for it, only the class object; positions
come from the tree.
"""

from __future__ import annotations

import ast
import collections
import dataclasses
import enum
import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Literal

from heapwise.frontends.python.source.hierarchy import declared, declares
from heapwise.frontends.python.source.modules import LoadedModule, module_of
from heapwise.frontends.python.typing.annotation_types import Scope, scope_of_class
from heapwise.frontends.python.typing.hints import (
    NONE_SHAPE,
    DictShape,
    ListShape,
    Shape,
    UnknownShape,
    is_class_variable,
    is_named_tuple,
    shape_of,
    unite,
    unwrap,
)
from heapwise.frontends.python.typing.inference import mangled
from heapwise.frontends.python.typing.joined_shapes import NO_ELEMENT, shape_of_value
from heapwise.program import Position

NO_HINT = UnknownShape("it has no type hint")
"""The shape of a declared field until something is known about it."""

Source = Literal["annotation", "dataclass", "attrs", "namedtuple", "slots", "init"]


@dataclass(frozen=True, slots=True)
class FieldInfo:
    """A field of the objects of a class.

    `name` is the attribute as the interpreter stores it (a private `__x` is `_Class__x`), `owner`
    the class that brings it in, `where` the place that says most about it. With `has_default`,
    `default` is the value a new object has without being told; a factory (of a dataclass or attrs
    field) is not called but given as `factory`. `from_outside`: code of the module that is not of
    the class assigns it, or nobody does, so that users must. `guessed`: parameters without a hint
    are assigned to it, or its hint names what cannot be made.
    """

    name: str
    shape: Shape
    where: Position | None
    source: Source
    owner: type
    has_default: bool = False
    default: object = None
    factory: object = None
    from_outside: bool = False
    guessed: bool = False


@lru_cache(maxsize=1024)
def declared_fields(cls: type) -> dict[str, FieldInfo]:
    """The fields that `cls` itself declares. The shape of one without a hint is `NO_HINT`.
    Do not change the result."""
    if issubclass(cls, enum.Enum):
        return {}
    found: dict[str, FieldInfo] = {}
    loaded = module_of(cls)
    node = class_node(loaded, cls) if loaded is not None else None
    scope = scope_of_class(cls)
    for name, hint in inspect.get_annotations(cls).items():
        # What has a special name, as `__slots__` does, is the class's own.
        is_special = name.startswith("__") and name.endswith("__")
        if is_special or is_class_variable(hint, scope) or not has_room(cls, mangled(name, cls)):
            continue
        where = _position(loaded, node, name)
        found[name] = _annotated(cls, name, hint, scope, where)
    for info in (*_attrs_fields(cls, scope), *_slots(cls), *_named_tuple_items(cls)):
        known = found.get(info.name)
        if known is None or info.source == "attrs":
            where = known.where if known else _position(loaded, node, info.name)
            found[info.name] = dataclasses.replace(info, where=where)
    return found


def has_room(cls: type, name: str) -> bool:
    """Can an object have it? One with slots alone cannot have what is no slot."""
    if cls.__dictoffset__ != 0:
        return True
    kinds = ("member_descriptor", "_tuplegetter")
    return any(type(vars(base).get(name)).__name__ in kinds for base in cls.__mro__)


def class_node(loaded: LoadedModule, cls: type) -> ast.ClassDef | None:
    return _class_nodes(loaded).get(cls.__qualname__)


@lru_cache(maxsize=256)
def _class_nodes(loaded: LoadedModule) -> dict[str, ast.ClassDef]:
    found: dict[str, ast.ClassDef] = {}
    pending: list[tuple[str, ast.AST]] = [("", loaded.tree)]
    while pending:
        prefix, parent = pending.pop()
        for child in ast.iter_child_nodes(parent):
            inner = prefix
            if isinstance(child, ast.ClassDef):
                found[f"{prefix}{child.name}"] = child
                inner = f"{prefix}{child.name}."
            elif isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
                inner = f"{prefix}{child.name}.<locals>."
            if isinstance(child, ast.stmt | ast.excepthandler):
                pending.append((inner, child))
    return found


def _position(loaded: LoadedModule | None, node: ast.ClassDef | None, name: str) -> Position | None:
    if loaded is None or node is None:
        return None
    for statement in node.body:
        targets: list[ast.expr] = []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        elif isinstance(statement, ast.Assign):
            targets = statement.targets
        for target in targets:
            if isinstance(target, ast.Name) and target.id in (name, "__slots__"):
                return loaded.position(target)
    return loaded.position(node)


def _annotated(
    cls: type, name: str, hint: object, scope: Scope, where: Position | None
) -> FieldInfo:
    shape = shape_of(hint, cls, scope=scope)
    name = mangled(name, cls)
    field = vars(cls).get("__dataclass_fields__", {}).get(name)
    missing = dataclasses.MISSING
    if field is not None:
        value = field.default
        factory = None if field.default_factory is missing else field.default_factory
        has_default = value is not missing or factory is not None
        source: Source = "dataclass"
    else:
        value, factory = vars(cls).get(name, missing), None
        if _is_descriptor(value):
            value = missing
        has_default = value is not missing
        source = "annotation"
    if is_named_tuple(cls):
        source = "namedtuple"
        value = declared(cls, "_field_defaults", {}).get(name, missing)
        has_default = value is not missing
    value = None if value is missing else value
    if unwrap(hint, scope) is Final:  # it leaves the type to the value
        shape = (shape_of_value(value) if has_default else None) or NO_HINT
    if has_default and value is None and factory is None:
        shape = unite((shape, NONE_SHAPE))  # `next: Node = None` says so, whatever the hint does
    return FieldInfo(name, shape, where, source, cls, has_default, value, factory)


def _is_descriptor(value: object) -> bool:
    return declares(type(value), "__get__")


def _attrs_fields(cls: type, scope: Scope) -> Iterator[FieldInfo]:
    """Fields of a class made by attrs, which need not be installed for us."""
    attributes: Any = vars(cls).get("__attrs_attrs__", ())
    for attribute in attributes:
        if getattr(attribute, "inherited", False):
            continue
        default = getattr(attribute, "default", None)
        has_default = type(default).__name__ not in ("_Nothing", "NothingType")
        factory = getattr(default, "factory", None) if has_default else None
        value = default if has_default and factory is None else None
        hint = getattr(attribute, "type", None)
        shape: Shape | None = None
        if hint is not None:
            shape = shape_of(hint, cls, scope=scope)
            if has_default and value is None and factory is None:
                shape = unite((shape, NONE_SHAPE))
        elif factory is not None:
            shape = empty_container(factory)
        elif has_default and value is not None:
            shape = shape_of_value(value)
        name = str(attribute.name)
        yield FieldInfo(name, shape or NO_HINT, None, "attrs", cls, has_default, value, factory)


def empty_container(factory: object) -> Shape | None:
    if factory in (list, set, collections.deque):
        return ListShape(getattr(factory, "__name__", "list"), NO_ELEMENT)
    if factory in (dict, collections.OrderedDict):
        return DictShape(getattr(factory, "__name__", "dict"), NO_ELEMENT, NO_ELEMENT)
    return None


def _slots(cls: type) -> Iterator[FieldInfo]:
    slots: Any = vars(cls).get("__slots__", ())
    if is_named_tuple(cls):
        return
    for name in [slots] if isinstance(slots, str) else list(slots):
        if name not in ("__dict__", "__weakref__"):
            yield FieldInfo(mangled(name, cls), NO_HINT, None, "slots", cls)


def _named_tuple_items(cls: type) -> Iterator[FieldInfo]:
    if is_named_tuple(cls):
        for name in vars(cls).get("_fields", ()):
            yield FieldInfo(name, NO_HINT, None, "namedtuple", cls)
