"""Models without a solver: a draft in which numbers are two, and all else is empty or null, is put
right, one condition after the other, until all hold.

Most path conditions are lists of simple comparisons, for which that succeeds soon. Nothing decides
about the outcome but the conditions and their order, so a path has the same model whoever asks, and
whatever was asked before. A solver cannot promise that, unless a new one is made for each path, and
that takes longer than most paths do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from heapwise.solver.api import Answer, Solver, Verdict
from heapwise.solver.model import Model
from heapwise.solver.path import Kind, PathCondition
from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    INT,
    REF,
    STR,
    Concrete,
    MapSort,
    Op,
    Scalar,
    Sort,
    Term,
    eq,
    evaluate,
)
from heapwise.terms.evaluate import Memo
from heapwise.terms.fixed_width import fits
from heapwise.terms.maps import written_map

_DETOURS = 8
"""Changes that spoil what was right before."""
_CHANGES = 60
_MOST_WAYS = 40
_FURTHER, _MOST_SPOILED = 1, 3
_NUMBER = 2
"""Not 0 or 1, to which half of arithmetic does nothing: a test with them shows less."""
_FIRST: dict[Sort, Concrete] = {BOOL: False, INT: _NUMBER, FLOAT: 0.0, FLOAT32: 0.0, STR: ""}
_LETTER = "a"
_MOST_LETTERS = 100

_INVERSE: dict[str, Callable[[int, int, int], tuple[int, ...]]] = {
    Op.ADD: lambda value, one, other: (value - other, value - one),
    Op.SUB: lambda value, one, other: (value + other, one - value),
    Op.MUL: lambda value, one, other: (value // (other or 1), value // (one or 1)),
    Op.FLOORDIV: lambda value, one, other: (value * other,),
    Op.MOD: lambda value, one, other: (one - one % (other or 1) + value,),
}
"""What the operands would have to be, each with the other as it is: to be tried."""

_Cells: TypeAlias = dict[Any, Concrete]
"""By symbol, or by the keys of a map."""


class _Write(NamedTuple):
    cells: _Cells
    key: object
    value: Concrete


_Way: TypeAlias = list[_Write]
"""What may put a condition right."""


class DraftedModel(Model):
    """Its numbers are small, and its texts short, where nothing has made them larger."""

    __slots__ = ()


def drafted_model(wanted: Sequence[Term]) -> DraftedModel | None:
    """A model of these conditions, if one is found soon."""
    return _drafted(wanted, forwards=True) or _drafted(wanted, forwards=False)


def _drafted(wanted: Sequence[Term], forwards: bool) -> DraftedModel | None:
    draft = _Draft(forwards)
    detours = seen = at = 0
    while at < len(wanted):
        seen = max(at, seen)
        if draft.value(wanted[at]):
            at += 1
            continue
        spoiled = draft.improve(wanted[at], wanted[: seen + 1], _FURTHER)
        if spoiled:
            detours += 1
            at = 0
        if spoiled is None or detours > _DETOURS or draft.changes > _CHANGES:
            return None
    return DraftedModel.of(draft.values, draft.maps)


class Drafting:
    """A solver that is asked only what a draft does not show. It is led to a path step by step, as
    an exploration leads it: what it finds at once where one condition is new may take it long if
    all are."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        model = drafted_model([*path.asserted_terms(), condition])
        if model is None:
            return self._inner.check(path, condition)
        self.statistics.count("draft")
        return Answer(Verdict.SAT, model)

    def model(self, path: PathCondition) -> Model | None:
        if path.model is not None:
            return path.model
        model = drafted_model(path.asserted_terms())
        if model is not None:
            return model
        step = PathCondition(Model())
        for term in path.asserted_terms():
            step = step.extend(term, Kind.CHOICE, self._inner.check(step, term).model)
        return self._inner.model(step)


