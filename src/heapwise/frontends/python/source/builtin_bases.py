"""Classes of the program below a builtin class: `class Row(list)`, `class Name(str)`.

An object of such a class is one of the program's that *holds* a plain value: a list, a text. What a
builtin class does by itself is written here once more, in Python, on what is held; so code of the
program may redefine any of it, and whoever asks for a special method finds a function. Methods that
are not here are those of the value held.

`held`, `keep` and `plain` are operations of Heapwise (`semantics/core/held_values.py`).
"""
# mypy: ignore-errors

from __future__ import annotations

import enum
import types
import typing
from functools import lru_cache

HELD = "<held>"
"""The field of what is held. No attribute is called so."""


def held(thing):
    """The value that an object holds."""
    raise AssertionError("code of the program is interpreted")


def keep(thing, value):
    """Makes an object hold this value."""
    raise AssertionError("code of the program is interpreted")


def plain(thing):
    """The value held by an object of a class of this kind; anything else as it is."""
    raise AssertionError("code of the program is interpreted")


def empty(cls):
    """A new object of the class, without what its constructor does."""
    raise AssertionError("code of the program is interpreted")


class ListMethods:
    def __init__(self, *args):
        if len(args) > 1:
            raise TypeError(f"list expected at most 1 argument, got {len(args)}")
        items = held(self)
        items.clear()
        if args:
            items.extend(args[0])

    def __len__(self):
        return len(held(self))

    def __iter__(self):
        return iter(held(self))

    def __reversed__(self):
        return reversed(held(self))

    def __getitem__(self, index):
        return held(self)[index]

    def __setitem__(self, index, value):
        held(self)[index] = value

    def __delitem__(self, index):
        del held(self)[index]

    def __contains__(self, item):
        return item in held(self)

    def __add__(self, other):
        if not isinstance(other, list):
            if hasattr(other, "__radd__") and not isinstance(other, int | float | complex):
                return NotImplemented
            name = type(other).__name__
            raise TypeError(f'can only concatenate list (not "{name}") to list')
        return held(self) + plain(other)

    def __mul__(self, count):
        return held(self) * count

    def __rmul__(self, count):
        return held(self) * count

    def __iadd__(self, other):
        held(self).extend(other)
        return self

    def __imul__(self, count):
        items = held(self)
        items *= count
        return self

    def __eq__(self, other):
        return held(self) == plain(other) if isinstance(other, list) else NotImplemented

    def __ne__(self, other):
        return held(self) != plain(other) if isinstance(other, list) else NotImplemented

    def __lt__(self, other):
        return held(self) < plain(other) if isinstance(other, list) else NotImplemented

    def __le__(self, other):
        return held(self) <= plain(other) if isinstance(other, list) else NotImplemented

    def __gt__(self, other):
        return held(self) > plain(other) if isinstance(other, list) else NotImplemented

    def __ge__(self, other):
        return held(self) >= plain(other) if isinstance(other, list) else NotImplemented

    def __repr__(self):
        return repr(held(self))


class DictMethods:
    def __init__(self, *args, **keywords):
        if len(args) > 1:
            raise TypeError(f"dict expected at most 1 argument, got {len(args)}")
        held(self).update(*args, **keywords)

    @classmethod
    def fromkeys(cls, iterable, value=None):
        made = cls()
        for key in iterable:
            made[key] = value
        return made

    def __len__(self):
        return len(held(self))

    def __iter__(self):
        return iter(held(self))

    def __reversed__(self):
        return reversed(held(self))

    def __getitem__(self, key):
        entries = held(self)
        if key in entries:
            return entries[key]
        if hasattr(type(self), "__missing__"):
            return self.__missing__(key)
        raise KeyError(key)

    def __setitem__(self, key, value):
        held(self)[key] = value

    def __delitem__(self, key):
        del held(self)[key]

    def __contains__(self, key):
        return key in held(self)

    def __or__(self, other):
        return held(self) | plain(other) if isinstance(other, dict) else NotImplemented

    def __ror__(self, other):
        return plain(other) | held(self) if isinstance(other, dict) else NotImplemented

    def __ior__(self, other):
        held(self).update(other)
        return self

    def __eq__(self, other):
        return held(self) == plain(other) if isinstance(other, dict) else NotImplemented

    def __ne__(self, other):
        return held(self) != plain(other) if isinstance(other, dict) else NotImplemented

    def __repr__(self):
        return repr(held(self))


