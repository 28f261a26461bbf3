"""`HeapView` for the strategies that keep one state: everything is read off a model.

An input object is told apart by the number that the model gives to references to it and by its
class: two references of unrelated types that happen to share a number were never compared by the
program, and are different objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple, TypeAlias

from heapwise.heaps.references import References, class_of
from heapwise.heaps.single_state import Keys
from heapwise.heaps.sorts import sort_of_type
from heapwise.heaps.view import ObjectKey, Pointer, ViewValue, default_of
from heapwise.program import ClassDecl, FieldDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.terms import REF, Concrete, Scalar, Term, symbol


class InputKey(NamedTuple):
    number: int
    cls: ClassDecl


Cell: TypeAlias = tuple[str, ObjectKey, Concrete | None]
"""The field or array class, the object, and the index of an element."""


class ModelView:
    """`initial` and `current` list the cells the path knows of, before and after: name, keys and
    value. The first entry that denotes a cell counts; a cell without a current entry has its
    initial contents, and one without an initial entry was never looked at."""

    def __init__(
        self,
        program: Program,
        references: References,
        model: Model,
        allocated: Mapping[Term, ClassDecl],
        inputs: Mapping[str, Term],
        initial: Iterable[tuple[str, Keys, Scalar]],
        current: Iterable[tuple[str, Keys, Scalar]],
    ) -> None:
        self._program = program
        self._references = references
        self._model = model
        self._allocated = {model.evaluate(loc): cls for loc, cls in allocated.items()}
        self._inputs = inputs
        self._initial = self._cells(initial)
        self._current = self._cells(current)

    def root(self, name: str, type_: Type) -> ViewValue:
        if not isinstance(type_, ClassDecl):
            return self._model.evaluate(symbol(name, sort_of_type(type_)))
        return self.value(self._inputs[name]) if name in self._inputs else None

    def value(self, term: Scalar) -> ViewValue:
        if isinstance(term, Term) and term.sort is REF:
            key = self._key(term)
            return None if key is None else Pointer(key)
        return self._model.evaluate(term)

    def class_of(self, key: ObjectKey) -> ClassDecl:
        if isinstance(key, InputKey):
            return key.cls
        assert isinstance(key, int)
        return self._allocated[key]

    def allocated(self, key: ObjectKey) -> int:
        return -key if isinstance(key, int) else 0

    def field(self, key: ObjectKey, field: FieldDecl, *, final: bool) -> ViewValue:
        return self._cell((str(field), key, None), field.type, final)

    def element(self, key: ObjectKey, index: int, *, final: bool) -> ViewValue:
        cls = self.class_of(key)
        assert cls.element is not None
        return self._cell((cls.name, key, index), cls.element, final)

    def _cell(self, cell: Cell, type_: Type, final: bool) -> ViewValue:
        if final and cell in self._current:
            return self._current[cell]
        return self._initial.get(cell, default_of(type_))

    def _cells(self, entries: Iterable[tuple[str, Keys, Scalar]]) -> dict[Cell, ViewValue]:
        found: dict[Cell, ViewValue] = {}
        for name, keys, value in entries:
            owner, *rest = keys
            assert isinstance(owner, Term)
            key = self._key(owner)
            if key is not None:
                index = self._model.evaluate(rest[0]) if rest else None
                if (name, key, index) not in found:
                    found[name, key, index] = self.value(value)
        return found

    def _key(self, ref: Term) -> ObjectKey | None:
        """The object that `ref` denotes, or None if it is null."""
        number = self._model.evaluate(ref)
        if number == 0:
            return None
        return number if number < 0 else InputKey(number, self._class(ref, number))

    def _class(self, ref: Term, number: Concrete) -> ClassDecl:
        candidates: list[ClassDecl] | None = None
        for term in sorted(self._references.targets(ref).initial, key=repr):
            if self._model.evaluate(term) == number:
                own = self._program.subtypes(self._references.declared(term))
                candidates = [cls for cls in own if candidates is None or cls in candidates]
        assert candidates
        if len(candidates) > 1:
            chosen = self._program.by_number[self._model.evaluate(class_of(ref))]
            if chosen in candidates:
                return chosen
        return candidates[0]
