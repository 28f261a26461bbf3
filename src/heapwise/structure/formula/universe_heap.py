"""The heap of a merging run over a bounded universe: what cells hold, and how two are merged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl
from heapwise.structure.formula.bounded_universe import BoundedUniverse, Key
from heapwise.structure.formula.guarded import Names, Tables
from heapwise.structure.formula.symmetry import Join, Seen
from heapwise.terms import (
    BOOL,
    REF,
    Scalar,
    Term,
    and_,
    default_value,
    is_number,
    location,
    or_,
    sort_of,
)
from heapwise.terms.guards import gathered

Initial: TypeAlias = Callable[[CellKind, Term, int | None], Term]
"""What a cell of an input object holds to begin with: its kind, its owner and its index."""


class UniverseHeap(NamedTuple):
    """`written` has the cells that the run has changed, `read` what it has found in others, after
    symmetry was broken; `allocated` the classes of locations made by the run."""

    written: Mapping[Key, Scalar] = {}
    read: Mapping[Key, Scalar] = {}
    seen: Mapping[ClassDecl, Seen] = {}
    allocated: Mapping[Term, ClassDecl] = {}


class UniverseCells:
    """Reads cells, each under the guard that it is meant, and merges what two heaps hold."""

    def __init__(
        self, universe: BoundedUniverse, tables: Tables, names: Names, initial: Initial
    ) -> None:
        self._universe = universe
        self._tables = tables
        self._names = names
        self._initial = initial
        self._kinds: dict[str, CellKind] = {}

    def look_at(self, kind: CellKind) -> None:
        """Cells of this kind are used from now on."""
        self._kinds[kind.name] = kind

    def contents(self, heap: UniverseHeap, key: Key, kind: CellKind) -> Scalar:
        found = heap.written.get(key)
        if found is None:
            found = heap.read.get(key)
        if found is None:
            _, number, index = key
            if number > 0:
                found = self._initial(kind, location(number), index)
            else:
                found = default_value(sort_of_type(kind.type))
        return found

    def one_of(
        self, heap: UniverseHeap, kind: CellKind, places: Sequence[tuple[Key, Scalar]]
    ) -> Scalar:
        """What is in the cell that is meant."""
        contents = [
            (self._tables.settled(self.contents(heap, each, kind)), guard) for each, guard in places
        ]
        return self._joined(contents, sort_of_type(kind.type) is BOOL)

    def _joined(self, values: Sequence[tuple[Scalar, Scalar]], boolean: bool) -> Scalar:
        """The value whose guard holds."""
        if len(values) == 1:
            return values[0][0]
        if boolean:
            return self._names.of(or_(*(and_(guard, value) for value, guard in values)))
        of = self._tables.numbers if is_number(sort_of(values[0][0])) else self._tables.references
        alternatives = gathered((guard, of(value).items()) for value, guard in values)
        # Where no alternative can hold nobody looks at the value: any will do.
        return self._tables.term(alternatives or of(values[0][0]))

    def merge_scalars(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        named = self._names.of(condition)
        if not isinstance(named, Term):
            return then if named else otherwise
        merged = self._tables.merge(named, then, otherwise)
        return self._names.of(merged) if sort_of(merged) is BOOL else merged

    def chosen(self, condition: Term, then: Scalar, otherwise: Scalar) -> Scalar:
        """The contents of a cell."""
        if sort_of(then) is BOOL:
            return self.merge_scalars(condition, then, otherwise)
        named = self._names.of(condition)
        if not isinstance(named, Term):
            return then if named else otherwise
        return self._tables.choice(named, then, otherwise)

    def merge(self, condition: Term, then: UniverseHeap, otherwise: UniverseHeap) -> UniverseHeap:
        written = dict(then.written)
        for key in (*then.written, *(key for key in otherwise.written if key not in written)):
            ours, theirs = then.written.get(key), otherwise.written.get(key)
            if ours is theirs and ours is not None:
                continue
            kind = self._kinds[key[0]]
            ours = self.contents(then, key, kind) if ours is None else ours
            theirs = self.contents(otherwise, key, kind) if theirs is None else theirs
            written[key] = self.chosen(condition, ours, theirs)
        seen: dict[ClassDecl, Seen] = {}
        named = self._names.of(condition)
        for cls in (*then.seen, *(cls for cls in otherwise.seen if cls not in then.seen)):
            a, b = then.seen.get(cls), otherwise.seen.get(cls)
            if a is not b and isinstance(named, Term):
                a = Join(named, a, b)
            seen[cls] = a if named is not False else b
        return UniverseHeap(
            written,
            {
                key: value if otherwise.read[key] is value else self._either(key, then, otherwise)
                for key, value in then.read.items()
                if key in otherwise.read
            },
            seen,
            {**then.allocated, **otherwise.allocated},
        )

    def _either(self, key: Key, then: UniverseHeap, otherwise: UniverseHeap) -> Scalar:
        """What two runs have found in the same initial cell, with the alternatives of both."""
        name, number, index = key
        cell = self._universe.initial(self._kinds[name], location(number), index)
        if cell.sort is not REF:
            return cell
        found = self._tables.references(cell)
        ours = self._tables.references(then.read[key])
        theirs = self._tables.references(otherwise.read[key])
        return self._tables.term(
            {each: guard for each, guard in found.items() if each in ours or each in theirs}
        )
