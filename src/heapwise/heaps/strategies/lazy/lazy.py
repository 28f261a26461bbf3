"""`lazy`: generalised symbolic execution (kiasan.txt §3.1).

References are concrete. An input is initialised when it is first evaluated, a reference field of
an input object when it is first read, by a fork: null, each known input object of a compatible
type, or a new one. All these choices are settled in the heap, so the solver sees only integers,
booleans and indexes. An object of unknown run-time class carries the set of classes it may have;
type tests and dispatch split that set.

An input object first seen through a reference of the root class has no fields to share, so it is
kept *floating*: a field declared more specifically that is read later does not ask whether it
shows the same object. The question is asked when the program can tell — when the two are
compared, or the floating object is used as more than an object of the root class. Thus every
input is still accepted by exactly one path, and an opaque element costs no forks at every node
that is read after it.

Arrays keep an accumulator of the indexes used (kiasan.txt §4.2.2): an access forks into an equal
index for each earlier one, and a new index.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from typing import TypeVar

from heapwise.heaps.api import MAX_OBJECTS, Case, Cut, Denoted, Failure, HeapContext, Raised, Traits
from heapwise.heaps.shared.budget import depth_step, object_limit
from heapwise.heaps.shared.cells import (
    CellKind,
    element_kind,
    field_kind,
    initial_symbol,
    item_kind,
)
from heapwise.heaps.shared.references import (
    Grouping,
    class_is_among,
    group_by,
    group_by_implementation,
)
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.strategies.lazy.lazy_heap import (
    Element,
    LazyHeap,
    LazyObject,
    LazyView,
    bound,
    number_of,
    with_element,
)
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.terms import (
    NULL,
    Scalar,
    Term,
    and_,
    default_value,
    eq,
    le,
    location,
    lt,
    not_,
    or_,
    symbol,
)

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class LazyStrategy:
    traits = Traits(materialises=True, rank=0)

    def __init__(self, program: Program) -> None:
        self._program = program

    def empty(self) -> LazyHeap:
        return LazyHeap()

    def sighted(self, heap: LazyHeap) -> Sequence[Term]:
        return ()

    def input_state(self, heap: LazyHeap) -> object:
        return heap

    def materialised(self, heap: LazyHeap) -> int:
        return heap.materialised

    # -- initialisation

    def input_value(
        self, cx: HeapContext, heap: LazyHeap, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        value = symbol(name, sort_of_type(type_))
        if not isinstance(type_, ClassDecl):
            return [Case(True, heap, value)]
        if name in heap.inputs:
            return [Case(True, heap, heap.inputs[name])]
        return [
            case
            if isinstance(case.value, Cut | Raised)
            else case._replace(
                heap=case.heap._replace(inputs={**case.heap.inputs, name: case.value})
            )
            for case in self._reference(cx, heap, value, type_, 0, nullable)
        ]

    def _reference(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        place: Term,
        declared: ClassDecl,
        depth: int,
        nullable: bool = True,
    ) -> Sequence[Case[LazyHeap, Term]]:
        """A reference of the initial heap is looked at for the first time."""
        if declared.uninhabited:
            return [Case(True, heap, NULL)]
        return self._initialise(cx, heap, place, declared, depth, nullable)

    def _initialise(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        place: Term,
        declared: ClassDecl,
        depth: int,
        nullable: bool = True,
        classes: tuple[ClassDecl, ...] | None = None,
        distinct: frozenset[Term] = frozenset(),
    ) -> list[Case[LazyHeap, Term]]:
        """Null, each known object of a compatible type, or a new one."""
        cases: list[Case[LazyHeap, Term]] = []
        differs: list[Scalar] = []
        if nullable:
            cases.append(Case(eq(place, NULL), heap, NULL, settled=True))
        differs.append(not_(eq(place, NULL)))
        for loc, obj in heap.objects.items():
            if obj.place is None or loc in heap.forwards or loc in distinct:
                continue
            common = self._common_classes(obj, declared, classes)
            if not common:
                continue
            same = eq(place, obj.place)
            aliased = heap
            guard = same
            if obj.open:
                aliased, guard = self._close(heap, loc, same)
            if len(common) < len(obj.classes):
                aliased = aliased.with_object(loc, aliased.objects[loc]._replace(classes=common))
                guard = and_(guard, class_is_among(obj.place, common))
            cases.append(Case(guard, aliased, loc, settled=True))
            differs.append(not_(same))
        known = cx.program.subtypes(declared) if classes is None else classes
        cases.append(self._new_input(cx, heap, place, declared, known, depth, and_(*differs)))
        return [case for case in cases if case.guard is not False]

    def _is_opaque(self, declared: ClassDecl) -> bool:
        """Does a reference declared so show nothing of its object?"""
        return declared is self._program.root and not declared.own_fields

    def _common_classes(
        self, obj: LazyObject, declared: ClassDecl, classes: tuple[ClassDecl, ...] | None
    ) -> tuple[ClassDecl, ...]:
        """The classes with which `obj` can be reached through a reference declared so; none for a
        floating object and a reference that says more than the root class: see above."""
        if obj.floating and declared is not self._program.root:
            return ()
        if classes is not None:
            return tuple(cls for cls in obj.classes if cls in classes)
        if obj.declared.is_subclass_of(declared):
            return obj.classes
        return tuple(cls for cls in obj.classes if cls.is_subclass_of(declared))

    def _new_input(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        place: Term,
        declared: ClassDecl,
        classes: tuple[ClassDecl, ...],
        depth: int,
        guard: Scalar,
    ) -> Case[LazyHeap, Term]:
        family = cx.program.family(declared)
        limit = object_limit(cx, family)
        if limit is not None and limit <= sum(
            obj.place is not None and cx.program.family(obj.declared) is family
            for obj in heap.objects.values()
        ):
            return Case(guard, heap, Cut(MAX_OBJECTS), settled=True)
        if family.counted and cx.depth_limit is not None and depth > cx.depth_limit:
            return Case(guard, heap, Cut("max-depth"), settled=True)
        loc = location(heap.met + 1)
        floating = self._is_opaque(declared)
        new = LazyObject(place, declared, classes, depth, floating=floating)
        objects = dict(heap.objects)
        if not floating and any(obj.floating for obj in objects.values()):
            for other, obj in objects.items():
                if obj.floating and any(cls.is_subclass_of(declared) for cls in obj.classes):
                    objects[other] = obj._replace(open=obj.open | {loc})
        objects[loc] = new
        materialised = heap.materialised + family.counted
        successor = heap._replace(objects=objects, met=heap.met + 1, materialised=materialised)
        return Case(guard, successor, loc, settled=True)

    # -- floating objects

    def _close(self, heap: LazyHeap, loc: Term, guard: Scalar) -> tuple[LazyHeap, Scalar]:
        """A floating object is itself, and none of those it might have been."""
        obj = heap.objects[loc]
        assert obj.place is not None
        others = [heap.objects[other].place for other in sorted(obj.open, key=number_of)]
        apart = [not_(eq(obj.place, other)) for other in others if other is not None]
        return heap.with_object(loc, obj._replace(open=frozenset())), and_(guard, *apart)

    def _identify(self, heap: LazyHeap, loc: Term, other: Term) -> Case[LazyHeap, Term] | None:
        """The floating object at `loc` is the one at `other`, and no other floating object is
        that one then; None if their classes disagree."""
        obj, target = heap.objects[loc], heap.objects[other]
        classes = tuple(cls for cls in target.classes if cls in obj.classes)
        if not classes:
            return None
        assert obj.place is not None and target.place is not None
        guard: Scalar = eq(obj.place, target.place)
        if len(classes) < len(target.classes):
            guard = and_(guard, class_is_among(target.place, classes))
            heap = heap.with_object(other, target._replace(classes=classes))
        objects = {
            key: known._replace(open=known.open - {other}) if other in known.open else known
            for key, known in heap.objects.items()
        }
        successor = heap._replace(objects=objects, forwards={**heap.forwards, loc: other})
        return Case(guard, successor, other, settled=True)

    def _ground(self, cx: HeapContext, heap: LazyHeap, ref: Term) -> list[Case[LazyHeap, Term]]:
        """Decide which object a reference denotes: itself if it is not floating."""
        loc = heap.at(ref)
        if loc is NULL or not heap.objects[loc].floating:
            return [Case(True, heap, loc)]
        cases = []
        for other in sorted(heap.objects[loc].open, key=number_of):
            case = self._identify(heap, loc, other)
            if case is not None:
                cases.append(case)
        alone, guard = self._close(heap, loc, True)
        obj = alone.objects[loc]
        alone = alone.with_object(loc, obj._replace(floating=False))
        cases.append(Case(guard, alone, loc, settled=True))
        return cases

    def _grounded(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        ref: Term,
        perform: Callable[[LazyHeap, Term], Sequence[Case[LazyHeap, V]]],
    ) -> Sequence[Case[LazyHeap, V]]:
        """`perform` at the object that `ref` denotes; null raises."""
        found: list[Case[LazyHeap, V]] = []
        for case in self._ground(cx, heap, ref):
            loc = case.value
            if isinstance(loc, Cut | Raised) or loc is NULL:
                end = Raised(Failure.NULL_DEREFERENCE) if isinstance(loc, Term) else loc
                found.append(Case(case.guard, case.heap, end, settled=case.settled))
                continue
            inner = perform(case.heap, loc)
            if case.guard is True:
                return inner
            found += (
                then._replace(
                    guard=and_(case.guard, then.guard), settled=then.settled or then.guard is True
                )
                for then in inner
            )
        return found

    # -- objects

    def new_object(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl
    ) -> Sequence[Case[LazyHeap, Term]]:
        fields = {field: default_value(sort_of_type(field.type)) for field in cls.fields().values()}
        return self._allocate(heap, LazyObject(None, cls, (cls,), 0, fields))

    def _allocate(self, heap: LazyHeap, new: LazyObject) -> Sequence[Case[LazyHeap, Term]]:
        loc = location(-heap.allocated - 1)
        successor = heap.with_object(loc, new)._replace(allocated=heap.allocated + 1)
        return [Case(True, successor, loc)]

    def read_field(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, field: FieldDecl
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._grounded(cx, heap, ref, lambda at, loc: self._read(cx, at, loc, field))

    def _read(
        self, cx: HeapContext, heap: LazyHeap, loc: Term, field: FieldDecl
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        obj = heap.objects[loc]
        value = obj.fields.get(field)
        if value is not None:
            return [Case(True, heap, value)]
        return [
            case
            if isinstance(case.value, Cut | Raised)
            else case._replace(heap=bound(case.heap, loc, field, case.value))
            for case in self._initial_contents(cx, heap, obj, field_kind(field))
        ]

    def _initial_contents(
        self, cx: HeapContext, heap: LazyHeap, obj: LazyObject, kind: CellKind, *rest: Scalar
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        """A cell of an input object is looked at for the first time."""
        assert obj.place is not None
        place = initial_symbol(obj.place, kind, rest)
        if not isinstance(kind.type, ClassDecl):
            return [Case(True, heap, place, tuple(kind.initial_facts(place)))]
        if kind.is_null:
            return [Case(True, heap, NULL)]
        depth = obj.depth + depth_step(cx, kind.type)
        return self._reference(cx, heap, place, kind.type, depth, kind.nullable)

    def write_field(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[LazyHeap, None]]:
        def write(at: LazyHeap, loc: Term) -> Sequence[Case[LazyHeap, None]]:
            obj = at.objects[loc]
            changed = obj._replace(fields={**obj.fields, field: value})
            return [Case(True, at.with_object(loc, changed), None)]

        return self._grounded(cx, heap, ref, write)

    # -- arrays

    def new_array(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[LazyHeap, Term]]:
        negative = lt(length, 0)
        fields = {cls.own_fields["length"]: length}
        allocated = self._allocate(heap, LazyObject(None, cls, (cls,), 0, fields))
        cases: list[Case[LazyHeap, Term]] = []
        if negative is not False:
            cases.append(Case(negative, heap, Raised(Failure.NEGATIVE_ARRAY_SIZE)))
        return cases + [case._replace(guard=not_(negative)) for case in allocated]

    def array_length(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self.read_field(cx, heap, ref, cls.own_fields["length"])

    def array_load(
        self, cx: HeapContext, heap: LazyHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        return self._grounded(
            cx, heap, ref, lambda at, loc: self._element(cx, at, cls, loc, index, None)
        )

    def array_store(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        cls: ClassDecl,
        ref: Term,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[LazyHeap, None]]:
        return self._grounded(
            cx,
            heap,
            ref,
            lambda at, loc: _done(self._element(cx, at, cls, loc, index, value)),
        )

    def read_item(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        kind = item_kind(field)
        return self._grounded(
            cx, heap, ref, lambda at, loc: self._indexed(cx, at, kind, loc, index, None)
        )

    def write_item(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        ref: Term,
        field: FieldDecl,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[LazyHeap, None]]:
        kind = item_kind(field)
        return self._grounded(
            cx, heap, ref, lambda at, loc: _done(self._indexed(cx, at, kind, loc, index, value))
        )

    def _element(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        cls: ClassDecl,
        loc: Term,
        index: Scalar,
        stored: Scalar | None,
    ) -> list[Case[LazyHeap, Scalar]]:
        """Load the element of an array at `index`, or store to it: out of bounds, or a cell."""
        [length] = self._read(cx, heap, loc, cls.own_fields["length"])
        heap, facts = length.heap, length.facts
        assert not isinstance(length.value, Cut | Raised)
        outside = or_(lt(index, 0), le(length.value, index))
        cases: list[Case[LazyHeap, Scalar]] = []
        if outside is not False:
            cases.append(Case(outside, heap, Raised(Failure.INDEX_OUT_OF_BOUNDS), facts))
        inside = not_(outside)
        if inside is not False:
            kind = element_kind(cls)
            cases += self._indexed(cx, heap, kind, loc, index, stored, inside, facts)
        return cases

    def _indexed(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        kind: CellKind,
        loc: Term,
        index: Scalar,
        stored: Scalar | None,
        guard: Scalar = True,
        facts: tuple[Term, ...] = (),
    ) -> list[Case[LazyHeap, Scalar]]:
        """Load the cell at `index`, or store to it: an index used before, or a new one."""
        cases: list[Case[LazyHeap, Scalar]] = []
        for position, element in enumerate(heap.objects[loc].elements.get(kind.name, ())):
            same = and_(guard, eq(element.key, index))
            if same is not False:
                at = heap
                if stored is not None:
                    at = with_element(heap, loc, kind, position, element._replace(value=stored))
                value = element.value if stored is None else stored
                cases.append(Case(same, at, value, facts))
            guard = and_(guard, not_(eq(element.key, index)))
        if guard is not False:
            cases += self._new_element(cx, heap, kind, loc, index, stored, guard, facts)
        return cases

    def _new_element(
        self,
        cx: HeapContext,
        heap: LazyHeap,
        kind: CellKind,
        loc: Term,
        index: Scalar,
        stored: Scalar | None,
        guard: Scalar,
        facts: tuple[Term, ...],
    ) -> Iterator[Case[LazyHeap, Scalar]]:
        obj = heap.objects[loc]
        count = len(obj.elements.get(kind.name, ()))
        if stored is not None:
            element = Element(index, stored, None)
            yield Case(guard, with_element(heap, loc, kind, count, element), stored, facts)
            return
        choices: Sequence[Case[LazyHeap, Scalar]]
        if obj.place is None:
            choices = [Case(True, heap, default_value(sort_of_type(kind.type)))]
        else:
            choices = self._initial_contents(cx, heap, obj, kind, index)
        for case in choices:
            both, known = and_(guard, case.guard), (*facts, *case.facts)
            settled = case.settled and guard is True
            if isinstance(case.value, Cut | Raised):
                yield Case(both, case.heap, case.value, known, settled)
                continue
            element = Element(index, case.value, case.value)
            successor = with_element(case.heap, loc, kind, count, element)
            yield Case(both, successor, case.value, known, settled)

    # -- questions

    def ref_equals(
        self, cx: HeapContext, heap: LazyHeap, left: Term, right: Term
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        left, right = heap.at(left), heap.at(right)
        if left is right:
            return [Case(True, heap, True)]
        for loc, other in ((left, right), (right, left)):
            if loc is NULL or other not in heap.objects[loc].open:
                continue
            same = self._identify(heap, loc, other)
            if same is None:
                break
            obj = heap.objects[loc]
            apart = heap.with_object(loc, obj._replace(open=obj.open - {other}))
            return [
                Case(same.guard, same.heap, True, settled=True),
                Case(not_(same.guard), apart, False, settled=True),
            ]
        return [Case(True, heap, False)]

    def instance_of(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[LazyHeap, Scalar]]:
        loc = heap.at(ref)
        if loc is NULL:
            return [Case(True, heap, False)]
        obj = heap.objects[loc]
        inside = tuple(member for member in obj.classes if member.is_subclass_of(cls))
        outside = tuple(member for member in obj.classes if not member.is_subclass_of(cls))
        if not inside or not outside:
            return [Case(True, heap, bool(inside))]
        assert obj.place is not None
        return [
            Case(
                class_is_among(obj.place, classes),
                heap.with_object(loc, obj._replace(classes=classes)),
                answer,
                settled=True,
            )
            for classes, answer in ((inside, True), (outside, False))
        ]

    def dispatch(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[LazyHeap, MethodDecl]]:
        return self._classified(cx, heap, ref, partial(group_by_implementation, method))

    def classify(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[LazyHeap, K]]:
        return self._classified(cx, heap, ref, partial(group_by, key))

    def _classified(
        self, cx: HeapContext, heap: LazyHeap, ref: Term, group: Grouping[K]
    ) -> Sequence[Case[LazyHeap, K]]:
        def choose(at: LazyHeap, loc: Term) -> Sequence[Case[LazyHeap, K]]:
            obj = at.objects[loc]
            groups = group(obj.classes)
            if len(groups) == 1:
                return [Case(True, at, next(iter(groups)))]
            assert obj.place is not None
            return [
                Case(
                    class_is_among(obj.place, classes),
                    at.with_object(loc, obj._replace(classes=tuple(classes))),
                    target,
                    settled=True,
                )
                for target, classes in groups.items()
            ]

        return self._grounded(cx, heap, ref, choose)

    def targets(self, cx: HeapContext, heap: LazyHeap, ref: Term) -> Denoted:
        loc = heap.at(ref)
        if loc is NULL:
            return Denoted(False, ())
        obj = heap.objects.get(loc)
        is_input = obj is None or obj.place is not None
        return Denoted(True, ()) if is_input else Denoted(False, (loc,))

    def allocated_class(self, heap: LazyHeap, loc: Term) -> ClassDecl:
        return heap.objects[loc].declared

    def made(self, heap: LazyHeap) -> Sequence[Term]:
        return tuple(location(-number) for number in range(1, heap.allocated + 1))

    def view(self, program: Program, heap: LazyHeap, model: Model) -> LazyView:
        return LazyView(program, heap, model)


def _done(cases: Sequence[Case[LazyHeap, Scalar]]) -> list[Case[LazyHeap, None]]:
    """The cases of a store, which has no value."""
    return [
        Case(
            case.guard,
            case.heap,
            case.value if isinstance(case.value, Cut | Raised) else None,
            case.facts,
            case.settled,
        )
        for case in cases
    ]
