"""Texts near those of a model, tried before a solver is asked.

A question about strings takes the backend a hundred times as long as one about numbers, and most
are like `is the next character an x?`: the text of the model, with one character put in, left out
or replaced, often answers them. A guess counts only if it satisfies every condition of the path,
so nothing is lost by guessing but a little time.
"""

from __future__ import annotations

from collections.abc import Iterator

from heapwise.solver.api import Answer, Solver, Verdict
from heapwise.solver.model import Model
from heapwise.solver.path import PathCondition
from heapwise.terms import STR, STRINGS, Op, Term, subterms

_LETTERS = "aA0 .-é"
"""Characters of the kinds that programs ask about."""
_MOST_LETTERS = 14
_MOST_TEXTS = 3
"""Texts of the condition that are changed, one at a time."""
_MOST_CHARACTERS = 8
"""Of a text that is changed in the middle; a longer one is changed at its ends."""


class NearbyTexts:
    """Answers SAT when the model of the path does with another text for one of the inputs."""

    def __init__(self, inner: Solver) -> None:
        self._inner = inner
        self.statistics = inner.statistics

    def check(self, path: PathCondition, condition: Term) -> Answer:
        if path.model is not None and path.confirmed and condition.theories & STRINGS:
            guess = _guess(path, path.model, condition)
            if guess is not None:
                self.statistics.count("guess")
                return Answer(Verdict.SAT, guess)
        return self._inner.check(path, condition)

    def model(self, path: PathCondition) -> Model | None:
        return self._inner.model(path)


def _guess(path: PathCondition, model: Model, condition: Term) -> Model | None:
    parts = subterms(condition)
    texts = [term for term in parts if term.sort is STR and term.op in (Op.SYMBOL, Op.SELECT)][
        :_MOST_TEXTS
    ]
    constants = _constants(parts)
    letters = "".join(dict.fromkeys("".join(constants) + _LETTERS))[:_MOST_LETTERS]
    asserted = path.asserted_terms()
    for text in texts:
        known = str(model.evaluate(text))
        for near in dict.fromkeys(_near(known, constants, letters)):
            guess = model.with_contents(text, near)
            if guess is None:
                break
            if guess.satisfies(condition) and all(map(guess.satisfies, asserted)):
                return guess
    return None


def _constants(parts: list[Term]) -> list[str]:
    found: dict[str, None] = {}
    for term in parts:
        for argument in term.args:
            if isinstance(argument, str):
                found[argument] = None
    return list(found)


def _near(known: str, constants: list[str], letters: str) -> Iterator[str]:
    """The shortest first."""
    yield ""
    ends = range(len(known) + 1)
    if len(known) > _MOST_CHARACTERS:
        ends = range(len(known), len(known) + 1)
    for at in ends:
        yield known[:at] + known[at + 1 :]
    yield from constants
    for letter in letters:
        for at in ends:
            yield known[:at] + letter + known[at + 1 :]
    for more in (*constants, *letters):
        for at in ends:
            yield known[:at] + more + known[at:]
