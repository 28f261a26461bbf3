"""The concrete heap: every input is given, so no operation has more than one case.

Running the engine over it is how a witness is replayed: same instructions, no solver, one path.
References are constants: positive for input objects, negative for allocated ones.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from heapwise.heaps.api import Case, Denoted, Failure, HeapContext, Raised, Traits
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.view import ObjectKey, Pointer, ViewValue
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.results import Heap, Named, TupleValue, Value
from heapwise.results import Ref as ObjectName
from heapwise.solver.model import Model
from heapwise.terms import NULL, REF, Scalar, Term, default_value, location

K = TypeVar("K", bound=Hashable)


class ConcreteObject(NamedTuple):
    cls: ClassDecl
    cells: Mapping[str, Scalar]


class ConcreteHeap(NamedTuple):
    objects: Mapping[Term, ConcreteObject]
    allocated: int = 0

    def written(self, ref: Term, cell: str, value: Scalar) -> ConcreteHeap:
        cls, cells = self.objects[ref]
        changed = ConcreteObject(cls, {**cells, cell: value})
        return self._replace(objects={**self.objects, ref: changed})


class ConcreteStrategy:
    traits = Traits()

    def __init__(self, program: Program, heap: Heap) -> None:
        self._names = {name: location(index + 1) for index, name in enumerate(heap.objects)}
        self._roots = heap.roots
        self._objects = {
            self._names[name]: ConcreteObject(
                program.classes[body.class_name],
                {cell: self._term(value) for cell, value in body.fields.items()},
            )
            for name, body in heap.objects.items()
        }

    def _term(self, value: Value) -> Scalar:
        if isinstance(value, ObjectName):
            return self._names[value]
        assert not isinstance(value, TupleValue | Named), "no value of a program that is run here"
        return NULL if value is None else value

    def empty(self) -> ConcreteHeap:
        return ConcreteHeap(self._objects)

    def input_value(
        self, cx: HeapContext, heap: ConcreteHeap, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[ConcreteHeap, Scalar]]:
        return [Case(True, heap, self._term(self._roots[name]))]

    def new_object(
        self, cx: HeapContext, heap: ConcreteHeap, cls: ClassDecl
    ) -> Sequence[Case[ConcreteHeap, Term]]:
        cells = {
            name: default_value(sort_of_type(field.type)) for name, field in cls.fields().items()
        }
        return self._allocate(heap, ConcreteObject(cls, cells))

    def new_array(
        self, cx: HeapContext, heap: ConcreteHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[ConcreteHeap, Term]]:
        assert isinstance(length, int) and cls.element is not None
        if length < 0:
            return [Case(True, heap, Raised(Failure.NEGATIVE_ARRAY_SIZE))]
        default = default_value(sort_of_type(cls.element))
        cells = {"length": length, **{str(index): default for index in range(length)}}
        return self._allocate(heap, ConcreteObject(cls, cells))

    @staticmethod
    def _allocate(heap: ConcreteHeap, new: ConcreteObject) -> Sequence[Case[ConcreteHeap, Term]]:
        loc = location(-heap.allocated - 1)
        successor = ConcreteHeap({**heap.objects, loc: new}, heap.allocated + 1)
        return [Case(True, successor, loc)]

    def read_field(
        self, cx: HeapContext, heap: ConcreteHeap, ref: Term, field: FieldDecl
    ) -> Sequence[Case[ConcreteHeap, Scalar]]:
        return [Case(True, heap, self._load(heap, ref, field.name))]

    def write_field(
        self, cx: HeapContext, heap: ConcreteHeap, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[ConcreteHeap, None]]:
        return self._store(heap, ref, field.name, value)

    def read_item(
        self, cx: HeapContext, heap: ConcreteHeap, ref: Term, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[ConcreteHeap, Scalar]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        default = default_value(sort_of_type(field.type))
        value = heap.objects[ref].cells.get(_item(field, index), default)
        return [Case(True, heap, value)]

    def write_item(
        self,
        cx: HeapContext,
        heap: ConcreteHeap,
        ref: Term,
        field: FieldDecl,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[ConcreteHeap, None]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        return [Case(True, heap.written(ref, _item(field, index), value), None)]

    def array_length(
        self, cx: HeapContext, heap: ConcreteHeap, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[ConcreteHeap, Scalar]]:
        return [Case(True, heap, self._load(heap, ref, "length"))]

    def array_load(
        self, cx: HeapContext, heap: ConcreteHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[ConcreteHeap, Scalar]]:
        return [Case(True, heap, self._load(heap, ref, str(index)))]

    def array_store(
        self,
        cx: HeapContext,
        heap: ConcreteHeap,
        cls: ClassDecl,
        ref: Term,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[ConcreteHeap, None]]:
        return self._store(heap, ref, str(index), value)

    @staticmethod
    def _load(heap: ConcreteHeap, ref: Term, cell: str) -> Scalar | Raised:
        if ref is NULL:
            return Raised(Failure.NULL_DEREFERENCE)
        cells = heap.objects[ref].cells
        return cells[cell] if cell in cells else Raised(Failure.INDEX_OUT_OF_BOUNDS)

    @staticmethod
    def _store(
        heap: ConcreteHeap, ref: Term, cell: str, value: Scalar
    ) -> Sequence[Case[ConcreteHeap, None]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        if cell not in heap.objects[ref].cells:
            return [Case(True, heap, Raised(Failure.INDEX_OUT_OF_BOUNDS))]
        return [Case(True, heap.written(ref, cell, value), None)]

    def ref_equals(
        self, cx: HeapContext, heap: ConcreteHeap, left: Term, right: Term
    ) -> Sequence[Case[ConcreteHeap, Scalar]]:
        return [Case(True, heap, left is right)]

    def instance_of(
        self, cx: HeapContext, heap: ConcreteHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[ConcreteHeap, Scalar]]:
        answer = ref is not NULL and heap.objects[ref].cls.is_subclass_of(cls)
        return [Case(True, heap, answer)]

    def dispatch(
        self, cx: HeapContext, heap: ConcreteHeap, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[ConcreteHeap, MethodDecl]]:
        def choose(own: ClassDecl) -> MethodDecl:
            target = own.find_method(method)
            assert target is not None
            return target

        return self.classify(cx, heap, ref, choose)

    def classify(
        self, cx: HeapContext, heap: ConcreteHeap, ref: Term, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[ConcreteHeap, K]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        return [Case(True, heap, key(heap.objects[ref].cls))]

    def targets(self, cx: HeapContext, heap: ConcreteHeap, ref: Term) -> Denoted:
        if ref is NULL:
            return Denoted(False, ())
        assert isinstance(ref.value, int)
        return Denoted(True, ()) if ref.value > 0 else Denoted(False, (ref,))

    def allocated_class(self, heap: ConcreteHeap, loc: Term) -> ClassDecl:
        return heap.objects[loc].cls

    def made(self, heap: ConcreteHeap) -> Sequence[Term]:
        return tuple(location(-number) for number in range(1, heap.allocated + 1))

    def sighted(self, heap: ConcreteHeap) -> Sequence[Term]:
        return ()

    def input_state(self, heap: ConcreteHeap) -> object:
        return heap

    def materialised(self, heap: ConcreteHeap) -> int:
        return 0

    def view(self, program: Program, heap: ConcreteHeap, model: Model) -> ConcreteView:
        return ConcreteView(self, heap)

    def names(self) -> dict[ObjectKey, ObjectName]:
        """What the objects of the given heap are called."""
        return {place: name for name, place in self._names.items()}

    def before(self) -> ConcreteHeap:
        return ConcreteHeap(self._objects)

    def root(self, name: str) -> Scalar:
        return self._term(self._roots[name])


def _item(field: FieldDecl, index: Scalar) -> str:
    """Where an indexed cell is kept: the fields of an object in a witness may have such names."""
    return f"{field.name}[{index}]"


class ConcreteView:
    def __init__(self, strategy: ConcreteStrategy, after: ConcreteHeap) -> None:
        self._strategy = strategy
        self._before = strategy.before()
        self._after = after

    def root(self, name: str, type_: Type, nullable: bool = True) -> ViewValue:
        return self.value(self._strategy.root(name))

    def value(self, term: Scalar) -> ViewValue:
        if isinstance(term, Term):
            assert term.sort is REF
            return None if term is NULL else Pointer(term)
        return term

    def class_of(self, key: ObjectKey) -> ClassDecl:
        assert isinstance(key, Term)
        return self._after.objects[key].cls

    def allocated(self, key: ObjectKey) -> int:
        assert isinstance(key, Term) and isinstance(key.value, int)
        return max(0, -key.value)

    def field(self, key: ObjectKey, field: FieldDecl, *, final: bool) -> ViewValue:
        return self._cell(key, field.name, final)

    def item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> ViewValue:
        assert isinstance(key, Term)
        cells = (self._after if final else self._before).objects[key].cells
        return self.value(cells.get(_item(field, index), default_value(sort_of_type(field.type))))

    def has_item(self, key: ObjectKey, field: FieldDecl, index: int, *, final: bool) -> bool:
        return True

    def invented(self, cls: ClassDecl) -> ViewValue:
        return None

    def element(self, key: ObjectKey, index: int, *, final: bool) -> ViewValue:
        return self._cell(key, str(index), final)

    def _cell(self, key: ObjectKey, cell: str, final: bool) -> ViewValue:
        assert isinstance(key, Term)
        heap = self._after if final else self._before
        return self.value(heap.objects[key].cells[cell])
