"""What classes declare, and which classes derive from a class.

Attributes of a class are looked up in what it and its bases declare: a metaclass of the program may
have a `__getattr__` that answers whatever it is asked.

Python remembers every class that is still in memory. A decorator such as `dataclass(slots=True)`
makes a second class of the same name and leaves the first behind, until its memory is reclaimed;
no object of the program has that first class.
"""

from __future__ import annotations

import sys
from typing import Any, TypeGuard


def declared(cls: type, name: str, default: Any = None) -> Any:
    """What the class, or the first of its bases that has it, declares under the name."""
    for base in cls.__mro__:
        if name in vars(base):
            return vars(base)[name]
    return default


def declares(cls: type, name: str) -> bool:
    return any(name in vars(base) for base in cls.__mro__)


def is_class(thing: object) -> TypeGuard[type]:
    """Whether it really is one: a proxy may say that its class is `type`."""
    return issubclass(type(thing), type)


def direct_subclasses(cls: type) -> list[type]:
    found: list[type] = type.__subclasses__(cls)
    return [each for each in found if not _is_replaced(each)]


def subclasses(cls: type) -> list[type]:
    """At any depth, each once."""
    found: list[type] = []
    pending = [cls]
    while pending:
        for below in direct_subclasses(pending.pop()):
            if below not in found:
                found.append(below)
                pending.append(below)
    return found


def _is_replaced(cls: type) -> bool:
    """Has its module another class under its name, that has the same bases?"""
    found: object = sys.modules.get(cls.__module__)
    for name in cls.__qualname__.split("."):
        found = vars(found).get(name) if hasattr(found, "__dict__") else None
    return (
        isinstance(found, type)
        and found is not cls
        and found.__qualname__ == cls.__qualname__
        and found.__module__ == cls.__module__
        and found.__bases__ == cls.__bases__
    )
