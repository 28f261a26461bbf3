"""Models: values for symbols and for the initial contents of maps, completed on demand.

A model that has no opinion on a symbol picks a value the first time it is asked and keeps to it:
0, false, the empty string, or for a reference an object of its own, so that an unseen reference is
neither null nor an alias. Maps are completed the same way, cell by cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol, Self

from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    REF,
    STR,
    Concrete,
    MapSort,
    Op,
    Scalar,
    Sort,
    Term,
    evaluate,
)
from heapwise.terms.evaluate import Memo

_FIRST_FRESH = 1_000_000
"""Numbers for references the solver has not spoken about; its own are small."""
_INVENTED: dict[Sort, Concrete] = {BOOL: False, FLOAT: 0.0, FLOAT32: 0.0, STR: ""}


@dataclass(slots=True)
class MapInterpretation:
    """A finite table and, where the solver gave one, the value everywhere else."""

    cells: dict[tuple[Concrete, ...], Concrete] = field(default_factory=dict)
    otherwise: Concrete | None = None


class Backing(Protocol):
    """Where a model gets the values it was not told: the solver's own model."""

    def symbol(self, symbol: Term) -> Concrete | None: ...

    def map(self, symbol: Term) -> MapInterpretation | None: ...


class Model:
    """An `Assignment` that also remembers what it has evaluated."""

    __slots__ = ("_backing", "_fresh", "_maps", "_memo", "_values")

    def __init__(
        self, backing: Backing | None = None, values: Mapping[Term, Concrete] | None = None
    ) -> None:
        self._backing = backing
        self._values: dict[Term, Concrete] = dict(values or {})
        self._maps: dict[Term, MapInterpretation] = {}
        self._memo: Memo = {}
        self._fresh = _FIRST_FRESH

    @classmethod
    def of(
        cls,
        values: Mapping[Term, Concrete],
        cells: Mapping[Term, dict[tuple[Concrete, ...], Concrete]],
    ) -> Self:
        """With these symbols and cells of the initial heap."""
        result = cls(values=values)
        result._maps = {symbol: MapInterpretation(known) for symbol, known in cells.items()}
        return result

    def known(
        self,
    ) -> tuple[Mapping[Term, Concrete], Mapping[Term, Mapping[tuple[Concrete, ...], Concrete]]]:
        """The symbols and cells that it was asked for."""
        return self._values, {symbol: table.cells for symbol, table in self._maps.items()}

    def evaluate(self, term: Scalar) -> Concrete:
        return evaluate(term, self, self._memo)

    def number(self, term: Scalar) -> int:
        """The value of an int, a reference or a class."""
        value = evaluate(term, self, self._memo)
        assert isinstance(value, int)
        return value

    def satisfies(self, condition: Scalar) -> bool:
        return bool(evaluate(condition, self, self._memo))

    def symbol_value(self, symbol: Term) -> Concrete:
        value = self._values.get(symbol)
        if value is None:
            value = self._backing.symbol(symbol) if self._backing else None
            if value is None:
                value = self._invent(symbol.sort)
            self._values[symbol] = value
        return value

    def map_value(self, map_symbol: Term, keys: tuple[Concrete, ...]) -> Concrete:
        table = self._map(map_symbol)
        value = table.cells.get(keys)
        if value is None:
            value = table.otherwise
            if value is None:
                assert isinstance(map_symbol.sort, MapSort)
                value = self._invent(map_symbol.sort.value)
            table.cells[keys] = value
        return value

    def overlay(self, symbols: frozenset[Term], other: Model) -> Model:
        """This model, but `other` decides the symbols given."""
        result = Model(self._backing, self._values)
        result._fresh = max(self._fresh, other._fresh)
        for symbol, table in self._maps.items():
            result._maps[symbol] = MapInterpretation(dict(table.cells), table.otherwise)
        for symbol in sorted(symbols, key=_name):  # `other` may make up objects in this order
            if isinstance(symbol.sort, MapSort):
                source = other._map(symbol)
                result._maps[symbol] = MapInterpretation(dict(source.cells), source.otherwise)
            else:
                result._values[symbol] = other.symbol_value(symbol)
        return result

    def with_value(self, symbol: Term, value: Concrete) -> Self:
        """This model, but for the value of one symbol. What either makes up, both have."""
        result = type(self)(self._backing, {**self._values, symbol: value})
        result._maps = self._maps
        result._fresh = self._fresh
        return result

    def with_contents(self, cell: Term, value: Concrete) -> Model | None:
        """This model, but for the value of a symbol or of a cell of the initial heap; None if it is
        neither."""
        if cell.op == Op.SYMBOL:
            return self.overlay(frozenset((cell,)), Model(values={cell: value}))
        if cell.op != Op.SELECT:
            return None
        holder, *keys = cell.args
        if not isinstance(holder, Term) or holder.op != Op.SYMBOL:
            return None
        result = self.overlay(frozenset(), self)
        result._map(holder).cells[tuple(map(self.evaluate, keys))] = value
        return result

    def _map(self, symbol: Term) -> MapInterpretation:
        table = self._maps.get(symbol)
        if table is None:
            table = (self._backing.map(symbol) if self._backing else None) or MapInterpretation()
            self._maps[symbol] = table
        return table

    def _invent(self, sort: Sort) -> Concrete:
        if sort is REF:
            self._fresh += 1
            return self._fresh
        return _INVENTED.get(sort, 0)


def _name(symbol: Term) -> str:
    return str(symbol.value)
