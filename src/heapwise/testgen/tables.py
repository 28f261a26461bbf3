"""Stands for inputs that are functions, by tables of answers, inside the worker process.

Weak references are here too.

What stands for an input that is a function: it looks for its arguments in a table and has no
effects. Objects are found by identity, in tuples too, everything else by equality; nan is found as
well. Keywords are not looked at.
"""

from __future__ import annotations

import weakref

FUNCTION = "function"
"""The class of such functions in witnesses."""

WEAK = "weakref"
"""The class of weak references in witnesses; those to what is gone refer to None."""

TEXT = "<str>"
"""The field of the text that an object of a class below `str` is."""

_PLAIN = (int, float, str, bytes, type(None))


class FunctionTable:
    __doc__ = None  # a lambda has none

    def __init__(self) -> None:
        self.__name__ = self.__qualname__ = "<lambda>"
        self.arity: object = None
        self.default: object = None
        self.entries: list[tuple[tuple[object, ...], object]] = []

    def __call__(self, *arguments: object, **_keywords: object) -> object:
        if isinstance(self.arity, int) and len(arguments) != self.arity:
            raise TypeError(f"it takes {self.arity} arguments but {len(arguments)} were given")
        for key, value in self.entries:
            if len(key) == len(arguments) and all(map(_same, arguments, key)):
                return value
        return self.default


def _same(left: object, right: object) -> bool:
    if left is right:
        return True
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    if not isinstance(left, _PLAIN) or not isinstance(right, _PLAIN):
        return False
    return left == right or (left != left and right != right)


class _Gone:
    pass


def weak_reference(referent: object) -> weakref.ref[object]:
    """To an object, or to one that is gone."""
    return weakref.ref(_Gone() if referent is None else referent)
