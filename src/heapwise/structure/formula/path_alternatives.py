"""Which alternatives of a value are left on a path: values are narrowed before they are used.

To ask what cannot be costs less than to carry it along through the rest of a run. Answers are
remembered by value and path.
"""

from __future__ import annotations

from typing import TypeAlias

from heapwise.engine.choices import PathContext
from heapwise.heaps.api import HeapContext
from heapwise.program import InputError
from heapwise.solver import PathCondition
from heapwise.structure.formula.bounded_universe import BoundedUniverse
from heapwise.structure.formula.guarded import Table, Tables, known
from heapwise.structure.formula.symmetry import LeastNumberRule, Refutes
from heapwise.terms import NULL, REF, Op, Scalar, Term, or_, sort_of

_Asked: TypeAlias = tuple[Term, tuple[Term, ...]]
"""A value, and the path on which something was asked about it."""


class PathAlternatives:
    def __init__(
        self,
        universe: BoundedUniverse,
        tables: Tables,
        least_number: LeastNumberRule,
        refutes: Refutes,
    ) -> None:
        self._universe = universe
        self._tables = tables
        self._least_number = least_number
        self._refutes = refutes
        self._reductions: dict[_Asked, Scalar] = {}
        self._lookups: dict[_Asked, Table] = {}
        self._in_bounds: dict[_Asked, Table] = {}
        self._never_taken: set[tuple[Term, ...]] = set()

    def is_never_taken(self, path: PathCondition) -> bool:
        """Has it turned out that no input takes it?"""
        return bool(self._never_taken) and tuple(path.asserted_terms()) in self._never_taken

    def known(self, cx: HeapContext, table: Table) -> Table:
        """The alternatives that the path has not ruled out."""
        assert isinstance(cx, PathContext)
        return table if len(table) == 1 else known(cx.path, table)

    def owners(self, cx: HeapContext, ref: Term, on_use: bool) -> Table:
        """What the reference may be, null included. If it was open which object that is when it
        was read, what has been learned of the object since (the key that it has, say) may tell."""
        owners = self.known(cx, self._tables.references(ref))
        if len(owners) > 1:
            assert isinstance(cx, PathContext)
            asked = (ref, tuple(cx.path.asserted_terms()))
            found = self._lookups.get(asked)
            if found is None:
                if on_use and self._least_number.has_come_on(cx.path, ref):
                    reduced = self.reduced_on(cx.path, ref)
                    found = self.known(cx, self._tables.references(reduced))
                else:
                    doubtful = {each: guard for each, guard in owners.items() if each is not NULL}
                    gone = self._least_number.impossible(cx.path, doubtful, hard=False)
                    found = {each: guard for each, guard in owners.items() if each not in gone}
                    if not found:
                        self._never_taken.add(asked[1])
                self._lookups[asked] = found
            if len(found) == 1:
                return found
        return owners

    def reduced(self, cx: HeapContext, value: Scalar) -> Scalar:
        """A value without the alternatives that cannot be: to ask costs less than to carry them
        along through the rest of the run."""
        if not isinstance(value, Term) or value.op == Op.CONST:
            return value
        table = self._tables.of(value)
        if table is None or len(table) == 1:
            return value
        assert isinstance(cx, PathContext)
        return self.reduced_on(cx.path, value)

    def reduced_on(self, path: PathCondition, value: Term) -> Scalar:
        table = self._tables.references(value) if value.sort is REF else self._tables.of(value)
        if table is None or len(table) == 1:
            return value
        asked = (value, tuple(path.asserted_terms()))
        found = self._reductions.get(asked)
        if found is None:
            kept = known(path, table)
            arrival = self._least_number.arrival(path, value)
            certain: Table = {}
            if arrival is not None:
                certain = arrival.fresh
                kept = {
                    each: guard
                    for each, guard in kept.items()
                    if each in arrival.rest or each in certain
                }
            doubtful = {each: guard for each, guard in kept.items() if each not in certain}
            for each in self._least_number.impossible(path, doubtful, hard=False):
                del kept[each]
            if not kept:
                # The path cannot be taken: then anything will do.
                self._never_taken.add(asked[1])
                kept = {next(iter(table)): True}
            found = value if len(kept) == len(table) else self._tables.term(kept)
            if isinstance(found, Term):
                self._least_number.known_as(value, found)
            self._reductions[asked] = found
        return found

    def when(self, cx: HeapContext, value: Scalar, guard: Term) -> Scalar:
        """A value, where a guard holds: if that is a count of what had been seen when it came, and
        it was new, then it is the next."""
        if not isinstance(value, Term) or value.op != Op.ITE or sort_of(value) is not REF:
            return value
        assert isinstance(cx, PathContext)
        arrival = self._least_number.arrival(cx.path, value)
        if arrival is None:
            return value
        count = next((each for each, when in arrival.before.items() if when is guard), None)
        if count is None:
            return value
        kept = {
            loc: when
            for loc, when in self.known(cx, self._tables.references(value)).items()
            if loc not in arrival.fresh
            or (isinstance(loc, Term) and self._universe.ordinal[loc] == count + 1)
        }
        return self._tables.term(kept) if kept else value

    def indexes(self, cx: HeapContext, index: Scalar) -> Table:
        table = self.known(cx, self.numbers(index, "an index"))
        if not isinstance(index, Term) or len(table) == 1:
            return table
        assert isinstance(cx, PathContext)
        asked = (index, tuple(cx.path.asserted_terms()))
        found = self._in_bounds.get(asked)
        if found is None:
            found = dict(table)
            limit = self._least_number.limit(index)
            if limit is None:
                for each, guard in table.items():
                    if len(found) > 1 and self._refutes(cx.path, guard):
                        del found[each]
            else:
                large = [guard for each, guard in table.items() if integer_of(each) > limit]
                if large and self._refutes(cx.path, or_(*large)):
                    found = {each: g for each, g in found.items() if integer_of(each) <= limit}
            self._in_bounds[asked] = found
        return found

    def numbers(self, value: Scalar, what: str) -> Table:
        table = self._tables.bounded(value)
        if table is None:
            raise InputError(
                f"the invariant uses {what} that depends on integers of the input; "
                "only bounded ones can be compiled"
            )
        return table


def integer_of(value: Scalar) -> int:
    number = value.value if isinstance(value, Term) else value
    assert isinstance(number, int)
    return number
