"""Concrete inputs of Java methods, and which paths of an exploration accept them.

An input is a heap in the form of the engine: arrays have a `length` and numbered cells, chars are
signed numbers of 16 bits, and texts count surrogates as Java does. Under the strategy `fieldmaps`
every symbol is a parameter, and every map a field or the elements of a kind of array, so a
condition is evaluated by reading the heap.
"""

from __future__ import annotations

from collections.abc import Sequence

from heapwise.frontends.java.models.text_hashes import HASHES, hash_text
from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.completion import default_of
from heapwise.heaps.shared.model_view import CellKey, InputKey
from heapwise.heaps.shared.references import CLASS_OF
from heapwise.heaps.view import ObjectKey, Pointer, ViewValue
from heapwise.program import ClassDecl, Program, Type
from heapwise.results import Heap, HeapObject, Ref, Value
from heapwise.selfcheck.acceptance import HeapAssignment, UnreadableError
from heapwise.solver import Model
from heapwise.terms import BOOL, FLOAT, FLOAT32, STR, Concrete, MapSort, Sort, Term

_ABSENT: dict[Sort, Concrete] = {BOOL: False, FLOAT: 0.0, FLOAT32: 0.0, STR: ""}
STRATEGY = "fieldmaps"
_ELEMENTS = "[]"
_LENGTH = ".length"


class JavaAssignment(HeapAssignment):
    """The values that an input gives to symbols and maps. What is not there, such as the length
    of no array, has any value: nothing may depend on it."""

    def symbol_value(self, symbol: Term) -> Concrete:
        name = str(symbol.value)
        if name not in self.heap.roots:
            raise UnreadableError(name)
        return self._concrete(self.heap.roots[name], symbol.sort)

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        number, *rest = keys
        name = str(map_symbol.value)
        if name == HASHES.kind:
            assert isinstance(number, str)
            return hash_text(number)
        assert isinstance(number, int)
        if map_symbol is CLASS_OF:
            return self._class(number)
        if not self._is_place(name):
            raise UnreadableError(name)
        assert isinstance(map_symbol.sort, MapSort)
        value = self._field(number, str(rest[0]) if rest else name.rpartition(".")[2])
        return self._concrete(value, map_symbol.sort.value)

    def model(self) -> Model:
        return _AssignedModel(self)

    def _field(self, number: int, name: str) -> Value:
        if not 0 < number <= len(self._refs):
            return None
        return self.heap.objects[self._refs[number - 1]].fields.get(name)

    def _is_place(self, name: str) -> bool:
        return self._is_map(name) or name.removesuffix(_LENGTH).endswith(_ELEMENTS)

    def _concrete(self, value: Value, sort: Sort) -> Concrete:
        if isinstance(value, float | str):
            return value
        return _ABSENT.get(sort, 0) if value is None else self._number(value)


class _AssignedModel(Model):
    """A model that has no opinion of its own."""

    __slots__ = ("_assignment",)

    def __init__(self, assignment: HeapAssignment) -> None:
        super().__init__()
        self._assignment = assignment

    def symbol_value(self, symbol: Term) -> Concrete:
        return self._assignment.symbol_value(symbol)

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        return self._assignment.map_value(map_symbol, keys)


class Given:
    """Shows an input as it is, also where a path never looked (`shared.model_view.Filling`)."""

    def __init__(self, program: Program, heap: Heap) -> None:
        self._heap = heap
        self._refs = list(heap.objects)
        self._keys = {
            ref: InputKey(number, program.classes[body.class_name])
            for number, (ref, body) in enumerate(heap.objects.items(), 1)
        }

    def root(self, name: str, type_: Type, nullable: bool) -> ViewValue:
        return self._shown(self._heap.roots[name], type_)

    def contents(self, cell: CellKey, owner: ObjectKey, kind: CellKind) -> ViewValue:
        assert isinstance(owner, InputKey)
        name, _, index = cell
        fields = self._heap.objects[self._refs[owner.number - 1]].fields
        place = name.rpartition(".")[2] if index is None else str(index)
        return self._shown(fields.get(place), kind.type)

    def new_object(self, declared: ClassDecl) -> ViewValue:
        raise AssertionError  # every object is given

    def _shown(self, value: Value, type_: Type) -> ViewValue:
        if isinstance(value, Ref):
            return Pointer(self._keys[value])
        if value is None:
            return default_of(type_)
        assert isinstance(value, int | float | str)
        return value


def array_object(class_name: str, items: Sequence[Value]) -> HeapObject:
    """An array as the engine has it."""
    cells = {str(index): value for index, value in enumerate(items)}
    return HeapObject(class_name, {"length": len(items), **cells})
