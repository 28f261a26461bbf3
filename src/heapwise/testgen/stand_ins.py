"""Classes that stand in for what a program only describes.

A protocol, or an abstract class, that no class of the program implements; an iterator; an object of
which nothing is known but the attributes that are used: each is an input all the same. It is an
object of a class that is made here. What its methods give is what attributes of the object hold, so
the answers are inputs. They are the same however often a method is called, whatever it is given.

The name of such a class tells how to make it, so that a process that replays a witness has the
same: `stand_ins.shapes__Sized` stands in for `Sized` of the module `shapes`, `stand_ins.Iterator_3`
is an iterator, and objects of `stand_ins.With__size__close_called__1` have an attribute and a
method.
"""

from __future__ import annotations

import inspect
import os
import sys
import types
import typing
from collections.abc import Mapping, Sequence
from typing import Any

NAME = "heapwise.testgen.stand_ins"
"""Of this module, also where it is a part of a worker."""
ITERATOR, WITH, NAMESPACE = "Iterator_", "With__", "Namespace__"
CALLED, RETURNS, ITEMS = "_called", "_returns", "items"
_KEPT = (
    *("__init__", "__new__", "__class_getitem__", "__init_subclass__", "__subclasshook__"),
    *("__getattribute__", "__setattr__", "__delattr__", "__getattr__", "__del__"),
)


def _answer(attribute: str) -> types.FunctionType:
    def method(self: object, *arguments: object, **keywords: object) -> object:
        return getattr(self, attribute)

    return typing.cast(types.FunctionType, method)


def _awaited_answer(attribute: str) -> types.FunctionType:
    async def method(self: object, *arguments: object, **keywords: object) -> object:
        return getattr(self, attribute)

    return typing.cast(types.FunctionType, method)


def _length(self: Any) -> int:
    return len(self.items)


def _iterator(self: Any) -> object:
    return iter(self.items)


_OF_ITEMS = {"__len__": _length, "__iter__": _iterator}


class InputIterator:
    """An iterator over the items that it holds."""

    def __iter__(self) -> InputIterator:
        return self

    def __next__(self) -> Any:
        items: list[Any] = self.items  # type: ignore[attr-defined]
        if not items:
            raise StopIteration
        return items.pop(0)


def stand_in_for(described: type) -> type:
    """For a protocol or an abstract class."""
    home = _home(sys.modules.get(described.__module__))
    members = {name: _member(described, name) for name in members_of(described)}
    return _made(f"{home}.{described.__qualname__}".replace(".", "__"), (described,), members)


def _home(module: types.ModuleType | None) -> str:
    """The name of a module; of one that is no part of a package, that of its file: modules of the
    same name that one process has are registered under different ones."""
    name = getattr(module, "__name__", "")
    file = getattr(module, "__file__", None)
    if "." in name or not isinstance(file, str):
        return name
    return os.path.splitext(os.path.basename(file))[0]


def iterator(number: int) -> type:
    """One of many classes of iterators, which differ in what their `items` are."""
    return _made(f"{ITERATOR}{number}", (InputIterator,), {})


def with_attributes(names: Sequence[str], is_namespace: bool, number: int) -> type:
    """With these attributes; those that end with `CALLED` are methods."""
    first = (NAMESPACE if is_namespace else WITH)[:-2]
    return _with("__".join((first, *names, str(number))))


def described_by(cls: type) -> str:
    """What a stand-in stands in for, in words."""
    if cls.__name__.startswith(ITERATOR):
        return "an iterator"
    return "an object of any class" if is_bare(cls) else cls.__bases__[0].__qualname__


def is_bare(cls: type) -> bool:
    """Has `with_attributes` made it?"""
    return is_stand_in(cls) and cls.__name__.startswith((WITH, NAMESPACE))


def attributes_of(cls: type) -> set[str]:
    """Of a stand-in that `with_attributes` has made."""
    *parts, _ = cls.__name__.split("__")[1:]
    return {part.removesuffix(CALLED) for part in parts}


def is_stand_in(cls: type) -> bool:
    return cls.__module__ == NAME


def is_any_implementation(cls: type) -> bool:
    """Is it a stand-in of which users make what they want? Abstract classes have a state that their
    own code may keep in order."""
    bare = not cls.__bases__ or not inspect.isabstract(cls.__bases__[0])
    return is_stand_in(cls) and (bare or bool(vars(cls.__bases__[0]).get("_is_protocol")))


def __getattr__(name: str) -> type:
    """By its name alone, for whoever replays a witness."""
    if name.startswith(ITERATOR):
        return _made(name, (InputIterator,), {})
    if name.startswith((WITH, NAMESPACE)):
        return _with(name)
    if not name.startswith("__"):
        homes = [(_home(module), module) for module in list(sys.modules.values())]
        for home, module in sorted(homes, key=lambda each: len(each[0]), reverse=True):
            prefix = home.replace(".", "__") + "__"
            if name.startswith(prefix):
                found: object = module
                for part in name.removeprefix(prefix).split("__"):
                    found = getattr(found, part, None)
                if isinstance(found, type):
                    return stand_in_for(found)
    raise AttributeError(name)


def _made(name: str, bases: tuple[type, ...], members: Mapping[str, object]) -> type:
    """Once for each name, unless the program was loaded anew."""
    known = globals().get(name)
    if not isinstance(known, type) or known.__bases__ != (bases or (object,)):
        known = types.new_class(name, bases, {}, lambda space: space.update(members))
        known.__module__ = NAME
        globals()[name] = known
    return known


def _with(name: str) -> type:
    first, *parts = name.split("__")
    called = [part.removesuffix(CALLED) for part in parts if part.endswith(CALLED)]
    bases = (_namespace(),) if f"{first}__" == NAMESPACE else ()
    return _made(name, bases, {each: _answer(each + RETURNS) for each in called})


def _namespace() -> type:
    # Each worker that replays would load this, and hardly any needs it.
    import argparse

    return argparse.Namespace


def _member(described: type, name: str) -> object:
    if name in _OF_ITEMS:
        return _OF_ITEMS[name]
    raw = inspect.getattr_static(described, name)
    held = held_for(name)
    if isinstance(raw, property):
        return property(_answer(held))
    function = getattr(raw, "__func__", raw)
    return (_awaited_answer if inspect.iscoroutinefunction(function) else _answer)(held)


def held_for(name: str) -> str:
    """The attribute that holds what a method gives."""
    return ITEMS if name in _OF_ITEMS else name.strip("_") + RETURNS


def members_of(described: type) -> list[str]:
    """The names of what an implementation has to define: of a protocol all that it describes, of
    another class what is abstract."""
    if not vars(described).get("_is_protocol"):
        return sorted(getattr(described, "__abstractmethods__", ()))
    found: dict[str, None] = {}
    for base in described.__mro__[:-1]:
        if base in (typing.Protocol, typing.Generic) or not vars(base).get("_is_protocol"):
            continue
        for name, raw in vars(base).items():
            is_described = isinstance(raw, types.FunctionType | property | classmethod)
            if is_described and name not in _KEPT:
                found[name] = None
    return list(found)
