"""From the JSON of a heap to real objects, inside the worker process.

Objects are made empty first and filled afterwards, so cycles, sharing and parent pointers of any
kind can be built, whatever constructors allow. What cannot be filled later (tuples, named tuples,
frozensets) is made as soon as its parts are there; what must be hashed (dicts, sets) comes last,
when the fields its elements are compared by are in place. No code of the program runs but
`__hash__` and `__eq__` of keys and elements.
"""

from __future__ import annotations

import collections
import inspect
import sys
import types
from collections.abc import Mapping
from typing import TypeAlias

from .draws import RANDOM, Draws
from .own_attributes import attributes_of
from .prepared_world import WORLD, PreparedWorld
from .real_names import Names
from .tables import FUNCTION, TEXT, WEAK, FunctionTable, weak_reference

Json: TypeAlias = Mapping[str, object]


class BuildError(Exception):
    """The heap cannot be built: an unknown class, equal keys, a cycle of tuples."""


class LiveHeap:
    """`objects` by their names in the witness; `value` turns a JSON value into the real one."""

    def __init__(self, objects: Mapping[str, Json], names: Names) -> None:
        self._bodies = objects
        self._names = names
        self._classes: dict[str, type] = {}
        self._hashing: dict[str, bool] = {}
        self._making: set[str] = set()
        self._weak: set[str] = set()
        self.objects: dict[str, object] = {}
        self.draws: Draws | None = None
        self.world: PreparedWorld | None = None
        for name, body in objects.items():
            if body["class"] == FUNCTION:
                self.objects[name] = FunctionTable()
                continue
            if body["class"] == WEAK:
                self._weak.add(name)
                continue
            if body["class"] == RANDOM:
                self.objects[name] = self.draws = Draws()
                self.draws.numbers = [self.value(item) for item in _items(body)]
                continue
            if body["class"] == WORLD:
                self.objects[name] = self.world = PreparedWorld()
                entries = body.get("entries") or []
                assert isinstance(entries, list)
                self.world.facts = [(self.value(key), self.value(told)) for key, told in entries]
                continue
            cls = names.find(str(body["class"]))
            if not isinstance(cls, type):
                raise BuildError(f"{name}: there is no class {body['class']}")
            self._classes[name] = cls
        self._build()

    def _build(self) -> None:
        for name, cls in self._classes.items():
            if issubclass(cls, str):
                self.objects[name] = str.__new__(cls, self.value(_fields(self._bodies[name])[TEXT]))
            elif not issubclass(cls, tuple | frozenset):
                self.objects[name] = _empty(name, cls)
        waiting = []
        for name in [each for each in self.objects if each in self._classes]:
            for field, value in _fields(self._bodies[name]).items():
                if field == TEXT:
                    continue
                if self._needs_hashing(value):
                    waiting.append((name, field, value))
                else:
                    self._set(name, field, value)
            self._fill_sequence(name)
        for name, field, value in waiting:
            self._set(name, field, value)
        for name in (*self._classes, *self._weak):
            self._object(name)
        for name in self._classes:
            self._fill_hashed(name)
        for name, obj in self.objects.items():
            if isinstance(obj, FunctionTable):
                self._fill_table(obj, self._bodies[name])

    def _fill_table(self, function: FunctionTable, body: Json) -> None:
        fields = _fields(body)
        function.arity = self.value(fields.get("arity"))
        function.default = self.value(fields.get("default"))
        entries = body.get("entries") or []
        assert isinstance(entries, list)
        for arguments, result in entries:
            key = self.value(arguments)
            assert isinstance(key, tuple)
            function.entries.append((key, self.value(result)))

    def value(self, data: object) -> object:
        if isinstance(data, str):
            return self._object(data)
        match data:
            case None | bool() | int():
                return data
            case {"str": str(text)}:
                return sys.intern(text)  # a program may compare it with a constant by `is`
            case {"chars": list(codes)}:
                return "".join(map(chr, codes))
            case {"float": str(text)}:
                return float(text)
            case {"int": str(text)}:
                return int(text, 16)
            case {"tuple": list(items)}:
                return tuple(self.value(item) for item in items)
            case {"name": str(text)}:
                return self._names.constant(text)
        raise BuildError(f"not a value: {data!r}")

    def _object(self, name: str) -> object:
        if name in self.objects:
            return self.objects[name]
        if name in self._weak:
            try:
                made: object = weak_reference(self.value(_fields(self._bodies[name])["referent"]))
            except TypeError as error:
                raise BuildError(f"{name} cannot be made: {error}") from error
            self.objects[name] = made
            return made
        if name not in self._classes:
            raise BuildError(f"the heap has no object {name}")
        if name in self._making:
            raise BuildError(f"{name} would have to contain itself before it is there")
        self._making.add(name)
        made = self._immutable(name, self._classes[name])
        self.objects[name] = made
        return made

    def _immutable(self, name: str, cls: type) -> object:
        body = self._bodies[name]
        order = getattr(cls, "_fields", None)
        if isinstance(order, tuple) and issubclass(cls, tuple):
            fields = _fields(body)
            if set(order) != set(fields):
                raise BuildError(f"{name} needs the fields {', '.join(order)}")
            return tuple.__new__(cls, [self.value(fields[field]) for field in order])
        items = [self.value(item) for item in _items(body)]
        if issubclass(cls, tuple):
            return tuple.__new__(cls, items)
        assert issubclass(cls, frozenset)
        made: frozenset[object] = frozenset.__new__(cls, items)
        if len(made) != len(items):
            raise BuildError(f"two elements of {name} are equal")
        return made

    def _needs_hashing(self, data: object) -> bool:
        """Does the value contain a frozenset, perhaps inside tuples?"""
        if isinstance(data, dict) and isinstance(data.get("tuple"), list):
            return any(self._needs_hashing(item) for item in data["tuple"])
        cls = self._classes.get(data) if isinstance(data, str) else None
        if cls is None or not issubclass(cls, tuple | frozenset):
            return False
        assert isinstance(data, str)
        if data not in self._hashing:
            self._hashing[data] = True  # a cycle: it will be refused when it is made
            body = self._bodies[data]
            parts = [*_fields(body).values(), *_items(body)]
            found = issubclass(cls, frozenset) or any(map(self._needs_hashing, parts))
            self._hashing[data] = found
        return self._hashing[data]

    def _set(self, name: str, field: str, data: object) -> None:
        obj, value = self.objects[name], self.value(data)
        if isinstance(obj, BaseException) and field == "args":
            obj.args = value if isinstance(value, tuple) else (value,)
        elif isinstance(obj, collections.deque) and field == "maxlen":
            collections.deque.__init__(obj, (), value)  # type: ignore[call-overload]
        elif isinstance(obj, collections.defaultdict) and field == "default_factory":
            obj.default_factory = value  # type: ignore[assignment]
        else:
            _set_attribute(name, obj, field, value)

    def _fill_sequence(self, name: str) -> None:
        obj, body = self.objects[name], self._bodies[name]
        if isinstance(obj, list):
            for item in _items(body):
                list.append(obj, self.value(item))
        elif isinstance(obj, collections.deque):
            for item in _items(body):
                collections.deque.append(obj, self.value(item))

    def _fill_hashed(self, name: str) -> None:
        obj, body = self.objects[name], self._bodies[name]
        if isinstance(obj, set):
            items = _items(body)
            for item in items:
                set.add(obj, self.value(item))
            if len(obj) != len(items):
                raise BuildError(f"two elements of {name} are equal")
        elif isinstance(obj, dict):
            entries = body.get("entries") or []
            assert isinstance(entries, list)
            ordered = isinstance(obj, collections.OrderedDict)
            put = collections.OrderedDict.__setitem__ if ordered else dict.__setitem__
            for key, value in entries:
                put(obj, self.value(key), self.value(value))
            if len(obj) != len(entries):
                raise BuildError(f"two keys of {name} are equal")


def _fields(body: Json) -> Mapping[str, object]:
    fields = body.get("fields") or {}
    assert isinstance(fields, dict)
    return fields


def _items(body: Json) -> list[object]:
    items = body.get("items") or []
    assert isinstance(items, list)
    return items


def _empty(name: str, cls: type) -> object:
    """An object that no constructor has seen; a `__new__` of the program's own is passed over: the
    nearest one in C is taken."""
    in_c = (vars(base).get("__new__") for base in cls.__mro__)
    make = next(each for each in in_c if isinstance(each, types.BuiltinFunctionType))
    try:
        return make(cls)
    except TypeError as error:
        raise BuildError(f"{name} cannot be made: {error}") from error


def _set_attribute(name: str, obj: object, field: str, value: object) -> None:
    """Sets the field itself, whatever properties and `__setattr__` would do."""
    slot = inspect.getattr_static(type(obj), field, None)
    if isinstance(slot, types.MemberDescriptorType):
        slot.__set__(obj, value)
        return
    attributes = attributes_of(obj)
    if attributes is None:
        raise BuildError(f"{name} can have no field {field}")
    attributes[field] = value
