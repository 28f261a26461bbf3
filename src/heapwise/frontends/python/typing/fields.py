"""The fields of a class: what it declares, and what the code of its module assigns.

A hint decides; but if the code somewhere assigns None to a field hinted as a plain class, None is
one of its values. Fields without a hint get the union of what is assigned to them and, for
containers, put into them, anywhere in the module. What is assigned may be read from other fields,
so the evidence is collected in a few rounds until nothing changes.
"""

from __future__ import annotations

import dataclasses
import enum
import inspect
import re
from functools import lru_cache
from types import FunctionType

from heapwise.frontends.python.source.builtin_bases import HELD
from heapwise.frontends.python.source.hierarchy import declares
from heapwise.frontends.python.source.modules import LoadedModule, classes_of, module_of
from heapwise.frontends.python.typing import library_classes
from heapwise.frontends.python.typing.assignments import Collector, Evidence
from heapwise.frontends.python.typing.declarations import (
    NO_HINT,
    FieldInfo,
    Source,
    declared_fields,
    has_room,
)
from heapwise.frontends.python.typing.functions import FunctionInfo, ParameterInfo
from heapwise.frontends.python.typing.hints import (
    ANY_SHAPE,
    NONE_SHAPE,
    DictShape,
    LeftOutShape,
    ListShape,
    MissingHint,
    Shape,
    TupleShape,
    UnionShape,
    UnknownShape,
    alternatives,
    held_shape,
    opened,
    shape_of,
    unite,
)
from heapwise.frontends.python.typing.infer_from_calls import Flow, is_any
from heapwise.frontends.python.typing.infer_from_use import refined
from heapwise.frontends.python.typing.joined_shapes import NO_ELEMENT, merge, shape_of_value
from heapwise.frontends.python.typing.learned_types import learned_field
from heapwise.frontends.python.typing.shapes import replaced
from heapwise.frontends.python.typing.stand_in_shapes import kept_shapes
from heapwise.frontends.python.typing.used_attributes import with_objects
from heapwise.frontends.python.typing.used_fields import with_uses

__all__ = ["FieldInfo", "Source", "declared_fields", "fields_of"]

_ROUNDS = 6

_Table = dict[type, dict[str, FieldInfo]]


def fields_of(cls: type) -> dict[str, FieldInfo]:
    """The fields of the objects of `cls`, those of its base classes first."""
    found: dict[str, FieldInfo] = {}
    if issubclass(cls, enum.Enum):
        return found
    for base in reversed(cls.__mro__):
        for name, shape in (library_classes.library_fields(base) | kept_shapes(base)).items():
            found[name] = FieldInfo(name, shape, None, "slots", base)
        loaded = module_of(base) if base is not object else None
        if loaded is None:
            continue
        own = _fields_in(loaded).get(base)
        for name, info in (declared_fields(base) if own is None else own).items():
            found[name] = _overriding(found[name], info) if name in found else info
    held = held_shape(cls)
    if held is not None:
        found[HELD] = FieldInfo(HELD, held, None, "slots", cls)
    return {name: info for name, info in found.items() if not _is_managed(cls, name)}


def _is_managed(cls: type, name: str) -> bool:
    """Does an object of the program in the class say what assigning the attribute means?"""
    raw = inspect.getattr_static(cls, name, None)
    return declares(type(raw), "__set__") and module_of(type(raw)) is not None


def _overriding(inherited: FieldInfo, own: FieldInfo) -> FieldInfo:
    if own.source in ("init", "slots"):
        if inherited.source not in ("init", "slots"):
            return inherited
        both = [info.shape for info in (inherited, own) if not isinstance(info.shape, UnknownShape)]
        shape = merge(both) or inherited.shape
        return dataclasses.replace(inherited, shape=shape)
    return dataclasses.replace(own, owner=inherited.owner)


def passed_for(info: FunctionInfo, parameter: ParameterInfo) -> Shape | None:
    """What calls in the module of a function pass for a parameter without a hint, if anything is
    known of it."""
    if not isinstance(parameter.shape, MissingHint):
        return None
    loaded = module_of(info.function)
    if loaded is None:
        return None
    shape = _collected(loaded)[1].parameter(info.function, parameter)
    return None if isinstance(shape, UnknownShape) or shape == NONE_SHAPE else shape


