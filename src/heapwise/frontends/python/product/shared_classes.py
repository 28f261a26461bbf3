"""Which classes and methods of two versions of a module correspond, so that code of both can run on
the same objects."""

from __future__ import annotations

import dataclasses
import enum
import functools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import FunctionType, MemberDescriptorType

from heapwise.frontends.python.model.code_versions import CodeVersions
from heapwise.frontends.python.typing.fields import fields_of
from heapwise.frontends.python.typing.functions import own_info

_WORD = re.compile(r"[^\W\d]\w*")
_OF_DEFINITION = (
    *("__module__", "__qualname__", "__doc__", "__dict__", "__weakref__", "__firstlineno__"),
    *("__annotations__", "__annotate__", "__annotate_func__", "__annotations_cache__"),
    *("__static_attributes__", "__dataclass_fields__", "__dataclass_params__", "__match_args__"),
    *("__abstractmethods__", "_abc_impl", "__parameters__", "__orig_bases__", "__type_params__"),
    *("_is_protocol", "__protocol_attrs__", "__non_callable_proto_members__"),
)
"""Names in classes that say where and how they were defined; what matters of that is compared."""
_PLAIN = (int, float, complex, str, bytes, bool, type(None))


class NotSharedError(Exception):
    """Objects of one version are none of the other, and why."""


def shared(pairs: Mapping[type, type], texts: tuple[list[Path], list[Path]]) -> CodeVersions:
    """`pairs` are classes of the first version with those of the second; `texts` the files of both.
    Methods that only the second version has are given to the classes of the first, if nobody there
    speaks of them. Raises `NotSharedError`."""
    classes = {now: before for before, now in pairs.items()}
    words = tuple(_words(each) for each in texts)
    functions: dict[FunctionType, FunctionType] = {}
    more: list[tuple[type, str, object]] = []
    for before, now in pairs.items():
        _need_same_objects(before, now, classes)
        mine, its = _members(before), _members(now)
        for name in {**mine, **its}:
            where = f"`{before.__qualname__}.{name}`"
            if name in mine and name in its:
                functions.update(_paired(mine[name], its[name], where, classes))
                continue
            holder, others = (mine, words[1]) if name in mine else (its, words[0])
            is_hidden = not name.startswith("__") and name not in others
            if not is_hidden or not list(_functions_in(holder[name])):
                raise NotSharedError(f"{where} is in one version only")
            if holder is its:
                more.append((before, name, its[name]))
    for cls, name, member in more:
        setattr(cls, name, member)
    return CodeVersions(classes, functions)


def _words(files: list[Path]) -> set[str]:
    return {word for file in files for word in _WORD.findall(file.read_text(encoding="utf-8"))}


def _members(cls: type) -> dict[str, object]:
    found = {name: each for name, each in vars(cls).items() if name not in _OF_DEFINITION}
    if issubclass(cls, enum.Enum):
        found = {
            name: each
            for name, each in found.items()
            if not (name.startswith("_") and name.endswith("_")) and name not in cls.__members__
        }
    return found


def _need_same_objects(before: type, now: type, classes: Mapping[type, type]) -> None:
    name = before.__qualname__
    bases = tuple(classes.get(each, each) for each in now.__bases__)
    if bases != before.__bases__ or type(before) is not type(now):
        raise NotSharedError(f"{name} has other bases in the second version")
    if issubclass(before, enum.Enum):
        assert issubclass(now, enum.Enum)
        members = [[(each.name, each.value) for each in cls] for cls in (before, now)]
        if repr(members[0]) != repr(members[1]):
            raise NotSharedError(f"{name} has other members in the second version")
        return
    if set(fields_of(before)) != set(fields_of(now)):
        raise NotSharedError(f"{name} has other fields in the second version")
    if _generated(before) != _generated(now):
        raise NotSharedError(f"{name} is another dataclass in the second version")


def _generated(cls: type) -> tuple[str, list[str]] | None:
    """What the methods are made from that nobody has written."""
    if not dataclasses.is_dataclass(cls):
        return None
    fields = [
        repr((each.name, _text(each.default), _text(each.default_factory), each.init, each.repr))
        + repr((each.hash, each.compare, each.kw_only))
        for each in dataclasses.fields(cls)
    ]
    return repr(vars(cls).get("__dataclass_params__")), fields


def _text(value: object) -> str:
    return repr(value) if isinstance(value, (*_PLAIN, type)) else type(value).__name__


def _paired(
    mine: object, its: object, where: str, classes: Mapping[type, type]
) -> Iterator[tuple[FunctionType, FunctionType]]:
    if type(mine) is not type(its):
        raise NotSharedError(f"{where} is something else in the second version")
    one, other = list(_functions_in(mine)), list(_functions_in(its))
    if [each is None for each in one] != [each is None for each in other]:
        raise NotSharedError(f"{where} is something else in the second version")
    for before, now in zip(one, other, strict=True):
        if before is None or now is None:
            continue
        if (own_info(before) is None) != (own_info(now) is None):
            raise NotSharedError(f"{where} is generated in one version only")
        if own_info(before) is not None:
            yield before, now
    if one or isinstance(mine, MemberDescriptorType):
        return
    if isinstance(mine, type) and classes.get(its) is mine:  # type: ignore[call-overload]
        return
    if not isinstance(mine, _PLAIN) or repr(mine) != repr(its):
        raise NotSharedError(f"{where} may be something else in the second version")


def _functions_in(member: object) -> list[FunctionType | None]:
    """What runs where a class has this; empty if it is something else."""
    found: list[object]
    match member:
        case FunctionType():
            found = [member]
        case staticmethod() | classmethod():
            found = [member.__func__]
        case property():
            found = [member.fget, member.fset, member.fdel]
        case functools.cached_property():
            found = [member.func]
        case _:
            found = []
    if any(each is not None and not isinstance(each, FunctionType) for each in found):
        return []
    return found  # type: ignore[return-value]  # it was looked at each
