"""From real objects to the JSON of a heap, inside the worker process.

Reads attributes without running code of the program: `__dict__` and slots directly. Input objects
keep their names; new ones get the next free number of their class, in the order in which a
breadth-first walk from the inputs and then the result meets them.
"""

from __future__ import annotations

import collections
import functools
import inspect
import re
import types
import weakref
from collections.abc import Iterable, Mapping

from .draws import RANDOM, Draws
from .own_attributes import attributes_of
from .prepared_world import WORLD, PreparedWorld
from .real_names import Names
from .tables import FUNCTION, TEXT, WEAK, FunctionTable

_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
_LONGEST_DECIMAL = 4000  # beyond this Python refuses to print integers in decimal


class Snapshot:
    def __init__(self, names: Names, known: Mapping[str, object]) -> None:
        self._names = names
        self._queue: collections.deque[tuple[str, object]] = collections.deque()
        self._named: dict[int, str] = {}
        # What is named must stay alive, or another object could get its id.
        self._alive: list[object] = []
        self._taken = set(known)
        self._numbers: dict[str, int] = {}
        self._known = known
        self._reached: set[int] = set()
        self.objects: dict[str, object] = {}
        for name, obj in known.items():
            if id(obj) not in self._named:
                self._name(obj, name)
        self.begin()

    def begin(self) -> None:
        """Read everything anew; what has a name keeps it."""
        self._queue.clear()
        self._reached.clear()
        self.objects = {}
        for obj in self._known.values():
            self._reach(obj)

    def value(self, value: object) -> object:
        """The JSON of a value; the objects it leads to are put in the queue."""
        if value is None or type(value) is bool:
            return value
        if type(value) is int:
            short = value.bit_length() < _LONGEST_DECIMAL * 3
            return value if short else {"int": hex(value)}
        if type(value) is float:
            return {"float": repr(value)}
        if type(value) is str:
            # JSON would make one character of the halves of a surrogate pair.
            return {"chars": list(map(ord, value))} if _PAIR.search(value) else {"str": value}
        if type(value) is tuple:
            return {"tuple": [self.value(item) for item in value]}
        constant = self._names.of_constant(value)
        if constant is not None:
            return {"name": constant}
        if id(value) not in self._named:
            self._name(value, self._fresh(type(value)))
        self._reach(value)
        return self._named[id(value)]

    def finish(self) -> dict[str, object]:
        """The bodies of all objects named so far and of all they lead to."""
        while self._queue:
            name, obj = self._queue.popleft()
            self.objects[name] = self._body(obj)
        return self.objects

    def _name(self, obj: object, name: str) -> None:
        self._named[id(obj)] = name
        self._alive.append(obj)

    def _reach(self, obj: object) -> None:
        if id(obj) not in self._reached:
            self._reached.add(id(obj))
            self._queue.append((self._named[id(obj)], obj))

    def _fresh(self, cls: type) -> str:
        class_name = self._names.of_class(cls)
        number = self._numbers.get(class_name, 0) + 1
        while f"{class_name}#{number}" in self._taken:
            number += 1
        self._numbers[class_name] = number
        self._taken.add(f"{class_name}#{number}")
        return f"{class_name}#{number}"

    def _body(self, obj: object) -> dict[str, object]:
        if isinstance(obj, Draws):
            numbers = [self.value(number) for number in obj.numbers]
            return {"class": RANDOM, "fields": {}, "items": numbers}
        if isinstance(obj, PreparedWorld):
            facts = [[self.value(asked), self.value(told)] for asked, told in obj.facts]
            return {"class": WORLD, "fields": {}, "entries": facts}
        if isinstance(obj, FunctionTable):
            fields = {"arity": self.value(obj.arity), "default": self.value(obj.default)}
            entries = [[self.value(key), self.value(value)] for key, value in obj.entries]
            return {"class": FUNCTION, "fields": fields, "entries": entries}
        if type(obj) is weakref.ReferenceType:
            return {"class": WEAK, "fields": {"referent": self.value(obj())}}
        body: dict[str, object] = {"class": self._names.of_class(type(obj))}
        body["fields"] = {name: self.value(value) for name, value in fields_of(obj).items()}
        items = _items_of(obj)
        if items is not None:
            body["items"] = [self.value(item) for item in items]
        if isinstance(obj, dict | types.MappingProxyType):
            pairs: Iterable[tuple[object, object]]
            if isinstance(obj, collections.OrderedDict):
                pairs = collections.OrderedDict.items(obj)
            else:
                pairs = dict.items(obj) if isinstance(obj, dict) else obj.items()
            body["entries"] = [[self.value(key), self.value(value)] for key, value in pairs]
        return body


def fields_of(obj: object) -> dict[str, object]:
    fields: dict[str, object] = {}
    if isinstance(obj, str):
        fields[TEXT] = str.__str__(obj)
    named = getattr(type(obj), "_fields", None)
    if isinstance(obj, tuple) and isinstance(named, tuple):
        return dict(zip(named, tuple.__iter__(obj), strict=True))
    if isinstance(obj, BaseException) and obj.args:
        fields["args"] = obj.args
    if isinstance(obj, collections.deque) and obj.maxlen is not None:
        fields["maxlen"] = obj.maxlen
    if isinstance(obj, collections.defaultdict):
        fields["default_factory"] = obj.default_factory
    for cls in reversed(type(obj).__mro__):
        for name, slot in vars(cls).items():
            if isinstance(slot, types.MemberDescriptorType) and cls.__module__ != "builtins":
                try:
                    fields[name] = slot.__get__(obj, type(obj))
                except AttributeError:
                    continue  # a slot that is not set
    attributes = attributes_of(obj) or {}
    fields.update((name, value) for name, value in attributes.items() if type(name) is str)
    fields.pop("__orig_class__", None)  # what `Box[int](…)` leaves for type checkers
    for name in list(fields):
        if isinstance(inspect.getattr_static(type(obj), name, None), functools.cached_property):
            del fields[name]  # what is remembered is no state of its own
    return fields


def _items_of(obj: object) -> Iterable[object] | None:
    if isinstance(obj, list):
        return list.__iter__(obj)
    if isinstance(obj, collections.deque):
        return collections.deque.__iter__(obj)
    if isinstance(obj, set):
        return set.__iter__(obj)
    if isinstance(obj, frozenset):
        return frozenset.__iter__(obj)
    if isinstance(obj, tuple) and not hasattr(type(obj), "_fields"):
        return tuple.__iter__(obj)
    if isinstance(obj, bytearray | type({}.keys()) | type({}.values()) | type({}.items())):
        return iter(obj)
    return None