def _fields_in(loaded: LoadedModule) -> _Table:
    """The own fields of every class that the module defines."""
    return _collected(loaded)[0]


@lru_cache(maxsize=256)
def _collected(loaded: LoadedModule) -> tuple[_Table, Flow]:
    """The fields, and what flows through calls."""
    classes = classes_of(loaded)
    table: _Table = {cls: dict(declared_fields(cls)) for cls in classes}
    flow = Flow()
    collector = Collector(loaded, classes)
    for _ in range(_ROUNDS):
        before, flow_before = table, flow
        table = {cls: dict(declared_fields(cls)) for cls in classes}
        found, flow = collector.collect(before, flow_before)
        for (cls, name), evidence in found.items():
            if name not in table[cls] and not has_room(cls, name):
                continue
            table[cls][name] = _settled(cls, name, table[cls].get(name), evidence)
        if table == before and flow == flow_before:
            break
    for cls, fields in table.items():
        for name in fields.keys() - {each for other, each in found if other is cls}:
            outside = _is_set_by_nobody(fields[name])
            fields[name] = dataclasses.replace(fields[name], from_outside=outside)
        if _is_record(cls):
            fields.update({name: _assignable(info) for name, info in fields.items()})
    for cls, fields in table.items():
        for name, info in fields.items():
            fields[name] = _opened(info, found.get((cls, name), Evidence()))
    finished = {
        cls: {
            name: _finished(info)
            for name, info in with_uses(fields, cls, loaded.tree, table).items()
        }
        for cls, fields in table.items()
    }
    return finished, flow


def _settled(cls: type, name: str, declared: FieldInfo | None, evidence: Evidence) -> FieldInfo:
    hint, where = None, evidence.in_init or evidence.where
    source: Source = "init"
    if declared is not None:
        source = declared.source
        where = declared.where if declared.source != "slots" else where or declared.where
        hint = None if _is_open(declared.shape) else declared.shape
    if hint is None and evidence.hint is not None:
        hint, where = evidence.hint, evidence.hint_at
    if hint is not None:
        usable = opened(hint)
        is_open, hint = usable != hint, refined(usable, evidence.shapes)
        hint = refined(hint, evidence.uses) if is_open else hint
        shape = unite((hint, NONE_SHAPE)) if evidence.is_none else hint
    else:
        shape, is_open = _inferred(cls, name, evidence, declared)
        seen = learned_field(cls, name) if _says_little(shape) else None
        shape = shape if seen is None else shape_of(seen, cls)
    if declared is None:
        has_default = name in vars(cls)
        default = vars(cls).get(name)
        info = FieldInfo(name, shape, where, source, cls, has_default, default)
        outside = evidence.from_outside
        return dataclasses.replace(info, from_outside=outside, guessed=is_open)
    outside = evidence.from_outside or (_is_set_by_nobody(declared) and not evidence.from_inside)
    guessed = is_open and (declared.source == "slots" or opened(declared.shape) != declared.shape)
    return dataclasses.replace(
        declared, shape=shape, where=where, from_outside=outside, guessed=guessed
    )


def _opened(info: FieldInfo, evidence: Evidence) -> FieldInfo:
    """What a hint names and nobody can make is what the code does with it, and so is an item of a
    named tuple that has no hint, which all who make one may choose, what is assigned and cannot be
    told (`re.compile(…)`), and what is in a container that nothing known is put into. Not before
    the rounds are over: a guess of the first would keep later ones from knowing better."""
    if info.shape == NO_HINT and (evidence.is_unresolved or info.source == "namedtuple"):
        begins = info.has_default and info.default is None and info.factory is None
        is_none = begins or NONE_SHAPE in evidence.shapes
        shape = unite((ANY_SHAPE, NONE_SHAPE)) if is_none else ANY_SHAPE
    else:
        shape = replaced(opened(info.shape), lambda part: part == NO_ELEMENT, ANY_SHAPE)
    return info if shape == info.shape else dataclasses.replace(info, shape=shape, guessed=True)


