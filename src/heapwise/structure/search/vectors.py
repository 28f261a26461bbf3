"""Candidate vectors, and objects that tell which of their fields are read (lissa.txt §2.3).

Every field of every object of a finitization has a *slot*. A vector gives each slot a position in
its domain; the objects are real Python objects, so that an invariant runs on them at full speed.
They keep track of what it reads by a property of Python's attribute lookup: a field that was not
read yet is not in the dictionary of its object, so a descriptor of the class is asked; that one
notes the slot, puts the value into the dictionary, and is not asked again. `Space.accessed` is
the stack of the slots read, in the order of their first reads.

Invariant: a slot is in `accessed` exactly if its value is in the dictionary of its object.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from heapwise.results import Heap, HeapObject, Named, Ref, TupleValue, Value
from heapwise.structure.search.field_domains import ClassScope, Domain, Finitization

BASE = " base"
"""Where an object keeps the number of its first slot: not the name of a field."""

LENGTH = "length"


class FieldPlace(NamedTuple):
    """Where a slot is: a field (or an index) of an object; the object of an input is None."""

    owner: int | None
    name: str | int


class World(Protocol):
    """Makes the objects of a class. Each has a dictionary, and a descriptor made by `reader` for
    every field."""

    def make(self, scope: ClassScope, space: Space) -> object: ...

    def key(self, name: str) -> str:
        """The attribute that a field is kept in."""
        ...


class SymbolicReadError(BaseException):
    """A slot was read that must not be; nothing that an invariant catches."""


class ImpureError(Exception):
    """An invariant does something to the structure that it looks at; the message says what."""


class _NoneAllowed(list[int]):
    """A stack of slots read that stays empty."""

    def append(self, slot: int) -> None:
        raise SymbolicReadError


class Space:
    """The slots of a finitization. `value[s]` is what slot s holds, `vector[s]` its position. A
    `closed` space raises `SymbolicReadError` where another notes that a slot was read."""

    def __init__(self, finitization: Finitization, world: World, closed: bool = False) -> None:
        self.finitization = finitization
        self.accessed: list[int] = _NoneAllowed() if closed else []
        self.value: list[Any] = []
        self.vector: list[int] = []
        self.first: list[int] = []
        self.choices: list[tuple[Any, ...]] = []
        self.kinds: list[tuple[int, ...]] = []
        self.ordinals: list[tuple[int, ...]] = []
        self.after: list[tuple[int, ...]] = []
        self.holders: list[dict[Any, Any]] = []
        self.keys: list[str | int] = []
        self.places: list[FieldPlace] = []
        self.objects: list[Any] = []
        self.scope_of: list[ClassScope] = []
        self.base: list[int] = []
        self.number_of: dict[int, int] = {}
        self.members: dict[str, list[int]] = {}
        self.class_numbers = {name: n for n, name in enumerate(finitization.classes)}
        self.plain = len(self.class_numbers)
        self.inputs: dict[Any, Any] = {}
        self._key = world.key
        self._make_objects(world)
        self._domains: dict[tuple[Domain, tuple[type, ...]], tuple[Any, ...]] = {}
        for name, domain in finitization.roots.items():
            self._add(self.inputs, name, FieldPlace(None, name), domain)
        for number, scope in enumerate(self.scope_of):
            self._add_fields(number, scope)

    @property
    def size(self) -> int:
        return len(self.places)

    def _make_objects(self, world: World) -> None:
        for scope in self.finitization.classes.values():
            self.members[scope.name] = []
            for _ in range(scope.count):
                made = world.make(scope, self)
                self.members[scope.name].append(len(self.objects))
                self.number_of[id(made)] = len(self.objects)
                self.objects.append(made)
                self.scope_of.append(scope)

    def _add_fields(self, number: int, scope: ClassScope) -> None:
        holder = self.objects[number].__dict__
        self.base.append(self.size)
        holder[BASE] = self.size
        for name, domain in scope.fields.items():
            self._add(holder, self._key(name), FieldPlace(number, name), domain)
        if scope.element is not None:
            low, high = scope.lengths
            length = self._key(LENGTH)
            self._add(
                holder, length, FieldPlace(number, LENGTH), Domain(tuple(range(low, high + 1)))
            )
            for index in range(high):
                self._add(holder, index, FieldPlace(number, index), scope.element)

    def _add(
        self, holder: dict[Any, Any], key: str | int, place: FieldPlace, domain: Domain
    ) -> None:
        where = (domain, tuple(map(type, domain.values)))  # 0 and False are equal
        try:
            known = self._domains.get(where)
            if known is None:
                known = self._domains[where] = self._laid_out(domain)
        except TypeError:  # of dicts, which have no hash
            known = self._laid_out(domain)
        values, kinds, ordinals, after = known
        self.holders.append(holder)
        self.keys.append(key)
        self.places.append(place)
        self.choices.append(values)
        self.kinds.append(kinds)
        self.ordinals.append(ordinals)
        self.after.append(after)
        self.first.append(0)
        self.vector.append(0)
        self.value.append(values[0])

    def _laid_out(self, domain: Domain) -> tuple[Any, ...]:
        """The values; for each its class, its ordinal in it, and where the next class begins."""
        values: list[Any] = list(domain.values)
        kinds = [self.plain] * len(values)
        ordinals = [0] * len(values)
        after = list(range(1, len(values) + 1))
        for name in domain.classes:
            members = self.members[name]
            end = len(values) + len(members)
            for ordinal, number in enumerate(members, 1):
                values.append(self.objects[number])
                kinds.append(self.class_numbers[name])
                ordinals.append(ordinal)
                after.append(end)
        return tuple(values), tuple(kinds), tuple(ordinals), tuple(after)

    def is_object(self, value: object) -> bool:
        """One of the structure's own?"""
        number = self.number_of.get(id(value))
        return number is not None and self.objects[number] is value

    # -- reading

    def touch(self, slot: int) -> Any:
        """What the slot holds; it counts as read."""
        holder, key = self.holders[slot], self.keys[slot]
        if key not in holder:
            self.accessed.append(slot)
            holder[key] = self.value[slot]
        return holder[key]

    def root(self, name: str) -> Any:
        return self.touch(list(self.finitization.roots).index(name))

    def slot(self, number: int, name: str | int) -> int:
        """The slot of a field of an object, or of an element of an array."""
        scope = self.scope_of[number]
        if isinstance(name, int):
            return self.base[number] + len(scope.fields) + 1 + name
        if name == LENGTH and scope.element is not None:
            return self.base[number] + len(scope.fields)
        return self.base[number] + list(scope.fields).index(name)

    def touch_reachable(self) -> None:
        """Read all fields of all objects that can be reached."""
        waiting: deque[Any] = deque(self.root(name) for name in self.finitization.roots)
        seen: set[int] = set()
        while waiting:
            number = self.number_of.get(id(waiting.popleft()))
            if number is None or number in seen:
                continue
            seen.add(number)
            waiting.extend(self.touch(slot) for slot in self.slots_of(number))

    def slots_of(self, number: int) -> range:
        """The slots of an object; of an array, those below its length."""
        scope = self.scope_of[number]
        start = self.base[number]
        count = len(scope.fields)
        if scope.element is not None:
            count += 1 + self.touch(start + count)
        return range(start, start + count)

    # -- structures

    def heap(self) -> Heap:
        """The structure that the vector stands for: all that can be reached, as plain data."""
        return _Reader(self).heap()


