"""The strategy of a merging run over places: see `formula.place_universe`.

That a cell holds an object which has a name already is possible until the invariant has looked at
it; when it has, a question to the solver tells that it does not, for all inputs at once, and from
then on the cell is null or an object of its own. A field that leads back is settled likewise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from heapwise.engine.state import Value
from heapwise.heaps.api import HeapContext
from heapwise.heaps.shared.cells import CellKind
from heapwise.heaps.shared.type_sorts import sort_of_type
from heapwise.program import ClassDecl, Type
from heapwise.solver import PathCondition
from heapwise.structure.formula.bounded_universe import Key
from heapwise.structure.formula.guarded import Names, Table, combine
from heapwise.structure.formula.place_universe import PlacesError, PlaceUniverse
from heapwise.structure.formula.symmetry import Refutes, Require
from heapwise.structure.formula.universe_heap import UniverseHeap
from heapwise.structure.formula.universe_strategy import UniverseStrategy
from heapwise.terms import (
    BOOL,
    INT,
    NULL,
    REF,
    Op,
    Scalar,
    Sort,
    Term,
    add,
    and_,
    eq,
    lt,
    not_,
    or_,
    sort_of,
    sub,
    symbol,
)

_TRIALS = 4
"""How often more it is asked what a cell can hold than it took for others of its kind."""


@dataclass(slots=True)
class _Way:
    """What has been found out about cells of a kind: how often one had to be looked at, how often
    one was narrowed to its own object, and whether they lead back, if that is known."""

    times: int = 0
    found: int = 0
    is_back: bool | None = None


class PlaceStrategy(UniverseStrategy):
    def __init__(
        self, universe: PlaceUniverse, require: Require, names: Names, refutes: Refutes
    ) -> None:
        super().__init__(universe, require, names, symmetry=False, refutes=refutes)
        self._universe = universe
        self._open: dict[Term, int] = {}
        self._ways: dict[str, _Way] = {}
        self._unknown: dict[Scalar, int] = {}
        self.leading_back: set[Term] = set()
        self._small = range(-1, universe.levels + 2)
        universe.require = lambda fact: require(PathCondition(), fact)

    # -- cells

    def _initial(self, kind: CellKind, owner: Term, index: int | None) -> Term:
        if isinstance(kind.type, ClassDecl) and self._universe.is_new(kind, owner):
            for cell in list(self._open):
                self.narrow_cell(cell)
            cell = self._universe.initial(kind, owner, index)
            self._open[cell] = 0
            if not kind.nullable:
                domain = self._universe.domain(cell)
                self.tables.narrow(cell, [each for each in domain if each is not NULL])
            return cell
        cell = self._universe.initial(kind, owner, index)
        if cell in self._open:
            self.narrow_cell(cell)
        return cell

    def narrow_cell(self, cell: Term, *, at_last: bool = False) -> None:
        """Find out whether a cell holds its own object if any, or whether it leads back. That takes
        the invariant as long for one cell as for another of its kind, so it is not asked before,
        unless this is the last time."""
        kind, owner, _ = self._universe.cells[cell]
        times = self._open[cell] = self._open.get(cell, 0) + 1
        way = self._ways.setdefault(kind.name, _Way())
        if times < way.times and not at_last:
            return
        domain = self._universe.domain(cell)
        back = self._universe.way_to(owner)
        if back is not None and way.is_back is not False and self._leads_back(cell, owner, back):
            way.is_back, way.times = True, times
            self._narrow(cell, kind, [NULL, back])
            return
        kept = [NULL, *self._universe.own(cell)]
        if self._is_never(cell, [each for each in domain if each not in kept]):
            if way.found < _TRIALS and self._is_never(cell, kept[1:]):
                kept = [NULL]
            else:
                way.is_back, way.times, way.found = False, times, way.found + 1
            self._narrow(cell, kind, kept)
        elif times > way.times + _TRIALS:
            raise PlacesError

    def _leads_back(self, cell: Term, owner: Term, back: Term) -> bool:
        """Does it hold the object that leads to its owner, wherever there is one?"""
        elsewhere = and_(self._universe.present(owner), not_(eq(cell, back)))
        if not self._refutes(PathCondition(), elsewhere, hard=True):
            return False
        self._require(PathCondition(), not_(elsewhere))
        self.leading_back.add(cell)
        return True

    def _is_never(self, cell: Term, values: Sequence[Term]) -> bool:
        some = or_(*(eq(cell, each) for each in values))
        return some is False or self._refutes(PathCondition(), some, hard=True)

    def _narrow(self, cell: Term, kind: CellKind, kept: Sequence[Term]) -> None:
        self._open.pop(cell, None)
        if len(kept) < len(self._universe.domain(cell)):
            self._require(PathCondition(), or_(*(eq(cell, each) for each in kept)))
            for each in self._universe.own(cell):
                if each not in kept:
                    self._universe.drop(each)
        self._universe.narrow(cell, kept)
        self.tables.narrow(cell, [each for each in kept if kind.nullable or each is not NULL])

    def _owners(self, cx: HeapContext, ref: Term) -> Table:
        if ref in self._open:
            self.narrow_cell(ref)
        return self.left.known(cx, self.tables.references(ref))

    def _value(
        self,
        cx: HeapContext,
        heap: UniverseHeap,
        kind: CellKind,
        places: Sequence[tuple[Key, Scalar]],
    ) -> tuple[UniverseHeap, Scalar]:
        self.cells.look_at(kind)
        value = self.cells.one_of(heap, kind, places)
        for each, _ in places:
            self._require_declared(each, kind)
        return heap, value

    def narrow(
        self, path: PathCondition, heap: UniverseHeap, values: Sequence[Value]
    ) -> tuple[UniverseHeap, list[Value]]:
        for value in values:
            if value in self._open:
                assert isinstance(value, Term)
                self.narrow_cell(value, at_last=True)
        return super().narrow(path, heap, values)

    # -- what is not looked at

    def beyond(self, value: Scalar) -> Scalar:
        if not isinstance(value, Term) or value.sort is not REF:
            return False
        table = self.tables.references(value)
        outer = [
            guard
            for each, guard in table.items()
            if isinstance(each, Term) and self._universe.is_outer(each)
        ]
        return or_(*outer)

    def anything(self, type_: Type) -> Scalar:
        sort = sort_of_type(type_)
        if sort is BOOL:
            return self._unknown_of(BOOL)
        if sort is not INT:
            raise PlacesError
        found: dict[Scalar, Scalar] = {}
        left: Scalar = True
        for each in (*self._small, self._unknown_of(INT, -1)):
            chosen = self._unknown_of(BOOL)
            found[each] = and_(left, chosen)
            left = and_(left, not_(chosen))
        found[self._unknown_of(INT, 1)] = left
        return self.tables.term(found)

    def _unknown_of(self, sort: Sort, sign: int = 0) -> Term:
        """Something of which nothing is known, or that it is a larger number than the small ones,
        or that it is less."""
        found = symbol(f"unknown {len(self._unknown)}", sort)
        self._unknown[found] = sign
        return found

    def simplify(self, condition: Scalar) -> Scalar:
        """Of a sum with a number of which nothing is known, not much more is known."""
        if not isinstance(condition, Term) or condition.op not in (Op.ADD, Op.SUB):
            return super().simplify(condition)
        left, right = map(self.tables.numbers, condition.args)
        if self._unknown.keys().isdisjoint((*left, *right)):
            return condition
        unknown = {sign: self._unknown_of(INT, sign) for sign in (0, 1, -1)}
        compute, turn = (add, 1) if condition.op == Op.ADD else (sub, -1)

        def total(one: Scalar, other: Scalar) -> Scalar:
            found = compute(one, other)
            if found in self._small:
                return found
            signs = {self._sign(one), self._sign(other) * turn}
            return unknown[signs.pop() if len(signs) == 1 else 0]

        return self.tables.term(combine(left, right, total))

    def _simplified(self, condition: Scalar) -> Scalar:
        if not isinstance(condition, Term) or condition.op not in (Op.LT, Op.EQ):
            return super()._simplified(condition)
        if sort_of(condition.args[0]) is not INT:
            return super()._simplified(condition)
        left, right = map(self.tables.numbers, condition.args)
        if self._unknown.keys().isdisjoint((*left, *right)):
            return super()._simplified(condition)
        build = lt if condition.op == Op.LT else eq

        def compared(one: Scalar, other: Scalar) -> Scalar:
            if one not in self._unknown and other not in self._unknown:
                return build(one, other)
            ours, theirs = self._size(one), self._size(other)
            if ours is None or theirs is None or ours == theirs:
                return self._unknown_of(BOOL)
            return condition.op == Op.LT and ours < theirs

        return or_(
            *(
                and_(when, and_when, compared(a, b))
                for a, when in left.items()
                for b, and_when in right.items()
            )
        )

    def _sign(self, number: Scalar) -> int:
        if isinstance(number, Term):
            return self._unknown.get(number, 0)
        assert isinstance(number, int)
        return -1 if number < 0 else 1

    def _size(self, number: Scalar) -> int | None:
        """Is it less than the small numbers, one of them, or larger? None if it may be any."""
        if isinstance(number, Term):
            return self._unknown.get(number) or None
        if number in self._small:
            return 0
        return None