def _says_little(shape: Shape) -> bool:
    """Is it, or what is in it, anything?"""
    waiting = [shape]
    while waiting:
        part = waiting.pop()
        if isinstance(part, UnknownShape) or is_any(part):
            return True
        if isinstance(part, UnionShape):
            waiting += part.alternatives
        waiting += [
            getattr(part, each) for each in ("element", "key", "value") if hasattr(part, each)
        ]
    return False


def _is_set_by_nobody(declared: FieldInfo) -> bool:
    """Unless there is code that does: no constructor is made for it."""
    return declared.source in ("annotation", "slots")


def _is_record(cls: type) -> bool:
    """A class without methods has fields for others to read and to assign, unless it forbids it."""
    members = [member for each in cls.__mro__[:-1] for member in vars(each).items()]
    if any(name == "__setattr__" or isinstance(each, _SLOT) for name, each in members):
        return False
    is_special = re.compile("__.*__").fullmatch
    return all(is_special(name) or not isinstance(each, _CODE) for name, each in members)


_CODE = (FunctionType, property, classmethod, staticmethod)
_SLOT = type(str.__len__)
"""What methods of builtin classes are."""


def _assignable(info: FieldInfo) -> FieldInfo:
    return dataclasses.replace(info, from_outside=not info.name.startswith("_"))


def _is_open(shape: Shape) -> bool:
    """Whether a declaration leaves the shape to the code: no hint, or a default that is empty."""
    parts = (getattr(shape, "element", None), getattr(shape, "value", None))
    return shape == NO_HINT or NO_ELEMENT in parts


def _inferred(
    cls: type, name: str, evidence: Evidence, declared: FieldInfo | None
) -> tuple[Shape, bool]:
    """And whether it is what the code does with it that tells."""
    shapes = list(evidence.shapes)
    if declared is not None and declared.shape != NO_HINT:
        shapes.insert(0, declared.shape)
    elif name in vars(cls) and not declares(type(vars(cls)[name]), "__get__"):
        default = shape_of_value(vars(cls)[name])
        shapes[:0] = [default] if default is not None else []
    merged = merge(shapes)
    parts = () if merged is None else alternatives(merged)
    known = [part for part in parts if not isinstance(part, UnknownShape)]
    if known and (known != [NONE_SHAPE] or not evidence.is_unresolved):
        return unite(known), evidence.is_open
    used = refined(ANY_SHAPE, evidence.uses)
    if evidence.is_open or used != ANY_SHAPE:
        return unite((*known, used)), True
    return NO_HINT, False


# ---------------------------------------------------------------------------- messages


def _finished(info: FieldInfo) -> FieldInfo:
    """With a reason that a user understands wherever nothing is known."""
    shape = _explained(with_objects(info.shape), info)
    return info if shape == info.shape else dataclasses.replace(info, shape=shape)


def _explained(shape: Shape, info: FieldInfo) -> Shape:
    if isinstance(shape, UnknownShape) and not isinstance(shape, LeftOutShape):
        return UnknownShape(_reason(shape, info))
    if isinstance(shape, ListShape):
        return ListShape(shape.kind, _explained(shape.element, info))
    if isinstance(shape, DictShape):
        key, value = _explained(shape.key, info), _explained(shape.value, info)
        return dataclasses.replace(shape, key=key, value=value)
    if isinstance(shape, TupleShape):
        return TupleShape(tuple(_explained(item, info) for item in shape.items))
    if isinstance(shape, UnionShape):
        return unite(_explained(part, info) for part in shape.alternatives)
    return shape


def _reason(shape: UnknownShape, info: FieldInfo) -> str:
    place = f", {info.where.file}:{info.where.line}" if info.where else ""
    field = f"{info.owner.__qualname__}.{info.name}"
    if shape not in (NO_HINT, NO_ELEMENT):
        return f"{field}: {shape.reason}{place}"
    example = "int"
    for part in alternatives(info.shape):
        if isinstance(part, ListShape):
            example = f"{part.kind}[int]"
        elif isinstance(part, DictShape):
            example = f"{part.kind}[str, int]"
    return (
        f"{field} has no type hint: write `{info.name}: {example}` (or what it holds) in the"
        f" class{place}"
    )
