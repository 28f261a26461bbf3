"""The bipartite heap of `summary`: references, locations, and the sets in between.

A reference leads to a *value set*, pairs of a guard and a location; a location and a field (or an
index) lead to a *cell*. This module has the two functions of heap-summaries.txt §4 that make new
sets out of old ones (VS and ST), and Theorems 1 and 2 as a check. Three kinds of location:

* `NULL`, the paper's l_null;
* the locations that the program allocates, negative constants;
* input locations, named by the initial reference that first led to them: location Y is "the
  object that Y denotes, if no initial reference that has a location before Y denotes it"
  (`InputLocation.exists`).

Invariant: a guard of a pair implies, under the path, that its location exists.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, TypeAlias

from heapwise.heaps.api import HeapContext
from heapwise.heaps.shared.budget import Sightings
from heapwise.heaps.shared.cells import Keys
from heapwise.heaps.shared.model_view import ModelView
from heapwise.heaps.shared.references import References
from heapwise.heaps.view import ViewValue
from heapwise.program import ClassDecl, Program
from heapwise.solver.model import Model
from heapwise.terms import REF, Op, Scalar, Term, and_, not_, or_, show
from heapwise.terms.guards import choice, gathered


class Pair(NamedTuple):
    """`target` is a location, or an initial reference that stands for its own value set."""

    guard: Scalar
    target: Term


ValueSet: TypeAlias = tuple[Pair, ...]
Part: TypeAlias = tuple[Scalar, ValueSet]
"""A value set, and the condition under which it is the one that counts."""


def united(parts: Iterable[Part]) -> ValueSet:
    """VS, but for the satisfiability test: the sets, each strengthened by its condition (ST), with
    one pair per target."""
    found = gathered(
        (condition, ((target, guard) for guard, target in values)) for condition, values in parts
    )
    return tuple(Pair(guard, target) for target, guard in found.items())


def as_ref(value: Scalar) -> Term:
    assert isinstance(value, Term)
    return value


def as_term(values: ValueSet) -> Term:
    """The set as one reference in the guard language."""
    return as_ref(choice(values))


def under_path(cx: HeapContext, guard: Scalar) -> Scalar:
    """`guard` without the parts that the path has decided."""
    known = cx.decided(guard)
    if known is not None:
        return known
    assert isinstance(guard, Term)
    if guard.op == Op.AND:
        kept = [arg for arg in guard.args if cx.decided(arg) is not True]
        return guard if len(kept) == len(guard.args) else and_(*kept)
    if guard.op == Op.OR:
        kept = [arg for arg in guard.args if cx.decided(arg) is not False]
        return guard if len(kept) == len(guard.args) else or_(*kept)
    return guard


def settle(cx: HeapContext, values: ValueSet) -> ValueSet:
    """The set without what the path has decided; costs no query."""
    kept = []
    for guard, target in values:
        guard = under_path(cx, guard)
        if guard is True:
            return (Pair(True, target),)
        if guard is not False:
            kept.append(Pair(guard, target))
    return only_one_is_certain(tuple(kept))


def prune(cx: HeapContext, values: ValueSet, given: Scalar) -> ValueSet:
    """The satisfiability test of VS and ST, where `given` holds as well as the path."""
    if len(values) < 2:
        return values
    kept = tuple(pair for pair in values if cx.may_hold(and_(given, pair.guard)))
    return only_one_is_certain(kept or values)


def only_one_is_certain(values: ValueSet) -> ValueSet:
    """By Theorem 2 the guard of a single pair holds."""
    return (Pair(True, values[0].target),) if len(values) == 1 else values


class TheoremError(AssertionError):
    """A value set of which a theorem does not hold."""


class Theorems:
    """Checks every set that is made, and counts them in `checked`."""

    def __init__(self) -> None:
        self.checked = 0

    def check(self, cx: HeapContext, values: ValueSet, given: Scalar) -> None:
        self.checked += 1
        check_theorems(cx, values, given)


def check_theorems(cx: HeapContext, values: ValueSet, given: Scalar) -> None:
    """Theorems 1 and 2: the guards are pairwise exclusive and together complete. `given` holds as
    well as the path."""
    for index, pair in enumerate(values):
        for other in values[:index]:
            if cx.may_hold(and_(given, pair.guard, other.guard)):
                where = f"{other.target!r} and {pair.target!r}"
                raise TheoremError(f"not exclusive at {where}: {show_set(values)}")
    if cx.may_hold(and_(given, not_(or_(*(pair.guard for pair in values))))):
        raise TheoremError(f"not complete: {show_set(values)}")


def show_set(values: ValueSet) -> str:
    pairs = (f"({show(guard)}, {show(target)})" for guard, target in values)
    return "{" + ", ".join(pairs) + "}"


# ---------------------------------------------------------------------------- the heap


class InputLocation(NamedTuple):
    """`declared` is the class of the reference that first showed it."""

    declared: ClassDecl
    exists: Scalar


class CellContent(NamedTuple):
    """What a field or an element holds: a reference or a primitive value. `untouched` is the
    condition that it is still what it was in the input."""

    value: Scalar
    untouched: Scalar = False


class Content(NamedTuple):
    """The initial contents of a cell, and the condition that the path has looked at them: a cell
    is also initialised at locations that the reference turns out not to denote."""

    value: Term
    looked_at: Scalar


Index: TypeAlias = Scalar | None
Cells: TypeAlias = Mapping[Index, CellContent]
"""The cells of one field or array at one location: a field has a single cell, of index None."""


class SummaryHeap(NamedTuple):
    """`joined` holds the references that reads and writes make, with the references they choose
    from, and `names` the reverse; `located` is the paper's L, for the references that were
    dereferenced; `cells` is the paper's R, by field or array class name and location. `contents`
    records the initial contents of cells, for witnesses; `seen` and `shown` the references looked
    at, for the bounds."""

    joined: Mapping[Term, ValueSet] = {}
    names: Mapping[ValueSet, Term] = {}
    located: Mapping[Term, ValueSet] = {}
    cells: Mapping[tuple[str, Term], Cells] = {}
    locations: Mapping[Term, InputLocation] = {}
    contents: Mapping[tuple[str, Term, Index], Content] = {}
    allocated: Mapping[Term, ClassDecl] = {}
    inputs: Mapping[str, Term] = {}
    seen: Sightings = ()
    shown: frozenset[Term] = frozenset()

    def sources(self, ref: Term) -> ValueSet:
        """Null, allocated locations and initial references: what `ref` is chosen from. A reference
        of the guard language, which a path that tells objects apart may hold, is chosen from its
        alternatives."""
        if ref.op == Op.ITE and ref.sort is REF:
            condition, *others = ref.args
            guarded = zip((condition, not_(condition)), others, strict=True)
            return united((guard, self.sources(as_ref(each))) for guard, each in guarded)
        return self.joined.get(ref) or (Pair(True, ref),)

    def meaning(self, ref: Term) -> Term:
        """`ref` in the guard language."""
        return as_term(self.sources(ref))


class SummaryView(ModelView):
    """Only the locations that exist under the model have cells worth looking at; contents that the
    path did not look at are left out, so that a witness has no more objects than it needs."""

    def __init__(
        self, program: Program, references: References, heap: SummaryHeap, model: Model
    ) -> None:
        self._heap = heap
        absent = {
            location
            for location, known in heap.locations.items()
            if not model.satisfies(known.exists)
        }
        super().__init__(
            program,
            references,
            model,
            heap.allocated,
            heap.inputs,
            initial=_initial(heap, absent, model),
            current=_current(heap, absent, model),
        )

    def value(self, term: Scalar) -> ViewValue:
        return super().value(self._heap.meaning(term) if isinstance(term, Term) else term)


def _initial(
    heap: SummaryHeap, absent: set[Term], model: Model
) -> Iterator[tuple[str, Keys, Scalar]]:
    """Of equal indexes, the one that came first has the contents; any may have been used."""
    first: dict[tuple[str, Term, Index], tuple[Keys, Term]] = {}
    needed = set()
    for (name, location, index), content in heap.contents.items():
        if location not in absent:
            cell = (name, location, None if index is None else model.evaluate(index))
            first.setdefault(cell, (_keys(location, index), content.value))
            if model.satisfies(content.looked_at):
                needed.add(cell)
    for known, (keys, value) in first.items():
        if known in needed:
            yield known[0], keys, value


def _current(
    heap: SummaryHeap, absent: set[Term], model: Model
) -> Iterator[tuple[str, Keys, Scalar]]:
    for (name, location), cells in heap.cells.items():
        if location not in absent:
            for index, cell in cells.items():
                if not model.satisfies(cell.untouched):
                    yield name, _keys(location, index), cell.value


def _keys(location: Term, index: Index) -> Keys:
    return (location,) if index is None else (location, index)
