"""Builtin exceptions as inputs: which classes and which arguments.

An input with the hint `ValueError` is a ValueError with a text or without arguments; or an
exception of a class below that the module of the hint speaks of, with a text. All others are left
out, and a path that would look at one of them is cut. That goes for classes whose objects
have no more than their arguments; an OSError, say, has more.
"""

from __future__ import annotations

import builtins
import types
from collections.abc import Iterator, Mapping

from heapwise.frontends.python.source.hierarchy import is_class
from heapwise.frontends.python.source.modules import module_of
from heapwise.frontends.python.typing.shapes import (
    LEFT_OUT,
    ExceptionShape,
    LeftOutShape,
    Shape,
    unite,
)

_COMMON = frozenset(dir(BaseException))


def is_plain_builtin(cls: type) -> bool:
    """A builtin exception whose objects have arguments and nothing else?"""
    return (
        issubclass(cls, BaseException)
        and cls.__module__ == builtins.__name__
        and _COMMON.issuperset(dir(cls))
    )


def exception_shape(cls: type[BaseException], names: Mapping[str, object]) -> Shape:
    """Of a hint in the module that has these names."""
    spoken_of = [each for each in _spoken_of(names) if issubclass(each, cls) and each is not cls]
    below = list(dict.fromkeys(spoken_of))
    shapes: list[Shape] = [ExceptionShape(cls, False), ExceptionShape(cls, True)]
    shapes += [ExceptionShape(each, True) for each in below]
    said = f"any {cls.__name__} but one of that very class with a text or no argument"
    if below:
        said = f"{said}, or {', '.join(each.__name__ for each in below)} with a text"
    return unite((*shapes, LeftOutShape(LEFT_OUT + said)))


def _spoken_of(names: Mapping[str, object]) -> Iterator[type[BaseException]]:
    """Exceptions that code of the module names and whose objects could be made here."""
    for name in sorted(_names_in(names)):
        found = names.get(name, vars(builtins).get(name))
        if is_class(found) and issubclass(found, BaseException) and _is_usable(found):
            yield found


def _is_usable(cls: type) -> bool:
    own = [base for base in cls.__mro__ if module_of(base) is not None]
    first = next(base for base in cls.__mro__ if base not in own)
    return is_plain_builtin(first) and not any(
        isinstance(value, types.FunctionType | property | types.MemberDescriptorType)
        or name in ("__new__", "__annotations__")
        for base in own
        for name, value in vars(base).items()
    )


def _names_in(names: Mapping[str, object]) -> set[str]:
    found: set[str] = set()
    module = names.get("__name__")
    things = [thing for thing in names.values() if getattr(thing, "__module__", None) == module]
    waiting: list[types.CodeType] = []
    while things:
        thing = things.pop()
        if isinstance(thing, types.FunctionType):
            waiting.append(thing.__code__)
        elif isinstance(thing, staticmethod | classmethod):
            things.append(thing.__func__)
        elif is_class(thing):
            things += [
                each
                for each in vars(thing).values()
                if isinstance(each, types.FunctionType | staticmethod | classmethod)
            ]
    while waiting:
        code = waiting.pop()
        found.update(code.co_names)
        waiting += [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return found
