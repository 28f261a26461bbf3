"""`partition`: lazy initialisation over equivalence classes of locations (uber-lazy.txt).

A reference is initialised into null or non-null, as under `lazy`; but which object a non-null one
denotes is left open. It stays a symbol v with a class H(v) of possible locations: every known
input object of a compatible type, and a new one (`heaps.location_classes`). The class is split
only where its members would make a difference:

* *Reading a reference.* Each field has a log of what was read and written through which
  reference. The entries that v may equal, newest first, split H(v) by the value found there, one
  case per distinct value however many entries hold it; the members that equal no entry have not
  been initialised and are a part of their own, which is initialised on the spot, into null or a
  reference with a class of its own.
* *Comparing.* Classes without a common member are unequal. Otherwise a fork: equal references
  share the intersection and a representative, unequal ones lose each other's location.
* *Types.* `instanceof` and dispatch fork over the types that H(v) still has, grouped by answer
  or implementation, and each case keeps the members of those types. A cast is an `instanceof`.

Nullness of a new reference is settled by the heap. Which members of two classes go together is
not a property of either class, so every other choice is an equality in the path condition, and
the solver has the last word.

Where this differs from the note, for the sake of the laws:

* The note reflects a write in the representative alone and, when it splits a class, gives
  members without a value the representative's. But another reference to such a member may read
  that field in between, or may have been the reason why the member has no value. Here an entry
  belongs to the reference it was made through, and so to whichever member that denotes: a write
  forks nothing and is exact, and a member without an entry takes nobody's value (S0 of the note
  holds only members that have the representative's value).
* "PUTFIELD needs to remove constraints that enforce equality": equalities are between references
  of the initial heap, which no write changes; fields refer to them by value.
* The note copies the class of a variable on assignment, so copies of one reference may be narrowed
  to different objects. Here a class belongs to the symbol and lives in the heap: to narrow it
  narrows it in every variable and field that holds the symbol.
* In the false case of a comparison the note only moves the representatives apart, although other
  members may be equal too; in the false case of `instanceof` it keeps members that must be of
  the class. Here both lose what is ruled out. The true case does not turn the object into an
  instance of the class tested: its types are those of the class and below it.
* The note assumes that all values are objects. A primitive value needs no location, so reading
  one does not split H(v): it is an if-then-else over the parts.
* Array elements are logged by array and index, so parts are split by both.

Invariant: the first entry of a log that denotes a cell, under a model of the path, holds its
current value; writes are put in front, initial values at the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple, Never, TypeVar

from heapwise.heaps.api import Case, Cut, Failure, HeapContext, Raised
from heapwise.heaps.budget import Sightings, exceeds, sight
from heapwise.heaps.location_classes import LocationClasses
from heapwise.heaps.model_view import ModelView
from heapwise.heaps.references import (
    References,
    class_is_among,
    group_by_implementation,
    is_not_null,
)
from heapwise.heaps.single_state import Keys, Place
from heapwise.heaps.sorts import sort_of_type
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
    ite,
    le,
    location,
    lt,
    not_,
    or_,
    show,
    symbol,
)

T = TypeVar("T")


class Entry(NamedTuple):
    """What a cell holds: a field of a reference, or an element of an array at an index."""

    keys: Keys
    value: Scalar

    @property
    def owner(self) -> Term:
        owner = self.keys[0]
        assert isinstance(owner, Term)
        return owner


class Hit(NamedTuple):
    """An entry, and the condition that it is about the cell asked for. `names_owner` tells whether
    the condition is that the owners are equal and nothing else."""

    condition: Scalar
    entry: Entry
    names_owner: bool


class PartitionHeap(NamedTuple):
    """`logs` are kept per field or array class, and apart for each allocated object; `initial`
    holds the contents of the initial heap that the path has looked at."""

    classes: LocationClasses = LocationClasses()
    logs: Mapping[tuple[str, Term | None], tuple[Entry, ...]] = {}
    initial: Mapping[tuple[str, Keys], Scalar] = {}
    allocated: Mapping[Term, ClassDecl] = {}
    inputs: Mapping[str, Term] = {}
    seen: Sightings = ()

    def log(self, place: Place) -> tuple[Entry, ...]:
        return self.logs.get(_log_key(place), ())

    def with_log(self, place: Place, log: tuple[Entry, ...]) -> PartitionHeap:
        return self._replace(logs={**self.logs, _log_key(place): log})

    def written(self, place: Place, value: Scalar) -> PartitionHeap:
        kept = (entry for entry in self.log(place) if entry.keys != place.keys)
        return self.with_log(place, (Entry(place.keys, value), *kept))

    def initialised(self, place: Place, value: Scalar) -> PartitionHeap:
        initial = {**self.initial, (place.name, place.keys): value}
        log = (*self.log(place), Entry(place.keys, value))
        return self.with_log(place, log)._replace(initial=initial)


class PartitionStrategy:
    def __init__(self, program: Program) -> None:
        self.references = References(program)

    def empty(self) -> PartitionHeap:
        return PartitionHeap()

    def materialised(self, heap: PartitionHeap) -> int:
        return len(heap.initial) + len(heap.inputs)

    def view(self, program: Program, heap: PartitionHeap, model: Model) -> ModelView:
        return ModelView(
            program,
            self.references,
            model,
            heap.allocated,
            heap.inputs,
            initial=((name, keys, value) for (name, keys), value in heap.initial.items()),
            current=_entries(heap),
        )

    # -- initialisation

    def input_value(
        self, cx: HeapContext, heap: PartitionHeap, name: str, type_: Type, nullable: bool
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
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
            for case in self._initialise(cx, heap, value, type_, None, nullable)
        ]

    def _initialise(
        self,
        cx: HeapContext,
        heap: PartitionHeap,
        ref: Term,
        declared: ClassDecl,
        shown_by: Term | None,
        nullable: bool = True,
    ) -> list[Case[PartitionHeap, Term]]:
        """Null, or any known object of a compatible type or, within the bounds, a new one."""
        depth = 0
        if shown_by is not None:
            depth = heap.classes.of[heap.classes.at(shown_by)].depth + 1
        self.references.declare(ref, declared)
        successor = heap._replace(
            classes=heap.classes.introduce(ref, cx.program.subtypes(declared), depth),
            seen=sight(cx, heap.seen, ref, declared, shown_by, depth),
        )
        facts: dict[Term, None] = {}

        def same(a: Term, b: Term) -> Scalar:
            condition, needed = self._same(cx, successor.classes, a, b)
            facts.update(dict.fromkeys(needed))
            return condition

        excess: Scalar = False
        bound = ""
        if len(successor.seen) > len(heap.seen):
            excess, bound = exceeds(cx, successor.seen, same)
        present = is_not_null(ref)
        cases: list[Case[PartitionHeap, Term]] = []
        if nullable:
            cases.append(Case(not_(present), heap, NULL, settled=True))
        elif isinstance(present, Term):
            facts[present] = None
        if excess is not False:
            cases.append(Case(and_(present, excess), successor, Cut(bound), tuple(facts)))
        within = and_(present if nullable else True, not_(excess))
        cases.append(Case(within, successor, ref, tuple(facts)))
        return cases

    # -- objects

    def new_object(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl
    ) -> Sequence[Case[PartitionHeap, Term]]:
        loc = location(-len(heap.allocated) - 1)
        return [Case(True, heap._replace(allocated={**heap.allocated, loc: cls}), loc)]

    def read_field(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, field: FieldDecl
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        return self._load(cx, heap, _cell(ref, field))

    def write_field(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, field: FieldDecl, value: Scalar
    ) -> Sequence[Case[PartitionHeap, None]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        return [Case(True, heap.written(_cell(ref, field), value), None)]

    # -- arrays

    def new_array(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, length: Scalar
    ) -> Sequence[Case[PartitionHeap, Term]]:
        negative = lt(length, 0)
        cases: list[Case[PartitionHeap, Term]] = []
        if negative is not False:
            cases.append(Case(negative, heap, Raised(Failure.NEGATIVE_ARRAY_SIZE)))
        [made] = self.new_object(cx, heap, cls)
        assert isinstance(made.value, Term)
        successor = made.heap.written(_cell(made.value, cls.own_fields["length"]), length)
        return [*cases, Case(not_(negative), successor, made.value)]

    def array_length(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, ref: Term
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        return self.read_field(cx, heap, ref, cls.own_fields["length"])

    def array_load(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        assert cls.element is not None
        place = Place(cls.name, cls.element, ref, index)
        inside, failures = self._check_index(cx, heap, cls, ref, index)
        if inside is None:
            return failures
        return [*failures, *_under(inside, self._load(cx, inside.heap, place))]

    def array_store(
        self,
        cx: HeapContext,
        heap: PartitionHeap,
        cls: ClassDecl,
        ref: Term,
        index: Scalar,
        value: Scalar,
    ) -> Sequence[Case[PartitionHeap, None]]:
        assert cls.element is not None
        place = Place(cls.name, cls.element, ref, index)
        inside, failures = self._check_index(cx, heap, cls, ref, index)
        if inside is None:
            return failures
        return [*failures, inside._replace(heap=inside.heap.written(place, value))]

    def _check_index(
        self, cx: HeapContext, heap: PartitionHeap, cls: ClassDecl, ref: Term, index: Scalar
    ) -> tuple[Case[PartitionHeap, None] | None, list[Case[PartitionHeap, Never]]]:
        """The case that the index is within bounds, if it can be, and the failures."""
        if ref is NULL:
            return None, [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        length = self._load_primitive(cx, heap, _cell(ref, cls.own_fields["length"]))
        assert not isinstance(length.value, Cut | Raised)
        outside = or_(lt(index, 0), le(length.value, index))
        failures: list[Case[PartitionHeap, Never]] = []
        if outside is not False:
            failure = Raised(Failure.INDEX_OUT_OF_BOUNDS)
            failures.append(Case(outside, length.heap, failure, length.facts))
        if outside is True:
            return None, failures
        return Case(not_(outside), length.heap, None, length.facts), failures

    # -- reading a cell

    def _load(
        self, cx: HeapContext, heap: PartitionHeap, place: Place
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        if isinstance(place.type, ClassDecl):
            return self._load_reference(cx, heap, place, place.type)
        return [self._load_primitive(cx, heap, place)]

    def _load_primitive(
        self, cx: HeapContext, heap: PartitionHeap, place: Place
    ) -> Case[PartitionHeap, Scalar]:
        hits, facts = self._look_up(cx, heap, place)
        value: Scalar
        if hits and hits[-1].condition is True:
            value = hits.pop().entry.value
        else:
            value = default_value(sort_of_type(place.type))
            if not _is_allocated(place.owner):
                value = _initial_symbol(place)
                heap = heap.initialised(place, value)
                if place.is_length:
                    facts += [fact for fact in [le(0, value)] if isinstance(fact, Term)]
        for hit in reversed(hits):
            value = ite(hit.condition, hit.entry.value, value)
        return Case(True, heap, value, tuple(facts))

    def _load_reference(
        self, cx: HeapContext, heap: PartitionHeap, place: Place, declared: ClassDecl
    ) -> list[Case[PartitionHeap, Scalar]]:
        """Split the class of the owner by the value of the field."""
        hits, facts = self._look_up(cx, heap, place)
        parts: dict[Scalar, list[int]] = {}
        for position, hit in enumerate(hits):
            assert isinstance(hit.entry.value, Term)
            parts.setdefault(heap.classes.at(hit.entry.value), []).append(position)
        cases: list[Case[PartitionHeap, Scalar]] = []
        for value, positions in parts.items():
            cases += self._part(heap, place, hits, positions, value)
        if not hits or hits[-1].condition is not True:
            cases += self._uninitialised_part(cx, heap, place, declared, hits)
        if not facts:
            return cases
        return [case._replace(facts=(*facts, *case.facts)) for case in cases]

    def _part(
        self,
        heap: PartitionHeap,
        place: Place,
        hits: Sequence[Hit],
        positions: Sequence[int],
        value: Scalar,
    ) -> Iterator[Case[PartitionHeap, Scalar]]:
        """The members of the owner's class whose newest entry holds `value`."""
        choices = []
        for position in positions:
            newer = (hits[i] for i in range(position) if i not in positions)
            choices.append(and_(hits[position].condition, *(not_(hit.condition) for hit in newer)))
        owners = [hits[position].entry.owner for position in positions]
        classes: LocationClasses | None = heap.classes
        if len(owners) == 1:
            classes = heap.classes.identified(place.owner, owners[0])
            classes = _told_apart(classes, place.owner, hits[: positions[0]])
        else:
            classes = heap.classes.is_among(place.owner, owners)
            # Known by its own name from now on, so that reading it again asks nothing.
            heap = heap.written(place, value)
        if classes is not None:
            yield Case(or_(*choices), heap._replace(classes=classes), value)

    def _uninitialised_part(
        self,
        cx: HeapContext,
        heap: PartitionHeap,
        place: Place,
        declared: ClassDecl,
        hits: Sequence[Hit],
    ) -> Iterator[Case[PartitionHeap, Scalar]]:
        """The members that no entry is about: initialised now, or new objects' defaults."""
        classes = _told_apart(heap.classes, place.owner, hits)
        if classes is None:
            return
        heap = heap._replace(classes=classes)
        rest: Case[PartitionHeap, None] = Case(
            and_(*(not_(hit.condition) for hit in hits)), heap, None
        )
        if _is_allocated(place.owner):
            yield Case(rest.guard, heap, NULL)
            return
        ref = _initial_symbol(place)
        for case in _under(rest, self._initialise(cx, heap, ref, declared, place.owner)):
            if not isinstance(case.value, Cut | Raised):
                case = case._replace(heap=case.heap.initialised(place, case.value))
            yield case

    def _look_up(
        self, cx: HeapContext, heap: PartitionHeap, place: Place
    ) -> tuple[list[Hit], list[Term]]:
        """The entries that may be about the cell, up to one that certainly is."""
        hits: list[Hit] = []
        facts: dict[Term, None] = {}
        for entry in heap.log(place):
            same, needed = self._same(cx, heap.classes, entry.owner, place.owner)
            names_owner = True
            if same is not False and len(place.keys) == 2:
                same_index = eq(entry.keys[1], place.keys[1])
                names_owner = same_index is True
                same = and_(same, same_index)
                known = cx.decided(same)
                same = same if known is None else known
            if same is not False:
                facts.update(dict.fromkeys(needed))
                hits.append(Hit(same, entry, names_owner))
            if same is True:
                break
        return hits, list(facts)

    def _same(
        self, cx: HeapContext, classes: LocationClasses, a: Term, b: Term
    ) -> tuple[Scalar, tuple[Term, ...]]:
        """The condition that two references that are not null are equal, and the facts it needs."""
        a, b = classes.at(a), classes.at(b)
        if a is b or not classes.may_be_same(a, b):
            return a is b, ()
        condition, facts = self.references.same(a, b, {})
        known = cx.decided(condition)
        return (condition, facts) if known is None else (known, ())

    # -- questions

    def ref_equals(
        self, cx: HeapContext, heap: PartitionHeap, left: Term, right: Term
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        condition, facts = self._same(cx, heap.classes, left, right)
        if not isinstance(condition, Term):
            return [Case(True, heap, condition)]
        equal = heap.classes.identified(left, right)
        apart = heap.classes.told_apart(left, right)
        if equal is None or apart is None:
            return [Case(True, heap, apart is None)]
        return [
            Case(condition, heap._replace(classes=equal), True, facts),
            Case(not_(condition), heap._replace(classes=apart), False, facts),
        ]

    def instance_of(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, cls: ClassDecl
    ) -> Sequence[Case[PartitionHeap, Scalar]]:
        if ref is NULL:
            return [Case(True, heap, False)]
        groups: dict[bool, list[ClassDecl]] = {}
        for type_ in self._types(heap, ref):
            groups.setdefault(type_.is_subclass_of(cls), []).append(type_)
        return self._split_types(heap, ref, groups)

    def dispatch(
        self, cx: HeapContext, heap: PartitionHeap, ref: Term, cls: ClassDecl, method: str
    ) -> Sequence[Case[PartitionHeap, MethodDecl]]:
        if ref is NULL:
            return [Case(True, heap, Raised(Failure.NULL_DEREFERENCE))]
        groups = group_by_implementation(self._types(heap, ref), method)
        return self._split_types(heap, ref, groups)

    def _types(self, heap: PartitionHeap, ref: Term) -> list[ClassDecl]:
        if _is_allocated(ref):
            return [heap.allocated[ref]]
        return sorted(heap.classes.types(ref), key=lambda cls: cls.number)

    def _split_types(
        self, heap: PartitionHeap, ref: Term, groups: Mapping[T, Sequence[ClassDecl]]
    ) -> list[Case[PartitionHeap, T]]:
        """A case per group of the types that the object may have, with its class refined."""
        if len(groups) == 1:
            return [Case(True, heap, answer) for answer in groups]
        ref = heap.classes.at(ref)
        facts = tuple(self.references.class_facts(ref, {}))
        cases: list[Case[PartitionHeap, T]] = []
        for answer, types in groups.items():
            classes = heap.classes.of_types(ref, types)
            if classes is not None:
                guard = class_is_among(ref, types)
                cases.append(Case(guard, heap._replace(classes=classes), answer, facts))
        return cases


def _told_apart(
    classes: LocationClasses | None, ref: Term, hits: Sequence[Hit]
) -> LocationClasses | None:
    """`ref` is the owner of none of these entries, as far as they speak of owners only."""
    for hit in hits:
        if classes is not None and hit.names_owner:
            classes = classes.told_apart(ref, hit.entry.owner)
    return classes


def _under(
    given: Case[PartitionHeap, None], cases: Sequence[Case[PartitionHeap, T]]
) -> Iterator[Case[PartitionHeap, T]]:
    """The cases that remain if the choice of `given` is made as well."""
    for case in cases:
        guard = and_(given.guard, case.guard)
        settled = case.settled and given.guard is True
        yield case._replace(guard=guard, facts=(*given.facts, *case.facts), settled=settled)


def _entries(heap: PartitionHeap) -> Iterator[tuple[str, Keys, Scalar]]:
    for (name, _), log in heap.logs.items():
        for entry in log:
            yield name, entry.keys, entry.value


def _is_allocated(ref: Term) -> bool:
    return ref.op == Op.CONST and ref is not NULL


def _log_key(place: Place) -> tuple[str, Term | None]:
    return place.name, place.owner if _is_allocated(place.owner) else None


def _cell(ref: Term, field: FieldDecl) -> Place:
    return Place(str(field), field.type, ref, is_length=field.owner.element is not None)


def _initial_symbol(place: Place) -> Term:
    """What the cell holds in the initial heap, named after reference and field."""
    owner = place.owner.value
    if len(place.keys) == 1:
        name = f"{owner}.{place.name.rpartition('.')[2]}"
    else:
        name = f"{owner}[{show(place.keys[1], limit=10_000)}]"
    return symbol(name, sort_of_type(place.type))
