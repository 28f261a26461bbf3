"""The classes that the code behind a function can name: it may make objects of them.

All classes must be known before anything is explored. Those of the program's own modules are;
others are found here, by the names in the code of the function and of what it may call. Which
object a method is called on is not asked: of a class that is reached, all methods of a name that
was met are. Nothing is imported. What lies beyond a number of functions is not looked at.
"""

from __future__ import annotations

import sys
import types
from collections.abc import Iterable, Iterator, Set
from itertools import chain

from heapwise.frontends.python.source import library_source
from heapwise.frontends.python.source.hierarchy import is_class
from heapwise.frontends.python.source.modules import is_user_code

_MOST_FUNCTIONS = 1500
_MOST_CLASSES = 80


def reached_classes(first: types.FunctionType) -> list[type]:
    """In the order in which they are met."""
    search = _Search()
    search.meet(first)
    search.run()
    return list(search.classes)


class _Search:
    def __init__(self) -> None:
        self.classes: dict[type, None] = {}
        self._searched: set[type] = set()
        """All that can be met by special names in these was met."""
        self._functions: dict[types.FunctionType, None] = {}
        self._waiting: list[types.FunctionType] = []
        self._names: set[str] = set()

    def meet(self, thing: object) -> None:
        if isinstance(thing, staticmethod | classmethod):
            thing = thing.__func__
        elif isinstance(thing, property):
            thing = thing.fget
        thing = getattr(thing, "__wrapped__", thing) if callable(thing) else thing
        if isinstance(thing, types.FunctionType):
            self._meet_function(thing)
        elif is_class(thing):
            self._meet_class(thing)

    def _meet_function(self, function: types.FunctionType) -> None:
        is_new = function not in self._functions and len(self._functions) < _MOST_FUNCTIONS
        if is_new and _is_followed(function.__module__):
            self._functions[function] = None
            self._waiting.append(function)

    def _meet_class(self, cls: type) -> None:
        is_new = cls not in self.classes and len(self.classes) < _MOST_CLASSES
        if is_new and _is_followed(cls.__module__):
            self.classes[cls] = None
            self._look_into(cls, self._names)

    def run(self) -> None:
        while self._waiting:
            function = self._waiting.pop()
            # No set: whose order is another in every process, and so would that of the classes be.
            names = dict.fromkeys(_names_in(function.__code__))
            new = names.keys() - self._names
            self._names |= new
            if new:
                for base in dict.fromkeys(chain(*(cls.__mro__ for cls in self.classes))):
                    self._look_for(new, base)
            around = function.__globals__
            for name in names:
                self._named(around.get(name, sys.modules.get(name)), names)

    def _named(self, thing: object, names: Iterable[str]) -> None:
        """What a name stands for; of a module, what the code may take from it."""
        if not isinstance(thing, types.ModuleType):
            self.meet(thing)
            return
        waiting, seen = [thing], {thing}
        while waiting:
            inside = vars(waiting.pop())
            for name in names:
                found = inside.get(name)
                if not isinstance(found, types.ModuleType):
                    self.meet(found)
                elif found not in seen:
                    seen.add(found)
                    waiting.append(found)

    def _look_into(self, cls: type, names: set[str]) -> None:
        for base in cls.__mro__:
            if base is not cls and base not in self.classes:
                self.meet(base)
            if base in self._searched:
                self._look_for(names, base)
                continue
            for name, member in list(vars(base).items()):
                if name in names or (name.startswith("__") and name.endswith("__")):
                    self.meet(member)
            self._searched.add(base)

    def _look_for(self, names: Set[str], base: type) -> None:
        inside = vars(base)
        if not inside.keys().isdisjoint(names):
            for name in [name for name in inside if name in names]:
                self.meet(inside[name])


def _names_in(code: types.CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names_in(constant)


def _is_followed(module: str) -> bool:
    found = sys.modules.get(module)
    return found is not None and (is_user_code(found) or library_source.is_interpreted(found))
