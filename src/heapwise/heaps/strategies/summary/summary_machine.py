"""The summary machine (heap-summaries.txt, Figures 8 and 9): one heap operation under way.

A `SummaryMachine` is made for one operation and thrown away after it. It starts from a heap and
steps it: `initialise` gives a cell its first contents, `locate` gives an initial reference its
value set (the rule SUMMARIZE is both), `load` and `store` are FIELD ACCESS and FIELD WRITE. On the
way it collects the facts that the new guards depend on. What holds where the operation goes on but
is not yet on the path (the reference is not null, the index is within bounds) is `given`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from heapwise.heaps.api import HeapContext
from heapwise.heaps.shared.budget import TELL_APART, depth_step, object_limit, sight
from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.references import References
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.heaps.strategies.summary.summary_heap import (
    CellContent,
    Cells,
    Content,
    Index,
    InputLocation,
    Pair,
    SummaryHeap,
    Theorems,
    ValueSet,
    as_term,
    prune,
    settle,
    under_path,
    united,
)
from heapwise.program import ClassDecl, Type
from heapwise.terms import (
    NULL,
    REF,
    Op,
    Scalar,
    Term,
    and_,
    default_value,
    eq,
    ite,
    not_,
    or_,
    symbol,
)
from heapwise.terms.guards import choice


class Selector(NamedTuple):
    """A kind of cell, and an index if it has one: a cell but for the location."""

    kind: CellKind
    element: Index = None

    @property
    def name(self) -> str:
        return self.kind.name

    @property
    def type(self) -> Type:
        return self.kind.type


class Setting(NamedTuple):
    """What all operations of an exploration share. `depths` has the length of the chain of names
    of each initial reference."""

    references: References
    depths: dict[Term, int]
    prune: bool
    theorems: Theorems | None


"""References up to which the depth of an object takes its possible aliases into account."""


class SummaryMachine:
    def __init__(
        self,
        cx: HeapContext,
        setting: Setting,
        heap: SummaryHeap,
        given: Scalar = True,
    ) -> None:
        self.cx = cx
        self.heap = heap
        self.given = given
        self._references = setting.references
        self._setting = setting
        self._facts: dict[Term, None] = {}

    @property
    def facts(self) -> tuple[Term, ...]:
        return tuple(self._facts)

    # -- initialisation

    def locate(self, ref: Term) -> ValueSet:
        """The paper's L(r), made when the reference is first dereferenced."""
        if ref.op == Op.CONST:
            return (Pair(True, ref),)
        found = self.heap.located.get(ref)
        if found is None:
            sources = self.heap.sources(ref)
            if sources == (Pair(True, ref),):
                found = self._summarise(ref)
            else:
                found = self._kept(
                    united((guard, self.locate(source)) for guard, source in sources)
                )
            self.heap = self.heap._replace(located={**self.heap.located, ref: found})
        return found

    def _summarise(self, ref: Term) -> ValueSet:
        """Null, each known location of a compatible type, or a new one, all in one value set."""
        declared = self._references.declared(ref)
        is_null = eq(ref, NULL)
        values = [Pair(is_null, NULL)]
        differs = [not_(is_null)]
        for location, known in self.heap.locations.items():
            exists = self._exists(known, declared)
            if exists is not False:
                same, facts = self._references.same(ref, location, self.heap.allocated)
                self._facts.update(dict.fromkeys(facts))
                values.append(Pair(and_(same, exists), location))
                differs.append(not_(same))
        is_new = under_path(self.cx, and_(*differs))
        if is_new is not False:
            values.append(Pair(is_new, ref))
            locations = {**self.heap.locations, ref: InputLocation(declared, is_new)}
            self.heap = self.heap._replace(locations=locations)
        return self._checked(settle(self.cx, tuple(values)))

    def _exists(self, known: InputLocation, declared: ClassDecl) -> Scalar:
        """The condition that a reference declared so can denote the location at all."""
        if not self.cx.program.are_compatible(known.declared, declared):
            return False
        exists = under_path(self.cx, known.exists)
        if self._setting.prune and not self.cx.may_hold(exists):
            return False
        return exists

    def initialise(self, location: Term, place: Selector) -> Cells:
        """The cells of `place` at `location`, the one asked for among them."""
        key = (place.name, location)
        cells = self.heap.cells.get(key, {})
        if place.element in cells:
            return cells
        content: Scalar
        untouched: Scalar = True
        if location in self.heap.allocated:
            content, untouched = default_value(sort_of_type(place.type)), False
        else:
            content = self._initial_content(location, place)
        remaining: Scalar = True
        parts: list[tuple[Scalar, CellContent]] = []
        for index, cell in cells.items():
            hit = self._same_index(index, place.element)
            parts.append((and_(remaining, hit), cell))
            remaining = and_(remaining, not_(hit))
        parts.append((remaining, CellContent(content, untouched)))
        cells = {**cells, place.element: self._one_of(parts)}
        self.heap = self.heap._replace(cells={**self.heap.cells, key: cells})
        return cells

    def _initial_content(self, location: Term, place: Selector) -> Term:
        rest = () if place.element is None else (place.element,)
        content = self._references.initial_symbol(location, place.kind, rest)
        looked_at = not isinstance(place.type, ClassDecl)
        key = (place.name, location, place.element)
        contents = {**self.heap.contents, key: Content(content, looked_at)}
        self.heap = self.heap._replace(contents=contents)
        if isinstance(place.type, ClassDecl):
            self._references.declare(content, place.type)
            depth = self._setting.depths[location] + depth_step(self.cx, place.type)
            self._setting.depths[content] = depth
        self._facts.update(dict.fromkeys(place.kind.initial_facts(content)))
        return content

    def _same_index(self, a: Index, b: Index) -> Scalar:
        assert a is not None
        assert b is not None
        return under_path(self.cx, eq(a, b))

    # -- access

    def load(self, targets: ValueSet, place: Selector) -> Scalar:
        """What the cell holds at the one of `targets` whose guard holds."""
        parts = [
            (guard, self.initialise(location, place)[place.element]) for guard, location in targets
        ]
        cell = self._one_of(parts)
        if isinstance(place.type, ClassDecl) and isinstance(cell.value, Term):
            for (guard, location), (_, own) in zip(targets, parts, strict=True):
                self._record(location, place, and_(guard, own.untouched))
            self._look_at(cell, targets, place.type)
        return cell.value

    def _record(self, location: Term, place: Selector, condition: Scalar) -> None:
        """The path looks at the initial contents of the cell on this condition."""
        key = (place.name, location, place.element)
        content = self.heap.contents.get(key)
        if content is not None:
            looked_at = or_(content.looked_at, condition)
            if looked_at is not content.looked_at:
                contents = {**self.heap.contents, key: Content(content.value, looked_at)}
                self.heap = self.heap._replace(contents=contents)

    def store(self, targets: ValueSet, place: Selector, value: Scalar) -> None:
        """Each target gets the new value under its guard and else keeps the old one."""
        for guard, location in targets:
            key = (place.name, location)
            if guard is True:  # the old contents are lost unseen: no need to make them up
                cells = self.heap.cells.get(key, {})
            else:
                cells = self.initialise(location, place)
            updated: dict[Index, CellContent] = {}
            for index, cell in cells.items():
                hit = (
                    guard if index is None else and_(guard, self._same_index(index, place.element))
                )
                updated[index] = self._one_of([(hit, CellContent(value)), (not_(hit), cell)])
            if guard is True:
                updated[place.element] = CellContent(value)
            self.heap = self.heap._replace(cells={**self.heap.cells, key: updated})

    # -- making sets

    def _one_of(self, parts: Sequence[tuple[Scalar, CellContent]]) -> CellContent:
        """One cell for several, exactly one of which counts."""
        parts = [(guard, cell) for guard, cell in parts if guard is not False]
        cell = parts[0][1]
        if all(other == cell for _, other in parts):
            return cell
        untouched = or_(*(and_(guard, other.untouched) for guard, other in parts))
        return CellContent(self._join([(guard, other.value) for guard, other in parts]), untouched)

    def _join(self, parts: Sequence[tuple[Scalar, Scalar]]) -> Scalar:
        value = parts[0][1]
        if all(other is value for _, other in parts):
            return value
        if not isinstance(value, Term) or value.sort is not REF:
            return choice(parts)
        sets = [(guard, self.heap.sources(ref)) for guard, ref in parts if isinstance(ref, Term)]
        values = self._kept(united(sets))
        if len(values) == 1:
            return values[0].target
        known = self.heap.names.get(values)
        if known is not None:
            return known
        ref = symbol(f"&{len(self.heap.joined) + 1}", REF)
        self.heap = self.heap._replace(
            joined={**self.heap.joined, ref: values}, names={**self.heap.names, values: ref}
        )
        return ref

    def _kept(self, values: ValueSet) -> ValueSet:
        """The satisfiability test of VS and ST."""
        values = settle(self.cx, values)
        if self._setting.prune:
            values = prune(self.cx, values, and_(self.given, *self._facts))
        return self._checked(values)

    def _checked(self, values: ValueSet) -> ValueSet:
        if self._setting.theorems is not None:
            self._setting.theorems.check(self.cx, values, and_(self.given, *self._facts))
        return values

    # -- bounds

    def _look_at(self, cell: CellContent, owner: ValueSet, declared: ClassDecl) -> None:
        """The path looks at an object of the input, unless the cell was overwritten. Without
        bounds it matters only whether it looks at a reference for the first time."""
        assert isinstance(cell.value, Term)
        cx, seen = self.cx, self.heap.seen
        sources = [source for _, source in self.heap.sources(cell.value)]
        shown = self.heap.shown.union(source for source in sources if source.op != Op.CONST)
        bounded = _has_bounds(cx)
        if not bounded and len(shown) == len(self.heap.shown):
            return
        ref = ite(under_path(cx, cell.untouched), self.heap.meaning(cell.value), NULL)
        if ref is NULL or (bounded and any(sighting.ref is ref for sighting in seen)):
            return
        assert isinstance(ref, Term)
        step = depth_step(cx, declared)
        depth = self._depth(owner) + step if cx.depth_limit is not None else 0
        seen = sight(cx, seen, ref, declared, as_term(owner), depth)
        self.heap = self.heap._replace(seen=seen, shown=shown)

    def _depth(self, owner: ValueSet) -> int:
        """The greatest depth that the object can have; the length of its name if there are too
        many that it may be."""
        if len(self.heap.seen) > TELL_APART:
            return max(self._setting.depths.get(location, 0) for _, location in owner)
        ref = as_term(owner)
        above = (each.depth for each in self.heap.seen if self._may_be(ref, each.ref))
        return max(above, default=0)

    def _may_be(self, a: Term, b: Term) -> bool:
        same, _ = self._references.same(a, b, self.heap.allocated)
        return self.cx.decided(same) is not False


def _has_bounds(cx: HeapContext) -> bool:
    if cx.depth_limit is not None:
        return True
    families = {cx.program.family(cls) for cls in cx.program.classes.values()}
    return any(object_limit(cx, family) is not None for family in families)
