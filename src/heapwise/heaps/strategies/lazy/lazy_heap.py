"""The heap of the lazy family: concrete objects, and references that are not decided yet.

`lazy` decides every reference when it is read, so its registers hold locations. `lazier` and
`lazier-sharp` also pass on *pending* references: symbols of which only some things are known. Once
the program needs to know more, a pending reference is resolved, and `LazyHeap.forwards` says to
what: registers and fields that hold it need not change.

Invariants: `LazyHeap.objects` has an entry for every location that occurs; distinct locations are
distinct objects, but for a floating one (see `lazy.lazy`) and the objects in its `open` set.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from heapwise.heaps.shared.cells import CellKind, element_kind, field_kind, item_kind
from heapwise.heaps.shared.completion import Completion, InventedKey, default_of
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.view import ObjectKey, Pointer, ViewValue
from heapwise.program import ClassDecl, FieldDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.terms import NULL, REF, Scalar, Term, symbol


class Element(NamedTuple):
    """An entry of the accumulator: an index used, what is there now and what was there first, if
    the path has looked at that."""

    key: Scalar
    value: Scalar
    initial: Scalar | None


class LazyObject(NamedTuple):
    """`place` names the first reference to an input object (None for an allocated one); `classes`
    are the run-time classes it may have; `elements` are kept per kind of cell; `open` holds the
    objects that a floating one may still turn out to be."""

    place: Term | None
    declared: ClassDecl
    classes: tuple[ClassDecl, ...]
    depth: int
    fields: Mapping[FieldDecl, Scalar] = {}
    initial: Mapping[FieldDecl, Scalar] = {}
    elements: Mapping[str, tuple[Element, ...]] = {}
    floating: bool = False
    open: frozenset[Term] = frozenset()


class Pending(NamedTuple):
    """A reference of the initial heap that has not been resolved to an object: a symbolic location
    if it is known not to be null, a symbolic reference otherwise (kiasan.txt §3.2, §3.3).
    `distinct` holds the references that it is known to differ from."""

    declared: ClassDecl
    classes: tuple[ClassDecl, ...]
    depth: int
    not_null: bool
    distinct: frozenset[Term] = frozenset()


class LazyHeap(NamedTuple):
    """`inputs` binds the inputs used; `forwards` maps a pending reference or a floating object to
    what it turned out to be. `met` is the number of input objects, `materialised` the number of
    those that bounds count."""

    objects: Mapping[Term, LazyObject] = {}
    inputs: Mapping[str, Term] = {}
    pending: Mapping[Term, Pending] = {}
    forwards: Mapping[Term, Term] = {}
    met: int = 0
    materialised: int = 0
    allocated: int = 0

    def at(self, ref: Term) -> Term:
        while ref in self.forwards:
            ref = self.forwards[ref]
        return ref

    def with_object(self, loc: Term, obj: LazyObject) -> LazyHeap:
        # Every write of a path makes one, so not by `_replace`, which takes three times as long.
        return LazyHeap({**self.objects, loc: obj}, *self[1:])


def bound(heap: LazyHeap, loc: Term, field: FieldDecl, value: Scalar) -> LazyHeap:
    """The field has this initial value."""
    obj = heap.objects[loc]
    return heap.with_object(
        loc,
        obj._replace(fields={**obj.fields, field: value}, initial={**obj.initial, field: value}),
    )


def with_element(
    heap: LazyHeap, loc: Term, kind: CellKind, position: int, element: Element
) -> LazyHeap:
    obj = heap.objects[loc]
    old = obj.elements.get(kind.name, ())
    new = (*old[:position], element, *old[position + 1 :])
    return heap.with_object(loc, obj._replace(elements={**obj.elements, kind.name: new}))


def number_of(loc: Term) -> int:
    assert isinstance(loc.value, int)
    return loc.value


class LazyView:
    """A `HeapView`: the heap is concrete already, the model gives the primitive values."""

    def __init__(self, program: Program, heap: LazyHeap, model: Model) -> None:
        self._heap = heap
        self._model = model
        self._completion = Completion(program, self._input_objects, self.class_of)

    def _input_objects(self) -> Iterator[ObjectKey]:
        """Those that the path has met and that are objects of their own."""
        heap = self._heap
        yield from (
            loc
            for loc, obj in heap.objects.items()
            if obj.place is not None and loc not in heap.forwards
        )
        yield from (ref for ref, pending in heap.pending.items() if pending.not_null)

    def root(self, name: str, type_: Type, nullable: bool = True) -> ViewValue:
        if not isinstance(type_, ClassDecl):
            return self._model.evaluate(symbol(name, sort_of_type(type_)))
        if name in self._heap.inputs:
            return self.value(self._heap.inputs[name])
        return self._completion.root(name, type_, nullable)

    def value(self, term: Scalar) -> ViewValue:
        if isinstance(term, Term) and term.sort is REF:
            loc = self._heap.at(term)
            pending = self._heap.pending.get(loc)
            is_null = loc is NULL or (pending is not None and not pending.not_null)
            return None if is_null else Pointer(loc)
        return self._model.evaluate(term)

    def _object(self, key: ObjectKey) -> LazyObject:
        assert isinstance(key, Term)
        pending = self._heap.pending.get(key)
        if pending is not None:  # some object that the program has not looked into
            return LazyObject(key, pending.declared, pending.classes, pending.depth)
        return self._heap.objects[key]

    def class_of(self, key: ObjectKey) -> ClassDecl:
        if isinstance(key, InventedKey):
            return key.cls
        return self._object(key).classes[0]

    def allocated(self, key: ObjectKey) -> int:
        value = key.value if isinstance(key, Term) else None
        return max(0, -value) if isinstance(value, int) else 0

    def field(self, key: ObjectKey, field: FieldDecl, *, final: bool) -> ViewValue:
        value: Scalar | None = None
        if not isinstance(key, InventedKey):
            obj = self._object(key)
            value = (obj.fields if final else obj.initial).get(field)
        if value is not None:
            return self.value(value)
        return self._untouched(key, field_kind(field), None)

    def item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> ViewValue:
        return self._indexed(key, item_kind(field), index, final)

    def element(self, key: ObjectKey, index: int, *, final: bool) -> ViewValue:
        return self._indexed(key, element_kind(self.class_of(key)), index, final)

    def has_item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> bool:
        if isinstance(key, InventedKey):
            return False
        return any(
            self._model.evaluate(element.key) == index
            and (element.value if final else element.initial) is not None
            for element in self._object(key).elements.get(item_kind(field).name, ())
        )

    def invented(self, cls: ClassDecl) -> ViewValue:
        return self._completion.new_object(cls)

    def _indexed(self, key: ObjectKey, kind: CellKind, index: int, final: bool) -> ViewValue:
        if not isinstance(key, InventedKey):
            for element in self._object(key).elements.get(kind.name, ()):
                if self._model.evaluate(element.key) != index:
                    continue
                value = element.value if final else element.initial
                if value is not None:
                    return self.value(value)
        return self._untouched(key, kind, index)

    def _untouched(self, key: ObjectKey, kind: CellKind, index: int | None) -> ViewValue:
        if self.allocated(key):
            return default_of(kind.type)
        return self._completion.contents((kind.name, key, index), key, kind)
