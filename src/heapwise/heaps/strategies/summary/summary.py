"""`summary`: exact heap summaries (heap-summaries.txt).

One state per path. The heap is a bipartite graph: a reference leads to a set of pairs of a guard
and a location, a location and a field lead to a reference. Reads, writes and comparisons work on
these sets, so aliasing never forks; only null, an index out of bounds and the method that a call
runs do.

The algorithm, section by section:

* §3, Figure 4 (the heap): `summary_heap`. A register holds a reference: null, an allocated
  location, an *initial* reference (an input, or the initial contents of a cell, named after it:
  `Y0.next`), or a *joined* one (`&1`), which is only a name for its set. Guards are conditions on
  initial references, never on joined ones, so a path condition speaks about the input alone.
* Figure 5, NEW: a location of its own, with default values in its fields.
* §4, VS and ST: `summary_heap.united` is both, and `prune` is their satisfiability test, which can
  be turned off: it keeps sets small, and changes no path.
* Figure 8, SUMMARIZE: `SummaryMachine.initialise`, on the first access to a cell at each location
  that the reference may denote, and `locate`, which makes the value set of an initial reference.
* Figure 9, FIELD ACCESS and FIELD WRITE: `SummaryMachine.load` and `store`; EQUALS: `ref_equals`,
  whose condition is that of the one rule, and its negation that of the other: the program's
  branch forks.
* §6, Theorems 1 and 2: `check_theorems`, applied to every set made if `check_invariants` is set.

Where this differs from the paper, for the sake of the laws:

* SUMMARIZE guards the alias r_a by r_f ≠ r_a' for all other references r_a' known. If two of them
  are equal, no pair holds, against Theorem 2. Here a location exists only under a condition (its
  reference differs from null and from all that had a location before), and the guard of an alias
  is that r_f = r_a and that the location of r_a exists: the first of several equal references
  counts.
* FIELD WRITE, as printed, replaces the set of a reference that others may still hold
  (r_targ = R'(l, f)), and reads R for R'. Here the cell gets a new reference with the new set.
* EQUALS (false) is printed without brackets that it needs: the path condition must hold in both
  alternatives. By Theorems 1 and 2 its condition is the negation of that of EQUALS (true), and
  the conjuncts there that exclude locations of only one side are redundant.
* The paper demands type(l_a) = C. Here a location is an alias if its declared class and that of
  the reference have a class in common; equal references have equal classes (`shared.references`).
* Null is a case of its own; the access goes on without the null pair under "not null".
* Arrays, which the paper does not have: a cell has a location and an index. A new index holds
  what an equal one of the same location holds, and else initial contents of its own.
* Fields of primitive type hold terms; a read through several locations is an if-then-else.
* Bounds: an object is looked at where its reference is read while the cell still has its initial
  contents, as under `lazy`; initialising a cell in order to write to it does not count.

And for the sake of speed:

* An initial reference gets its value set when it is first dereferenced, not when it is first
  read; until then it stands for itself in the sets of joined references, and two of them are
  compared as they are. A reference that is only passed on or compared is thus never an alias of
  later ones. Otherwise every element of type Object in a list might be a node of the list, with
  an element of its own: the sets would double with each node.
* A pair that is the only one left is certain. A read with one possible source returns the
  reference found there; a write with one possible target does not initialise what it overwrites.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from heapwise.heaps.api import Case, Denoted, Failure, HeapContext, Raised, Traits
from heapwise.heaps.shared.budget import Sightings, sight, within_bounds
from heapwise.heaps.shared.cells import Keys, element_kind, field_kind, item_kind, length_kind
from heapwise.heaps.shared.references import (
    Grouping,
    References,
    class_is_among,
    group_by,
    group_by_implementation,
    is_not_null,
    possible_targets,
)
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.strategies.summary.summary_heap import (
    CellContent,
    Content,
    SummaryHeap,
    SummaryView,
    Theorems,
    ValueSet,
    only_one_is_certain,
    settle,
)
from heapwise.heaps.strategies.summary.summary_machine import Selector, Setting, SummaryMachine
from heapwise.program import ClassDecl, FieldDecl, MethodDecl, Program, Type
from heapwise.solver.model import Model
from heapwise.terms import (
    NULL,
    Op,
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
from heapwise.terms.guards import by_value

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class SummaryStrategy:
    """`prune` asks the solver which pairs of a new value set can hold; `check_invariants` asks it
    whether Theorems 1 and 2 hold of every set, and raises `TheoremError` if not."""

    traits = Traits(path_optimal=True, names_cells=True, checks_theorems=True, rank=3)

    def __init__(
        self, program: Program, prune: bool = True, check_invariants: bool = False
    ) -> None:
        self.references = References(program)
        self._theorems = Theorems()
        theorems = self._theorems if check_invariants else None
        self._setting = Setting(self.references, {}, prune, theorems)

    @property
    def theorems_checked(self) -> int:
        return self._theorems.checked

    def empty(self) -> SummaryHeap:
        return SummaryHeap()

    def sighted(self, heap: SummaryHeap) -> Sequence[Term]:
        return [sighting.ref for sighting in heap.seen]

    def input_state(self, heap: SummaryHeap) -> object:
        return heap

    def materialised(self, heap: SummaryHeap) -> int:
        return heap.seen[-1].objects if heap.seen else 0

    def view(self, program: Program, heap: SummaryHeap, model: Model) -> SummaryView:
        return SummaryView(program, self.references, heap, model)

    def with_cells(self, heap: SummaryHeap, cells: Iterable[tuple[str, Keys, Term]]) -> SummaryHeap:
        """With more cells of the initial heap to show than the path has looked at."""
        contents = dict(heap.contents)
        for name, (owner, *rest), value in cells:
            assert isinstance(owner, Term)
            contents.setdefault((name, owner, rest[0] if rest else None), Content(value, True))
        return heap._replace(contents=contents)

    def _machine(self, cx: HeapContext, heap: SummaryHeap, given: Scalar = True) -> SummaryMachine:
        return SummaryMachine(cx, self._setting, heap, given)

    # -- inputs and allocation

    def input_value(
        self, cx: HeapContext, heap: SummaryHeap, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        ref = symbol(name, sort_of_type(type_))
        if not isinstance(type_, ClassDecl) or name in heap.inputs:
            return [Case(True, heap, ref)]
        present = True if nullable else is_not_null(ref)
        if type_.uninhabited:
            present = eq(ref, NULL)
        heap = heap._replace(inputs={**heap.inputs, name: ref})
        self.references.declare(ref, type_)
        self._setting.depths[ref] = 0
        seen = sight(cx, heap.seen, ref, type_, None, 0)
        facts = (present,) if isinstance(present, Term) else ()
        case = Case(True, heap._replace(seen=seen, shown=heap.shown | {ref}), ref, facts)
        return self._within_bounds(cx, True, case, heap.seen)

    def new_object(
        self, cx: HeapContext, heap: SummaryHeap, cls: ClassDecl
    ) -> Sequence[Case[SummaryHeap, Term]]:
        new = location(-len(heap.allocated) - 1)
        cells = dict(heap.cells)
        for field in cls.fields().values():
            cells[str(field), new] = {None: CellContent(default_value(sort_of_type(field.type)))}
        successor = heap._replace(cells=cells, allocated={**heap.allocated, new: cls})
        return [Case(True, successor, new)]

    def new_array(
        self, cx: HeapContext, heap: SummaryHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[SummaryHeap, Term]]:
        new = location(-len(heap.allocated) - 1)
        cells = dict(heap.cells)
        cells[str(cls.own_fields["length"]), new] = {None: CellContent(length)}
        successor = heap._replace(cells=cells, allocated={**heap.allocated, new: cls})
        negative = lt(length, 0)
        return [
            *_raises(negative, heap, Failure.NEGATIVE_ARRAY_SIZE),
            Case(not_(negative), successor, new),
        ]

    # -- access

    def read_field(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, field: FieldDecl
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        return self._load(cx, heap, ref, Selector(field_kind(field)))

    def write_field(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[SummaryHeap, None]]:
        return self._store(cx, heap, ref, Selector(field_kind(field)), value)

    def read_item(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, field: FieldDecl, index: Scalar
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        return self._load(cx, heap, ref, Selector(item_kind(field), index))

    def write_item(
        self,
        cx: HeapContext,
        heap: SummaryHeap,
        ref: Term,
        field: FieldDecl,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[SummaryHeap, None]]:
        return self._store(cx, heap, ref, Selector(item_kind(field), index), value)

    def _load(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, place: Selector
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        return self._access(cx, heap, ref, place, lambda at, found: at.load(found, place))

    def _store(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, place: Selector, value: Scalar
    ) -> Sequence[Case[SummaryHeap, None]]:
        return self._access(cx, heap, ref, place, lambda at, found: at.store(found, place, value))

    def array_length(
        self, cx: HeapContext, heap: SummaryHeap, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        return self.read_field(cx, heap, ref, cls.own_fields["length"])

    def array_load(
        self, cx: HeapContext, heap: SummaryHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        place = Selector(element_kind(cls), index)
        return self._indexed(cx, heap, ref, place, lambda at, found: at.load(found, place))

    def array_store(
        self,
        cx: HeapContext,
        heap: SummaryHeap,
        cls: ClassDecl,
        ref: Term,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[SummaryHeap, None]]:
        place = Selector(element_kind(cls), index)
        return self._indexed(cx, heap, ref, place, lambda at, found: at.store(found, place, value))

    def _access(
        self,
        cx: HeapContext,
        heap: SummaryHeap,
        ref: Term,
        place: Selector,
        perform: Callable[[SummaryMachine, ValueSet], V],
    ) -> list[Case[SummaryHeap, V]]:
        """Null, or else `perform` within the bounds."""
        absent = self._is_null(cx, heap, ref)
        cases: list[Case[SummaryHeap, V]] = _raises(absent, heap, Failure.NULL_DEREFERENCE)
        if absent is True:
            return cases
        machine = self._machine(cx, heap, not_(absent))
        targets = self._targets(machine, ref, place)
        if targets:
            value = perform(machine, targets)
            case = Case(True, machine.heap, value, machine.facts)
            cases += self._within_bounds(cx, not_(absent), case, heap.seen)
        return cases

    def _indexed(
        self,
        cx: HeapContext,
        heap: SummaryHeap,
        ref: Term,
        place: Selector,
        perform: Callable[[SummaryMachine, ValueSet], V],
    ) -> list[Case[SummaryHeap, V]]:
        """Null, out of bounds, or else `perform` within the bounds."""
        absent = self._is_null(cx, heap, ref)
        cases: list[Case[SummaryHeap, V]] = _raises(absent, heap, Failure.NULL_DEREFERENCE)
        if absent is True:
            return cases
        present, index = not_(absent), place.element
        assert index is not None
        machine = self._machine(cx, heap, present)
        targets = self._targets(machine, ref, place)
        if not targets:
            return cases
        length = machine.load(targets, Selector(length_kind(place.kind.owner)))
        outside = or_(lt(index, 0), le(length, index))
        if outside is not False:
            raised = Raised(Failure.INDEX_OUT_OF_BOUNDS)
            cases.append(Case(and_(present, outside), machine.heap, raised, machine.facts))
        if outside is not True:
            machine.given = and_(present, not_(outside))
            value = perform(machine, targets)
            case = Case(True, machine.heap, value, machine.facts)
            cases += self._within_bounds(cx, machine.given, case, heap.seen)
        return cases

    def _is_null(self, cx: HeapContext, heap: SummaryHeap, ref: Term) -> Scalar:
        """The condition that `ref` is null, or its value where the path knows it."""
        parts = ((guard, eq(source, NULL)) for guard, source in heap.sources(ref))
        condition = or_(*(and_(guard, absent) for guard, absent in parts))
        known = cx.decided(condition)
        return condition if known is None else known

    def _targets(self, machine: SummaryMachine, ref: Term, place: Selector) -> ValueSet:
        """What `ref` may denote besides null. A location that cannot have the cell is left out: a
        cast has ruled it out before."""
        located = machine.locate(ref)
        values = settle(machine.cx, tuple(pair for pair in located if pair.target is not NULL))
        if len(values) == 1:
            return values
        compatible = machine.cx.program.are_compatible
        return only_one_is_certain(
            tuple(
                pair
                for pair in values
                if compatible(self._class(machine.heap, pair.target), place.kind.owner)
            )
        )

    @staticmethod
    def _class(heap: SummaryHeap, at: Term) -> ClassDecl:
        return heap.allocated[at] if at.op == Op.CONST else heap.locations[at].declared

    def _within_bounds(
        self, cx: HeapContext, guard: Scalar, case: Case[SummaryHeap, V], before: Sightings
    ) -> list[Case[SummaryHeap, V]]:
        allocated = case.heap.allocated
        return within_bounds(
            cx, guard, case, before, lambda a, b: self.references.same(a, b, allocated)
        )

    # -- questions about references

    def ref_equals(
        self, cx: HeapContext, heap: SummaryHeap, left: Term, right: Term
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        ours, theirs = settle(cx, heap.sources(left)), settle(cx, heap.sources(right))
        if ours == theirs:
            return [Case(True, heap, True)]
        facts: dict[Term, None] = {}
        parts = []
        for guard, target in ours:
            for other_guard, other in theirs:
                same, needed = self.references.same(target, other, heap.allocated)
                both = and_(guard, other_guard, same)
                parts.append(both)
                if both is not False:
                    facts.update(dict.fromkeys(needed))
        return [Case(True, heap, or_(*parts), tuple(facts))]

    def instance_of(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[SummaryHeap, Scalar]]:
        found: dict[Term, None] = {}
        parts = []
        certain = True
        for guard, at in settle(cx, heap.sources(ref)):
            if at is not NULL:
                condition, facts = self.references.is_instance(at, cls, heap.allocated)
                found.update(dict.fromkeys(facts))
                parts.append(and_(guard, is_not_null(at), condition))
                certain = certain and condition is True
        if certain:
            return [Case(True, heap, not_(self._is_null(cx, heap, ref)))]
        return [Case(True, heap, or_(*parts), tuple(found))]

    def dispatch(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[SummaryHeap, MethodDecl]]:
        return self._classified(cx, heap, ref, partial(group_by_implementation, method), cls)

    def classify(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, key: Callable[[ClassDecl], K]
    ) -> Sequence[Case[SummaryHeap, K]]:
        return self._classified(cx, heap, ref, partial(group_by, key), cx.program.root)

    def _classified(
        self, cx: HeapContext, heap: SummaryHeap, ref: Term, group: Grouping[K], cls: ClassDecl
    ) -> list[Case[SummaryHeap, K]]:
        """The groups of classes that `ref`, declared of class `cls`, may have."""
        absent = self._is_null(cx, heap, ref)
        cases: list[Case[SummaryHeap, K]] = _raises(absent, heap, Failure.NULL_DEREFERENCE)
        if absent is True:
            return cases
        possible: list[tuple[K, Scalar]] = []
        facts: dict[Term, None] = {}
        for guard, at in settle(cx, heap.sources(ref)):
            if at is NULL:
                continue
            facts.update(dict.fromkeys(self.references.class_facts(at, heap.allocated)))
            groups = group(self._classes(cx, heap, at, cls))
            for target, classes in groups.items():
                chosen = True if len(groups) == 1 else class_is_among(at, classes)
                possible.append((target, and_(guard, chosen)))
        guards = by_value(possible)
        if len(guards) == 1:
            return [*cases, Case(not_(absent), heap, next(iter(guards)))]
        for target, guard in guards.items():
            cases.append(Case(and_(not_(absent), guard), heap, target, tuple(facts)))
        return cases

    def _classes(
        self, cx: HeapContext, heap: SummaryHeap, at: Term, cls: ClassDecl
    ) -> list[ClassDecl]:
        """The classes that an object may have where a reference is declared of class `cls`."""
        if at.op == Op.CONST:
            return [heap.allocated[at]]
        members = cx.program.subtypes(self.references.declared(at))
        return [member for member in members if member.is_subclass_of(cls)]

    def targets(self, cx: HeapContext, heap: SummaryHeap, ref: Term) -> Denoted:
        found = [at for _, at in settle(cx, heap.sources(ref)) if at is not NULL]
        allocated = [at for at in found if at.op == Op.CONST]
        return possible_targets(cx, heap.meaning(ref), len(allocated) < len(found), allocated)

    def allocated_class(self, heap: SummaryHeap, loc: Term) -> ClassDecl:
        return heap.allocated[loc]

    def made(self, heap: SummaryHeap) -> Sequence[Term]:
        return tuple(heap.allocated)


def _raises(condition: Scalar, heap: SummaryHeap, failure: Failure) -> list[Case[SummaryHeap, V]]:
    return [] if condition is False else [Case(condition, heap, Raised(failure))]
