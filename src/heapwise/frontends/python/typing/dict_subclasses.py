"""Classes of the program that are dicts with something added.

Objects of such a class are containers as those of `dict` are, and remember their class. That is
right only as long as all that a dict does by itself is done as `dict` does it, so a class is
followed if it has no more than an `__init__`, a `__missing__` and methods with names of its own,
and sets no attributes; any other is not supported.
"""

from __future__ import annotations

import dis
import types
import typing
from collections.abc import Mapping
from functools import lru_cache

from heapwise.frontends.python.source.hierarchy import declares
from heapwise.frontends.python.source.modules import module_of

_OWN = ("__init__", "__missing__", "__doc__", "__module__", "__init_subclass__")
_SAID_OF_CLASSES = (
    *("__orig_bases__", "__parameters__", "__dict__", "__weakref__", "__annotations__"),
    *("__firstlineno__", "__static_attributes__", "__type_params__", "__annotate__"),
    *("__annotate_func__", "__annotations_cache__"),
)


def is_derived_dict(cls: type) -> bool:
    return cls is not dict and issubclass(cls, dict) and type(cls) is type and _is_followed(cls)


@lru_cache(maxsize=1024)
def _is_followed(cls: type) -> bool:
    for base in cls.__mro__:
        if base in (dict, object, typing.Generic):
            continue
        if module_of(base) is None or not _adds_only(vars(base)):
            return False
    return True


def _adds_only(members: Mapping[str, object]) -> bool:
    return all(_is_harmless(name, value) for name, value in members.items())


def _is_harmless(name: str, value: object) -> bool:
    if name in _SAID_OF_CLASSES or name in ("__doc__", "__module__"):
        return True
    is_special = name.startswith("__") and name.endswith("__")
    if (is_special or hasattr(dict, name)) and name not in _OWN:
        return False
    if isinstance(value, classmethod | staticmethod):
        value = value.__func__
    if isinstance(value, types.FunctionType):
        return all(step.opname != "STORE_ATTR" for step in dis.get_instructions(value))
    return not declares(type(value), "__get__") and not declares(type(value), "__set__")


def dict_arguments(cls: type) -> tuple[object, ...]:
    """What the class says about its keys and values, if it does."""
    for base in cls.__mro__:
        for hint in vars(base).get("__orig_bases__", ()):
            if typing.get_origin(hint) is dict:
                return typing.get_args(hint)
    return ()


def next_function(cls: type, name: str, after: type | None = None) -> object | None:
    """What a class of the program (not `dict`) has under the name: that of `super()` if `after`."""
    order = cls.__mro__
    if after in order:
        order = order[order.index(after) + 1 :]
    return next(
        (vars(base)[name] for base in order[: order.index(dict)] if name in vars(base)), None
    )


__all__ = ["dict_arguments", "is_derived_dict", "next_function"]
