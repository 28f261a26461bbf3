"""SymSolve: does a partially symbolic structure extend to a valid one? (lissa.txt §3, Figures 5, 6)

`Encoder.create_vector` turns what a path of the lazy family knows about the initial heap into fixed
slots of a candidate vector; the rest is left to Korat's search, which then stops at the first
valid candidate. Symmetry is broken over the union of the fixed slots and those read (§3.3).

The paper assumes that all fields are references: what a path demands of colours or heights prunes
nothing, so some paths of its tables are spurious. Here fields of primitive types are slots as well:
one is fixed if the path has decided its value, and otherwise a candidate counts only if the path
allows the values that the invariant has read in it. (`references_only` is the paper; lengths of
arrays always count.) A reference that is known not to be null,
but not which object it is (`lazier`), is a slot that does not start from null.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple, TypeAlias

from heapwise.heaps.strategies.lazy.lazy_heap import LazyHeap, LazyObject
from heapwise.program import ClassDecl, FieldDecl
from heapwise.structure.search.cells import (
    Cells,
    ClassCells,
    OpenElement,
    OpenUnion,
    Part,
    equals,
)
from heapwise.structure.search.decision_tree import DecisionTree, FullError
from heapwise.structure.search.field_domains import Finitization
from heapwise.structure.search.korat import Search
from heapwise.structure.search.vectors import LENGTH, Space, World
from heapwise.structure.search.watchdog import PATIENCE
from heapwise.terms import BOOL, INT, NULL, REF, Scalar, Term, and_, eq, sort_of

Decided: TypeAlias = Callable[[Scalar], bool | None]
"""What a path knows of a condition."""

MayHold: TypeAlias = Callable[[Scalar], bool]
"""Can a condition hold on a path?"""

_MOST_CLASSES = 64
"""Ways to choose the classes of objects whose class is open; beyond, a structure is let pass."""


@dataclass(frozen=True)
class Structure:
    """What must be known to decide about structures: the objects there may be, how they are made,
    the invariant of each root (over a space), and where a heap keeps them."""

    finitization: Finitization
    make_world: Callable[[], World]
    invariant: Callable[[Space], Callable[[], object]]
    cells: Mapping[str, ClassCells] = field(default_factory=dict)

    def space(self, closed: bool = False) -> Space:
        return Space(self.finitization, self.make_world(), closed)


class Vector(NamedTuple):
    """Fixed slots, slots that are not null, and what the path calls the primitive slots."""

    fixed: Mapping[int, object]
    not_null: frozenset[int] = frozenset()
    terms: Mapping[int, Term] = {}
    others: tuple[OpenElement | OpenUnion, ...] = ()

    @property
    def has_conditions(self) -> bool:
        return bool(self.terms or self.others)

    def key(self) -> tuple[object, ...]:
        fixed = sorted((slot, _identity(value)) for slot, value in self.fixed.items())
        terms = sorted(self.terms.items(), key=_slot_of)
        return (tuple(fixed), self.not_null, tuple(terms), self.others)


def _identity(value: object) -> tuple[int, object]:
    """Objects by identity, values by value."""
    if isinstance(value, bool | int | float | str):
        return 0, repr(value)
    return 1, id(value)


def _slot_of(entry: tuple[int, Term]) -> int:
    return entry[0]


class _Unknown:
    """In place of a value: the path does not know it."""


_UNKNOWN = _Unknown()


class OutOfScopeError(Exception):
    """A path has met more objects than the finitization has."""


class Encoder:
    """From heaps of the lazy family to vectors over one space."""

    def __init__(
        self, space: Space, cells: Mapping[str, ClassCells], references_only: bool = False
    ) -> None:
        self._space = space
        self._cells = cells
        self._references_only = references_only
        self._roots = list(space.finitization.roots)

    def vectors(self, heap: LazyHeap, decided: Decided) -> Iterator[Vector] | None:
        """One vector for each way to choose the classes that are open; None if there are too
        many."""
        open_classes: dict[Term, list[ClassDecl]] = {}
        for loc, obj in heap.objects.items():
            if obj.place is not None and loc not in heap.forwards and len(obj.classes) > 1:
                known = [cls for cls in obj.classes if cls.name in self._cells]
                if known:
                    open_classes[loc] = known
        ways = 1
        for choices in open_classes.values():
            ways *= len(choices)
        if ways > _MOST_CLASSES:
            return None
        return self._each(heap, decided, open_classes)

    def _each(
        self, heap: LazyHeap, decided: Decided, open_classes: Mapping[Term, Sequence[ClassDecl]]
    ) -> Iterator[Vector]:
        for chosen in product(*open_classes.values()):
            try:
                classes = dict(zip(open_classes, chosen, strict=True))
                yield self.create_vector(heap, decided, classes)
            except OutOfScopeError:
                continue

    def create_vector(
        self, heap: LazyHeap, decided: Decided, classes: Mapping[Term, ClassDecl]
    ) -> Vector:
        """Figure 5, breadth first from the roots."""
        encoding = _Encoding(self._space, self._cells, heap, decided, classes)
        encoding.references_only = self._references_only
        return encoding.vector(self._roots)


class _Encoding:
    """One run of `create_vector`."""

    def __init__(
        self,
        space: Space,
        cells: Mapping[str, ClassCells],
        heap: LazyHeap,
        decided: Decided,
        classes: Mapping[Term, ClassDecl],
    ) -> None:
        self._space = space
        self._cells = cells
        self._heap = heap
        self._decided = decided
        self._classes = classes
        self.references_only = False
        self._fixed: dict[int, object] = {}
        self._not_null: set[int] = set()
        self._terms: dict[int, Term] = {}
        self._others: list[OpenElement | OpenUnion] = []
        self._numbers: dict[Term, int] = {}
        self._used: dict[str, int] = {}
        self._waiting: deque[Term] = deque()

    def vector(self, roots: Sequence[str]) -> Vector:
        for slot, name in enumerate(roots):
            ref = self._heap.inputs.get(name)
            if ref is not None:
                self._reference(slot, ref)
        while self._waiting:
            loc = self._waiting.popleft()
            self._object(self._numbers[loc], self._heap.objects[loc])
        return Vector(self._fixed, frozenset(self._not_null), self._terms, tuple(self._others))

    def _object(self, number: int, obj: LazyObject) -> None:
        space = self._space
        cells = self._cells[space.scope_of[number].name]
        for offset, name in enumerate(space.scope_of[number].fields):
            where = cells.fields.get(name)
            if where is not None:
                self._field(space.base[number] + offset, where, obj.initial.get)
        if cells.length is None or cells.element is None:
            return
        length = obj.initial.get(cells.length)
        if length is not None:
            self._primitive(space.slot(number, LENGTH), Part(cells.length), length)
        if len(cells.element.parts) == 1:
            self._items(number, cells.element.parts[0], cells.kind, obj)

    def _items(self, number: int, part: Part, kind: str, obj: LazyObject) -> None:
        space = self._space
        indexes = range(space.scope_of[number].lengths[1])
        for element in obj.elements.get(kind or str(part.cell), ()):
            index = self._known(element.key, indexes)
            if element.initial is None or not indexes:
                continue
            if type(index) is int:
                if index in indexes:
                    self._part(space.slot(number, index), part, element.initial)
            elif self._is_open(part, element.initial) and isinstance(element.key, Term):
                first = space.slot(number, 0)
                slots = range(first, first + len(indexes))
                self._others.append(OpenElement(slots, element.key, element.initial))

    def _is_open(self, part: Part, value: Scalar) -> bool:
        """Is it a value that can be compared with that of a candidate?"""
        return sort_of(value) is not REF and part.value is None and not self.references_only

    def _field(
        self, slot: int, cells: Cells, initial: Callable[[FieldDecl], Scalar | None]
    ) -> None:
        part = cells.parts[0]
        if cells.tag is not None and len(cells.parts) > 1:
            tag = initial(cells.tag)
            which = self._known(tag, range(len(cells.parts))) if tag is not None else _UNKNOWN
            if not isinstance(which, int):
                if isinstance(tag, Term) and not self.references_only:
                    known = tuple(
                        None if each.cell is None else initial(each.cell) for each in cells.parts
                    )
                    self._others.append(OpenUnion(slot, tag, cells.parts, known))
                return
            part = cells.parts[which]
        if part.cell is None:
            self._fixed[slot] = None
            return
        value = initial(part.cell)
        if value is not None:
            self._part(slot, part, value)

    def _part(self, slot: int, part: Part, value: Scalar) -> None:
        if isinstance(value, Term) and value.sort is REF:
            self._reference(slot, value)
        elif not self.references_only:
            self._primitive(slot, part, value)

    def _primitive(self, slot: int, part: Part, value: Scalar) -> None:
        known = self._known(value, self._space.choices[slot])
        if not isinstance(known, _Unknown):
            self._fixed[slot] = known if part.value is None else part.value(known)
        elif part.value is None and isinstance(value, Term):
            self._terms[slot] = value

    def _known(self, value: Scalar, candidates: Sequence[object]) -> object:
        """What the path has decided it to be."""
        if not isinstance(value, Term):
            return value
        if value.sort is BOOL:
            truth = self._decided(value)
            return _UNKNOWN if truth is None else truth
        if value.sort is INT or value.sort.width:
            for candidate in candidates:
                if type(candidate) is int and self._decided(eq(value, candidate)) is True:
                    return candidate
        return _UNKNOWN

    def _reference(self, slot: int, ref: Term) -> None:
        space, heap = self._space, self._heap
        loc = heap.at(ref)
        if loc is NULL:
            self._fixed[slot] = None
            return
        pending = heap.pending.get(loc)
        if pending is not None:
            if pending.not_null and space.choices[slot][0] is None:
                self._not_null.add(slot)
            return
        obj = heap.objects[loc]
        if obj.floating:
            return
        number = self._numbers.get(loc)
        if number is None:
            name = self._classes.get(loc, obj.classes[0]).name
            members = space.members.get(name)
            if members is None:
                return
            ordinal = self._used.get(name, 0)
            if ordinal == len(members):
                raise OutOfScopeError
            self._used[name] = ordinal + 1
            number = self._numbers[loc] = members[ordinal]
            self._waiting.append(loc)
        self._fixed[slot] = space.objects[number]


@dataclass(slots=True)
class SolverCounts:
    """Questions asked, those that a table answered, and how long the others took."""

    queries: int = 0
    remembered: int = 0
    unsatisfiable: int = 0
    seconds: float = 0.0


class SymSolve:
    """Decides about heaps of the lazy family. `memoise` keeps the answers (LISSA-M), and what the
    invariant has said (`decision_tree`); `symmetric` off tries isomorphic candidates
    (LISSA-NoSB)."""

    def __init__(
        self,
        structure: Structure,
        *,
        memoise: bool = False,
        symmetric: bool = True,
        references_only: bool = False,
        raising: bool = False,
        patience: float = PATIENCE,
    ) -> None:
        self.space = structure.space()
        self.search = Search(
            self.space,
            structure.invariant(self.space),
            symmetric=symmetric,
            raising=raising,
            patience=patience,
        )
        self.encoder = Encoder(self.space, structure.cells, references_only)
        self.counts = SolverCounts()
        self._answers: dict[object, Scalar] | None = {} if memoise else None
        self._tree = (
            DecisionTree(self.space, self.search.ask, self.search.look) if memoise else None
        )
        self._is_completed = False
        self._found: Scalar = False

    def extends(self, heap: LazyHeap, decided: Decided, may_hold: MayHold | None = None) -> bool:
        """Can the structure that `heap` knows in part be completed to a valid one? With
        `may_hold`, the path must allow the primitive values in it as well."""
        vectors = self.encoder.vectors(heap, decided)
        if vectors is None:
            return True
        return any(self.satisfiable(vector, may_hold) for vector in vectors)

    def satisfiable(self, vector: Vector, may_hold: MayHold | None = None) -> bool:
        """Figure 6."""
        self.counts.queries += 1
        answers, key = self._answers, vector.key()
        if answers is not None and key in answers:
            known = answers[key]
            if known is False or may_hold is None or may_hold(known):
                self.counts.remembered += 1
                return known is not False
        told = self._told_by_tree(vector)
        if told is False or (told and not vector.has_conditions):
            self.counts.unsatisfiable += not told
            if answers is not None:
                answers[key] = told
            return told
        self._is_completed, self._found = False, False
        with closing(self.solutions(vector, may_hold)) as found:
            answer = next(found, None) is not None
        if not answer:
            self.counts.unsatisfiable += 1
        if answers is not None and (answer or not self._is_completed):
            # What holds of primitive fields in the completion is remembered with it: another path
            # may not allow that. That there is no completion at all is true for every path.
            answers[key] = self._found
        return answer

    def _told_by_tree(self, vector: Vector) -> bool | None:
        """Is there a completion, whatever the path knows of numbers that are open? None if there
        is no decision tree, or if it cannot tell."""
        if self._tree is None:
            return None
        started = time.perf_counter()
        try:
            return self._tree.has_valid(vector.fixed, vector.not_null)
        except FullError:
            return None
        finally:
            self.counts.seconds += time.perf_counter() - started

    def solutions(
        self, vector: Vector, may_hold: MayHold | None = None
    ) -> Generator[Space, None, None]:
        """The space in the state of each valid completion; leave it as it is, and close the
        generator before you ask something else."""
        started = time.perf_counter()
        for slot in vector.not_null:
            self.space.first[slot] = 1
        try:
            for _ in self.search.valid(vector.fixed):
                self._is_completed = True
                self._found = self._condition(vector)
                if may_hold is None or may_hold(self._found):
                    yield self.space
        finally:
            for slot in vector.not_null:
                self.space.first[slot] = 0
            self.counts.seconds += time.perf_counter() - started

    def _condition(self, vector: Vector) -> Scalar:
        """What the path must allow for the completion that the space shows."""
        conditions: list[Scalar] = []
        for slot in self.space.accessed:
            term = vector.terms.get(slot)
            value = self.space.value[slot]
            is_object = self.space.is_object(value)
            if term is not None:
                conditions.append(equals(term, value))
            conditions += (each.may_be(slot, value, is_object) for each in vector.others)
        return and_(*conditions)