class _Reader:
    def __init__(self, space: Space) -> None:
        self._space = space
        self._names: dict[int, Ref] = {}
        self._waiting: deque[int] = deque()
        self._counts: dict[str, int] = {}
        self._contents: dict[Ref, HeapObject] = {}

    def heap(self) -> Heap:
        space = self._space
        roots = {
            name: self._value(space.value[slot])
            for slot, name in enumerate(space.finitization.roots)
        }
        objects: dict[Ref, HeapObject] = {}
        while self._waiting:
            number = self._waiting.popleft()
            objects[self._names[number]] = self._object(number)
        return Heap(roots, {**objects, **self._contents})

    def _object(self, number: int) -> HeapObject:
        space = self._space
        scope = space.scope_of[number]
        start = space.base[number]
        fields = {
            name: self._value(space.value[start + offset])
            for offset, name in enumerate(scope.fields)
        }
        if scope.element is None:
            return HeapObject(scope.name, fields)
        length = space.value[start + len(fields)]
        first = start + len(fields) + 1
        items = tuple(self._value(space.value[first + index]) for index in range(length))
        if not self._is_list(number):
            fields[LENGTH] = length
            fields |= {str(index): item for index, item in enumerate(items)}
            return HeapObject(scope.name, fields)
        return HeapObject(self._class_name(number), fields, items=items)

    def _is_list(self, number: int) -> bool:
        """An array of the small languages cannot be iterated over."""
        return isinstance(self._space.objects[number], list)

    def _class_name(self, number: int) -> str:
        name = self._space.scope_of[number].name
        return name.partition("[")[0] if self._is_list(number) else name

    def _value(self, value: object) -> Value:
        if self._space.is_object(value):
            number = self._space.number_of[id(value)]
            if number not in self._names:
                name = self._class_name(number)
                self._counts[name] = self._counts.get(name, 0) + 1
                self._names[number] = Ref(f"{name}#{self._counts[name]}")
                self._waiting.append(number)
            return self._names[number]
        return self._plain(value)

    def _plain(self, value: object) -> Value:
        if value is None or (
            isinstance(value, bool | int | float | str) and not isinstance(value, enum.Enum)
        ):
            return value
        if isinstance(value, tuple):
            return TupleValue(tuple(self._value(item) for item in value))
        if isinstance(value, list | set | frozenset | dict):
            return self._container(value)
        return Named(str(value))

    def _container(self, value: list[Any] | set[Any] | frozenset[Any] | dict[Any, Any]) -> Ref:
        """A container that is a plain value of a domain is an object of the heap all the same."""
        kind = type(value).__name__
        self._counts[kind] = self._counts.get(kind, 0) + 1
        ref = Ref(f"{kind}#{self._counts[kind]}")
        if isinstance(value, dict):
            entries = tuple((self._value(k), self._value(v)) for k, v in value.items())
            self._contents[ref] = HeapObject(kind, {}, entries=entries)
        else:
            items = tuple(self._value(item) for item in value)
            self._contents[ref] = HeapObject(kind, {}, items=items)
        return ref


def reader(offset: int, key: str, space: Space) -> object:
    """The descriptor of a field: asked only while the field is not in the object's dictionary."""
    note: Callable[[int], None] = space.accessed.append
    values = space.value

    class Reader:
        __slots__ = ()

        def __get__(self, obj: Any, owner: type | None = None) -> Any:
            if obj is None:
                return self
            own = obj.__dict__
            if BASE not in own:
                raise AttributeError(f"`{key}` was not set")
            slot = own[BASE] + offset
            note(slot)
            value = own[key] = values[slot]
            return value

    return Reader()
