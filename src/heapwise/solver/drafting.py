"""Models without a solver: a draft in which numbers are two, and all else is empty or null, is put
right, one condition after the other, until all hold.

Most path conditions are lists of simple comparisons, for which that succeeds soon. Nothing decides
about the outcome but the conditions and their order, so a path has the same model whoever asks, and
whatever was asked before. A solver cannot promise that, unless a new one is made for each path, and
that takes longer than most paths do.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, TypeAlias

from heapwise.solver.inverses import INVERTIBLE, LETTER, inverses
from heapwise.solver.model import Model
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
from heapwise.terms.fixed_width import fits, to_single
from heapwise.terms.maps import written_map

_DETOURS = 20
"""Changes that spoil what was right before."""
_CHANGES = 100
_MOST_WAYS = 40
_FURTHER, _MOST_SPOILED = 1, 3
_NUMBER = 2
"""Not 0 or 1, to which half of arithmetic does nothing: a test with them shows less."""
_LETTERS = (LETTER, "b")
_FIRST: dict[Sort, Concrete] = {BOOL: False, INT: _NUMBER, FLOAT: 0.0, FLOAT32: 0.0, STR: ""}
_Cells: TypeAlias = dict[Any, Concrete]
"""By symbol, or by the keys of a map."""


class _Write(NamedTuple):
    """Into a cell of the input that belongs to this symbol, if it is one."""

    symbol: Term | None
    cells: _Cells
    key: object
    value: Concrete


_Way: TypeAlias = list[_Write]
"""What may put a condition right."""


def _contents(write: _Write) -> tuple[int, object, Concrete]:
    return id(write.cells), write.key, write.value


class DraftedModel(Model):
    """Its numbers are small, and its texts short, where nothing has made them larger."""

    __slots__ = ()


def drafted_model(wanted: Sequence[Term]) -> DraftedModel | None:
    draft = drafted(wanted, forwards=True) or drafted(wanted, forwards=False)
    return None if draft is None else draft.model()


def drafted(wanted: Sequence[Term], forwards: bool) -> Draft | None:
    """A draft of these conditions, if one is found soon."""
    draft = Draft(forwards)
    return draft if all(draft.adds(wanted, at) for at in range(len(wanted))) else None


class _Numbers(dict[int, int]):
    """Those of objects of an input, in the order in which one comes to them."""

    def of(self, sort: Sort, value: Concrete) -> Concrete:
        if sort is not REF or int(value) <= 0:
            return value
        return self.setdefault(int(value), len(self) + 1)


class Draft:
    """An `Assignment` that is changed. Of several conditions one of which is to change, the first
    is tried first if one goes `forwards`."""

    def __init__(self, forwards: bool = True) -> None:
        self._forwards = forwards
        self.values: dict[Term, Concrete] = {}
        self.maps: dict[Term, dict[tuple[Concrete, ...], Concrete]] = {}
        self._memo: Memo = {}
        self._undo: _Way = []
        self._objects: _Cells = {None: 0}
        self._changes = 0
        self._left: set[tuple[int, object, Concrete]] = set()
        """Contents of cells that a detour has given up: it does not go back to them."""

    def copy(self) -> Draft:
        """One to go on with. Of conditions that are new to it, the first is tried first."""
        other = Draft()
        other.values = dict(self.values)
        other.maps = {symbol: dict(cells) for symbol, cells in self.maps.items()}
        other._objects = dict(self._objects)
        return other

    def model(self) -> DraftedModel:
        cells = {symbol: dict(cells) for symbol, cells in self.maps.items()}
        return DraftedModel.of(self.values, cells)

    @classmethod
    def of(cls, model: Model, wanted: Sequence[Term]) -> Draft | None:
        """What such a model of these conditions has of the cells that they are about, with small
        numbers for its objects; None if they are about more than that."""
        if not all(map(model.satisfies, wanted)):
            return None
        draft, numbers = cls(), _Numbers()
        values, cells = model.known()
        for symbol, value in values.items():
            draft.values[symbol] = numbers.of(symbol.sort, value)
        for symbol, known in cells.items():
            assert isinstance(symbol.sort, MapSort)
            keys = symbol.sort.keys
            draft.maps[symbol] = {
                tuple(map(numbers.of, keys, each)): numbers.of(symbol.sort.value, value)
                for each, value in known.items()
            }
        draft._objects[None] = len(numbers)
        return draft if all(map(draft.value, wanted)) else None

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

    def adds(self, wanted: Sequence[Term], at: int) -> bool:
        """Put right the condition there, and what that spoils of those before it, which hold now;
        False if that does not succeed soon."""
        if self.value(wanted[at]):
            return True
        kept = wanted[: at + 1]
        self._changes = detours = 0
        self._undo.clear()
        self._left.clear()
        wrong: Sequence[Term] | None = [wanted[at]]
        while wrong:
            wrong = self._improve(wrong[0], kept, wrong, _FURTHER)
            detours += bool(wrong)
            if detours > _DETOURS or self._changes > _CHANGES:
                return False
        return wrong is not None

    def _improve(
        self, condition: Term, kept: Sequence[Term], wrong: Sequence[Term], further: int
    ) -> Sequence[Term] | None:
        """Put a condition right in the way that spoils the fewest of others: what is wrong of these
        then, which is known of them now; None if there is no way. What a way spoils may be put
        right by so many steps further."""
        best: _Way | None = None
        least: Sequence[Term] = kept
        begun = len(self._undo)
        for way in islice(self._ways(condition, True), _MOST_WAYS):
            if self._changes > _CHANGES:
                return None
            self._change(way)
            if self.value(condition):
                spoiled = self._spoiled(way, kept, wrong)
                if not spoiled or (further and self._follow(spoiled[:], kept, further - 1)):
                    return ()
                if len(spoiled) < len(least) and self._left.isdisjoint(map(_contents, way)):
                    best, least = way, spoiled
            self._go_back(begun)
        if best is None:
            return None
        if further:
            self._left.update(_contents(w._replace(value=w.cells[w.key])) for w in best)
        self._change(best)
        return least

    def _spoiled(self, way: _Way, kept: Sequence[Term], wrong: Sequence[Term]) -> list[Term]:
        """What is wrong after these changes, by what was wrong before."""
        symbols = {write.symbol for write in way}
        return [
            term
            for term in kept
            if (term in wrong if symbols.isdisjoint(term.symbols) else not self.value(term))
        ]

    def _follow(self, spoiled: list[Term], kept: Sequence[Term], further: int) -> bool:
        """Put right what was spoiled, and spoil nothing else."""
        while spoiled and len(spoiled) <= _MOST_SPOILED:
            right = [term for term in kept if term not in spoiled]
            if self._improve(spoiled.pop(), right, (), further) != ():
                return False
            spoiled = [term for term in spoiled if not self.value(term)]
        return not spoiled

    def _change(self, way: _Way) -> None:
        self._changes += 1
        for symbol, cells, key, value in way:
            self._undo.append(_Write(symbol, cells, key, cells[key]))
            cells[key] = value
        self._memo.clear()

    def _go_back(self, begun: int) -> None:
        while len(self._undo) > begun:
            _, cells, key, value = self._undo.pop()
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
            whole = [write._replace(value=write.cells[write.key]) for write in self._undo[begun:]]
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
                others = [each for each in (value + LETTER, *_LETTERS) if each != value]
            elif isinstance(term, Term) and term.op == Op.CODE:
                others = [ord(each) for each in _LETTERS if ord(each) != value]
            elif isinstance(term, Term) and term.sort is REF:
                known = self._objects[None]
                assert isinstance(known, int)
                count = [_Write(None, self._objects, None, known + 1)]
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
                yield [_Write(term, self.values, term, value)]
        elif op == Op.SELECT:
            yield from self._puts_cell(args[0], args[1:], value)
        elif op == Op.ITE:
            taken, other = (1, 2) if self.value(args[0]) else (2, 1)
            yield from self._puts(args[taken], value)
            if self.value(args[other]) == value:
                yield from self._ways(args[0], other == 1)
        elif op in INVERTIBLE:
            known = [self.value(arg) for arg in args]
            for at, wanted in inverses(op, term.value, value, known):
                yield from self._puts(args[at], wanted)

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
                yield [_Write(cells, self.maps[cells], known, value)]
        else:
            yield from self._puts(cells.args[-1], value)
        for others in missed:
            yield from self._together([eq(*pair) for pair in zip(keys, others, strict=True)], True)


def _may_hold(sort: Sort, value: Concrete) -> bool:
    """No object of the input is one that the program allocates; numbers may have a width, floats
    half the usual one."""
    if sort is REF:
        return int(value) >= 0
    if sort is FLOAT32:
        return to_single(float(value)) == value
    return not sort.width or fits(sort.width, int(value))


def _first(sort: Sort) -> Concrete:
    return _FIRST.get(sort, _NUMBER if sort.width else 0)


def _depth(term: Scalar) -> int:
    return term.depth if isinstance(term, Term) else -1
