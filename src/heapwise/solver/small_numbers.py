"""Small integers, tried before a solver is asked about products and quotients of unknowns.

No solver decides these, and Z3 often takes long to say that it cannot. Programs that go wrong for
such numbers mostly do for small ones. A guess counts only if it satisfies every condition of the
path, so nothing is lost by guessing but a little time.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from weakref import WeakKeyDictionary

from heapwise.solver.api import Answer, Solver, Verdict
from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition
from heapwise.terms import INT, Op, Term, subterms

_MOST_SYMBOLS = 3
_RANGES = {1: 40, 2: 7, 3: 5}
"""How far from 0 they are tried, by how many there are: at most 1,331 guesses."""
_QUOTIENTS = (Op.FLOORDIV, Op.MOD)


class SmallNumbers:
    """Answers SAT when the conditions hold for small values of the integers in question."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics
        self._hard: WeakKeyDictionary[Term, bool] = WeakKeyDictionary()

    def check(self, path: PathCondition, condition: Term) -> Answer:
        if path.confirmed:
            guess = self._guess(path, condition)
            if guess is not None:
                self.statistics.count("guess")
                return Answer(Verdict.SAT, guess)
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)

    def _guess(self, path: PathCondition, condition: Term) -> Model | None:
        asserted = path.asserted_terms()
        if path.model is None and asserted:
            return None
        symbols = set(condition.symbols)
        hard = self._is_hard(condition)
        for term in asserted:
            if not term.symbols.isdisjoint(condition.symbols) and self._is_hard(term):
                symbols |= term.symbols
                hard = True
        numbers = sorted((each for each in symbols if each.sort is INT), key=str)
        if not hard or not 0 < len(numbers) <= _MOST_SYMBOLS:
            return None
        base = path.model or Model()
        chosen = frozenset(numbers)
        for values in _small(len(numbers)):
            guess = base.overlay(chosen, Model(values=dict(zip(numbers, values, strict=True))))
            if guess.satisfies(condition) and all(map(guess.satisfies, asserted)):
                return guess
        return None

    def _is_hard(self, condition: Term) -> bool:
        found = self._hard.get(condition)
        if found is None:
            found = self._hard[condition] = any(map(_is_hard, subterms(condition)))
        return found


def _is_hard(term: Term) -> bool:
    """A product of unknowns, a quotient by one, or a quotient that is rounded."""
    if term.op == Op.MUL:
        return sum(isinstance(argument, Term) for argument in term.args) > 1
    if term.op in _QUOTIENTS:
        return isinstance(term.args[1], Term)
    return term.op == Op.FLOAT_OF_INT


@cache
def _small(count: int) -> tuple[tuple[int, ...], ...]:
    """The smallest first."""
    most = _RANGES[count]
    found: Iterator[tuple[int, ...]] = itertools.product(range(-most, most + 1), repeat=count)
    return tuple(sorted(found, key=lambda each: (max(map(abs, each)), [-n for n in each])))
