"""Objects of user classes that tell what an invariant reads (see `search.vectors`).

Each belongs to a subclass of the user's class, made here, with a descriptor for every field. It
cannot hide that `type(node) is Node` is false (isinstance and `__class__` are right); and writing
to it fails, because an invariant only looks.
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterator, Mapping
from typing import Any, cast

from heapwise.program import InputError
from heapwise.structure.search.field_domains import ClassScope
from heapwise.structure.search.vectors import BASE, LENGTH, ImpureError, Space, reader

OPAQUE = "object"
"""The class of objects of which only identity matters."""

TRACKED = "heapwise tracked"
"""Marks the subclasses made here: not an attribute that a user's class could have."""


class PythonWorld:
    """Makes objects of user classes that tell what is read."""

    def __init__(self, classes: Mapping[str, type]) -> None:
        self._classes = classes
        self._tracked: dict[str, type] = {}

    @staticmethod
    def key(name: str) -> str:
        return name

    def make(self, scope: ClassScope, space: Space) -> object:
        tracked = self._tracked.get(scope.name)
        if tracked is None:
            tracked = self._tracked[scope.name] = self._class(scope, space)
        if scope.element is not None:
            return tracked()
        try:
            return object.__new__(tracked)
        except TypeError as error:
            raise InputError(f"objects of `{scope.name}` cannot be made: {error}") from error

    def _class(self, scope: ClassScope, space: Space) -> type:
        if scope.element is not None:
            return _list_class(space)
        if scope.name == OPAQUE:
            return type("object", (), {"__module__": "builtins"})
        cls = self._classes[scope.name]
        members: dict[str, object] = {
            name: reader(offset, name, space) for offset, name in enumerate(scope.fields)
        }
        members |= {
            "__module__": "builtins",  # not a class of the user's module, whoever looks for those
            "__qualname__": cls.__qualname__,
            "__class__": property(lambda self: cls),
            "__setattr__": _refuse,
            "__delattr__": _refuse,
            TRACKED: True,
        }
        metaclass = type(cls)
        if metaclass in (type, ABCMeta):
            return metaclass(cls.__name__, (cls,), members)
        # Another metaclass may register what it makes.
        made: type = type.__new__(metaclass, cls.__name__, (cls,), members)
        return made


def _refuse(self: Any, name: str, *value: object) -> None:
    if BASE in object.__getattribute__(self, "__dict__"):
        raise ImpureError(f"writes to `{name}` of the structure that it checks")
    if value:
        object.__setattr__(self, name, *value)
    else:
        object.__delattr__(self, name)


def _list_class(space: Space) -> type:
    length_reader = reader(0, LENGTH, space)

    class TrackedList(list[Any]):
        length = length_reader

        def __len__(self) -> int:
            return cast("int", self.length)

        def __bool__(self) -> bool:
            return len(self) > 0

        def __getitem__(self, index: Any) -> Any:
            own: dict[Any, Any] = self.__dict__
            if type(index) is int and index in own and index < own[LENGTH]:
                return own[index]
            if isinstance(index, slice):
                return [self[at] for at in range(*index.indices(len(self)))]
            at = index.__index__()
            if at < 0:
                at += len(self)
            if not 0 <= at < len(self):
                raise IndexError("list index out of range")
            return space.touch(own[BASE] + 1 + at)

        def __iter__(self) -> Iterator[Any]:
            at = 0
            while at < len(self):
                yield self[at]
                at += 1

        def __reversed__(self) -> Iterator[Any]:
            for at in range(len(self) - 1, -1, -1):
                yield self[at]

        def __contains__(self, wanted: object) -> bool:
            return any(item is wanted or item == wanted for item in self)

        def __eq__(self, other: object) -> bool:
            return isinstance(other, list) and list(self) == list(other)

        def __ne__(self, other: object) -> bool:
            return not self == other

        def __add__(self, other: list[Any]) -> list[Any]:
            return [*self, *other]

        def index(self, wanted: Any, *bounds: Any) -> int:
            return list(self).index(wanted, *bounds)

        def count(self, wanted: Any) -> int:
            return list(self).count(wanted)

        def copy(self) -> list[Any]:
            return list(self)

        def _refuse(self, *_: object, **__: object) -> None:
            raise ImpureError("writes to a list of the structure that it checks")

    for name in ("append", "extend", "insert", "pop", "remove", "sort", "reverse", "clear"):
        setattr(TrackedList, name, TrackedList._refuse)
    for name in ("__setitem__", "__delitem__", "__iadd__", "__imul__"):
        setattr(TrackedList, name, TrackedList._refuse)
    TrackedList.__hash__ = None
    return TrackedList