class _Containers:
    def __new__(cls, *args, **keywords):
        return empty(cls)


class StrMethods:
    def __new__(cls, *args, **keywords):
        made = empty(cls)
        keep(made, str(*args, **keywords))
        return made

    def __str__(self):
        return held(self)

    def __repr__(self):
        return repr(held(self))

    def __len__(self):
        return len(held(self))

    def __iter__(self):
        return iter(held(self))

    def __getitem__(self, index):
        return held(self)[index]

    def __contains__(self, part):
        return plain(part) in held(self)

    def __add__(self, other):
        if not isinstance(other, str):
            if hasattr(other, "__radd__") and not isinstance(other, int | float | complex):
                return NotImplemented
            name = type(other).__name__
            raise TypeError(f'can only concatenate str (not "{name}") to str')
        return held(self) + plain(other)

    def __mul__(self, count):
        return held(self) * count

    def __rmul__(self, count):
        return held(self) * count

    def __mod__(self, values):
        return held(self) % values

    def __eq__(self, other):
        return held(self) == plain(other) if isinstance(other, str) else NotImplemented

    def __ne__(self, other):
        return held(self) != plain(other) if isinstance(other, str) else NotImplemented

    def __lt__(self, other):
        return held(self) < plain(other) if isinstance(other, str) else NotImplemented

    def __le__(self, other):
        return held(self) <= plain(other) if isinstance(other, str) else NotImplemented

    def __gt__(self, other):
        return held(self) > plain(other) if isinstance(other, str) else NotImplemented

    def __ge__(self, other):
        return held(self) >= plain(other) if isinstance(other, str) else NotImplemented

    def __hash__(self):
        return hash(held(self))

    def __format__(self, specification):
        return format(held(self), specification)


_METHODS = {list: ListMethods, dict: DictMethods, str: StrMethods}
_IN_C = (types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType)
_NEW = types.BuiltinFunctionType
_NEITHER = (enum.Enum, BaseException)


def base_of(cls: type) -> type | None:
    """The builtin class below which the class of the program stands, if it is one of these."""
    return _base_of(cls)


@lru_cache(maxsize=4096)
def _base_of(cls: type) -> type | None:
    if issubclass(cls, _NEITHER) or cls.__module__ in ("builtins", "collections", "enum"):
        return None
    found = [base for base in _METHODS if base in cls.__mro__ and base is not cls]
    others = [base for base in cls.__mro__ if base not in found and _is_in_c(base)]
    return found[0] if found and not others else None


def _is_in_c(base: type) -> bool:
    """Is it another class that is not written in Python?"""
    module = base.__module__
    return module in ("builtins", "collections", "_collections") and base is not object


def method_of(cls: type, raw: object) -> object:
    """What a class of the program has from a builtin class, as it stands here; anything else as it
    is."""
    if not isinstance(raw, (*_IN_C, _NEW)):
        return raw
    base = base_of(cls)
    return raw if base is None else method_of_base(base, raw)


def method_of_base(base: type, raw: object) -> object:
    if not isinstance(raw, (*_IN_C, _NEW)) or vars(base).get(raw.__name__) is not raw:
        return raw
    return vars(_METHODS[base]).get(raw.__name__, raw)


def is_method(function: types.FunctionType) -> bool:
    """Is it one of those here?"""
    return function.__module__ == __name__


def is_of_base(cls: type, raw: object) -> bool:
    """Is it a method of the builtin class that is not here?"""
    base = base_of(cls)
    return base is not None and isinstance(raw, _IN_C) and vars(base).get(raw.__name__) is raw


def constructor_of(cls: type, raw: object) -> object:
    """`list.__new__` of a class below it: what it is given is meant for `__init__`."""
    base = base_of(cls)
    is_of_base = base is not None and raw is vars(base).get("__new__")
    if not is_of_base:
        return raw
    return vars(StrMethods)["__new__"] if base is str else vars(_Containers)["__new__"]


def arguments_of(cls: type) -> tuple[object, ...]:
    """What the class says about what is in it, if it does."""
    base = base_of(cls)
    for each in cls.__mro__:
        for hint in vars(each).get("__orig_bases__", ()):
            if typing.get_origin(hint) is base:
                return typing.get_args(hint)
    return ()


OWNERS = ("_Containers", *(each.__name__ for each in _METHODS.values()))
"""The classes that hold code."""
