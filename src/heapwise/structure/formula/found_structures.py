"""Structures that a solver has found, kept because most of what can be holds for one of them.

A condition is looked at for all of them at once: its truth is a number with a bit for each. What
the solver has decided about a condition when it found a structure is taken from there; only what
was not heard of then is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from heapwise.solver.finite import FiniteModel, FiniteSolver, RowSelection, ValueSelection
from heapwise.structure.formula.guarded import Names
from heapwise.terms import (
    BOOL,
    FLOAT,
    FLOAT32,
    REF,
    STR,
    Concrete,
    Op,
    Scalar,
    Term,
    and_,
    or_,
    sort_of,
)
from heapwise.terms.evaluate import computed

_MOST = 256
"""Structures that are kept."""

_DEFAULTS: Mapping[object, Concrete] = {BOOL: False, STR: "", FLOAT: 0.0, FLOAT32: 0.0}
"""Of symbols that no formula has."""


class FoundStructures:
    """`generation` is another number whenever one does not count any more that did."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._domain: Callable[[Term], Sequence[Term]] = _no_domain
        self._models: list[FiniteModel] = []
        self._all = 0
        self._valid = 0
        self._checked = 0
        self.generation = 0
        self._truths: dict[Term, tuple[int, int]] = {}
        self._values: dict[Term, tuple[Concrete, ...]] = {}
        self._symbols: dict[Term, list[Concrete]] = {}

    @property
    def valid(self) -> int:
        """All that count."""
        return self._valid

    def add(self, solver: FiniteSolver) -> None:
        """The solver has just found one."""
        if len(self._models) >= _MOST:
            self._forget()
        self._domain = solver.domain
        self._valid |= 1 << len(self._models)
        self._models.append(solver.model())
        self._all = (1 << len(self._models)) - 1
        self._values.clear()

    def _forget(self) -> None:
        """Those that are no longer valid, and the older half. What is known of the others is kept:
        it would be found out again for every condition."""
        kept = [at for at in range(len(self._models)) if self._valid >> at & 1][-_MOST // 2 :]
        gone = len(self._models) - len(kept)
        if all(self._valid >> at & 1 for at in range(gone, len(self._models))):
            self._truths = {
                term: (truth >> gone, known - gone)
                for term, (truth, known) in self._truths.items()
                if known > gone
            }
            self._symbols = {symbol: found[gone:] for symbol, found in self._symbols.items()}
        else:
            self._truths.clear()
            self._symbols.clear()
        self._models = [self._models[at] for at in kept]
        self._all = self._valid = (1 << len(self._models)) - 1
        self._values.clear()
        self.generation += 1

    def satisfy(self, conditions: Iterable[Term], clauses: Sequence[Term]) -> bool:
        """Do these conditions hold for one that satisfies the clauses, of which those that were
        looked at before are the first?"""
        try:
            if self._checked < len(clauses):
                valid = self._valid
                for clause in clauses[self._checked :]:
                    valid &= self._truth(clause)
                self._checked = len(clauses)
                if valid != self._valid:
                    self._valid = valid
                    self.generation += 1
            left = self._valid
            for each in conditions:
                if not left:
                    return False
                left &= self._truth(each)
        except (RecursionError, _UnknownError):
            return False  # the solver will tell
        return bool(left)

    def truth(self, condition: Term) -> int | None:
        """Of which it holds; None if nobody can tell without the solver."""
        try:
            return self._valid & self._truth(condition)
        except (RecursionError, _UnknownError):
            return None

    # -- truth

    def _truth(self, term: Scalar) -> int:
        if not isinstance(term, Term):
            return self._all if term else 0
        if term.op == Op.NOT:
            return self._all & ~self._truth(term.args[0])
        found, known = self._truths.get(term, (0, 0))
        while known < len(self._models):
            value = self._models[known].truth(term)
            if value is None:
                found, known = self._computed(term), len(self._models)
                break
            found |= value << known
            known += 1
        self._truths[term] = found, known
        return found

    def _computed(self, term: Term) -> int:
        op, args = term.op, term.args
        if op == Op.AND:
            found = self._all
            for arg in args:
                found &= self._truth(arg)
                if not found:
                    break
            return found
        if op == Op.OR:
            found = 0
            for arg in args:
                found |= self._truth(arg)
            return found
        if op == Op.ITE:
            condition = self._truth(args[0])
            return condition & self._truth(args[1]) | ~condition & self._truth(args[2])
        if op == Op.SYMBOL:
            return self._of_symbol(term)
        if op == Op.EQ and sort_of(args[0]) is BOOL:
            return self._all & ~(self._truth(args[0]) ^ self._truth(args[1]))
        return _bits(self._operation(term))

    def _of_symbol(self, symbol: Term) -> int:
        meaning = self._names.meaning.get(symbol)
        if meaning is not None:
            return self._truth(meaning)
        selection = self._names.selections.get(symbol)
        if selection is None:
            return _bits(self._given(symbol))
        chosen: Iterable[tuple[Scalar, Scalar]]
        if isinstance(selection, RowSelection):
            constant = next(each for each, own in selection.symbols.items() if own is symbol)
            chosen = [(guard, row.get(constant, False)) for guard, row in selection.choices]
        else:
            chosen = selection.choices
        return self._truth(or_(*(and_(guard, value) for guard, value in chosen)))

    # -- other values

    def _value(self, term: Scalar) -> tuple[Concrete, ...]:
        if not isinstance(term, Term):
            return (term,) * len(self._models)
        if term.sort is BOOL:
            truth = self._truth(term)
            return tuple(bool(truth >> at & 1) for at in range(len(self._models)))
        found = self._values.get(term)
        if found is None:
            found = self._values[term] = self._computed_value(term)
        return found

    def _computed_value(self, term: Term) -> tuple[Concrete, ...]:
        if term.op == Op.CONST:
            assert isinstance(term.value, int)
            return (term.value,) * len(self._models)
        if term.op == Op.SYMBOL:
            selection = self._names.selections.get(term)
            if not isinstance(selection, ValueSelection):
                return self._given(term)
            found = [_DEFAULTS.get(term.sort, 0)] * len(self._models)
            for guard, value in selection.choices:
                chosen, values = self._truth(guard), self._value(value)
                found = [
                    value if chosen >> at & 1 else found[at] for at, value in enumerate(values)
                ]
            return tuple(found)
        if term.op == Op.ITE:
            condition = self._truth(term.args[0])
            then, otherwise = self._value(term.args[1]), self._value(term.args[2])
            pairs = enumerate(zip(then, otherwise, strict=True))
            return tuple(a if condition >> at & 1 else b for at, (a, b) in pairs)
        return self._operation(term)

    def _operation(self, term: Term) -> tuple[Concrete, ...]:
        columns = [self._value(arg) for arg in term.args]
        found = tuple(computed(term, row) for row in zip(*columns, strict=True))
        if None in found:
            raise _UnknownError
        return tuple(each for each in found if each is not None)

    def _given(self, symbol: Term) -> tuple[Concrete, ...]:
        found = self._symbols.setdefault(symbol, [])
        for model in self._models[len(found) :]:
            value = model.symbol(symbol)
            if value is None and symbol.sort is REF:
                only = self._domain(symbol)[0].value
                assert isinstance(only, int)
                value = only
            found.append(_DEFAULTS.get(symbol.sort, 0) if value is None else value)
        return tuple(found)


def _no_domain(symbol: Term) -> Sequence[Term]:
    raise AssertionError("there are no structures yet")


class _UnknownError(Exception):
    """Nobody can tell without the solver."""


def _bits(values: Sequence[Concrete]) -> int:
    return sum(1 << at for at, value in enumerate(values) if value)
