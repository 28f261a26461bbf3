"""Every concrete input heap of a program up to a size, each once up to isomorphism.

A heap is a sequence of choices, one per slot: first the inputs, then the fields of every object in
the order in which objects are first reached. A reference is null, an object reached before, or the
next new one; so two isomorphic heaps make the same choices, and no heap occurs twice. The search
is a walk over that tree of choices with an explicit stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from heapwise.frontends.tiny.syntax import ProgramNode, TypeName
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.selfcheck.oracle.class_tables import INT, default_of, element_of, is_primitive
from heapwise.selfcheck.oracle.static_facts import Facts, facts

LONGEST_ARRAY = 2


@dataclass(frozen=True, slots=True)
class Slot:
    type: TypeName
    may_be_null: bool = True


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to make a new object: its class, the fields that are always the same, and the names
    and slots of those to choose."""

    class_name: str
    type: TypeName
    fixed: tuple[tuple[str, Value], ...]
    names: tuple[str, ...]
    slots: tuple[Slot, ...]


@dataclass(frozen=True, slots=True)
class Member:
    """An object of the heap under construction: its values are those of the slots from `start`."""

    ref: Ref
    shape: Shape
    start: int


Choice = Value | Shape


def heaps(program: ProgramNode, max_objects: int, ints: Sequence[int]) -> Iterator[Heap]:
    """All input heaps of at most `max_objects` objects; arrays have at most two elements.
    Fields that no expression mentions have their default value."""
    known = facts(program)
    return _Search(known, max_objects, ints).walk()


class _Search:
    def __init__(self, known: Facts, max_objects: int, ints: Sequence[int]) -> None:
        self.known = known
        self.max_objects = max_objects
        self.ints: tuple[Value, ...] = tuple(ints)
        self.shapes = _all_shapes(known)
        self.fitting: dict[TypeName, tuple[Shape, ...]] = {}
        self.members: list[Member] = []

    def walk(self) -> Iterator[Heap]:
        names = tuple(self.known.inputs)
        slots = [
            Slot(kind, name != self.known.entry_receiver)
            for name, kind in self.known.inputs.items()
        ]
        values: list[Value] = []
        pending: list[Iterator[Choice]] = []
        created: list[bool] = []
        if not slots:
            yield Heap()
            return
        while True:
            if len(values) == len(slots):
                yield self.heap(names, values)
            else:
                pending.append(iter(self.choices(slots[len(values)])))
                values.append(None)
                created.append(False)
            choice: Choice | _End = _END
            while pending:
                if created[-1]:
                    member = self.members.pop()
                    del slots[member.start :]
                    created[-1] = False
                choice = next(pending[-1], _END)
                if choice is not _END:
                    break
                pending.pop()
                values.pop()
                created.pop()
            if isinstance(choice, _End):
                return
            if isinstance(choice, Shape):
                ref = Ref(f"{choice.class_name}#{len(self.members) + 1}")
                self.members.append(Member(ref, choice, len(slots)))
                slots.extend(choice.slots)
                created[-1] = True
                choice = ref
            values[-1] = choice

    def choices(self, slot: Slot) -> Sequence[Choice]:
        if is_primitive(slot.type):
            return self.ints if slot.type == INT else (False, True)
        result: list[Choice] = [None] if slot.may_be_null else []
        shapes = self.compatible(slot.type)
        for member in self.members:
            if self.known.table.is_assignable(member.shape.type, slot.type):
                result.append(member.ref)
        if len(self.members) < self.max_objects:
            result.extend(shapes)
        return result

    def compatible(self, kind: TypeName) -> tuple[Shape, ...]:
        if kind not in self.fitting:
            table = self.known.table
            self.fitting[kind] = tuple(
                shape for shape in self.shapes if table.is_assignable(shape.type, kind)
            )
        return self.fitting[kind]

    def heap(self, names: tuple[str, ...], values: Sequence[Value]) -> Heap:
        objects: dict[Ref, HeapObject] = {}
        for member in self.members:
            shape, start = member.shape, member.start
            fields = dict(shape.fixed)
            for offset, name in enumerate(shape.names, start):
                fields[name] = values[offset]
            objects[member.ref] = HeapObject(shape.class_name, fields)
        return Heap(dict(zip(names, values, strict=False)), objects)


class _End:
    """Marks that a slot has no further choice."""


_END = _End()


def _all_shapes(known: Facts) -> tuple[Shape, ...]:
    shapes = []
    for name, fields in known.table.fields.items():
        if name in known.table.abstract:
            continue
        free = {field: kind for field, kind in fields.items() if field in known.fields}
        fixed = [(field, default_of(kind)) for field, kind in fields.items() if field not in free]
        shapes.append(
            Shape(name, TypeName(name), tuple(fixed), tuple(free), tuple(map(Slot, free.values())))
        )
    for kind in known.array_types:
        for length in range(LONGEST_ARRAY + 1):
            shapes.append(_array_shape(kind, length, known.elements))
    return tuple(shapes)


def _array_shape(kind: TypeName, length: int, elements: bool) -> Shape:
    names = tuple(str(index) for index in range(length))
    measured: tuple[tuple[str, Value], ...] = (("length", length),)
    if elements:
        slots = (Slot(element_of(kind)),) * length
        return Shape(str(kind), kind, measured, names, slots)
    default = default_of(element_of(kind))
    return Shape(str(kind), kind, measured + tuple((name, default) for name in names), (), ())


__all__ = ["LONGEST_ARRAY", "heaps"]
