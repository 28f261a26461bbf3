"""Layers of the solver: each answers the questions that it can, and passes on the others.

Each has the interface of `solver.api.Solver`, as the backend behind them has.

Order, from the engine inwards: what the path already knows, then the model at hand, then that model
with special floats, with a long text or with one near by (`nearby_texts`), then what follows from
the order of bit-vectors (`orders`), then answers to the same question about the same slice of the
path, then the backend.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from heapwise.solver.api import UNSAT, Answer, Solver, SolverStatistics, Verdict
from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition, slice_of
from heapwise.terms import FLOAT, FLOATS, STR, Op, Term, subterms

_SPECIAL = (math.inf, -math.inf, math.nan, 0.0, -0.0)

_LONG = 256
"""Characters of a text that the backend does not find by itself."""
_LONGEST = 1_000_000
"""Characters of a text that is made to see whether it does."""
_DIGIT = "1"
_MOST_PLACES = 12
"""Where characters are repeated."""
_PATIENCE = 1_000
_WORTH = 30
"""A hit saves about as much as this many look-ups cost."""


class KnownConditions:
    """Answers from the conditions that the path has already decided."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        value = path.decided(condition)
        if value is None:
            return self._inner.check(path, condition)
        self.statistics.count("known")
        if not value:
            return UNSAT
        return Answer(Verdict.SAT, path.model) if path.confirmed else Answer(Verdict.UNKNOWN)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)


class ModelReuse:
    """Answers SAT when the model of the path satisfies the condition too."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        model = path.model
        if model is not None and model.satisfies(condition):
            self.statistics.count("model")
            return Answer(Verdict.SAT, model)
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return path.model or self._inner.model(path)


class SpecialFloats:
    """Answers SAT when the model of the path does with an infinity, nan or a zero for one of the
    inputs. The backend asks about real numbers first, which have none of these but zero, and then
    about floats, which takes it long."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        if path.model is not None and condition.theories & FLOATS:
            for symbol in sorted(condition.symbols, key=str):
                guess = self._guess(path, path.model, condition, symbol)
                if guess is not None:
                    self.statistics.count("guess")
                    return Answer(Verdict.SAT, guess)
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)

    @staticmethod
    def _guess(path: PathCondition, model: Model, condition: Term, symbol: Term) -> Model | None:
        if symbol.sort is not FLOAT:
            return None
        for value in _SPECIAL:
            guess = model.overlay(frozenset((symbol,)), Model(values={symbol: value}))
            if guess.satisfies(condition) and all(map(guess.satisfies, path.asserted_terms())):
                return guess
        return None


class LongTexts:
    """Answers SAT to the question whether a text can be very long if the model of the path does
    with a text of the input of which one character is repeated so many times. It takes the backend
    very long to find such texts."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        wanted = _longer_than(condition)
        model = None if wanted is None else path.model or self._inner.model(path)
        if wanted is not None and model is not None:
            asked = (condition, *path.asserted_terms())
            for guess in _longer(model, *wanted):
                if all(map(guess.satisfies, asked)):
                    self.statistics.count("guess")
                    return Answer(Verdict.SAT, guess)
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)


def _longer_than(condition: Term) -> tuple[Term, int] | None:
    """A text and a length, if the condition says no more than that it is longer than that."""
    if condition.op != Op.LT:
        return None
    least, length = condition.args
    if not isinstance(least, int) or not isinstance(length, Term):
        return None
    if not _LONG <= least <= _LONGEST:
        return None
    text = length.args[0] if length.op == Op.LENGTH else None
    return (text, least) if isinstance(text, Term) else None


def _longer(model: Model, text: Term, length: int) -> Iterator[Model]:
    """The last character of a text of the input first, of which `text` may be a part."""
    for cell in subterms(text):
        if cell.sort is STR and cell.op in (Op.SYMBOL, Op.SELECT):
            known = str(model.evaluate(cell))
            more = length + 1 - len(str(model.evaluate(text)))
            for at in reversed(range(len(known) or 1)[:_MOST_PLACES]):
                longer = known[:at] + (known[at : at + 1] or _DIGIT) * more + known[at:]
                guess = model.with_contents(cell, longer)
                if guess is not None:
                    yield guess


class SliceCache:
    """Remembers answers by the part of the path that shares symbols with the condition.

    Two paths often differ only in conditions that have nothing to do with the question; the
    answer is then the same, because the rest of each path is satisfiable by itself. Where paths
    do not fall into slices, looking for one is wasted: the layer gives up if it hardly ever hits.
    """

    def __init__(self, inner: Solver, capacity: int = 50_000) -> None:
        self._inner = inner
        self._capacity = capacity
        self._wasted = 0
        self._answers: dict[frozenset[Term], tuple[Answer, frozenset[Term]]] = {}
        self.statistics: SolverStatistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        if not path.confirmed or self._wasted > _PATIENCE:
            return self._inner.check(path, condition)
        key, symbols = slice_of(path, condition)
        found = self._answers.get(key)
        if found is not None:
            answer = self._reuse(path, *found)
            if answer is not None:
                self.statistics.count("cache")
                self._wasted = max(0, self._wasted - _WORTH)
                return answer
        self._wasted += 1
        answer = self._inner.check(path, condition)
        if answer.verdict is not Verdict.UNKNOWN:
            if len(self._answers) >= self._capacity:
                self._answers.clear()
            self._answers[key] = (answer, symbols)
        return answer

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)

    @staticmethod
    def _reuse(path: PathCondition, answer: Answer, symbols: frozenset[Term]) -> Answer | None:
        if answer.verdict is Verdict.UNSAT:
            return answer
        if path.model is None or answer.model is None:
            return Answer(Verdict.SAT, None)
        return Answer(Verdict.SAT, path.model.overlay(symbols, answer.model))
