"""Small integers, tried before a solver is asked about products and quotients of unknowns.

No solver decides these, and Z3 often takes long to say that it cannot. Programs that go wrong for
such numbers mostly do for small ones. A guess counts only if it satisfies every condition of the
path, so nothing is lost by guessing but a little time.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache

from heapwise.solver.api import Answer, Solver, Verdict
from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition
from heapwise.terms import INT, Term

_MOST_SYMBOLS = 3
_RANGES = {1: 40, 2: 7, 3: 5}
"""How far from 0 they are tried, by how many there are: at most 1,331 guesses."""


class SmallNumbers:
    """Answers SAT when the conditions hold for small values of the integers in question."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

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
        hard = condition.is_nonlinear
        for term in asserted:
            if term.is_nonlinear and not term.symbols.isdisjoint(condition.symbols):
                symbols |= term.symbols
                hard = True
        if not hard:
            return None
        numbers = sorted((each for each in symbols if each.sort is INT), key=str)
        if not 0 < len(numbers) <= _MOST_SYMBOLS:
            return None
        base = path.model or Model()
        chosen = frozenset(numbers)
        for values in _small(len(numbers)):
            guess = base.overlay(chosen, Model(values=dict(zip(numbers, values, strict=True))))
            if guess.satisfies(condition) and all(map(guess.satisfies, asserted)):
                return guess
        return None


@cache
def _small(count: int) -> tuple[tuple[int, ...], ...]:
    """The smallest first."""
    most = _RANGES[count]
    found: Iterator[tuple[int, ...]] = itertools.product(range(-most, most + 1), repeat=count)
    return tuple(sorted(found, key=lambda each: (max(map(abs, each)), [-n for n in each])))
