"""The heap of the lazy family: concrete objects, and references that are not decided yet.

`lazy` decides every reference when it is read, so its registers hold locations. `lazier` and
`lazier-sharp` also pass on *pending* references: symbols of which only some things are known. Once
the program needs to know more, a pending reference is resolved, and `LazyHeap.forwards` says to
what: registers and fields that hold it need not change.

Invariants: `LazyHeap.objects` has an entry for every location that occurs; distinct locations are
distinct objects, but for a floating one (see `heaps.lazy`) and the objects in its `open` set.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from heapwise.heaps.sorts import sort_of_type
from heapwise.heaps.view import ObjectKey, Pointer, ViewValue, default_of
from heapwise.program import ClassDecl, FieldDecl, Type
from heapwise.solver.model import Model
from heapwise.terms import NULL, REF, Scalar, Term, symbol


class Element(NamedTuple):
    """An entry of the accumulator: an index used, what is there now and was there first."""

    key: Scalar
    value: Scalar
    initial: Scalar


class LazyObject(NamedTuple):
    """`place` names the first reference to an input object (None for an allocated one); `classes`
    are the run-time classes it may have; `open` holds the objects that a floating one may still
    turn out to be."""

    place: Term | None
    declared: ClassDecl
    classes: tuple[ClassDecl, ...]
    depth: int
    fields: Mapping[FieldDecl, Scalar] = {}
    initial: Mapping[FieldDecl, Scalar] = {}
    elements: tuple[Element, ...] = ()
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
    what it turned out to be."""

    objects: Mapping[Term, LazyObject] = {}
    inputs: Mapping[str, Term] = {}
    pending: Mapping[Term, Pending] = {}
    forwards: Mapping[Term, Term] = {}
    materialised: int = 0
    allocated: int = 0

    def at(self, ref: Term) -> Term:
        while ref in self.forwards:
            ref = self.forwards[ref]
        return ref

    def with_object(self, loc: Term, obj: LazyObject) -> LazyHeap:
        return self._replace(objects={**self.objects, loc: obj})


def bound(heap: LazyHeap, loc: Term, field: FieldDecl, value: Scalar) -> LazyHeap:
    """The field has this initial value."""
    obj = heap.objects[loc]
    return heap.with_object(
        loc,
        obj._replace(fields={**obj.fields, field: value}, initial={**obj.initial, field: value}),
    )


def with_element(heap: LazyHeap, loc: Term, position: int, element: Element) -> LazyHeap:
    obj = heap.objects[loc]
    elements = (*obj.elements[:position], element, *obj.elements[position + 1 :])
    return heap.with_object(loc, obj._replace(elements=elements))


def number_of(loc: Term) -> int:
    assert isinstance(loc.value, int)
    return loc.value


class LazyView:
    """A `HeapView`: the heap is concrete already, the model gives the primitive values."""

    def __init__(self, heap: LazyHeap, model: Model) -> None:
        self._heap = heap
        self._model = model

    def root(self, name: str, type_: Type) -> ViewValue:
        if not isinstance(type_, ClassDecl):
            return self._model.evaluate(symbol(name, sort_of_type(type_)))
        return self.value(self._heap.inputs.get(name, NULL))

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
        return self._object(key).classes[0]

    def allocated(self, key: ObjectKey) -> int:
        assert isinstance(key, Term)
        return max(0, -key.value) if isinstance(key.value, int) else 0

    def field(self, key: ObjectKey, field: FieldDecl, *, final: bool) -> ViewValue:
        obj = self._object(key)
        value = (obj.fields if final else obj.initial).get(field)
        return default_of(field.type) if value is None else self.value(value)

    def element(self, key: ObjectKey, index: int, *, final: bool) -> ViewValue:
        obj = self._object(key)
        for element in obj.elements:
            if self._model.evaluate(element.key) == index:
                return self.value(element.value if final else element.initial)
        element_type = obj.declared.element
        if element_type is None:
            element_type = obj.classes[0].element
        assert element_type is not None
        return default_of(element_type)