class _Draft:
    """An `Assignment` that is changed. Of several conditions one of which is to change, the first
    is tried first if one goes `forwards`."""

    def __init__(self, forwards: bool) -> None:
        self._forwards = forwards
        self.values: dict[Term, Concrete] = {}
        self.maps: dict[Term, dict[tuple[Concrete, ...], Concrete]] = {}
        self._memo: Memo = {}
        self._undo: _Way = []
        self._objects: _Cells = {None: 0}
        self.changes = 0

    def value(self, term: Scalar) -> Concrete:
        return evaluate(term, self, self._memo)

    def symbol_value(self, symbol: Term) -> Concrete:
        found = self.values.get(symbol)
        if found is None:
            found = self.values[symbol] = _first(symbol.sort)
        return found

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        cells = self.maps.setdefault(map_symbol, {})
        found = cells.get(keys)
        if found is None:
            assert isinstance(map_symbol.sort, MapSort)
            found = cells[keys] = _first(map_symbol.sort.value)
        return found

    def improve(self, condition: Term, kept: Sequence[Term], further: int) -> int | None:
        """Put a condition right in the way that spoils the fewest of others: how many, or None if
        there is no way. What a way spoils may be put right by so many steps further."""
        best: _Way | None = None
        least = len(kept)
        begun = len(self._undo)
        for way in islice(self._ways(condition, True), _MOST_WAYS):
            if self.changes > _CHANGES:
                return None
            self._change(way)
            if self.value(condition):
                spoiled = [term for term in kept if not self.value(term)]
                if not spoiled or (further and self._follow(spoiled[:], kept, further - 1)):
                    return 0
                if len(spoiled) < least:
                    best, least = way, len(spoiled)
            self._go_back(begun)
        if best is None:
            return None
        self._change(best)
        return least

    def _follow(self, spoiled: list[Term], kept: Sequence[Term], further: int) -> bool:
        """Put right what was spoiled, and spoil nothing else."""
        while spoiled and len(spoiled) <= _MOST_SPOILED:
            right = [term for term in kept if term not in spoiled]
            if self.improve(spoiled.pop(), right, further) != 0:
                return False
            spoiled = [term for term in spoiled if not self.value(term)]
        return not spoiled

    def _change(self, way: _Way) -> None:
        self.changes += 1
        for cells, key, value in way:
            self._undo.append(_Write(cells, key, cells[key]))
            cells[key] = value
        self._memo.clear()

    def _go_back(self, begun: int) -> None:
        while len(self._undo) > begun:
            cells, key, value = self._undo.pop()
            cells[key] = value
        self._memo.clear()

    def _ways(self, condition: Scalar, truth: bool) -> Iterator[_Way]:
        """To make it say this, simple ones first."""
        if not isinstance(condition, Term):
            return
        args, op = condition.args, condition.op
        if op == Op.NOT:
            yield from self._ways(args[0], not truth)
        elif op in (Op.AND, Op.OR):
            others = [arg for arg in args if bool(self.value(arg)) is not truth]
            if truth is (op == Op.OR):
                for arg in others if self._forwards else reversed(others):
                    yield from self._ways(arg, truth)
            else:
                yield from self._together(others, truth)
        elif op == Op.ITE:
            taken, other = (1, 2) if self.value(args[0]) else (2, 1)
            yield from self._ways(args[taken], truth)
            if bool(self.value(args[other])) is truth:
                yield from self._ways(args[0], other == 1)
        elif op == Op.EQ:
            yield from self._equal(args[0], args[1]) if truth else self._apart(args[0], args[1])
        elif op in (Op.LT, Op.FLT, Op.FLE):
            low, high = args if truth else args[::-1]
            yield from self._ordered(low, high, int(truth is (op != Op.FLE)))
        else:
            yield from self._puts(condition, truth)

    def _together(self, conditions: Sequence[Scalar], truth: bool) -> Iterator[_Way]:
        """In the simplest way for each, but the first, with which the others begin."""
        begun = len(self._undo)
        for way in islice(self._ways(conditions[0], truth), _MOST_WAYS):
            self._change(way)
            for other in conditions[1:]:
                if bool(self.value(other)) is not truth:
                    self._change(next(self._ways(other, truth), []))
            whole = [_Write(cells, key, cells[key]) for cells, key, _ in self._undo[begun:]]
            self._go_back(begun)
            yield whole

    def _equal(self, one: Scalar, other: Scalar) -> Iterator[_Way]:
        """Less depends on what is farther from the inputs."""
        if _depth(other) > _depth(one):
            one, other = other, one
        yield from self._puts(one, self.value(other))
        yield from self._puts(other, self.value(one))

    def _apart(self, one: Scalar, other: Scalar) -> Iterator[_Way]:
        if _depth(other) > _depth(one):
            one, other = other, one
        for term in (one, other):
            value = self.value(term)
            others: list[Concrete]
            if isinstance(value, bool):
                others = [not value]
            elif isinstance(value, str):
                others = [value + _LETTER]
            elif isinstance(term, Term) and term.sort is REF:
                known = self._objects[None]
                assert isinstance(known, int)
                count = [_Write(self._objects, None, known + 1)]
                yield from (way + count for way in self._puts(term, known + 1))
                others = [*range(known, 0, -1), 0]
            else:
                others = [value + 1, value - 1]
            for each in others:
                yield from self._puts(term, each)

    def _ordered(self, low: Scalar, high: Scalar, distance: int) -> Iterator[_Way]:
        least, most = self.value(low), self.value(high)
        assert not isinstance(least, str) and not isinstance(most, str)
        yield from self._puts(high, least + distance)
        yield from self._puts(low, most - distance)

    def _puts(self, term: Scalar, value: Concrete) -> Iterator[_Way]:
        """To let a term have this value, if it is a cell of the input or a simple function of
        one."""
        if not isinstance(term, Term):
            return
        args, op = term.args, term.op
        if op == Op.SYMBOL:
            if _may_hold(term.sort, value):
                self.symbol_value(term)
                yield [_Write(self.values, term, value)]
        elif op == Op.SELECT:
            yield from self._puts_cell(args[0], args[1:], value)
        elif op == Op.ITE:
            taken, other = (1, 2) if self.value(args[0]) else (2, 1)
            yield from self._puts(args[taken], value)
            if self.value(args[other]) == value:
                yield from self._ways(args[0], other == 1)
        elif op == Op.LENGTH and isinstance(value, int) and 0 <= value <= _MOST_LETTERS:
            yield from self._puts(args[0], _LETTER * value)
        elif op in _INVERSE and isinstance(value, int):
            one, other = (int(self.value(arg)) for arg in args)
            for arg, wanted in zip(args, _INVERSE[op](value, one, other), strict=False):
                yield from self._puts(arg, wanted)

    def _puts_cell(
        self, cells: Scalar, keys: tuple[Scalar, ...], value: Concrete
    ) -> Iterator[_Way]:
        """Write the cell that is read there, or else read what was written with this value."""
        assert isinstance(cells, Term)
        known = tuple(map(self.value, keys))
        missed: list[tuple[Scalar, ...]] = []
        while cells.op == Op.STORE and tuple(map(self.value, cells.args[1:-1])) != known:
            if self.value(cells.args[-1]) == value:
                missed.append(cells.args[1:-1])
            cells = written_map(cells)
        if cells.op == Op.SYMBOL:
            assert isinstance(cells.sort, MapSort)
            if _may_hold(cells.sort.value, value):
                self.map_value(cells, known)
                yield [_Write(self.maps[cells], known, value)]
        else:
            yield from self._puts(cells.args[-1], value)
        for others in missed:
            yield from self._together([eq(*pair) for pair in zip(keys, others, strict=True)], True)


def _may_hold(sort: Sort, value: Concrete) -> bool:
    """No object of the input is one that the program allocates; numbers may have a width."""
    if sort is REF:
        return int(value) >= 0
    return not sort.width or fits(sort.width, int(value))


def _first(sort: Sort) -> Concrete:
    return _FIRST.get(sort, _NUMBER if sort.width else 0)


def _depth(term: Scalar) -> int:
    return term.depth if isinstance(term, Term) else -1
