"""`HeapView` for the strategies that keep one state: everything is read off a model.

An input object is told apart by the number that the model gives to references to it and by its
class: two references of unrelated types that happen to share a number were never compared by the
program, and are different objects.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, Protocol, TypeAlias

from heapwise.heaps.shared.cells import CellKind, Keys, element_kind, field_kind, item_kind
from heapwise.heaps.shared.completion import Completion, InventedKey, default_of
from heapwise.heaps.shared.references import References, class_of
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.view import ObjectKey, Pointer, ViewValue
from heapwise.program import ClassDecl, FieldDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.terms import REF, Concrete, Scalar, Term, symbol


class InputKey(NamedTuple):
    number: int
    cls: ClassDecl


CellKey: TypeAlias = tuple[str, ObjectKey, Concrete | None]
"""The kind of cell, the object, and the index if there is one."""


class Filling(Protocol):
    """What an input holds where a path never looked (`completion.Completion`)."""

    def root(self, name: str, type_: Type, nullable: bool) -> ViewValue: ...

    def contents(self, cell: CellKey, owner: ObjectKey, kind: CellKind) -> ViewValue: ...

    def new_object(self, declared: ClassDecl) -> ViewValue: ...


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
        self._keys: dict[Term, ObjectKey | None] = {}
        self._initial = self._cells(initial)
        self._current = self._cells(current)
        # In no cycle: a model may hold all that a solver has.
        view = weakref.proxy(self)
        self._completion: Filling = Completion(
            program, lambda: view._input_objects(), lambda key: view.class_of(key)
        )

    def filled_by(self, filling: Filling) -> None:
        """Where the path never looked, the input holds what this says."""
        self._completion = filling

    def root(self, name: str, type_: Type, nullable: bool = True) -> ViewValue:
        if not isinstance(type_, ClassDecl):
            return self._model.evaluate(symbol(name, sort_of_type(type_)))
        if name in self._inputs:
            return self.value(self._inputs[name])
        return self._completion.root(name, type_, nullable)

    def value(self, term: Scalar) -> ViewValue:
        if isinstance(term, Term) and term.sort is REF:
            key = self._key(term)
            return None if key is None else Pointer(key)
        return self._model.evaluate(term)

    def class_of(self, key: ObjectKey) -> ClassDecl:
        if isinstance(key, InputKey | InventedKey):
            return key.cls
        assert isinstance(key, int)
        return self._allocated[key]

    def allocated(self, key: ObjectKey) -> int:
        return -key if isinstance(key, int) else 0

    def field(self, key: ObjectKey, field: FieldDecl, *, final: bool) -> ViewValue:
        return self._cell(key, field_kind(field), None, final)

    def item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> ViewValue:
        return self._cell(key, item_kind(field), index, final)

    def element(self, key: ObjectKey, index: int, *, final: bool) -> ViewValue:
        return self._cell(key, element_kind(self.class_of(key)), index, final)

    def has_item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> bool:
        cell = (item_kind(field).name, key, index)
        return cell in self._initial or (final and cell in self._current)

    def invented(self, cls: ClassDecl) -> ViewValue:
        return self._completion.new_object(cls)

    def _cell(self, key: ObjectKey, kind: CellKind, index: int | None, final: bool) -> ViewValue:
        cell = (kind.name, key, index)
        if final and cell in self._current:
            return self._current[cell]
        if cell in self._initial:
            return self._initial[cell]
        if isinstance(key, int):
            return default_of(kind.type)
        return self._completion.contents(cell, key, kind)

    def _input_objects(self) -> Iterator[ObjectKey]:
        """Those that the inputs and the initial heap refer to, as far as the path has looked."""
        found = [self.value(ref) for ref in self._inputs.values()]
        for value in (*found, *self._initial.values()):
            if isinstance(value, Pointer) and isinstance(value.key, InputKey):
                yield value.key

    def _cells(self, entries: Iterable[tuple[str, Keys, Scalar]]) -> dict[CellKey, ViewValue]:
        found: dict[CellKey, ViewValue] = {}
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
        if ref not in self._keys:
            self._keys[ref] = self._key_of(ref)
        return self._keys[ref]

    def _key_of(self, ref: Term) -> ObjectKey | None:
        number = self._model.evaluate(ref)
        assert isinstance(number, int)
        if number == 0:
            return None
        return number if number < 0 else InputKey(number, self._class(ref, number))

    def _class(self, ref: Term, number: Concrete) -> ClassDecl:
        candidates: list[ClassDecl] | None = None
        for term in sorted(self._references.targets(ref).initial, key=repr):
            if self._model.evaluate(term) == number:
                own = self._program.subtypes(self._references.declared(term))
                candidates = [cls for cls in own if candidates is None or cls in candidates]
        if not candidates:
            # A class that nothing implements: such an object cannot be made, nor replayed.
            return self._references.declared(ref)
        if len(candidates) > 1:
            # Where the path says nothing of it, a model may have any number.
            number = self._model.evaluate(class_of(ref))
            for candidate in candidates:
                if candidate.number == number:
                    return candidate
        return candidates[0]
