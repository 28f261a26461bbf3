"""From a strategy's heap and a model to the concrete heaps of a result.

A strategy says what each object looks like before and after (`HeapView`); naming the objects and
walking the graph is the same for all and done here. Input objects are named `Class#n` in the
order in which they are reached from the inputs, allocated ones `Class@n` in order of allocation.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple, Protocol, TypeAlias

from heapwise.program import ClassDecl, FieldDecl, Type
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.terms import Scalar

ObjectKey: TypeAlias = Hashable
"""Whatever a strategy uses to tell objects apart."""


class Pointer(NamedTuple):
    """A non-null reference to an object of the view."""

    key: ObjectKey


ViewValue: TypeAlias = int | bool | float | str | Pointer | None

_LISTED_ELEMENTS = 20_000
"""A longer array lists only its first elements; the others hold the default."""


class HeapView(Protocol):
    def root(self, name: str, type_: Type, nullable: bool = True) -> ViewValue:
        """The input `name`; a default if the path never looked at it."""
        ...

    def value(self, term: Scalar) -> ViewValue:
        """What a value that the program computed denotes."""
        ...

    def class_of(self, key: ObjectKey) -> ClassDecl: ...

    def allocated(self, key: ObjectKey) -> int:
        """The ordinal of an object that the program allocated, from 1; 0 for an input object."""
        ...

    def field(self, key: ObjectKey, field: FieldDecl, *, final: bool) -> ViewValue: ...

    def item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> ViewValue:
        """A cell of a family of `ClassDecl.own_items`."""
        ...

    def element(self, key: ObjectKey, index: int, *, final: bool) -> ViewValue: ...

    def has_item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> bool:
        """Has the path looked at such a cell, or written to it? Else any contents will do."""
        ...

    def invented(self, cls: ClassDecl) -> ViewValue:
        """An input object that nothing else refers to; None if there can be none."""
        ...


class Snapshot(NamedTuple):
    input: Heap
    output: Heap
    result: Value


def snapshot(
    view: HeapView,
    inputs: Mapping[str, Type],
    result: Scalar | None,
    more: Sequence[Scalar] = (),
) -> Snapshot:
    """Both heaps in full, and what the path returned; the final one also has what `more` denote."""
    roots = {name: view.root(name, type_) for name, type_ in inputs.items()}
    names: dict[ObjectKey, Ref] = {}
    before = _walk(view, roots.values(), names, final=False)
    returned = None if result is None else view.value(result)
    starts: list[ViewValue] = [*roots.values(), *(Pointer(key) for key in before), returned]
    after = _walk(view, [*starts, *map(view.value, more)], names, final=True)
    named_roots = {name: _named(value, names) for name, value in roots.items()}
    return Snapshot(
        Heap(named_roots, _objects(before, names)),
        Heap(named_roots, _objects(after, names)),
        _named(returned, names),
    )


def snapshot_after(
    view: HeapView, given: Heap, names: dict[ObjectKey, Ref], result: Scalar | None
) -> Snapshot:
    """Likewise where the initial heap is known, with the `names` that `snapshot` gives them."""
    returned = None if result is None else view.value(result)
    names = dict(names)
    after = _walk(view, [*(Pointer(key) for key in names), returned], names, final=True)
    return Snapshot(given, Heap(given.roots, _objects(after, names)), _named(returned, names))


def names_of_inputs(view: HeapView, inputs: Mapping[str, Type]) -> dict[ObjectKey, Ref]:
    """What `snapshot` calls the objects of the initial heap."""
    names: dict[ObjectKey, Ref] = {}
    _walk(view, [view.root(name, type_) for name, type_ in inputs.items()], names, final=False)
    return names


_Found: TypeAlias = dict[ObjectKey, tuple[ClassDecl, dict[str, ViewValue]]]


def _walk(
    view: HeapView, starts: Iterable[ViewValue], names: dict[ObjectKey, Ref], *, final: bool
) -> _Found:
    """Every object reachable from `starts`, in order, with its fields; names the new ones."""
    found: _Found = {}
    declared: dict[ClassDecl, dict[str, FieldDecl]] = {}
    numbers: dict[str, int] = {}
    waiting = deque(value.key for value in starts if isinstance(value, Pointer))
    while waiting:
        key = waiting.popleft()
        if key in found:
            continue
        cls = view.class_of(key)
        if key not in names:
            ordinal = view.allocated(key)
            if ordinal:
                names[key] = Ref(f"{cls.name}@{ordinal}")
            else:
                number = numbers.get(cls.name)
                if number is None:
                    number = sum(each.name.startswith(f"{cls.name}#") for each in names.values())
                numbers[cls.name] = number + 1
                names[key] = Ref(f"{cls.name}#{number + 1}")
        if cls not in declared:
            declared[cls] = cls.fields()
        own = declared[cls].items()
        fields = {name: view.field(key, field, final=final) for name, field in own}
        if cls.element is not None:
            length = fields["length"]
            assert isinstance(length, int)
            for index in range(min(length, _LISTED_ELEMENTS)):
                fields[str(index)] = view.element(key, index, final=final)
        found[key] = (cls, fields)
        waiting.extend(value.key for value in fields.values() if isinstance(value, Pointer))
    return found


def _objects(found: _Found, names: dict[ObjectKey, Ref]) -> dict[Ref, HeapObject]:
    return {
        names[key]: HeapObject(
            cls.name, {name: _named(value, names) for name, value in fields.items()}
        )
        for key, (cls, fields) in found.items()
    }


def _named(value: ViewValue, names: dict[ObjectKey, Ref]) -> Value:
    return names[value.key] if isinstance(value, Pointer) else value
